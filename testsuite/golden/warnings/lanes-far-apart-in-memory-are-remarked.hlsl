// options: -Rperf --wave-size=32 --target=x86-64-v4
struct Particle { float4 position, velocity, colour; };
RWStructuredBuffer<Particle> particles;
RWByteAddressBuffer bytes;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    particles[i].colour.x = 1;
    bytes.Store(i * 4, i);
    bytes.Store(i * 64, i);
}
