struct Particle { float3 position; float age; };
StructuredBuffer<Particle> particles;
RWStructuredBuffer<float> ages;

float Age(Particle p) { return p.agee; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Particle p = particles[id.x];
    float4 v = p.position;
    p.age = v.x + Age(p);
    particles[id.x] = p;
    unknown(p).x += v;
    ages[id.x] = p.age;
}
