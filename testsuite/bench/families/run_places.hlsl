// Runs of equal keys: laid out again from where each begins, measured and summed up.

cbuffer cbRuns : register(b0)
{
    uint gCount;
    uint gRuns;
};

StructuredBuffer<uint> gStarts : register(t0); // of each run
StructuredBuffer<uint> gLetters : register(t1);
StructuredBuffer<uint> gKeys : register(t2); // of each place
StructuredBuffer<float> gValues : register(t3);
RWStructuredBuffer<uint> gText : register(u0);
RWStructuredBuffer<uint> gLengths : register(u1);
RWStructuredBuffer<float> gSums : register(u2);

// Each place searches its run.
[numthreads(128, 1, 1)]
void LayOutCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    uint low = 0, high = gRuns;
    while (high - low > 1)
    {
        uint middle = (low + high) / 2;
        if (gStarts[middle] <= id.x)
            low = middle;
        else
            high = middle;
    }
    gText[id.x] = gLetters[low];
}

// How long a run is, where it begins, else 0.
[numthreads(128, 1, 1)]
void LengthsCS(uint3 id : SV_DispatchThreadID)
{
    uint key = gKeys[id.x], length = 0;
    if (id.x == 0 || gKeys[id.x - 1] != key)
    {
        uint end = id.x;
        while (end < gCount && gKeys[end] == key)
            end++;
        length = end - id.x;
    }
    gLengths[id.x] = length;
}

// By key.
[numthreads(128, 1, 1)]
void SumsCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    uint key = gKeys[id.x];
    if (id.x > 0 && gKeys[id.x - 1] == key)
        return;
    float sum = 0;
    for (uint i = id.x; i < gCount && gKeys[i] == key; i++)
        sum += gValues[i];
    gSums[key] = sum;
}
