/* A choice between quotients of vectors' components divides what is chosen; the vectors may be of several lengths. */
RWStructuredBuffer<float4> gQuads;
RWStructuredBuffer<float2> gPairs;

[Test]
[numthreads(32, 1, 1)]
void QuotientsOfComponents(uint t : SV_GroupIndex)
{
    gQuads[t] = float4(6 * t, 1, 2, 3);
    gPairs[t] = float2(4, 10 * t);
    float4 quad = gQuads[t];
    float2 pair = gPairs[t];
    float by = 1 + (t & 1), alike, apart;
    if (t % 3 == 0) {
        alike = quad.x / by;
        apart = quad.w / by;
    } else {
        alike = pair.x / by;
        apart = pair.y / by + 2;
    }
    ASSERT_EQUAL(alike, (t % 3 == 0 ? 6 * t : 4) * (2 - (t & 1)) / 2.0);
    ASSERT_EQUAL(apart, t % 3 == 0 ? 3 / by : 10 * t / by + 2);
}
