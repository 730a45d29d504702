// Sums of runs that flags begin, and the number of the run that each word is in: scans of 256 words a group in steps that
// double, in place with two barriers each.

StructuredBuffer<uint> gValues : register(t0);
StructuredBuffer<uint> gHeads : register(t1); // 1: a run begins
RWStructuredBuffer<uint> gSums : register(u0);
RWStructuredBuffer<uint> gRuns : register(u1);

#define THREADS 256

groupshared uint gsSums[THREADS];
groupshared uint gsHeads[THREADS];
groupshared uint gsRuns[THREADS];

[numthreads(THREADS, 1, 1)]
void SegmentsCS(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    gsSums[thread] = gValues[id.x];
    gsHeads[thread] = gsRuns[thread] = gHeads[id.x];
    GroupMemoryBarrierWithGroupSync();

    for (uint step = 1; step < THREADS; step <<= 1)
    {
        uint sum = gsSums[thread], head = gsHeads[thread];
        if (thread >= step)
        {
            if (head == 0)
                sum += gsSums[thread - step];
            head |= gsHeads[thread - step];
        }
        uint runs = thread >= step ? gsRuns[thread - step] : 0;
        GroupMemoryBarrierWithGroupSync();
        gsSums[thread] = sum;
        gsHeads[thread] = head;
        gsRuns[thread] += runs;
        GroupMemoryBarrierWithGroupSync();
    }

    gSums[id.x] = gsSums[thread];
    gRuns[id.x] = gsRuns[thread];
}
