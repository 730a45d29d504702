/* What the tests of printf run: branches, loops, a barrier, a row of groups. */
RWStructuredBuffer<uint> Out;
groupshared uint total;

[numthreads(4, 3, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID, uint3 id : SV_DispatchThreadID)
{
    if (i == 0) {
        total = 0;
        printf("group %v2u begins\n", group.xy);
    }
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(total, i * (group.x + 1));
    for (uint k = 0; k < i; k += 4)
        if ((k + group.x) % 3 == 1)
            printf("  thread %2u, k = %u: %.2f\n", i, k, i / 8.0 + k);
    GroupMemoryBarrierWithGroupSync();
    if (i == 11)
        printf("  total %u of %v3d\n", total, int3(id) - 20);
    if (i >= 10)
        Out[2 * group.x + i - 10] = total;
}

[numthreads(8, 1, 1)]
void breaks(uint i : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (i % 4 == 3 && group.x > 0)
        DebugBreak();
    Out[i] = i;
}

[numthreads(64, 1, 1)]
void many(uint3 id : SV_DispatchThreadID)
{
    printf("%u\n", id.x);
    Out[id.x & 7] = 1;
}
