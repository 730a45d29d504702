// options: --target=x86-64-v4 --wave-size=32
// Twice as wide and as high a picture: texels stand beside each other in pairs, in two rows.
Texture2D<float> small;
RWTexture2D<float> large;

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    large[id.xy] = small[id.xy / 2] + small[(id.xy + 1) / 2];
}
