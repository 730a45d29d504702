RWStructuredBuffer<uint> Out;

struct Inputs { uint wave : sv_groupwaveindex; uint3 group : SV_GroupID; };

[numthreads(64, 1, 1)]
void main(Inputs inputs, uint2 thread : SV_GroupThreadID)
{
    Out[thread.x] = inputs.wave;
}
