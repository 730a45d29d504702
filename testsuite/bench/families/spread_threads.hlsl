// Threads in one row that are spread over a tile of a picture by the bits of their number, as engines' shaders do so that
// waves have near texels.

Texture2D<float> gIn : register(t0);
RWTexture2D<float> gOut : register(u0);
RWTexture2D<float> gQuarter : register(u1);
RWTexture2D<float4> gNormals : register(u2);
cbuffer cbSettings : register(b0)
{
    float gStrength;
};

groupshared float gsTile[16][16];

uint Bits(uint source, uint at, uint count) { return (source >> at) & ((1u << count) - 1); }
uint Insert(uint source, uint low, uint count)
{
    uint mask = (1u << count) - 1;
    return (low & mask) | (source & ~mask);
}

// Rows of quads in a tile of 8 x 8, of 64 threads.
uint2 InQuads(uint t) { return uint2(Insert(Bits(t, 2, 3), t, 1), Insert(Bits(t, 3, 3), Bits(t, 1, 2), 2)); }

// Every other bit, and the ones between.
uint EvenBits(uint bits) { return (bits & 1) | (bits >> 1 & 2) | (bits >> 2 & 4); }
uint2 InMortonOrder(uint t) { return uint2(EvenBits(t), EvenBits(t >> 1)); }

// A sharpening that holds back at strong edges.
[numthreads(64, 1, 1)]
void SharpenCS(uint2 group : SV_GroupID, uint t : SV_GroupIndex)
{
    uint2 at = group * 8 + InQuads(t);
    float own = gIn[at], above = gIn[at - uint2(0, 1)], left = gIn[at - uint2(1, 0)];
    float right = gIn[at + uint2(1, 0)], below = gIn[at + uint2(0, 1)];
    float least = min(min(min(above, left), min(right, below)), own), most = max(max(max(above, left), max(right, below)), own);
    float weight = sqrt(saturate(min(least, 1 - most) / max(most, 1e-4))) * gStrength;
    gOut[at] = ((above + left + right + below) * weight + own) / (1 + 4 * weight);
}

// Two levels of a pyramid: 256 threads in quarters of 8 x 8.
[numthreads(256, 1, 1)]
void HalveCS(uint2 group : SV_GroupID, uint t : SV_GroupIndex)
{
    uint2 place = InQuads(t & 63) + 8 * uint2(t >> 6 & 1, t >> 7), at = group * 32 + 2 * place;
    float mean = (gIn[at] + gIn[at + uint2(1, 0)] + gIn[at + uint2(0, 1)] + gIn[at + uint2(1, 1)]) / 4;
    gOut[group * 16 + place] = mean;
    gsTile[place.y][place.x] = mean;
    GroupMemoryBarrierWithGroupSync();
    if (t < 64) {
        uint x = place.x, y = place.y;
        gQuarter[group * 8 + place] =
            (gsTile[2 * y][2 * x] + gsTile[2 * y][2 * x + 1] + gsTile[2 * y + 1][2 * x] + gsTile[2 * y + 1][2 * x + 1]) / 4;
    }
}

// Normals of a height field, by what the others of a quad have.
[numthreads(64, 1, 1)]
void NormalsCS(uint2 group : SV_GroupID, uint t : SV_GroupIndex)
{
    uint2 at = group * 8 + InMortonOrder(t);
    float own = gIn[at], beside = QuadReadAcrossX(own), below = QuadReadAcrossY(own);
    float dx = at.x & 1 ? own - beside : beside - own, dy = at.y & 1 ? own - below : below - own;
    gNormals[at] = float4(normalize(float3(-dx * gStrength, -dy * gStrength, 1)), own);
}
