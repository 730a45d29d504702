// options: --target=x86-64-v4 --wave-size=32
Texture2D<float> Source;
RWTexture2D<float> Target;
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    Target[id.xy] = Source[id.xy + uint2(1, 0)] + group.x;
}
