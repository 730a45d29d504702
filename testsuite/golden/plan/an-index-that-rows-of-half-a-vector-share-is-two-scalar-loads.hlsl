// options: --join-groups=off --target=x86-64-v4 --wave-size=32
StructuredBuffer<float4> lines;
RWStructuredBuffer<float> output;

[numthreads(8, 8, 1)]
void main(uint3 thread : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    output[i] = lines[thread.y].x + lines[thread.y].w;
}
