// options: -T cs_6_6
// Two groups of two waves of four; what each thread gets was worked out by hand.

namespace SystemValuesAreParametersAndMembers {
struct In { uint2 t : SV_GroupThreadID; float g : SV_GroupID; };
static const uint wanted[16] = {0, 101, 202, 303, 10, 111, 212, 313, 400, 501, 602, 703, 410, 511, 612, 713};

[Test(2)]
[WaveSize(4)]
[numthreads(4, 2, 1)]
void SystemValuesAreParametersAndMembers(In a, uint i : SV_GroupIndex, uint3 d : SV_DispatchThreadID)
{
    ASSERT_EQUAL(d.x * 100 + a.t.y * 10 + a.t.x, wanted[a.g * 8 + i]);
}
}

namespace WaveOperationsActPerWave {
static const int sums[16] = {6, 0, 6, 1, 22, 0, 22, 5, 38, 0, 38, 9, 54, 0, 54, 13};
static const int prefixes[16] = {0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 9, 0, 0, 0, 13};

[Test(2)]
[WaveSize(4)]
[numthreads(8, 1, 1)]
void WaveOperationsActPerWave(uint3 d : SV_DispatchThreadID)
{
    int v = d.x;
    int sum = WaveActiveSum(v), most = WaveActiveMax(v);
    if (v & 1)
        ASSERT_EQUAL(WavePrefixSum(v), prefixes[v]);
    else
        ASSERT_EQUAL(sum, sums[v]);
    ASSERT_EQUAL(most, v / 4 * 4 + 3);
}
}

[Test(2)]
[WaveSize(4)]
[numthreads(8, 1, 1)]
void WaveQueries(uint i : SV_GroupIndex)
{
    ASSERT_EQUAL(WaveActiveBallot(i & 1), uint4(10, 0, 0, 0));
    ASSERT_EQUAL(WaveMatch(i / 2), uint4(i % 4 < 2 ? 3 : 12, 0, 0, 0));
    ASSERT_EQUAL(WaveGetLaneIndex(), i % 4);
    ASSERT_EQUAL(WaveIsFirstLane(), i % 4 == 0);
    ASSERT_EQUAL(WaveReadLaneAt(i, 2), i / 4 * 4 + 2);
}

[Test(2)]
[WaveSize(4)]
[numthreads(8, 1, 1)]
void WaveOperationsOnVectorsAreComponentwise(uint3 d : SV_DispatchThreadID)
{
    int first = d.x / 4 * 4;
    ASSERT_EQUAL(WaveActiveMin(int2(d.x, -(int)d.x)), int2(first, -first - 3));
}

[Test(2)]
[WaveSize(4)]
[numthreads(8, 1, 1)]
void QuadsExchangeLanes(uint3 d : SV_DispatchThreadID)
{
    int v = d.x;
    ASSERT_EQUAL(QuadReadAcrossX(v), v ^ 1);
    ASSERT_EQUAL(QuadReadAcrossY(v), v ^ 2);
    ASSERT_EQUAL(QuadReadLaneAt(v, 2), v / 4 * 4 + 2);
}

namespace GroupsharedIsSharedAndBarriersSeparate {
groupshared int2 g[8];

[Test(2)]
[WaveSize(4)]
[numthreads(8, 1, 1)]
void GroupsharedIsSharedAndBarriersSeparate(uint3 group : SV_GroupID, uint3 d : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    g[i].x = d.x;
    g[i].y = 100;
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(g[7 - i], int2(group.x * 8 + 7 - i, 100));
}
}

namespace AtomicsOnGroupsharedAndBuffers {
groupshared uint total;
groupshared int least;
RWStructuredBuffer<int> most;

[Test(2)]
[WaveSize(4)]
[numthreads(8, 1, 1)]
void AtomicsOnGroupsharedAndBuffers(uint i : SV_GroupIndex)
{
    uint old;
    InterlockedAdd(total, i, old);
    InterlockedMin(least, -(int)i);
    int before;
    InterlockedMax(most[15], 7, before);
    ASSERT(before == 0 || before == 7);
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(total, 28);
    ASSERT_EQUAL(least, -7);
    ASSERT_EQUAL(most[15], 7);
}
}

namespace AtomicsTakeAComponentChosenAtRunTime {
groupshared uint2 g[2];

[Test(2)]
[WaveSize(4)]
[numthreads(8, 1, 1)]
void AtomicsTakeAComponentChosenAtRunTime(uint i : SV_GroupIndex)
{
    uint old;
    InterlockedAdd(g[1][i & 1], 1, old);
    ASSERT_NEAR(old, 1, 2); // 0 .. 3
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(g[1], uint2(4, 4));
    ASSERT_EQUAL(g[0], uint2(0, 0));
}
}

namespace CompareExchangeGivesTheOldValue {
groupshared uint lock;

[Test(2)]
[WaveSize(4)]
[numthreads(8, 1, 1)]
void CompareExchangeGivesTheOldValue(uint i : SV_GroupIndex)
{
    uint old = 9;
    InterlockedCompareExchange(lock, 0, i + 1, old);
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(old, lock == i + 1 ? 0 : lock);
}
}

namespace ABarrierAfterEarlyReturnWaitsForTheRest {
groupshared int g[2];

[Test(2)]
[WaveSize(4)]
[numthreads(8, 1, 1)]
void ABarrierAfterEarlyReturnWaitsForTheRest(uint i : SV_GroupIndex)
{
    int s = WaveActiveSum((int)i);
    if (WaveIsFirstLane())
        g[i / 4] = s;
    GroupMemoryBarrierWithGroupSync();
    if (i > 3)
        return;
    ASSERT_EQUAL(g[0] + g[1], 28);
}
}

namespace LanesLeaveBranchesAndLoopsApart {
static const int wanted[16] = {0, 0, 1, 3, 3, 7, 12, 18, 25, 25, 25, 25, 25, 25, 25, 25};

[Test(2)]
[WaveSize(4)]
[numthreads(8, 1, 1)]
void LanesLeaveBranchesAndLoopsApart(uint3 d : SV_DispatchThreadID)
{
    int n = 0;
    for (uint k = 0; k < d.x; k++) {
        if (k == 3) continue;
        n += k;
        if (n > 20) break;
    }
    ASSERT_EQUAL(n, wanted[d.x]);
}
}
