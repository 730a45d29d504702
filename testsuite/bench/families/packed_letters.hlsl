// How often a pattern of eight letters of two bits each fits at each place of a text, sixteen letters to a word: the
// letters that agree are counted.

cbuffer cbPattern : register(b0)
{
    uint gPattern; // eight letters
};

StructuredBuffer<uint> gText : register(t0);
RWStructuredBuffer<uint> gAgree : register(u0);

[numthreads(256, 1, 1)]
void CountCS(uint3 id : SV_DispatchThreadID)
{
    uint count = 0;
    [unroll] for (uint j = 0; j < 8; j++)
    {
        uint at = id.x + j;
        uint letter = gText[at >> 4] >> 2 * (at & 15) & 3;
        count += letter == (gPattern >> 2 * j & 3);
    }
    gAgree[id.x] = count;
}
