// Pairs of words that lanes take from each other: the least and the most of quads, by quads and by lanes.

StructuredBuffer<float> gValues : register(t0);
RWStructuredBuffer<float2> gSpans : register(u0);

[numthreads(64, 1, 1)]
void AcrossCS(uint3 id : SV_DispatchThreadID)
{
    float value = gValues[id.x];
    float2 span = float2(value, value), other = QuadReadAcrossX(span);
    span = float2(min(span.x, other.x), max(span.y, other.y));
    other = QuadReadAcrossY(span);
    gSpans[id.x] = float2(min(span.x, other.x), max(span.y, other.y));
}

[numthreads(64, 1, 1)]
void LanesCS(uint3 id : SV_DispatchThreadID)
{
    float2 span = gValues[id.x];
    uint lane = WaveGetLaneIndex();
    for (uint k = 1; k < 4; k <<= 1)
    {
        float2 other = WaveReadLaneAt(span, lane ^ k);
        span = float2(min(span.x, other.x), max(span.y, other.y));
    }
    gSpans[id.x] = span;
}

// The first lane of each 2x2 quad of a picture tells, each lane has float2.
#define WIDTH 512
[numthreads(8, 8, 1)]
void PictureCS(uint3 id : SV_DispatchThreadID)
{
    float2 span = gValues[id.y * WIDTH + id.x];
    float2 other = QuadReadAcrossX(span);
    span = float2(min(span.x, other.x), max(span.y, other.y));
    other = QuadReadAcrossY(span);
    span = float2(min(span.x, other.x), max(span.y, other.y));
    if (((id.x | id.y) & 1) == 0)
        gSpans[(id.y / 2) * (WIDTH / 2) + id.x / 2] = span;
}
