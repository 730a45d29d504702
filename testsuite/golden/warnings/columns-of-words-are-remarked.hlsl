// options: -Rperf --wave-size=16 --target=x86-64-v3
Texture2D<float> picture;
RWTexture2D<float> turned;

[numthreads(16, 16, 1)]
void main(uint2 at : SV_DispatchThreadID)
{
    turned[at.yx] = picture[at];
}
