// options: --target=x86-64-v3 --wave-size=32
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    uint lane = WaveGetLaneIndex();
    float v = Out[t];
    Out[t] = WaveReadLaneAt(v, lane ^ 4) + WaveReadLaneAt(v, lane - 1) + WaveReadLaneAt(v, (lane + 3) % WaveGetLaneCount()) +
             WaveReadLaneAt(v, lane ^ 64) + WaveReadLaneAt(v, lane * 3) + WaveReadLaneAt(v, (uint)v);
}
