// options: -enable-16bit-types -T cs_6_6
// Variables, arrays, structs and memory by swizzles and indices, constant and not.
StructuredBuffer<int> zeros;
int k(int i) { return i + 1 + zeros[0]; } // 1, 2, 3 ...
float x(int i) { return 0.5 * (i + 1) + zeros[0]; } // 0.5, 1, 1.5 ...
RWStructuredBuffer<int> n;

[Test]
[numthreads(1, 1, 1)]
void SwizzlesAreReadAndWrittenByComponent()
{
    float4 v = float4(1, 2, 3, 4);
    v.zx = v.xy;
    ASSERT_EQUAL(v, float4(2, 2, 1, 4));
}

[Test]
[numthreads(1, 1, 1)]
void SwizzlesOfSwizzlesAreWritten()
{
    float4 v = float4(1, 2, 3, 4).wwyx;
    v.zyx.x += 10;
    ASSERT_EQUAL(v, float4(4, 4, 12, 1));
}

[Test]
[numthreads(1, 1, 1)]
void AScalarMayBeSwizzled()
{
    float3 v = x(1).xxx;
    ASSERT_EQUAL(v.x + v.y + v.z, 3);
}

[Test]
[numthreads(1, 1, 1)]
void DynamicComponentIndexReadsAndWritesOne()
{
    float3 v = float3(1, 2, 3);
    v[k(1)] = 9;
    ASSERT_EQUAL(v, float3(1, 2, 9));
    ASSERT_EQUAL(v[k(0)], 2);
}

[Test]
[numthreads(1, 1, 1)]
void ComponentIndexOutOfRangeReadsZeroAndWritesNothing()
{
    float3 v = float3(1, 2, 3);
    v[k(4)] = 9;
    ASSERT_EQUAL(v, float3(1, 2, 3));
    ASSERT_EQUAL(v[k(7)], 0);
}

[Test]
[numthreads(1, 1, 1)]
void MatrixRowsAndElements()
{
    float2x3 m = float2x3(1, 2, 3, 4, 5, 6);
    ASSERT_EQUAL(m[1][2], 6);
    ASSERT_EQUAL(m._m02, 3);
    ASSERT_EQUAL(m._21, 4);
    m[0] = m[1];
    ASSERT_EQUAL(m[0].x, 4);
    ASSERT_EQUAL(m._12, 5);
    ASSERT_EQUAL(m[k(0)].z, 6);
    ASSERT_EQUAL(m[k(0)][k(0)], 5);
}

[Test]
[numthreads(1, 1, 1)]
void DynamicMatrixRowIsStored()
{
    float2x2 m = 0;
    m[k(0)] = float2(3, 4);
    m[k(0)][k(0)] += 1;
    ASSERT_EQUAL(m._11, 0);
    ASSERT_EQUAL(m._12, 0);
    ASSERT_EQUAL(m._21, 3);
    ASSERT_EQUAL(m._22, 5);
}

[Test]
[numthreads(1, 1, 1)]
void MatrixSwizzlesAreWritten()
{
    float2x2 m = 0;
    m._m00_m11 = float2(1, 2);
    m._12 = 3;
    m[1].x += 4;
    ASSERT_EQUAL(m[0][0], 1);
    ASSERT_EQUAL(m[0][1], 3);
    ASSERT_EQUAL(m[1][0], 4);
    ASSERT_EQUAL(m[1][1], 2);
    ASSERT_EQUAL(m._11_22.y, 2);
}

[Test]
[numthreads(1, 1, 1)]
void LocalArraysKeepTheirElements()
{
    int a[4];
    for (int i = 0; i < 4; i++) a[i] = i * i;
    ASSERT_EQUAL(a[k(0)], 1);
    ASSERT_EQUAL(a[k(2)], 9);
    ASSERT_EQUAL(a[k(4)], 0);
}

[Test]
[numthreads(1, 1, 1)]
void AnIndexOutOfItsDimensionReachesNoNeighbour()
{
    int a[2][3];
    for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) a[i][j] = 10 * i + j + 1;
    ASSERT_EQUAL(a[0][k(2)], 0);
    ASSERT_EQUAL(a[k(0)][k(0)], 12);
    a[0][k(3)] = 77;
    ASSERT_EQUAL(a[1][1], 12);
    ASSERT_EQUAL(a[k(5)][0], 0);
}

namespace StructsAreCopiedByField {
struct P { float2 a; float b[2]; int c; };

[Test]
[numthreads(1, 1, 1)]
void StructsAreCopiedByField()
{
    P p;
    p.a = float2(1, 2);
    p.b[0] = 3;
    p.b[1] = 4;
    p.c = 5;
    P q = p;
    q.a.y = 8;
    ASSERT_EQUAL(q.a.x, 1);
    ASSERT_EQUAL(q.a.y, 8);
    ASSERT_EQUAL(q.b[k(0)], 4);
    ASSERT_EQUAL(q.c, 5);
    ASSERT_EQUAL(p.a.y, 2);
}
}

