// options: --target=x86-64-v4 --wave-size=32
struct Particle
{
    float3 position;
    float mass, age;
};
StructuredBuffer<float> from;
StructuredBuffer<float4> quads;
StructuredBuffer<Particle> particles;
ByteAddressBuffer bytes;
RWStructuredBuffer<float> to;
groupshared float tile[32][33];

[numthreads(32, 8, 1)]
void main(uint3 id : SV_GroupThreadID)
{
    uint i = id.x;
    tile[id.y][i] = from[2 * i + 1] + from[63 - i] + quads[i].z + particles[i].age;
    GroupMemoryBarrierWithGroupSync();
    to[i * 32 + id.y] = tile[i][id.y] + asfloat(bytes.Load(12 * i + 4));
}
