template<typename T = float> struct Box {
    T x;
    static const int size = sizeof(T);
    static Box<T> of(T x) { Box<T> box; box.x = x; return box; }
    template<typename U = T> U plus(U y) { return (U)x + y; }
};
template<typename T = int> T half_of(T x) { return x / 2; }
namespace Inner { template<typename T = float> struct Box { static T two() { return (T)2; } }; }

[Test] [numthreads(4, 1, 1)] void DefaultsAndDeductionFillIn(uint t : SV_GroupIndex)
{
    Box<> box = Box<>::of(t + 0.5);
    ASSERT_EQUAL(box.x, t + 0.5f);
    ASSERT_EQUAL(box.plus<>(1), (int)t + 1);
    ASSERT_EQUAL(Box<>::size + Box<double>::size, 12);
    ASSERT_EQUAL(half_of<>(t + 5.0f), (t + 5) / 2.0f);
    ASSERT_EQUAL(Inner::Box<>::two() / 4, 0.5f);
}
