/* No intrinsic has template arguments. */
template<typename T> T max(T a, T b) { return a + b; }
template<int N> int abs(int x) { return x * N; }

[Test]
[numthreads(4, 1, 1)]
void TheProgramsTemplateIsMeant(uint index : SV_GroupIndex)
{
    ASSERT_EQUAL(max<int>(index, 3), (int)index + 3);
    ASSERT_EQUAL(max<float>(1.5, 2), 3.5);
    ASSERT_EQUAL(abs<-2>(index), -2 * (int)index);
    ASSERT_EQUAL(max(index, 3u), index > 3 ? index : 3);
}
