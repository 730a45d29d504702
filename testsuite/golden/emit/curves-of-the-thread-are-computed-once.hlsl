RWStructuredBuffer<float> values;

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    values[id.x] *= exp2(t);
}
