// What --emit=reflection tells: reflection.py has the numbers, by D3D's packing rules.
struct Pair {
    float2 x;
    float y;
};

struct Nested {
    Pair pairs[2];
    uint16_t4 shorts;
    row_major float2x2 turn;
};

float scale = 0.5;
int2 steps = {3, -4};
float3x2 shear = {1, 2, 3, 4, 5, 6};
static const float HIDDEN = 7;

cbuffer Packing : register(b3, space2) {
    float a;
    float3 b;
    float2 c;
    float3 d;
    float e[3];
    float f;
    Pair g;
    float h;
    row_major float3x4 m;
    float4x3 n;
    float2x3 o;
    double p;
    bool q;
    int3 never;
};

ConstantBuffer<Pair> gPairs[2] : register(b8);
tbuffer Table : register(t9) {
    float4 table[4];
};
cbuffer Unbound : register(b1) {
    float4 nobody;
};

Buffer<snorm float> gShades : register(t0);
Texture2D<int3> gWhole : register(t1);
Texture2DMS<float4, 4> gSamples : register(t2);
TextureCubeArray gSky : register(t3);
StructuredBuffer<Nested> gNested : register(t4);
RWBuffer<float4> gTyped : register(u0);
RWStructuredBuffer<Pair> gCounted : register(u1);
ConsumeStructuredBuffer<uint> gTaken : register(u2);
RWByteAddressBuffer gBytes : register(u3);
RWTexture1DArray<uint2> gLines : register(u4, space1);
SamplerState gSmooth : register(s0);

groupshared float shared_floats[100];
groupshared uint shared_count;

[WaveSize(16, 64, 32)]
[numthreads(8, 4, 2)]
void all(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    float sum = scale + steps.y + a + e[i % 3] + f + g.y + h + m[1].z + n[2][1] + o[1][2] + (float)p;
    sum += gPairs[1].x.y + table[i & 3].w + (q ? b.y + c.x + d.z : shear[2][0]);
    sum += gShades[i] + gWhole[id.xy].z + gSamples.Load(id.xy, 1).x + gSky.SampleLevel(gSmooth, 0.5, 0).w;
    sum += gNested[i].pairs[1].y + gTyped[i].y + WaveActiveSum(sum);
    shared_floats[i] = sum;
    InterlockedAdd(shared_count, gTaken.Consume());
    GroupMemoryBarrierWithGroupSync();
    gCounted[gCounted.IncrementCounter()].y = shared_floats[63 - i];
    gBytes.Store<uint64_t>(0, (uint64_t)shared_count << 40);
    gLines[id.xy] = i;
}

[numthreads(64, 1, 1)]
void few(uint i : SV_GroupIndex)
{
    if (steps.x > 2)
        gTyped[i] = 1;
}
