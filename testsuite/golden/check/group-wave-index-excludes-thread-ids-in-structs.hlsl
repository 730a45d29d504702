RWStructuredBuffer<uint> Out;

struct Place { uint3 thread : SV_GroupThreadID; };
struct Inputs { Place place; uint wave : SV_GroupWaveIndex; };

[numthreads(64, 1, 1)]
void main(Inputs inputs)
{
    Out[inputs.place.thread.x] = inputs.wave;
}
