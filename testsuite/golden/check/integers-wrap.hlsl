[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { uint u = 0xffffffffu + 2u; }
    { uint u = -1; }
    { int i = 0xffffffff; }
}
