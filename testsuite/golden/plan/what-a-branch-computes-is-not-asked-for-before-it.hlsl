// options: --target=x86-64-v3 --wave-size=32
// The stretch has a branch, in which an index is computed: its loads ask one by one.
StructuredBuffer<float> sound;
StructuredBuffer<float> offsets;
RWStructuredBuffer<float> smooth;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = 4 * id.x;
    float offset = 0;
    [branch] if (id.x % 3 == 1)
        offset = offsets[id.x + 7] * offsets[id.x + 9];
    for (uint k = 0; k < 4; k++)
        smooth[i + k] = sound[i + k - 1] * 0.25 + sound[i + k] * 0.5 + sound[i + k + 1] * offset;
}
