// options: -enable-16bit-types -T cs_6_6
// Out and inout arguments come back when the function ends; arrays are passed without a copy where nobody can tell.
StructuredBuffer<int> zeros;
int k(int i) { return i + 1 + zeros[0]; } // 1, 2, 3 ...
float x(int i) { return 0.5 * (i + 1) + zeros[0]; } // 0.5, 1, 1.5 ...
RWStructuredBuffer<int> n;
RWStructuredBuffer<float> f;

namespace OutArgumentsAreCopiedBackWithConversion {
void g(out int a, inout float b, int c) { a = c; b *= 2; c = 0; }

[Test]
[numthreads(1, 1, 1)]
void OutArgumentsAreCopiedBackWithConversion()
{
    float fa;
    int ib = 3;
    int c = 4;
    g(fa, ib, c);
    ASSERT_EQUAL(fa, 4);
    ASSERT_EQUAL(ib, 6);
    ASSERT_EQUAL(c, 4);
}
}

namespace InoutCopiesAtTheCallNotAtEachWrite {
static int s = 1;
void g(inout int a) { a = 5; s += 100; }

[Test]
[numthreads(1, 1, 1)]
void InoutCopiesAtTheCallNotAtEachWrite()
{
    g(s);
    ASSERT_EQUAL(s, 5);
}
}

namespace InoutOfASwizzleAndOfABufferElement {
void g(inout int2 v) { v = v.yx + 1; }
void h(inout int e) { e += 3; }

[Test]
[numthreads(1, 1, 1)]
void InoutOfASwizzleAndOfABufferElement()
{
    int4 v = int4(1, 2, 3, 4);
    g(v.wx);
    n[0] = v.x;
    n[1] = v.w;
    h(n[2]);
    h(n[k(1)]);
    ASSERT_EQUAL(n[0], 5);
    ASSERT_EQUAL(n[1], 2);
    ASSERT_EQUAL(n[2], 6);
}
}

namespace ArraysAsArguments {
int sum(int a[4]) { int s = 0; for (int i = 0; i < 4; i++) s += a[i]; return s; }
void fill(inout int a[4], int v) { for (int i = 0; i < 4; i++) a[i] = v + i; }
int spoil(int a[4]) { a[0] = 100; return a[0]; }
int spoil_in_an_argument(int a[4]) { return abs(a[0]++) + abs(--a[1]); }

[Test]
[numthreads(1, 1, 1)]
void ArraysAsArguments()
{
    int a[4];
    fill(a, 3);
    ASSERT_EQUAL(sum(a), 18);
    ASSERT_EQUAL(spoil(a), 100);
    ASSERT_EQUAL(a[0], 3);
    ASSERT_EQUAL(spoil_in_an_argument(a), 6);
    ASSERT_EQUAL(a[0], 3);
    ASSERT_EQUAL(a[1], 4);
}
}

namespace ArgumentsThatAliasAreCopied {
int mix(int a[2], inout int b[2]) { b[0] = 50; return a[0]; }
void both(inout int a[2], inout int b[2]) { a[0] = 1; b[0] += 10; }

[Test]
[numthreads(1, 1, 1)]
void ArgumentsThatAliasAreCopied()
{
    int a[2] = {7, 8};
    ASSERT_EQUAL(mix(a, a), 7);
    ASSERT_EQUAL(a[0], 50);
    int c[2] = {3, 4};
    both(c, c);
    ASSERT_EQUAL(c[0], 13);
}
}

namespace GroupsharedArraysArePassedByReference {
groupshared int g[4];
void put(inout int a[4], int i, int v) { a[i] = v; }

[Test]
[numthreads(1, 1, 1)]
void GroupsharedArraysArePassedByReference()
{
    put(g, k(0), 5);
    ASSERT_EQUAL(g[1], 5);
}
}

namespace MethodsChangeTheirObject {
struct S { int a; void add(int b) { a += b; } int twice() { return a * 2; } };

[Test]
[numthreads(1, 1, 1)]
void MethodsChangeTheirObject()
{
    S s;
    s.a = 4;
    s.add(3);
    ASSERT_EQUAL(s.twice(), 14);
}
}

namespace ResourcesMayBeParameters {
int get(RWStructuredBuffer<int> b, int i) { return b[i]; }
void put(RWStructuredBuffer<int> b, int v) { b[0] = v; }

[Test]
[numthreads(1, 1, 1)]
void ResourcesMayBeParameters()
{
    n[4] = 5;
    put(n, get(n, 4));
    ASSERT_EQUAL(n[0], 5);
}
}

[Test]
[numthreads(1, 1, 1)]
void ABufferElementAsOutArgument()
{
    sincos(0.0f * x(0), f[0], f[1]);
    float w;
    modf(x(2), f[k(1)]);
    f[3] = 1;
    ASSERT_EQUAL(f[0], 0);
    ASSERT_EQUAL(f[1], 1);
    ASSERT_EQUAL(f[2], 1);
    ASSERT_EQUAL(f[3], 1);
}

namespace PlacesAreFoundBeforeTheCall {
void two(out int a, out int b) { a = 1; b = 5; }

[Test]
[numthreads(1, 1, 1)]
void PlacesAreFoundBeforeTheCall()
{
    int i = 0, to[2] = {7, 7};
    two(i, to[i]);
    ASSERT_EQUAL(to[0], 5);
    ASSERT_EQUAL(to[1], 7);
    float s = 0, c[2] = {7, 7};
    sincos(1.57079633 * k(0), s, c[(int)(s + 0.5)]); // the sine is 1, the cosine 0
    ASSERT_NEAR(c[0], 0, 1e-5);
    ASSERT_EQUAL(c[1], 7);
}
}
