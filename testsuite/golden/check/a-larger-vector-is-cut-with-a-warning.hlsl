float4 a;
float3 b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { uint2 v = id; }
    { uint s = id; }
    { float3 c = a * b; }
}
