[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { auto u = 3u; }
    { auto f = 3.5f; }
    { auto h = 3.5h; }
    { auto d = 3.5L; }
    { auto l = 3ull; }
}
