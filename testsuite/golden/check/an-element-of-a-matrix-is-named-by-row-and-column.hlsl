[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4x4 m;
    float a = m.x;
}
