// options: --target=x86-64-v3 --wave-size=32
// Vectors stay in the order of memory, and no branch stands between what is computed of them.
StructuredBuffer<float> sound;
RWStructuredBuffer<float> smooth;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = 4 * id.x;
    for (uint k = 0; k < 4; k++)
        smooth[i + k] = sound[i + k - 1] * 0.25 + sound[i + k] * 0.5 + sound[i + k + 1] * 0.25;
}
