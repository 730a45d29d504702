RWStructuredBuffer<uint> Out;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { Out[0] = WaveActiveBitAnd(1.5f); }
    { Out[0] = WaveActiveBitOr((half)id.x); }
    { Out[0] = WaveActiveBitXor(id.x > 2); }
    { Out[0] = WaveActiveBitOr((float2)id.xy).x; }
    { Out[0] = WaveActiveBitOr(id).x; }
}
