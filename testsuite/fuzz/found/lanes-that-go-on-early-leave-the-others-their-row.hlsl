// groups: 1 1 1
// wave sizes: 16 32
// lanes: 4 8 16
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint words[320];
[numthreads(16, 8, 1)]
void main(uint t : SV_GroupIndex, uint3 thread : SV_GroupThreadID)
{
    uint place = thread.y * 5, turns = In[t & 31] & 7, n = 0;
    while (true) {
        if (n >= turns)
            break;
        uint next = place + 1;
        n++;
        if (In[(t + n) & 31] & 2) {
            place = next;
            continue;
        }
        words[place] = place * 7 + 1;
        place = next;
    }
    GroupMemoryBarrierWithGroupSync();
    if (t < 40)
        Out[t] = words[t];
}
