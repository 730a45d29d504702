RWTexture2D<float4> image : register(t0);

[numthreads(8, 8, 1)]
void main(uint2 id : SV_DispatchThreadID)
{
    image[id] = 0;
}
