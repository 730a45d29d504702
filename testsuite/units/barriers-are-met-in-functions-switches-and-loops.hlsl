// Barriers in functions, templates, switches and loops, and behind the return of lanes and of waves.
groupshared uint g[128];

uint pass_on(uint i, uint v)
{
    g[i] = v;
    GroupMemoryBarrierWithGroupSync();
    uint next = g[(i + 1) % 100];
    GroupMemoryBarrierWithGroupSync();
    return next;
}

template <uint N>
uint rotate(uint i, uint v)
{
    for (uint k = 0; k < N; k++)
        v = pass_on(i, v);
    return v;
}

[Test]
[numthreads(100, 1, 1)]
void FunctionsAndTemplatesHaveBarriers(uint i : SV_GroupIndex)
{
    ASSERT_EQUAL(rotate<7>(i, i * 3), (i + 7) % 100 * 3);
}

[Test]
[numthreads(10, 10, 1)]
void ALoopCountedByMemoryHasBarriers(uint i : SV_GroupIndex)
{
    if (i == 0)
        g[127] = 5;
    GroupMemoryBarrierWithGroupSync();
    uint n = g[127], v = i;
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < n; k++) {
        if (k == 3)
            continue;
        v = pass_on(i, v);
    }
    ASSERT_EQUAL(v, (i + 4) % 100);
}

[Test]
[numthreads(100, 1, 1)]
void ASwitchThatFallsThroughHasBarriers(uint i : SV_GroupIndex, uint3 gid : SV_GroupID)
{
    uint v = i;
    for (uint k = 0; k < 4; k++)
        switch ((k + gid.x) % 3) {
        case 0: v = pass_on(i, v); break;
        case 1: v += 1;
        case 2:
            g[i] = v;
            AllMemoryBarrierWithGroupSync();
            v = g[99 - i];
            GroupMemoryBarrierWithGroupSync();
            break;
        }
    /* k=0: rotate; k=1: +1 then reverse; k=2: reverse; k=3: rotate */
    ASSERT_EQUAL(v, ((i + 1) % 100 + 1) % 100 + 1);
}

[Test]
[numthreads(96, 1, 1)]
void WavesReturnOneByOne(uint i : SV_GroupIndex)
{
    uint wave = GetGroupWaveIndex(), count = GetGroupWaveCount();
    g[i] = i;
    GroupMemoryBarrierWithGroupSync();
    for (uint left = count; left > 1; left--) {
        if (wave == left - 1)
            return;
        g[i] += 1;
        GroupMemoryBarrierWithGroupSync();
    }
    ASSERT_EQUAL(g[i], i + count - 1);
    ASSERT_EQUAL(wave, 0u);
}

[Test]
[numthreads(128, 1, 1)]
void LanesReturnBetweenBarriers(uint i : SV_GroupIndex)
{
    uint q = WaveGetLaneCount() / 4;
    if (i % 4 == 3)
        return;
    g[i] = WaveActiveCountBits(true);
    GroupMemoryBarrierWithGroupSync();
    if (i % 4 == 2)
        return;
    g[i] += WaveActiveCountBits(true);
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(g[i ^ 1], 5 * q);
    ASSERT_EQUAL(g[i - i % 4 + 2], 3 * q);
}

[Test]
[numthreads(64, 1, 1)]
void ValuesOfAllTypesLeaveNestedLoops(uint i : SV_GroupIndex)
{
    double d = i;
    int64_t l = -(int64_t)i;
    bool b = i & 1;
    float3x3 m = (float3x3)(float)i;
    uint turns = 0;
    [loop] for (uint k = 0; k < 10; k++) {
        [loop] for (uint j = 0; ; j++) {
            g[i] = i + j;
            GroupMemoryBarrierWithGroupSync();
            uint other = g[j];
            GroupMemoryBarrierWithGroupSync();
            if (other >= 2 * k)
                break;
            turns++;
            d += 0.5;
            l -= 1;
            b = !b;
            m[1][2] += 1;
        }
        if (turns >= 6)
            break;
    }
    ASSERT_EQUAL(turns, 6u);
    ASSERT_EQUAL(d, i + 3.0);
    ASSERT_EQUAL(l, -(int64_t)i - 6);
    ASSERT_EQUAL(b, (i & 1) == 1);
    ASSERT_EQUAL(m[1][2], (float)i + 6);
    ASSERT_EQUAL(m[0][1], (float)i);
}

[Test]
[numthreads(64, 1, 1)]
void WavesBranchToABarrierOrTheEnd(uint i : SV_GroupIndex)
{
    uint w = GetGroupWaveIndex();
    g[i] = 0;
    GroupMemoryBarrierWithGroupSync();
    uint v = 0;
    if (w % 2 == 0) {
        g[i] = 1;
        GroupMemoryBarrierWithGroupSync();
        v = g[i] + 10;
    } else
        return;
    ASSERT_EQUAL(v, 11u);
}
