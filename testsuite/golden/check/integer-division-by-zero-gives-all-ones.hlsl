[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { uint u = 7u / 0u; }
    { int i = (int)7 % (int)0; }
}
