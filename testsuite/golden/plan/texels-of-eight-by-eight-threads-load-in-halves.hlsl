// options: --join-groups=off --target=x86-64-v4 --wave-size=32
Texture2D<float> Image;
RWTexture2D<float> Result;

[numthreads(8, 8, 1)]
void main(uint2 at : SV_DispatchThreadID)
{
    Result[at] = Image[at] * 2;
}
