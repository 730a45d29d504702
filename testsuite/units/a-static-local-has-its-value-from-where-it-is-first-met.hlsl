// As in C++, and in dxc (its test CodeGenSPIRV/var.static.hlsl): when a thread comes to the declaration for the first time.
StructuredBuffer<int> zeros;
int k(int i) { return i + zeros[0]; }

namespace ItsValueIsThatOfThatTime {
static int base = 3;
int twice() { static int value = base * 2; return value; }
[Test]
[numthreads(1, 1, 1)]
void ItsValueIsThatOfThatTime()
{
    base = k(10);
    ASSERT_EQUAL(twice(), 20);
    base = k(11);
    ASSERT_EQUAL(twice(), 20);
}
}

namespace WhatIsNotMetDoesNothing {
static int calls = 0;
int call() { return ++calls; }
int never() { static int value = call(); return value; }
[Test]
[numthreads(1, 1, 1)]
void WhatIsNotMetDoesNothing()
{
    if (k(0) != 0)
        never();
    ASSERT_EQUAL(calls, 0);
    ASSERT_EQUAL(never(), 1);
    ASSERT_EQUAL(never(), 1);
    ASSERT_EQUAL(calls, 1);
}
}

namespace ParametersAndLocalsAreValues {
int add(int a) { static int first = a * 10; return first + a; }
int array(int a) { int b = a + 1; static int both[2] = {a, b}; both[1] += 5; return both[0] * 100 + both[1]; }
[Test]
[numthreads(1, 1, 1)]
void ParametersAndLocalsAreValues()
{
    ASSERT_EQUAL(add(k(3)), 33);
    ASSERT_EQUAL(add(k(50)), 80);
    ASSERT_EQUAL(array(k(7)), 713);
    ASSERT_EQUAL(array(k(1)), 718);
}
}

namespace EachThreadComesThereByItself {
int first(int a) { static int value = a; return value; }
[Test]
[numthreads(64, 1, 1)]
void EachThreadComesThereByItself(uint i : SV_GroupIndex)
{
    if (i & 1)
        ASSERT_EQUAL(first(i), (int)i);
    ASSERT_EQUAL(first(100 + i), (int)(i & 1 ? i : 100 + i));
}
}
