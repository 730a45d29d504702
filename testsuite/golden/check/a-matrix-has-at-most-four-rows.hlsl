[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    matrix<float, 5, 2> m;
}
