RWStructuredBuffer<uint> Out;

[numthreads(96, 2, 2)]
void main(uint3 t : SV_GroupThreadID)
{
    Out[t.x + 1000 * t.z] = t.y;
}
