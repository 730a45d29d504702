[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float3 v = id.x; }
    { float f = 1; float2x2 m = f; }
}
