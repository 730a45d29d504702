// How many edits turn one word into another, for pairs of words of up to 24 letters: a row of the table is a local array.

cbuffer cbWords : register(b0)
{
    uint gCount;
};

#define LONGEST 24

StructuredBuffer<uint> gLetters : register(t0); // [pair][2][6] words of four letters
StructuredBuffer<uint2> gLengths : register(t1);
RWStructuredBuffer<uint> gDistances : register(u0);

uint Letter(uint word, uint i)
{
    return (gLetters[word * (LONGEST / 4) + i / 4] >> (8 * (i % 4))) & 0xff;
}

[numthreads(64, 1, 1)]
void DistanceCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    uint2 lengths = gLengths[id.x];
    uint row[LONGEST + 1];
    for (uint k = 0; k <= LONGEST; ++k)
        row[k] = k;
    for (uint i = 0; i < lengths.x; ++i)
    {
        uint letter = Letter(2 * id.x, i);
        uint corner = row[0];
        row[0] = i + 1;
        for (uint j = 0; j < lengths.y; ++j)
        {
            uint above = row[j + 1];
            uint change = corner + (letter != Letter(2 * id.x + 1, j) ? 1 : 0);
            row[j + 1] = min(change, min(above, row[j]) + 1);
            corner = above;
        }
    }
    gDistances[id.x] = row[lengths.y];
}
