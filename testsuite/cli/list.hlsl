// What --list=json tells, one declaration a thing.
struct Light {
    float3 at;
    float power;
};

struct Item {
    float3 v;
    uint id;
    float2x3 turn[2];
};

float gain = 0.1;
static const float UNUSED = 5;
int3 steps[2] = {{1, 2, 3}, {-4, 5, 6}};
bool on = true;
float2 limits = {-1e30, 0.5};

cbuffer cbScene : register(b2, space1) {
    row_major float2x3 rows;
    float3x2 columns;
    Light lights[2];
};

Texture2D<float4> gMaps[3] : register(t4);
Buffer<unorm float2> gShades : register(t0);
StructuredBuffer<Item> gItems : register(t1);
ByteAddressBuffer gBytes : register(t2);
StructuredBuffer<float2x3> gTurns : register(t3);
Texture2DArray<uint2> gMany[] : register(t0, space1);
SamplerComparisonState gNearer : register(s2);
RWTexture3D<uint> gVolume : register(u0);
AppendStructuredBuffer<float2> gKept : register(u1);
SamplerState gStatic : register(s0);
SamplerState gSmooth : register(s1);

[RootSignature("StaticSampler(s0, filter = FILTER_MIN_MAG_POINT_MIP_LINEAR, addressU = TEXTURE_ADDRESS_WRAP, "
               "addressV = TEXTURE_ADDRESS_MIRROR, addressW = TEXTURE_ADDRESS_BORDER, mipLODBias = 0.1, maxLOD = 4, "
               "borderColor = STATIC_BORDER_COLOR_OPAQUE_WHITE)")]
[numthreads(8, 4, 2)]
void first(uint3 p : SV_DispatchThreadID)
{
    float sum = gain + rows[1][2] + columns[2][1] + lights[p.x & 1].power + (on ? 1 : limits.y) + gShades[p.x].x;
    sum += steps[p.x & 1].z + gItems[p.x].v.y + asfloat(gBytes.Load(p.x * 4));
    sum += gMaps[2].SampleLevel(gStatic, 0.5, 0).x + gMaps[1].SampleLevel(gSmooth, 0.5, 0).x;
    sum += gTurns[p.x][1].z + gMany[p.y][p].y + gMaps[0].SampleCmpLevelZero(gNearer, 0.5, 0.5);
    gVolume[p] = uint(sum);
    gKept.Append(sum);
}

groupshared uint4 shared_words[16];

[numthreads(16, 1, 1)]
void second(uint i : SV_GroupIndex)
{
    shared_words[i] = i;
    GroupMemoryBarrierWithGroupSync();
    gVolume[uint3(i, 0, 0)] = shared_words[15 - i].x;
}
