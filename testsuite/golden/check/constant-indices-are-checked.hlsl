[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float a[3]; a[3] = 1; }
    { float3 v = 1; v[-1] = 1; }
    { float a[3]; a[float2(1, 2)] = 1; }
    { float f; f[0] = 1; }
}
