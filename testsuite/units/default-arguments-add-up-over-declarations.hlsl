// A later declaration adds defaults to those there are, C++11 [dcl.fct.default] p4.
StructuredBuffer<int> zeros;

int f(int a, int b, int c = 3);
int f(int a, int b = 2, int c);
int f(int a, int b, int c) { return a * 100 + b * 10 + c; }

struct S {
    int g(int a, int b = 7);
};
int S::g(int a = 5, int b) { return a * 10 + b; }

[Test]
[numthreads(1, 1, 1)]
void EachCallHasThoseItNeeds()
{
    int one = 1 + zeros[0];
    S s;
    ASSERT_EQUAL(f(one), 123);
    ASSERT_EQUAL(f(one, 8), 183);
    ASSERT_EQUAL(f(one, 8, 9), 189);
    ASSERT_EQUAL(s.g(), 57);
    ASSERT_EQUAL(s.g(one), 17);
}
