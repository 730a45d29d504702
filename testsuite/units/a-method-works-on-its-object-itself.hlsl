// `this` is another name of the object's place, not a copy: what arguments and called functions change is seen, and
// kept. (dxc passes the object by reference: its tests hlsl/classes/ThisReference.hlsl, this_reference_2018.hlsl.)
StructuredBuffer<int> zeros;
int k(int i) { return i + zeros[0]; }

struct Counter {
    int n;
    int plus(int a) { return n + a; }
    int add(int a) { n += a; return n; }
    int up() { return ++n; }
    int operator[](int a) { return n * 100 + a; }
    int operator+(int a) { return n * 1000 + a; }
};
struct Derived : Counter {
    int other;
    int both() { return plus(up()); }
    int by_base() { return Counter::plus(up()); }
};
int bump(inout Counter c) { c.n += 10; return c.n; }

namespace ArgumentsChangeTheObject {
[Test]
[numthreads(1, 1, 1)]
void ArgumentsChangeTheObject()
{
    Counter c;
    c.n = k(1);
    ASSERT_EQUAL(c.plus(c.n++), 3);
    ASSERT_EQUAL(c.n, 2);
    ASSERT_EQUAL(c.plus(c.n = 7), 14);
    ASSERT_EQUAL(c.n, 7);
}
}

namespace MethodsAreArgumentsOfEachOther {
[Test]
[numthreads(1, 1, 1)]
void MethodsAreArgumentsOfEachOther()
{
    Counter c;
    c.n = k(1);
    ASSERT_EQUAL(c.add(c.add(10)), 22);
    ASSERT_EQUAL(c.n, 22);
}
}

namespace OperatorsAreMethods {
[Test]
[numthreads(1, 1, 1)]
void OperatorsAreMethods()
{
    Counter c;
    c.n = k(1);
    ASSERT_EQUAL(c[c.up()], 202);
    ASSERT_EQUAL(c + c.up(), 3003);
    ASSERT_EQUAL(c.n, 3);
}
}

namespace TheObjectIsAnInoutArgumentToo {
[Test]
[numthreads(1, 1, 1)]
void TheObjectIsAnInoutArgumentToo()
{
    Counter c;
    c.n = k(1);
    ASSERT_EQUAL(c.plus(bump(c)), 22);
    ASSERT_EQUAL(c.n, 11);
}
}

namespace ABaseIsPartOfTheObject {
[Test]
[numthreads(1, 1, 1)]
void ABaseIsPartOfTheObject()
{
    Derived d;
    d.n = k(1);
    d.other = 5;
    ASSERT_EQUAL(d.both(), 4);
    ASSERT_EQUAL(d.by_base(), 6);
    ASSERT_EQUAL(d.n, 3);
    ASSERT_EQUAL(d.other, 5);
}
}

namespace AnElementOfAnArrayIsAnObject {
[Test]
[numthreads(1, 1, 1)]
void AnElementOfAnArrayIsAnObject()
{
    Counter c[3];
    c[0].n = k(1);
    c[1].n = k(2);
    c[2].n = k(3);
    ASSERT_EQUAL(c[k(1)].plus(c[k(1)].up()), 6);
    ASSERT_EQUAL(c[0].n * 100 + c[1].n * 10 + c[2].n, 133);
}
}

namespace ARandomGeneratorGoesOn {
struct Random {
    uint state;
    uint next() { state = state * 5 + 1; return state; }
    uint mix(uint a, uint b) { return a + b * 1000; }
    uint two() { return mix(next(), next()); }
};
[Test]
[numthreads(1, 1, 1)]
void ARandomGeneratorGoesOn()
{
    Random r;
    r.state = k(1);
    ASSERT_EQUAL(r.mix(r.next(), r.next()), 31006u);
    ASSERT_EQUAL(r.state, 31u);
    r.state = 1;
    ASSERT_EQUAL(r.two(), 31006u);
    ASSERT_EQUAL(r.state, 31u);
}
}

namespace AStackPushesWhatItPops {
template<typename T> struct Stack {
    T items[4];
    int count;
    void push(T item) { items[count++] = item; }
    T pop() { return items[--count]; }
    T sum_of(T values[4]) { T sum = 0; for (int i = 0; i < count; i++) { items[i] = 0; sum += values[i]; } return sum; }
    T own_sum() { return sum_of(items); }
};
[Test]
[numthreads(1, 1, 1)]
void AStackPushesWhatItPops()
{
    Stack<int> s;
    s.count = k(0);
    s.push(2);
    s.push(3);
    s.push(s.pop() * s.pop());
    ASSERT_EQUAL(s.items[0], 6);
    ASSERT_EQUAL(s.count, 1);
    s.push(7);
    ASSERT_EQUAL(s.own_sum(), 13); // the argument is a copy
    ASSERT_EQUAL(s.items[0] + s.items[1], 0);
}
}

namespace OthersChangeAStaticObject {
struct G { int n; void set(); int plus(int a) { return n + a; } };
static G g;
void other() { g.n += 100; }
int change() { g.n = 50; return 1; }
void G::set() { n = 1; other(); n += 5; }
[Test]
[numthreads(1, 1, 1)]
void OthersChangeAStaticObject()
{
    g.set();
    ASSERT_EQUAL(g.n, 106);
    ASSERT_EQUAL(g.plus(change()), 51);
    ASSERT_EQUAL(g.n, 50);
}
}

namespace AStaticArrayGivenToAFunctionIsCopied {
struct G { int items[2]; int run(); };
static G g;
int second(int values[2]) { g.items[1] = 9; return values[1]; }
int G::run() { return second(items); }
[Test]
[numthreads(1, 1, 1)]
void AStaticArrayGivenToAFunctionIsCopied()
{
    g.items[1] = k(4);
    ASSERT_EQUAL(g.run(), 4);
    ASSERT_EQUAL(g.items[1], 9);
}
}

namespace ASharedObjectIsAddedToByAllThreads {
struct Total { uint n, last; uint add(uint a) { uint old; InterlockedAdd(n, a, old); return old; } void end() { last = n; } };
groupshared Total total;
[Test]
[numthreads(64, 1, 1)]
void ASharedObjectIsAddedToByAllThreads(uint i : SV_GroupIndex)
{
    if (i == 0) {
        total.n = 0;
        total.last = 5;
    }
    GroupMemoryBarrierWithGroupSync();
    ASSERT(total.add(i + 1) < 2080);
    GroupMemoryBarrierWithGroupSync();
    if (i == 0)
        total.end();
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(total.last, 2080u); // 1 + ... + 64
}
}

namespace AnElementOfABufferIsAddedToByAllThreads {
struct Total { uint n, kept; void add(uint a) { InterlockedAdd(n, a); } };
RWStructuredBuffer<Total> totals;
[Test]
[numthreads(64, 1, 1)]
void AnElementOfABufferIsAddedToByAllThreads(uint i : SV_GroupIndex)
{
    if (i == 0) {
        totals[1].n = 0;
        totals[1].kept = 7;
    }
    GroupMemoryBarrierWithGroupSync();
    DeviceMemoryBarrierWithGroupSync();
    totals[1].add(i + 1);
    DeviceMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(totals[1].n, 2080u);
    ASSERT_EQUAL(totals[1].kept, 7u);
}
}
