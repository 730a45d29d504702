// Tiled shading: a group takes a tile of 16 x 16 pixels, finds the range of its depths, lists the lights that reach into
// it in groupshared memory, and shades its pixels by those alone.

struct Light
{
    float3 position; // of the view; z is depth
    float radius;
    float3 colour;
    float unused;
};

cbuffer cbScene : register(b0)
{
    uint2 gSize; // multiples of 16
    uint gLights;
    float gScale; // half the width of the view at depth 1
};

Texture2D<float> gDepth : register(t0);
StructuredBuffer<Light> gAll : register(t1);
RWTexture2D<float4> gShaded : register(u0);

#define TILE 16
#define MOST 128

groupshared uint gsNearest, gsFarthest, gsCount;
groupshared uint gsList[MOST];

[numthreads(TILE, TILE, 1)]
void ShadeCS(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    if (thread == 0)
    {
        gsNearest = 0x7f7fffff;
        gsFarthest = 0;
        gsCount = 0;
    }
    GroupMemoryBarrierWithGroupSync();

    float depth = gDepth[id.xy];
    InterlockedMin(gsNearest, asuint(depth));
    InterlockedMax(gsFarthest, asuint(depth));
    GroupMemoryBarrierWithGroupSync();

    float nearest = asfloat(gsNearest), farthest = asfloat(gsFarthest);
    float2 from = (2.0 * float2(group.xy * TILE) / float2(gSize) - 1) * gScale;
    float2 to = (2.0 * float2(group.xy * TILE + TILE) / float2(gSize) - 1) * gScale;
    for (uint i = thread; i < gLights; i += TILE * TILE)
    {
        Light light = gAll[i];
        float2 low = min(from * nearest, from * farthest), high = max(to * nearest, to * farthest);
        bool reaches = light.position.z + light.radius >= nearest && light.position.z - light.radius <= farthest
                    && all(light.position.xy + light.radius >= low) && all(light.position.xy - light.radius <= high);
        if (reaches)
        {
            uint place;
            InterlockedAdd(gsCount, 1, place);
            if (place < MOST)
                gsList[place] = i;
        }
    }
    GroupMemoryBarrierWithGroupSync();

    float2 ray = (2 * (float2(id.xy) + 0.5) / float2(gSize) - 1) * gScale;
    float3 here = float3(ray * depth, depth);
    float3 sum = 0.05;
    uint count = min(gsCount, MOST);
    for (uint k = 0; k < count; ++k)
    {
        Light light = gAll[gsList[k]];
        float3 apart = light.position - here;
        float fade = saturate(1 - dot(apart, apart) / (light.radius * light.radius));
        sum += light.colour * (fade * fade);
    }
    gShaded[id.xy] = float4(sum, 1);
}
