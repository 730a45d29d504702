half3 h;
int i;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { auto r = WaveActiveSum(h); }
    { auto r = WaveReadLaneAt(id, 3); }
    { auto r = WaveActiveBallot(id.x > 3); }
    { auto r = WaveActiveBitOr(i); }
}
