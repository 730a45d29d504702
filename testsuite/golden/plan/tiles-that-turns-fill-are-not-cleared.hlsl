// options: --target=x86-64-v3 --wave-size=32
// Turns and branches that follow from the thread's place write each element; one that nobody writes, threads that
// do not follow from it, and a loop whose end is not known leave zeros that may be seen.
RWStructuredBuffer<uint> Out;
cbuffer Settings { uint Count; };
groupshared uint turns[324], halo[82], steps[64], sides[64], gap[324], some[64], unknown[300];

[numthreads(8, 8, 1)] void main(uint t : SV_GroupIndex, uint3 group : SV_GroupID)
{
    [loop] for (uint i = t; i < 324; i += 64)
        turns[i] = Out[i + 512];
    halo[t + 9] = Out[t];
    if (t < 9)
        halo[t] = t;
    else if (t >= 55)
        halo[t + 18] = t;
    for (uint s = 1; s <= 32; s *= 2)
        if (t >= s && t < 2 * s)
            steps[t] = s;
    if (t == 0)
        steps[0] = 9;
    [loop] for (uint j = t; j < 323; j += 64)
        gap[j] = Out[j + 1024];
    if (Out[t] < Count)
        some[t] = t;
    [loop] for (uint k = t; k < Count; k += 64)
        unknown[k] = Out[k + 2048];
    GroupMemoryBarrierWithGroupSync();
    if (group.x < Count) {
        sides[t] = 1;
        GroupMemoryBarrierWithGroupSync();
    } else {
        sides[t ^ 1] = 2;
        GroupMemoryBarrierWithGroupSync();
    }
    uint o = Out[t];
    Out[t] = turns[o] + halo[o] + steps[o] + sides[o] + gap[o] + some[o] + unknown[o];
}
