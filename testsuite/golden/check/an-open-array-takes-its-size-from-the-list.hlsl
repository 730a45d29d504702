[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 a[] = { 1, 2, 3, 4, 5, 6 };
}
