// options: --wave-size=8 --target=x86-64-v3 --join-groups=off
// Two nodes beside a particle, three words each, and as many a row below: of what they have in common lanes bring two numbers.
StructuredBuffer<int2> cells;
RWByteAddressBuffer grid;
cbuffer Settings { uint pitch; };

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int2 cell = cells[id.x];
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 2; x++) {
            uint at = ((cell.y + y) * pitch + cell.x + x) * 12;
            grid.InterlockedAdd(at, cell.x);
            grid.InterlockedAdd(at + 4, cell.y);
            grid.InterlockedAdd(at + 8, 1);
        }
}
