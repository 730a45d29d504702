// GroupGetWaveCount() wherever a constant may stand; wave_count_test.c has what each word must be.
RWStructuredBuffer<uint> Out : register(u0);

static const uint COUNT = GroupGetWaveCount();
static const uint TABLE[COUNT + 1] = {TABLE_VALUES};
enum Waves { FIRST, LAST = GroupGetWaveCount() - 1, ALL = GroupGetWaveCount() };
groupshared uint g[GroupGetWaveCount() * 2];
_Static_assert(GetGroupWaveCount() == ALL, "two names for one number");

struct Slots { uint slot[COUNT]; };

template<uint N> uint twice() { return N * 2; }
template<typename T, uint N> T sum_of(T values[N])
{
    T sum = 0;
    [unroll(N)] for (uint k = 0; k < N; k++)
        sum += values[k];
    return sum;
}

uint which(uint value)
{
    switch (value) {
    case GroupGetWaveCount(): return 1;
    case GroupGetWaveCount() + 1: return 2;
    default: return 3;
    }
}

[numthreads(SIDE_X, SIDE_Y, SIDE_Z)]
void main(uint i : SV_GroupIndex)
{
    uint list[GroupGetWaveCount()], words[12] = (uint[12])0;
    Slots slots;
    [unroll] for (uint k = 0; k < GroupGetWaveCount(); k++) {
        list[k] = k + 1;
        slots.slot[k] = k;
    }
    for (uint k = i; k < COUNT * 2; k += SIDE_X * SIDE_Y * SIDE_Z)
        g[k] = k;
    GroupMemoryBarrierWithGroupSync();
    words[0] = COUNT;
    words[1] = sum_of<uint, GroupGetWaveCount()>(list);
    words[2] = twice<GroupGetWaveCount() + 1>();
    words[3] = LAST;
    words[4] = which(COUNT) * 10 + which(COUNT + 1);
    words[5] = g[COUNT * 2 - 1];
    words[6] = slots.slot[LAST];
    words[7] = sizeof(Slots);
    words[8] = TABLE[COUNT];
    if constexpr (GroupGetWaveCount() > 1) {
        uint others[GroupGetWaveCount() - 1]; // no array where there is one wave: not compiled then
        others[GroupGetWaveCount() - 2] = 5;
        words[9] = others[GroupGetWaveCount() - 2];
    } else {
        uint missing[2 - GroupGetWaveCount()]; // no array where there are several
        missing[0] = 6;
        words[9] = missing[0];
    }
    words[10] = WaveGetLaneCount();
    words[11] = GetGroupWaveIndex() + 1;
    Out[i] = words[i % 12];
}
