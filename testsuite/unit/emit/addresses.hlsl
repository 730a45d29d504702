// Accesses by groups of 8 x 8 threads, whose rows are shorter than a vector may be, and indices of which
// single bits differ from the thread's.

cbuffer Settings : register(b0)
{
    int2 Size;    // of the textures
    uint MostBit; // a power of two
};

Texture2D<float> One : register(t0);
Texture2D<float2> Two : register(t1);
Texture2D<float4> Four : register(t2);
StructuredBuffer<double> Doubles : register(t3); // rows of 24
RWTexture2D<float> OneOut : register(u0);
RWTexture2D<float2> TwoOut : register(u1);
RWTexture2D<float4> FourOut : register(u2);
RWStructuredBuffer<double> DoublesOut : register(u3);
RWStructuredBuffer<uint> Mixed : register(u4);

groupshared float gTile[8 * 10]; // rows of 10

[numthreads(8, 8, 1)]
void Rows(int2 at : SV_DispatchThreadID, uint2 thread : SV_GroupThreadID)
{
    int2 near = clamp(at + int2(1, -1), int2(0, 0), Size - 1);
    gTile[thread.y * 10 + thread.x] = One[at];
    GroupMemoryBarrierWithGroupSync();
    float tile = gTile[(7 - thread.y) * 10 + thread.x + 1];

    OneOut[at] = One[at + int2(-1, 2)] + One[near] + tile;
    if ((at.x + at.y) % 3 != 0)
        TwoOut[at] = Two[at + int2(-1, 2)] + Two[near];
    FourOut[at] = Four[at + int2(-1, 2)] + Four[near];
    DoublesOut[at.y * 24 + at.x] = 2 * Doubles[at.y * 24 + at.x];
}

groupshared uint gNumbers[64];
groupshared uint4 gQuads[80];

[numthreads(64, 1, 1)]
void Bits(uint i : SV_GroupIndex)
{
    gNumbers[i] = i * i;
    gQuads[i] = uint4(i, 3 * i, 5 * i, i * i);
    GroupMemoryBarrierWithGroupSync();

    uint sum = gNumbers[i ^ 3] + 2 * gNumbers[i ^ 32] + 3 * gNumbers[i & ~5];
    for (uint bit = 1; bit <= MostBit; bit *= 2)
    {
        sum = sum * 31 + gNumbers[i ^ bit];
        sum = sum * 31 + gNumbers[i | bit];
        sum = sum * 31 + gNumbers[i & ~bit];
        sum = sum * 31 + gNumbers[(i + 1) ^ bit]; // out of bounds for some
        uint4 quad = gQuads[bit ^ i];
        sum = sum * 31 + quad.y + 7 * quad.w;
    }
    GroupMemoryBarrierWithGroupSync();
    gNumbers[i ^ MostBit] = sum;
    GroupMemoryBarrierWithGroupSync();
    gNumbers[i ^ 6] += i;
    GroupMemoryBarrierWithGroupSync();
    Mixed[i] = gNumbers[i];
}
