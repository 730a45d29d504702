// Groups in a chain: each waits for the one before it. With FLAGS its threads look at a flag together, with LANE one
// of them does, and with TURNS one waits for its group's turn with an atomic operation. Out[g] is 1 + the sum of 0 .. g.
#ifndef TURNS
globallycoherent
#endif
RWStructuredBuffer<uint> Out : register(u0);
RWStructuredBuffer<uint> Turn : register(u1);
[numthreads(32, 1, 1)]
void main(uint group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint before = group == 0;
#ifndef FLAGS
    if (thread != 5)
        return;
#endif
#ifdef TURNS
    uint turn;
    do
        InterlockedCompareExchange(Turn[0], group, group, turn);
    while (turn != group);
    Out[group] = group > 0 ? Out[group - 1] + group : 1;
    InterlockedAdd(Turn[0], 1);
#else
    while (before == 0)
        before = Out[group - 1];
    Out[group] = before + group;
#endif
}
