// As in C++, where ++x is x; dxc keeps that of C++, while what is assigned is a value.
static uint calls = 0;
uint next() { return calls++; }
void seven(out int x) { x = 7; }
void twice(inout int x) { x *= 2; }
struct S { int n; void add(int k) { n += k; } };
RWStructuredBuffer<int> gRw;

[Test]
void IncrementsArePlaces(uint i : SV_GroupIndex)
{
    int a = i, b = 1, c = 2;
    ++(++a);
    ASSERT_EQUAL(a, (int)i + 2);
    twice(++b);
    ASSERT_EQUAL(b, 4);
    seven(--c);
    ASSERT_EQUAL(c, 7);
    (--a) += 5;
    ASSERT_EQUAL(a, (int)i + 6);
    float2 v = 1;
    (++v).x = 5;
    ASSERT_EQUAL(v, float2(5, 2));
    (++v.yx).x *= 3;
    ASSERT_EQUAL(v, float2(6, 9));
    ASSERT_EQUAL((++a)++, (int)i + 7);
    ASSERT_EQUAL(a, (int)i + 8);
}

[Test]
void PlacesAreFoundOnce(uint i : SV_GroupIndex)
{
    int at[3] = {10, 20, 30};
    calls = 0;
    twice(++at[next()]);
    (--at[next()]) -= 4;
    ASSERT_EQUAL(calls, 2u);
    ASSERT_EQUAL(at[0], 22);
    ASSERT_EQUAL(at[1], 15);
    ASSERT_EQUAL(at[2], 30);
    S s;
    s.n = 4;
    twice(++s.n);
    ASSERT_EQUAL(s.n, 10);
}