namespace ArraysOfStructsArePlanes {
struct P { float a; float b[3]; };

[Test]
[numthreads(1, 1, 1)]
void ArraysOfStructsArePlanes()
{
    P p[2];
    p[0].a = 1;
    p[1].a = 2;
    p[1].b[2] = 7;
    p[k(0)].b[k(0)] = 5;
    ASSERT_EQUAL(p[k(0)].a, 2);
    ASSERT_EQUAL(p[1].b[1], 5);
    ASSERT_EQUAL(p[k(0)].b[2], 7);
    ASSERT_EQUAL(p[0].b[k(2)], 0);
}
}

namespace ConstantArraysMayBeIndexedDynamically {
static const float w[3] = {1, 2, 4};
static const int2 o[2] = {int2(1, 2), int2(3, 4)};

[Test]
[numthreads(1, 1, 1)]
void ConstantArraysMayBeIndexedDynamically()
{
    ASSERT_EQUAL(w[2], 4);
    ASSERT_EQUAL(w[k(0)], 2);
    ASSERT_EQUAL(w[k(2)], 0);
    ASSERT_EQUAL(o[k(0)].y, 4);
    float sum = 0;
    for (int i = 0; i < 3; i++) sum += w[i];
    ASSERT_EQUAL(sum, 7);
}
}

namespace AComputedValueMayBeIndexed {
float4 four() { return float4(1, 2, 3, 4); }
struct A { int v[3]; };
A make(int s) { A a; a.v[0] = s; a.v[1] = s + 1; a.v[2] = s + 2; return a; }

[Test]
[numthreads(1, 1, 1)]
void AComputedValueMayBeIndexed()
{
    ASSERT_EQUAL(four()[k(1)], 3);
    ASSERT_EQUAL(float3(5, 6, 7)[k(0)], 6);
    ASSERT_EQUAL(make(4).v[k(1)], 6);
    ASSERT_EQUAL(make(4).v[1], 5);
    ASSERT_EQUAL((four() * 2).yx[k(0)], 2);
    ASSERT_EQUAL(float2x2(1, 2, 3, 4)[k(0)][0], 3);
}
}

namespace ZeroCastFillsAStruct {
struct P { float4 a; int b; };

[Test]
[numthreads(1, 1, 1)]
void ZeroCastFillsAStruct()
{
    P p = (P)0;
    ASSERT_EQUAL(p.a.w, 0);
    ASSERT_EQUAL(p.b, 0);
}
}

namespace StaticGlobalsBeginWithTheirInitialisers {
static int total = 3;
void add(int by) { total += by; }

[Test]
[numthreads(1, 1, 1)]
void StaticGlobalsBeginWithTheirInitialisers()
{
    add(4);
    add(5);
    ASSERT_EQUAL(total, 12);
}
}

namespace StaticStructsWithArrays {
struct S { int a[3]; int2 b; };
static S s = {{1, 2, 3}, int2(4, 5)};
static int uses = s.a[1];
int next() { static int calls = 10; return ++calls; }

[Test]
[numthreads(1, 1, 1)]
void StaticStructsWithArrays()
{
    s.a[k(0)] += 10;
    ASSERT_EQUAL(s.a[1], 12);
    ASSERT_EQUAL(s.b.y, 5);
    ASSERT_EQUAL(uses, 2);
    next();
    ASSERT_EQUAL(next(), 12);
}
}

namespace BaseStructsArePrefixes {
struct B { int a; int get() { return a; } void set(int v) { a = v; } };
struct D : B { int c; int sum() { return a + c + get(); } };

[Test]
[numthreads(1, 1, 1)]
void BaseStructsArePrefixes()
{
    D d;
    d.set(3);
    d.c = 4;
    ASSERT_EQUAL(d.sum(), 10);
    ASSERT_EQUAL(d.get(), 3);
}
}

namespace AComponentOfSharedMemoryIsStoredAlone {
groupshared float4 g[2];
groupshared float2x2 m;

[Test]
[numthreads(1, 1, 1)]
void AComponentOfSharedMemoryIsStoredAlone()
{
    g[k(0)][k(1)] = 5;
    m[k(0)][k(0)] = 6;
    m[k(0)].x = 7;
    ASSERT_EQUAL(g[1].z, 5);
    ASSERT_EQUAL(g[1].x + g[0].z, 0);
    ASSERT_EQUAL(m._22, 6);
    ASSERT_EQUAL(m._21, 7);
}
}

namespace ResourceVariablesMayDifferByRow {
RWStructuredBuffer<int> many[2];

[Test]
[numthreads(1, 1, 1)]
void ResourceVariablesMayDifferByRow()
{
    RWStructuredBuffer<int> one = many[0];
    if (k(0) > 5) one = many[1];
    ASSERT_EQUAL(one[0] + 4, 4);
    n[2] = 3;
    RWStructuredBuffer<int> other = n;
    ASSERT_EQUAL(other[2], 3);
}
}
