RWTexture2D<float4> gOut;
[numthreads(8, 4, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gOut[id.xy] = float4(id.xyz, 1);
}
