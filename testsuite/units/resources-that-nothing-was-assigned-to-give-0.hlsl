/* Where that never runs, as in code for two cases of which a shader has one, other compilers do not see it. */
Texture2D<float4> Picture;
SamplerState Smooth;
RWBuffer<uint> Numbers;

struct Reader
{
    bool is_half;
    Texture2D<float4> half_size, full_size;
    SamplerState how;
    RWBuffer<uint> log;
    float4 read(float2 at)
    {
        if (!is_half)
            return full_size.SampleLevel(Smooth, at, 0) + 1;
        uint old = 7, count = 7;
        InterlockedAdd(log[0], 1, old);
        log[1] = 2;
        log.GetDimensions(count);
        return half_size.SampleLevel(how, at, 0) + half_size[uint2(at)] + old + count + 2;
    }
};

[Test]
[numthreads(8, 1, 1)]
void TheyDoNotGetInTheWay(uint index : SV_GroupIndex)
{
    Reader reader;
    reader.is_half = index % 2 == 1;
    reader.full_size = Picture;
    ASSERT_EQUAL(reader.read(index), index % 2 == 1 ? 2 : 1);
    RWBuffer<uint> missing;
    missing[index] = 3;
    ASSERT_EQUAL(missing[index], 0u);
    ASSERT_EQUAL(Numbers[index], 0u);
}
