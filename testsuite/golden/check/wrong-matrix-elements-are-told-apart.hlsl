[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float2x3 m = 1; float f = m._m20; }
    { float2x3 m = 1; float f = m._m00_11; }
}
