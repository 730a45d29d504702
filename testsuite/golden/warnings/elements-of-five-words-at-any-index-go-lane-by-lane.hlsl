// options: -Rperf --wave-size=32 --target=x86-64-v4
struct Particle
{
    float3 position;
    float mass, age;
};
StructuredBuffer<Particle> particles;
StructuredBuffer<uint> picks;
RWStructuredBuffer<Particle> sorted;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint pick = picks[i];
    sorted[pick].position = particles[pick].position;
    sorted[i].mass = particles[i].age;
}
