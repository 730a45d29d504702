/* What is no place that can be written makes a function with an out parameter none that a call can mean, as in dxc. */
int two(int a, float2 b) { return a + (int)b.y; }
int two(int a, out float b) { b = 0; return 100; }
int changed(float x) { return 1; }
int changed(inout int x) { x++; return 2; }
template<typename T> int any_of(T x) { return 3; }
int any_of(inout int x) { return 4; }
int frac(inout int x) { return 50; }
struct Counter { int n; int add(uint k) { return n + k; } int add(inout int k) { k = n; return -1; } };
cbuffer Sizes { int gSize; }
static const int FOUR = 4;

[Test] [numthreads(4, 1, 1)] void ValuesAndConstantsGoToOthers(int t : SV_GroupIndex)
{
    const int own = t;
    int place = t;
    float real = 1;
    ASSERT_EQUAL(two(1, 2.0), 3);
    ASSERT_EQUAL(two(1, real), 100);
    ASSERT_EQUAL(changed(3), 1);
    ASSERT_EQUAL(changed(own), 1);
    ASSERT_EQUAL(changed(gSize), 1);
    ASSERT_EQUAL(changed(FOUR + t), 1);
    ASSERT_EQUAL(changed(place), 2);
    ASSERT_EQUAL(place, t + 1);
    ASSERT_EQUAL(any_of(own), 3);
    ASSERT_EQUAL(any_of(place), 4);
    ASSERT_EQUAL(frac(own), 0);
    ASSERT_EQUAL(frac(place), 50);
    Counter counter = { 10 };
    ASSERT_EQUAL(counter.add(own), 10 + t);
    ASSERT_EQUAL(counter.add(place), -1);
}
