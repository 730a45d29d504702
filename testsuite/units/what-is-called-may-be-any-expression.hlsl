/* Operators () of values that are computed, and template arguments that compute. */
struct Line {
    float2 along;
    Line operator-()
    {
        Line line;
        line.along = -along;
        return line;
    }
    Line operator*(float factor)
    {
        Line line;
        line.along = along * factor;
        return line;
    }
    float operator()(float x, float y) { return dot(along, float2(x, y)); }
};

template<int N>
int Number() { return N; }

struct Scaled {
    float scale;
    template<int N>
    float Times() { return scale * N; }
    template<int N, typename T>
    T Power(T x) { return N == 0 ? (T)1 : (T)(x * x * N); }
};

static const int FOUR = 4;

[Test]
[numthreads(4, 1, 1)]
void ValuesInBracketsAreCalled(int i : SV_GroupIndex)
{
    Line line = { float2(1, 2) }, other = { float2(i, 0) };
    ASSERT_EQUAL((-line)(3, 4), -11);
    ASSERT_EQUAL((line * 2)(1, 1), 6);
    ASSERT_EQUAL((line = other)(5, 9), i * 5);
}

[Test]
[numthreads(4, 1, 1)]
void TemplateArgumentsMayChooseAndCombine()
{
    ASSERT_EQUAL((Number<(FOUR > 2) ? 5 : 6>()), 5);
    ASSERT_EQUAL((Number<(FOUR > 2 && FOUR < 4) ? 5 : 6>()), 6);
    ASSERT_EQUAL((Number<FOUR == 4 || FOUR == 5>()), 1);
    Scaled scaled = { 2.5 };
    ASSERT_EQUAL(scaled.Times<4>(), 10);
    ASSERT_EQUAL((scaled.Power<FOUR, int>(3)), 36);
    ASSERT_EQUAL((scaled.Power<2>(3.5)), 24.5);
    ASSERT_EQUAL(scaled.scale < 4 > (FOUR), false);
    ASSERT_EQUAL(FOUR < 5 && 3 > (FOUR), false);
}
