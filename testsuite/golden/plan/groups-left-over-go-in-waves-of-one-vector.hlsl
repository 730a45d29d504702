// options: --target=x86-64-v3 --wave-size=32
RWTexture2D<float> Target;
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Target[id.xy] = id.x * WaveGetLaneCount();
}
