RWStructuredBuffer<float> Out;
struct Light { float3 at; half weights[2]; bool on; };
groupshared Light lights[4];
groupshared uint counts[2][3];
static int offset = 7;

float scale(float x, inout float history[3])
{
    float twice = x * 2;
    history[1] = twice;
    return twice + 1;
}

[numthreads(12, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    float history[3] = { 0, 0, 0 };
    float2x2 turn = { 1, 2, 3, t };
    int64_t wide = -5000000000LL * (int)t;
    double fine = t / 4.0L;
    Light one;
    one.at = float3(t, t + 0.5, -1);
    one.weights[0] = 0.25;
    one.weights[1] = (half)t;
    one.on = t % 2 == 1;
    if (t < 4)
    {
        lights[t] = one;
        counts[t & 1][t >> 1] = t + 10;
    }
    GroupMemoryBarrierWithGroupSync();
    int t2 = offset + (int)t;
    if (t % 3 == 0)
    {
        int t2 = -1;
        history[0] = scale(t, history);
    }
    Out[id.x] = history[0] + history[1] + turn[1][1] + (float)wide + (float)fine + counts[1][1] + lights[t & 3].at.x + t2;
}
