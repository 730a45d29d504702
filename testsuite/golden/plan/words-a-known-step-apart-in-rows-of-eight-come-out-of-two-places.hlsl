// options: --join-groups=off --target=x86-64-v4 --wave-size=32
Texture2D<float> large;
RWTexture2D<float> small;

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    small[id.xy] = large[2 * id.xy] + large[2 * id.xy + uint2(1, 1)];
}
