[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float3 v = { 1, 2 }; }
    { float a[2] = { 1, 2, 3 }; }
    { float4 v = float4(1, 2, 3); }
    { float4 v = {}; }
}
