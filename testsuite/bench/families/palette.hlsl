// BC1 decoded: each thread has a block of 4 x 4 texels, whose colours are two bits each, of a palette of four.

StructuredBuffer<uint2> gBlocks : register(t0);
RWStructuredBuffer<uint> gTexels : register(u0); // RGBA8
cbuffer cbPicture : register(b0)
{
    uint2 gSize; // in blocks
};

float4 Unpacked(uint colour)
{
    return float4((colour >> 11) / 31.0, ((colour >> 5) & 63) / 63.0, (colour & 31) / 31.0, 1);
}

uint Packed(float4 colour)
{
    uint4 levels = uint4(colour * 255 + 0.5);
    return levels.x | levels.y << 8 | levels.z << 16 | levels.w << 24;
}

[numthreads(8, 8, 1)]
void DecodeCS(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= gSize))
        return;
    uint2 block = gBlocks[id.y * gSize.x + id.x];
    uint first = block.x & 0xffff, second = block.x >> 16;
    float4 palette[4] = { Unpacked(first), Unpacked(second), (float4)0, (float4)0 };
    if (first > second)
    {
        palette[2] = (2 * palette[0] + palette[1]) / 3;
        palette[3] = (palette[0] + 2 * palette[1]) / 3;
    }
    else
        palette[2] = (palette[0] + palette[1]) / 2;
    for (uint i = 0; i < 16; i++)
    {
        uint2 at = 4 * id.xy + uint2(i & 3, i >> 2);
        gTexels[at.y * 4 * gSize.x + at.x] = Packed(palette[block.y >> 2 * i & 3]);
    }
}
