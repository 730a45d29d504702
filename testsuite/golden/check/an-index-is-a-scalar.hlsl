[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float a[4];
    a[float2(1, 2)] = 1;
}
