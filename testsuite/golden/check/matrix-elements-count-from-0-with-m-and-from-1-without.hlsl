[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float4x4 m = 1; m._m01 = m._12; }
    { float4x4 m = 1; float3 v = m._m00_m11_m22; }
    { float2x3 m = 1; m[1][2] = 3; }
}
