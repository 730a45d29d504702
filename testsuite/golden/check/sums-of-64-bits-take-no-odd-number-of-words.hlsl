uint3 u;
namespace one { uint u; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { auto r = AddUint64(u, u); }
    { auto r = AddUint64(one::u, one::u); }
}
