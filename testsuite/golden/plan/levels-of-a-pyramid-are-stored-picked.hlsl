// options: --target=x86-64-v3 --wave-size=32
// Every other thread of every other row stores: which lanes these are is known, and that they lie side by side, in a
// texture as in a buffer. Pieces that have none are left out.
RWTexture2D<float> Half;
RWStructuredBuffer<float> Rows;
groupshared float tile[16][16];

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)
{
    tile[t.y][t.x] = Rows[id.y * 640 + id.x];
    GroupMemoryBarrierWithGroupSync();
    if (t.x % 2 == 0 && t.y % 2 == 0)
    {
        float most = max(tile[t.y][t.x], tile[t.y + 1][t.x + 1]);
        Half[id.xy / 2] = most;
        Rows[id.y / 2 * 320 + id.x / 2] = most;
    }
}
