// Prices of call options by simulation: each thread follows one option along many random ways, with PCG's
// random numbers made normal by Box and Muller's method.

struct Option
{
    float spot;
    float strike;
    float years;
    float volatility;
};

cbuffer cbSimulation : register(b0)
{
    float gRate;
    uint gPaths; // even
};

StructuredBuffer<Option> gOptions : register(t0);
RWStructuredBuffer<float> gPrices : register(u0);

struct Random
{
    uint state;

    uint Next()
    {
        state = state * 747796405u + 2891336453u;
        uint word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
        return (word >> 22) ^ word;
    }

    float Uniform() { return (float(Next() >> 8) + 0.5) / 16777216.0; }

    float2 Normal()
    {
        float radius = sqrt(-2 * log(Uniform()));
        float angle = 6.2831853 * Uniform();
        return radius * float2(cos(angle), sin(angle));
    }
};

[numthreads(64, 1, 1)]
void PriceCS(uint3 id : SV_DispatchThreadID)
{
    Option o = gOptions[id.x];
    Random random;
    random.state = id.x * 9781u + 1u;

    float drift = (gRate - 0.5 * o.volatility * o.volatility) * o.years;
    float spread = o.volatility * sqrt(o.years);
    float sum = 0;
    for (uint i = 0; i < gPaths; i += 2)
    {
        float2 z = random.Normal();
        float2 value = o.spot * exp(drift + spread * z);
        float2 gain = max(value - o.strike, 0);
        sum += gain.x + gain.y;
    }
    gPrices[id.x] = exp(-gRate * o.years) * sum / float(gPaths);
}
