// options: --target=x86-64-v3 --wave-size=32
/* Boxes put down in lists: what the atomic gives decides where something is stored, but not how often the loop turns. */
RWStructuredBuffer<uint> Counts : register(u0), Lists : register(u1);
StructuredBuffer<uint> Boxes : register(t0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint first = Boxes[id.x] & 255, last = first + (Boxes[id.x] >> 28);
    for (uint cell = first; cell <= last; cell++)
    {
        uint slot;
        InterlockedAdd(Counts[cell], 1, slot);
        if (slot < 8)
            Lists[cell * 8 + slot] = id.x;
    }
}
