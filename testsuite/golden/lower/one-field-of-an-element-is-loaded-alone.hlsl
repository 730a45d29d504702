// options: --wave-size=4
struct Particle { float3 position; float2 size; uint age; };
StructuredBuffer<Particle> particles;
RWBuffer<float> sizes;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    sizes[i] = particles[i].size.y;
}
