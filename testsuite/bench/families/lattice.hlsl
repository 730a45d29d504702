// A step of lattice Boltzmann in two dimensions, nine directions a cell in planes of their own: each cell takes what
// streams in from its neighbours, round the edges too, and relaxes it.

cbuffer cbFlow : register(b0)
{
    uint gWidth;
    uint gHeight;
    float gRate;
};

StructuredBuffer<float> gFrom : register(t0); // [direction][y][x]
RWStructuredBuffer<float> gTo : register(u0);

static const int2 gWays[9] = { int2(0, 0), int2(1, 0), int2(0, 1), int2(-1, 0), int2(0, -1), int2(1, 1), int2(-1, 1), int2(-1, -1), int2(1, -1) };
static const float gShares[9] = { 4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36 };

[numthreads(32, 4, 1)]
void StepCS(uint3 id : SV_DispatchThreadID)
{
    float streams[9];
    float density = 0;
    float2 flow = 0;
    [unroll]
    for (int i = 0; i < 9; ++i)
    {
        uint x = (id.x + gWidth - gWays[i].x) % gWidth;
        uint y = (id.y + gHeight - gWays[i].y) % gHeight;
        streams[i] = gFrom[(i * gHeight + y) * gWidth + x];
        density += streams[i];
        flow += streams[i] * gWays[i];
    }
    flow /= density;
    float still = 1 - 1.5 * dot(flow, flow);
    [unroll]
    for (int k = 0; k < 9; ++k)
    {
        float along = dot(flow, gWays[k]);
        float even = density * gShares[k] * (still + 3 * along + 4.5 * along * along);
        gTo[(k * gHeight + id.y) * gWidth + id.x] = lerp(streams[k], even, gRate);
    }
}
