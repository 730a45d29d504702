// options: --join-groups=off --target=x86-64-v4 --wave-size=16
Texture2D<float4> from;
RWTexture2D<float4> to;

[numthreads(1, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    to[id.xy] = from[uint2(id.x, max(int(id.y) - 2, 0))];
}
