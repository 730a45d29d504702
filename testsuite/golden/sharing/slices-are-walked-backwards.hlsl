// Thread t of group g is at 64 g + 63 - t.
RWStructuredBuffer<uint> Back;

[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    uint at = group.x * 64 + (63 - t);
    Back[at] = Back[at] * 3;
}
