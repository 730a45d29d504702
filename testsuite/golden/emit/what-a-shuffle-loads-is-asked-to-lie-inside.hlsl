Texture2D<float> small;
RWTexture2D<float> large;

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    large[id.xy] = small[id.xy / 2] + small[(id.xy + 1) / 2];
}
