// options: --wave-size=32 --target=x86-64-v3
Texture2D<float> picture;
RWTexture2D<float> result;
[numthreads(8, 8, 1)]
void main(uint3 gid : SV_GroupID, uint t : SV_GroupIndex)
{
    uint2 at = gid.xy * 8 + uint2(t % 8, t / 8);
    result[at] = picture[at];
}
