// The nearest seed of each texel, by jump flooding: in steps of 128, 64 .. 1 each looks at the seeds of nine texels.

cbuffer cbStep : register(b0)
{
    int gStep;
    int2 gSize;
};

Texture2D<int2> gSeeds : register(t0); // negative: none yet
RWTexture2D<int2> gBetter : register(u0);

[numthreads(8, 8, 1)]
void FloodCS(int3 id : SV_DispatchThreadID)
{
    int2 best = int2(-1, -1);
    int least = 0x7fffffff;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
        {
            int2 place = id.xy + int2(x, y) * gStep;
            if (any(place < 0) || any(place >= gSize))
                continue;
            int2 seed = gSeeds[place];
            int2 apart = seed - id.xy;
            int distance2 = dot(apart, apart);
            if (seed.x >= 0 && distance2 < least)
            {
                least = distance2;
                best = seed;
            }
        }
    gBetter[id.xy] = best;
}
