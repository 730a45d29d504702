[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { uint u = (uint)-1.5f; }
    { int i = (int)3e10f; }
}
