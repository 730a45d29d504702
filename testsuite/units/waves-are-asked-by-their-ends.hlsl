// What one lane says of a whole wave holds where numbers wrap, and behind threads that have returned.
StructuredBuffer<int> zeros;
RWStructuredBuffer<int> seen;

namespace VotesKnowOfWrapping {
static const int STARTS[6] = {0, 2147483644, -2147483648, -3, 2147483000, -130};

[Test]
[numthreads(128, 1, 1)]
void VotesKnowOfWrapping(int thread : SV_GroupIndex)
{
    int first = thread - WaveGetLaneIndex();
    for (int k = 0; k < 6; k++)
    {
        int start = STARTS[k] + zeros[0], bound = k % 2 == 0 ? 2147483640 : 60, x = start + thread;
        bool below = true, unsignedly = true, from_zero = true, above = true, inside = true;
        for (int lane = 0; lane < WaveGetLaneCount(); lane++)
        {
            int y = start + first + lane;
            below = below && y < bound;
            unsignedly = unsignedly && uint(y) < uint(bound);
            from_zero = from_zero && 0 <= y;
            above = above && bound < y;
            inside = inside && 0 <= y && y < bound;
        }
        ASSERT_EQUAL(WaveActiveAllTrue(x < bound), below);
        ASSERT_EQUAL(WaveActiveAllTrue(uint(x) < uint(bound)), unsignedly);
        ASSERT_EQUAL(WaveActiveAllTrue(0 <= x), from_zero);
        ASSERT_EQUAL(WaveActiveAllTrue(bound < x), above);
        ASSERT_EQUAL(WaveActiveAllTrue(0 <= x && x < bound), inside);
        ASSERT_EQUAL(WaveActiveAnyTrue(zeros[0] == 0 && thread < 40), first < 40);
        ASSERT_EQUAL(WaveActiveAllTrue(start - thread < 60), WaveActiveAllTrue(start - thread <= 59));
    }
}
}

namespace ALoopBehindAReturnCountsForThoseWhoStay {
int tap(int i, int k) { return i + 2 * k; }

[Test]
[numthreads(128, 1, 1)]
void ALoopBehindAReturnCountsForThoseWhoStay(int thread : SV_GroupIndex)
{
    int count = 70 + zeros[0], taps = 7 + zeros[0];
    seen[thread] = -1;
    DeviceMemoryBarrierWithGroupSync();
    if (thread >= count)
        return;
    int sum = 0;
    for (int k = 0; k < taps; k++)
    {
        int at = thread + k - taps / 2;
        if (at >= 0 && at < count)
            sum += tap(at, k) + zeros[at - at];
    }
    seen[thread] = sum;
    int expected = 0;
    for (int j = max(0, 3 - thread); j < min(7, 73 - thread); j++)
        expected += thread + 3 * j - 3;
    ASSERT_EQUAL(seen[thread], expected);
}
}
