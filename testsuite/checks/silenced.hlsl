// What a line says that it does on purpose is not reported there, and everywhere else.
// options: --dispatch 1,1,1 --size Out=64
RWStructuredBuffer<float> Out;
groupshared float g[64];

[numthreads(64, 1, 1)]
void ReadOutside(uint t : SV_GroupIndex)
{
    float past = Out[t + 64]; // wavecc: silence bounds
    Out[t] = past + Out[t + 64]; //! outside
}

[numthreads(64, 1, 1)]
void StoredOutside(uint t : SV_GroupIndex)
{
    Out[t + 1] = t; // wavecc: silence bounds
    Out[t * 2 + 64] = t; //! outside
}

float Past(uint at)
{
    return Out[at]; // wavecc: silence wave, bounds
}

[numthreads(64, 1, 1)]
void InAFunctionThatIsInlined(uint t : SV_GroupIndex)
{
    float past = Past(t + 64) + Past(t + 65);
    Out[t] = past;
}

[numthreads(64, 1, 1)]
void LaneThatIsNotThere(uint t : SV_GroupIndex)
{
    float before = WaveReadLaneAt(t, WaveGetLaneIndex() - 1); // wavecc: silence wave
    Out[t] = before + WaveReadLaneAt(t, WaveGetLaneIndex() - 1); //! lane
}

[numthreads(64, 1, 1)]
void NoNumber(uint t : SV_GroupIndex)
{
    float zero = t * 0.0, none = zero / zero;
    Out[t] = none; // wavecc: silence nan
    g[t] = none; //! nan
}

// Another check's name silences nothing else.
[numthreads(64, 1, 1)]
void OtherCheck(uint t : SV_GroupIndex)
{
    Out[t] = Out[t + 64]; // wavecc: silence nan //! outside
}
