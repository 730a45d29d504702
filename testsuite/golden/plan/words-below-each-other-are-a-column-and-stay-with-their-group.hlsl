// options: --join-groups=off --target=x86-64-v3 --wave-size=16
Texture2D<float> from;
RWTexture2D<float> to;

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    to[id.yx] = from[id.xy];
}
