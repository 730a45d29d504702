// Barriers in every place where they may stand, an entry point each. N threads a group; Out has a word for
// each thread of the dispatch; barriers_test.c has the same in plain C.
RWStructuredBuffer<uint> Out : register(u0);
globallycoherent RWStructuredBuffer<uint> Shared : register(u1); // N words a group
cbuffer Settings : register(b0) { uint gTurns; };
groupshared uint g[N];

void give(uint3 group, uint i, uint value) { Out[group.x * N + i] = value; }

[numthreads(N, 1, 1)]
void straight(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    g[i] = i * 3 + group.x;
    GroupMemoryBarrierWithGroupSync();
    uint v = g[N - 1 - i];
    GroupMemoryBarrierWithGroupSync();
    g[(i + 7) % N] = v;
    GroupMemoryBarrierWithGroupSync();
    give(group, i, g[i]);
}

[numthreads(N, 1, 1)]
void every_kind(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    Shared[group.x * N + i] = i;
    DeviceMemoryBarrierWithGroupSync();
    uint v = Shared[group.x * N + (i + 1) % N];
    AllMemoryBarrierWithGroupSync();
    Shared[group.x * N + (i + 1) % N] = v * 2;
    Barrier(UAV_MEMORY, DEVICE_SCOPE | GROUP_SYNC);
    give(group, i, Shared[group.x * N + i] + v);
}

uint turn(uint i, uint k)
{
    GroupMemoryBarrierWithGroupSync();
    uint v = g[(i + 1) % N];
    GroupMemoryBarrierWithGroupSync();
    return v + k;
}

[numthreads(N, 1, 1)]
void uniform_loop(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    g[i] = i;
    [loop] for (uint k = 0; k < 5; k++)
        g[i] = turn(i, k);
    give(group, i, g[i]);
}

[numthreads(N, 1, 1)]
void unrolled_loop(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    g[i] = i;
    [unroll] for (uint k = 0; k < 5; k++)
        g[i] = turn(i, k);
    give(group, i, g[i]);
}

[numthreads(N, 1, 1)]
void cbuffer_loop(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    g[i] = i;
    for (uint k = 0; k < gTurns; k++)
        g[i] = turn(i, k);
    give(group, i, g[i]);
}

[numthreads(N, 1, 1)]
void do_loop_with_jumps(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    uint k = 0;
    g[i] = i;
    do {
        if (k == group.x) // uniform over the group
            continue;
        g[i] = turn(i, k);
        if (k == gTurns)
            break;
        g[i] = turn(i, 100);
    } while (++k < 20);
    give(group, i, g[i]);
}

[numthreads(N, 1, 1)]
void nested_loops(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    g[i] = i;
    for (uint k = 0; k < gTurns; k++)
        for (uint n = 0; n < k % 3; n++)
            g[i] = turn(i, n);
    give(group, i, g[i]);
}

[numthreads(N, 1, 1)]
void uniform_branch(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    uint v = i;
    g[i] = i * i;
    if (group.x % 2 == 1) {
        GroupMemoryBarrierWithGroupSync();
        v = g[(i + 3) % N];
        if (gTurns > 2) {
            GroupMemoryBarrierWithGroupSync();
            g[i] = v + 1;
            GroupMemoryBarrierWithGroupSync();
            v = g[(i + 3) % N];
        }
    } else {
        g[i] = 5;
        GroupMemoryBarrierWithGroupSync();
        v += g[N - 1 - i];
    }
    give(group, i, v);
}

[numthreads(N, 1, 1)]
void uniform_switch(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    uint v = 1;
    g[i] = i;
    switch ((gTurns + group.x) % 4) {
    case 0:
        v = turn(i, 7);
        break;
    case 1:
        GroupMemoryBarrierWithGroupSync();
        v = 2 * g[N - 1 - i];
        break;
    case 2:
        v = 9;
        break;
    default:
        v = turn(i, turn(i, 0));
    }
    give(group, i, v);
}

uint inner(uint i, inout uint count)
{
    if (count > 100)
        return 1;
    for (uint k = 0; k < gTurns; k++) {
        count += turn(i, k);
        g[i] = count;
    }
    return count;
}

uint outer(uint i)
{
    uint count = i;
    uint v = inner(i, count);
    return v * 3 + inner(i, count) + count;
}

[numthreads(N, 1, 1)]
void called_functions(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    g[i] = 1;
    GroupMemoryBarrierWithGroupSync();
    uint start = group.x * 1000;
    uint v = inner(i, start); // uniform: all groups but the first return before the barrier
    give(group, i, v + start);
}

// Example 1 of the paper: all waves but the last leave what they have and retire.
[numthreads(N, 1, 1)]
void waves_retire(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    uint wave = WaveReadLaneFirst(i) / WaveGetLaneCount(), sum = WaveActiveSum(i * i);
    give(group, i, 7);
    if (wave < GroupGetWaveCount() - 1) {
        g[wave] = sum;
        return;
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k + 1 < GroupGetWaveCount(); k++)
        sum += g[k];
    GroupMemoryBarrierWithGroupSync();
    give(group, i, sum);
}

// The same with a slot for every wave, and nothing special about groups of one wave.
groupshared uint2 g_slots[GroupGetWaveCount()];

[numthreads(N, 1, 1)]
void slot_for_every_wave(uint3 group : SV_GroupID, uint waveIndex : SV_GroupWaveIndex)
{
    uint i = waveIndex * WaveGetLaneCount() + WaveGetLaneIndex();
    give(group, i, 7);
    g_slots[waveIndex] = uint2(WaveActiveSum(i * i), WaveActiveMax(i));
    GroupMemoryBarrierWithGroupSync();
    if (waveIndex > 0)
        return;
    uint2 all = g_slots[0];
    for (uint k = 1; k < GroupGetWaveCount(); k++)
        all = uint2(all.x + g_slots[k].x, max(all.y, g_slots[k].y));
    give(group, i, all.x + all.y);
}

// Lanes that return one by one, before and between barriers.
[numthreads(N, 1, 1)]
void lanes_return(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    give(group, i, 1);
    g[i] = 0;
    if (i % 5 == 2)
        return;
    GroupMemoryBarrierWithGroupSync();
    g[N - 1 - i] = i;
    if (i % 7 == 3)
        return;
    GroupMemoryBarrierWithGroupSync();
    give(group, i, g[i] + 10);
}

// Uniform over each wave, not over the group.
[numthreads(N, 1, 1)]
void some_waves(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    uint wave = WaveReadLaneFirst(i) / WaveGetLaneCount(), v = 0;
    g[i] = i;
    if (wave % 2 == 1) {
        g[i] += 100;
        GroupMemoryBarrierWithGroupSync();
        v = g[(i ^ 1) % N];
    } else {
        v = 50;
    }
    GroupMemoryBarrierWithGroupSync();
    give(group, i, v + g[(i + 1) % N]);
}

// Each wave makes turns of its own number; only its own lanes talk.
[numthreads(N, 1, 1)]
void turns_of_each_wave(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    uint wave = WaveReadLaneFirst(i) / WaveGetLaneCount(), v = 0;
    g[i] = i % 4;
    for (uint k = 0; k < wave % 3 + gTurns; k++) {
        GroupMemoryBarrierWithGroupSync();
        v += g[i / 4 * 4 + (i + k) % 4];
    }
    give(group, i, v);
}
