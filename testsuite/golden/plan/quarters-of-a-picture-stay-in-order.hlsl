// options: --wave-size=32 --target=x86-64-v4 --join-groups=off
StructuredBuffer<float4> texels;
RWStructuredBuffer<float4> means;

[numthreads(8, 8, 1)]
void main(uint2 id : SV_DispatchThreadID)
{
    uint from = id.y * 2048 + id.x * 2;
    means[id.y * 512 + id.x] = texels[from] + texels[from + 1];
}
