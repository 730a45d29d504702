// The shape of an ordinary compute shader.
#define GROUP 64

cbuffer Settings : register(b0)
{
    uint count;
    float scale : packoffset(c1.z);
};

struct Particle
{
    float3 position, velocity;
    float mass;
};

StructuredBuffer<Particle> source : register(t0);
RWStructuredBuffer<Particle> target : register(u0, space1);
groupshared float4 tile[GROUP];

[numthreads(GROUP, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    Particle p = source[id.x];
    tile[index] = float4(p.position, p.mass);
    GroupMemoryBarrierWithGroupSync();
    float3 force = 0;
    [unroll]
    for (uint i = 0; i < GROUP; ++i) {
        float3 d = tile[i].xyz - p.position;
        force += d * rsqrt(dot(d, d) + 1e-6f) * tile[i].w;
    }
    p.velocity += force * scale;
    if (id.x < count)
        target[id.x] = p;
}
