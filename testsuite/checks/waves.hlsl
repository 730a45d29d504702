// Lanes that are read and are not there.
// options: --dispatch 1,1,1 --size Out=64
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void LaneOfTheWave(uint t : SV_GroupIndex)
{
    Out[t] = WaveReadLaneAt(t, 3);
}

[numthreads(64, 1, 1)]
void LaneOfAWiderWave(uint t : SV_GroupIndex)
{
    Out[t] = WaveReadLaneAt(t, 16); //! lane@4
}

[numthreads(64, 1, 1)]
void LaneThatLeft(uint t : SV_GroupIndex)
{
    float v = 0;
    if (t % 4 != 0)
        v = WaveReadLaneAt(t, t % 4 - 1); //! lane
    Out[t] = v;
}

[numthreads(64, 1, 1)]
void LaneOfTheSameBranch(uint t : SV_GroupIndex)
{
    float v = 0;
    if (t % 4 != 0)
        v = WaveReadLaneAt(t, 1);
    Out[t] = v;
}

[numthreads(10, 1, 1)]
void LaneBeyondTheGroup(uint t : SV_GroupIndex)
{
    Out[t] = WaveReadLaneAt(t, WaveGetLaneCount() - 1); //! lane
}

[numthreads(10, 1, 1)]
void FirstLaneOfASmallGroup(uint t : SV_GroupIndex)
{
    Out[t] = WaveReadLaneFirst(t) + WaveActiveSum(t);
}

[numthreads(64, 1, 1)]
void NegativeLane(uint t : SV_GroupIndex)
{
    Out[t] = WaveReadLaneAt(t, WaveGetLaneIndex() - 1); //! lane
}

[numthreads(8, 8, 1)]
void QuadOfAll(uint t : SV_GroupIndex)
{
    Out[t] = QuadReadAcrossX(t);
}

[numthreads(8, 8, 1)]
void QuadOfSome(uint t : SV_GroupIndex)
{
    float v = 0;
    if (t % 2 == 0)
        v = QuadReadAcrossX(t); //! lane
    Out[t] = v;
}

[numthreads(64, 1, 1)]
void NotANumber(uint t : SV_GroupIndex)
{
    Out[t] = sqrt(31.0 - t); //! nan
}

[numthreads(64, 1, 1)]
void NotAFiniteNumber(uint t : SV_GroupIndex)
{
    Out[t] = 1 / (float)t;
}

// What a thread keeps to itself may be no number, until it is read.
[numthreads(64, 1, 1)]
void NotANumberOfOnesOwn(uint t : SV_GroupIndex)
{
    float kept[4] = {0, 0, 0, 0};
    kept[t & 3] = sqrt(31.0 - t);
    Out[t] = kept[t + 1 & 3];
}
