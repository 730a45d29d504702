/* As in C++; the arguments may be told by the parameters. */
struct Scale
{
    int factor;
    template<typename T> int by(T x) { return factor * (int)x; }
    template<typename T> static int kind() { return 0; }
    template<int N> int power() { return factor * power<N - 1>(); }
};
template<> int Scale::by<float>(float x) { return factor * (int)round(x) + 1000; }
template<> int Scale::by(bool x) { return x ? factor : -factor; }
template<> int Scale::kind<float>() { return 1; }
template<> int Scale::power<0>() { return 1; }
template<> int Scale::kind<uint2>();

namespace N { struct Inner { template<typename T> T twice(T x) { return x + x; } }; }
template<> float N::Inner::twice<float>(float x) { return -x; }

template<> int Scale::kind<uint2>() { return 2; }

[Test]
[numthreads(4, 1, 1)]
void TheSpecialOneIsTaken(uint index : SV_GroupIndex)
{
    Scale scale = {3 + (int)index};
    ASSERT_EQUAL(scale.by(2), 2 * scale.factor);
    ASSERT_EQUAL(scale.by(1.75), 2 * scale.factor + 1000);
    ASSERT_EQUAL(scale.by<float>(2), 2 * scale.factor + 1000);
    ASSERT_EQUAL(scale.by(index == 0), index == 0 ? 3 : -scale.factor);
    ASSERT_EQUAL(Scale::kind<int>() + 10 * Scale::kind<float>() + 100 * Scale::kind<uint2>(), 210);
    ASSERT_EQUAL(scale.power<3>(), scale.factor * scale.factor * scale.factor);
    N::Inner inner;
    ASSERT_EQUAL(inner.twice(1.5) + inner.twice(4), 6.5);
}
