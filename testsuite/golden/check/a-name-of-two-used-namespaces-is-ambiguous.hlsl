namespace A { static const uint k = 5; struct S { uint x; }; typedef uint Same; }
namespace B { static const uint k = 6; struct S { uint x; }; typedef uint Same; }
namespace Both { using namespace A; using namespace B; }
using namespace A;
using namespace B;
RWStructuredBuffer<uint> result;

[numthreads(1, 1, 1)]
void main()
{
    Same same = A::k;
    result[0] = k + same;
    S s;
    result[1] = Both::k;
}
