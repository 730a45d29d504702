// options: -enable-16bit-types -T cs_6_6
// Effects happen once, and only where they are reached.
StructuredBuffer<int> zeros;
int k(int i) { return i + 1 + zeros[0]; } // 1, 2, 3 ...
RWStructuredBuffer<int> n;

namespace ShortCircuitSkipsTheRightSide {
static int calls = 0;
bool hit(bool r) { calls++; return r; }

[Test]
[numthreads(1, 1, 1)]
void ShortCircuitSkipsTheRightSide()
{
    bool a = k(0) > 9 && hit(true);
    bool b = k(0) > 0 || hit(false);
    bool c = k(0) > 0 && hit(true);
    bool d = k(0) > 9 || hit(false);
    ASSERT_EQUAL(a, 0);
    ASSERT_EQUAL(b, 1);
    ASSERT_EQUAL(c, 1);
    ASSERT_EQUAL(d, 0);
    ASSERT_EQUAL(calls, 2);
}
}

namespace ConditionalEvaluatesOneSide {
static int calls = 0;
int hit(int r) { calls++; return r; }

[Test]
[numthreads(1, 1, 1)]
void ConditionalEvaluatesOneSide()
{
    ASSERT_EQUAL(k(0) > 0 ? hit(5) : hit(6), 5);
    ASSERT_EQUAL(k(0) > 9 ? hit(5) : hit(6), 6);
    ASSERT_EQUAL(calls, 2);
    ASSERT_EQUAL(k(0) > 9 ? 1 : 2, 2);
}
}

namespace ConditionalsOfStructsAndOfCalls {
struct P { int a; float2 b; };
P make(int v) { P p; p.a = v; p.b = v + 1; return p; }

[Test]
[numthreads(1, 1, 1)]
void ConditionalsOfStructsAndOfCalls()
{
    P p = make(1), q = make(5);
    if (k(0) > 3) p = q; else q.b.x = 9;
    ASSERT_EQUAL(p.a, 1);
    ASSERT_EQUAL(q.b.x, 9);
    int4 v = k(0) > 0 ? int4(1, 2, 3, 4) : n[3];
    ASSERT_EQUAL(v.w, 4);
    ASSERT_EQUAL(select(k(0) > 5, make(2), make(3)).b.y, 4);
}
}

[Test]
[numthreads(1, 1, 1)]
void NestedShortCircuitsAndConditionsWithEffects()
{
    int i = 0;
    while (i++ < 3 && (k(i) != 3 || n[2]++ == 0)) n[0] += i;
    ASSERT_EQUAL(i, 4);
    if ((i = k(4)) == 5 && i++ > 0) n[3] = i;
    ASSERT_EQUAL(n[0], 6);
    ASSERT_EQUAL(n[2], 1);
    ASSERT_EQUAL(n[3], 6);
}

[Test]
[numthreads(1, 1, 1)]
void ContinueRunsTheStep()
{
    for (int i = 0; i < 6; i++) { if (i % 2) continue; n[0] += i; }
    ASSERT_EQUAL(n[0], 6);
}

[Test]
[numthreads(1, 1, 1)]
void WhileAndDoWhile()
{
    int i = 0;
    while (i < 5) { i++; if (i == 2) continue; n[0] += i; }
    do { n[1]++; if (i == 7) continue; i++; } while (i < 7);
    do { n[2]++; if (n[2] > 0) break; n[2] = 50; } while (false);
    ASSERT_EQUAL(n[0], 13);
    ASSERT_EQUAL(n[1], 2);
    ASSERT_EQUAL(n[2], 1);
}

[Test]
[numthreads(1, 1, 1)]
void BreakLeavesTheInnermostLoop()
{
    for (int i = 0; i < 3; i++) { for (int j = 0; ; j++) { if (j > i) break; n[0]++; } n[1]++; }
    ASSERT_EQUAL(n[0], 6);
    ASSERT_EQUAL(n[1], 3);
}

[Test]
[numthreads(1, 1, 1)]
void ADeclarationInALoopBeginsAgain()
{
    for (int i = 0; i < 3; i++) { int a; if (i == 0) a = 7; n[0] += a; }
    ASSERT_EQUAL(n[0], 7);
}

namespace SwitchTakesOneCase {
int pick(int v)
{
    int r = 0;
    switch (v) {
    case 1: r = 10; break;
    case 2: case 3: if (v == 3) break; r = 20; break;
    default: r = 99; break;
    case 5: return 50;
    }
    return r + 1;
}

[Test]
[numthreads(1, 1, 1)]
void SwitchTakesOneCase()
{
    ASSERT_EQUAL(pick(k(0)), 11);
    ASSERT_EQUAL(pick(k(1)), 21);
    ASSERT_EQUAL(pick(k(2)), 1);
    ASSERT_EQUAL(pick(k(3)), 100);
    ASSERT_EQUAL(pick(k(4)), 50);
}
}

[Test]
[numthreads(1, 1, 1)]
void ContinueInsideASwitchGoesToTheLoop()
{
    for (int i = 0; i < 4; i++) { switch (i) { case 1: continue; case 2: n[1]++; break; default: break; } n[0]++; }
    ASSERT_EQUAL(n[0], 3);
    ASSERT_EQUAL(n[1], 1);
}

namespace ReturnLeavesTheFunctionEarly {
int g(int v) { if (v < 2) return 1; if (v < 3) { if (v == 2) return 2; } return 3; }

[Test]
[numthreads(1, 1, 1)]
void ReturnLeavesTheFunctionEarly()
{
    ASSERT_EQUAL(g(k(0)), 1);
    ASSERT_EQUAL(g(k(1)), 2);
    ASSERT_EQUAL(g(k(2)), 3);
}
}

namespace ReturnFromNestedLoopsLeavesTheFunction {
int find(int v)
{
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            if (i * j == v)
                return i * 10 + j;
    return -1;
}

[Test]
[numthreads(1, 1, 1)]
void ReturnFromNestedLoopsLeavesTheFunction()
{
    ASSERT_EQUAL(find(11 + k(0)), 26);
    ASSERT_EQUAL(find(10 + k(0)), -1);
}
}

namespace EndlessLoopsEndByReturn {
int find(int v) { int i = 0; while (true) { if (i * i >= v) return i; i++; } }

[Test]
[numthreads(1, 1, 1)]
void EndlessLoopsEndByReturn()
{
    ASSERT_EQUAL(find(k(8)), 3);
    for (;;) { n[1]++; if (n[1] == 3) return; ASSERT(n[1] < 3); }
}
}

[Test]
[numthreads(1, 1, 1)]
void ReturnOfTheEntryPointStopsTheThread()
{
    if (k(0) == 1) return;
    ASSERT(false);
}

[Test]
[numthreads(1, 1, 1)]
void ReturnInALoopOfTheEntryPointStopsTheThread()
{
    for (int i = 0; i < 5; i++) {
        if (i == 3) return;
        ASSERT(i < 3);
    }
    ASSERT(false);
}

[Test]
[numthreads(1, 1, 1)]
void AStructuredIndexIsEvaluatedOnce()
{
    int i = 3;
    n[i++] += 5;
    ASSERT_EQUAL(i, 4);
    ASSERT_EQUAL(n[3], 5);
}
