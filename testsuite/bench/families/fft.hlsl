// Fourier transforms of 1024 complex numbers each, a group each, in groupshared memory: Stockham's ten
// steps of radix 2, which need no bit reversal, from one half of the memory to the other.

StructuredBuffer<float2> gSignal : register(t0);
RWStructuredBuffer<float2> gSpectrum : register(u0);

#define SIZE 1024
#define THREADS (SIZE / 2)

groupshared float2 gsData[2][SIZE];

float2 Multiply(float2 a, float2 b)
{
    return float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

[numthreads(THREADS, 1, 1)]
void ForwardCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint base = group.x * SIZE;
    gsData[0][thread] = gSignal[base + thread];
    gsData[0][thread + THREADS] = gSignal[base + thread + THREADS];
    GroupMemoryBarrierWithGroupSync();

    uint from = 0;
    for (uint span = 1; span < SIZE; span *= 2)
    {
        uint k = thread % span;
        float angle = -3.14159265f * float(k) / float(span);
        float2 twiddle;
        sincos(angle, twiddle.y, twiddle.x);
        float2 a = gsData[from][thread];
        float2 b = Multiply(twiddle, gsData[from][thread + THREADS]);
        uint place = (thread - k) * 2 + k;
        gsData[1 - from][place] = a + b;
        gsData[1 - from][place + span] = a - b;
        from = 1 - from;
        GroupMemoryBarrierWithGroupSync();
    }

    gSpectrum[base + thread] = gsData[from][thread];
    gSpectrum[base + thread + THREADS] = gsData[from][thread + THREADS];
}
