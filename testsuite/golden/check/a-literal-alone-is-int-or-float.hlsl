[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { auto i = 3; }
    { auto f = 3.5; }
    { auto u = 4294967295; }
    { auto l = 4294967296; }
}
