// Two scans by Blelloch's sweeps behind each other, of each of which the sum of all is read between its sweep up and down.
groupshared uint first[16], second[16];

[Test]
[numthreads(16, 1, 1)]
void EachHasItsOwnSumAndPlaces(uint t : SV_GroupIndex)
{
    first[t] = t * t % 7;
    second[t] = t * 3 % 5;
    GroupMemoryBarrierWithGroupSync();
    uint offset = 1, d;
    for (d = 8; d > 0; d /= 2) {
        if (t < d)
            first[offset * (2 * t + 2) - 1] += first[offset * (2 * t + 1) - 1];
        offset *= 2;
        GroupMemoryBarrierWithGroupSync();
    }
    uint sum = first[15];
    GroupMemoryBarrierWithGroupSync();
    if (t == 0)
        first[15] = 0;
    GroupMemoryBarrierWithGroupSync();
    for (d = 1; d < 16; d *= 2) {
        offset /= 2;
        if (t < d) {
            uint a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1, x = first[a];
            first[a] = first[b];
            first[b] += x;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    for (d = 8; d > 0; d /= 2) {
        if (t < d)
            second[offset * (2 * t + 2) - 1] += second[offset * (2 * t + 1) - 1];
        offset *= 2;
        GroupMemoryBarrierWithGroupSync();
    }
    uint other = second[15];
    GroupMemoryBarrierWithGroupSync();
    if (t == 0)
        second[15] = 0;
    GroupMemoryBarrierWithGroupSync();
    for (d = 1; d < 16; d *= 2) {
        offset /= 2;
        if (t < d) {
            uint a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1, x = second[a];
            second[a] = second[b];
            second[b] += x;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    uint squares = 0, threes = 0;
    for (uint k = 0; k < t; k++) {
        squares += k * k % 7;
        threes += k * 3 % 5;
    }
    ASSERT_EQUAL(first[t], squares);
    ASSERT_EQUAL(second[t], threes);
    ASSERT_EQUAL(sum, 29);
    ASSERT_EQUAL(other, 30);
}
