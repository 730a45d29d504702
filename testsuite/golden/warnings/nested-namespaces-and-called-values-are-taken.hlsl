// options: -HV 2021
RWStructuredBuffer<float> output;

namespace A { static const float two = 2; struct S { float x; }; }
namespace A::B { float twice(S s) { return two * s.x; } }
namespace C::D { static const float three = 3; namespace E { static const float four = 4; } }

struct Line
{
    float slope, offset;
    float operator()(float x) { return slope * x + offset; }
};
struct Pair { Line first, second[2]; };

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    A::S s = { 1 };
    Pair pair = { 1, 2, 3, 4, 5, 6 };
    output[i] = A::B::twice(s) + C::D::three + C::D::E::four + pair.first(i) + pair.second[1](2);
}
