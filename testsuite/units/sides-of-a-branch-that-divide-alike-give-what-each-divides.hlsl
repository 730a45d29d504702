/* What both sides compute may be computed once, of what each lane has: signs of zeros, infinities and what is none of both
 * are those of its own side, and so is what stands around it. */
[Test]
[numthreads(64, 1, 1)]
void EachLaneHasItsOwnSide(uint t : SV_GroupIndex)
{
    float x = t, minus = -0.0 * x, by = 1 + (t & 3) * 0.5, r;
    if (t % 3 == 0)
        r = (minus * 0) / by;
    else if (t % 3 == 1)
        r = x / by + 2;
    else
        r = (x * 4) / by + 8;
    uint expected = asuint(x / by + 2);
    if (t % 3 == 0)
        expected = 0x80000000u;
    if (t % 3 == 2)
        expected = asuint(x * 4 / by + 8);
    ASSERT_EQUAL(asuint(r), expected);
}

[Test]
[numthreads(32, 1, 1)]
void RootsOfWhatIsBelowZeroAreTheirOwnLanes(uint t : SV_GroupIndex)
{
    float x = t, r = t & 1 ? sqrt(x * x) : sqrt(-x - 1);
    ASSERT_EQUAL(isnan(r), (t & 1) == 0);
    ASSERT(isnan(r) || r == x);
}

/* Sixths of a hue: 360 colours around the circle, each as far round as it was made. */
[Test]
[numthreads(60, 1, 1)]
void HuesAreSixthsOfACircle(uint t : SV_GroupIndex)
{
    for (uint sixth = 0; sixth < 6; sixth++) {
        float up = t / 64.0, down = 1 - up, hue;
        float3 c = sixth == 0 ? float3(1, up, 0) : sixth == 1 ? float3(down, 1, 0) : sixth == 2 ? float3(0, 1, up)
                 : sixth == 3 ? float3(0, down, 1) : sixth == 4 ? float3(up, 0, 1) : float3(1, 0, down);
        float high = max(c.r, max(c.g, c.b)), delta = high - min(c.r, min(c.g, c.b));
        if (high == c.r)
            hue = (c.g - c.b) / delta;
        else if (high == c.g)
            hue = 2 + (c.b - c.r) / delta;
        else
            hue = 4 + (c.r - c.g) / delta;
        float expected = sixth + up;
        ASSERT_EQUAL(hue, expected >= 5 ? expected - 6 : expected);
    }
}
