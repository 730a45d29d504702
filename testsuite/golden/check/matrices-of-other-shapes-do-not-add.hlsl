[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2x3 a;
    float3x2 b;
    float2x2 c = a + b;
}
