// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> few;
RWStructuredBuffer<float> pairs;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = 4 * id.x;
    for (uint k = 0; k < 4; k++)
        pairs[i + k] = few[i + k] + few[i + k + 1];
}
