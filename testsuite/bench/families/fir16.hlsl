// options: -enable-16bit-types
// A filter of 32 taps over 16-bit sound, rounded and saturated to 16 bits again.

cbuffer cbFilter : register(b0)
{
    uint gCount;
};

StructuredBuffer<int16_t> gSound : register(t0);
StructuredBuffer<int16_t> gTaps : register(t1);
RWStructuredBuffer<int16_t> gFiltered : register(u0);

[numthreads(128, 1, 1)]
void FilterCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    int sum = 1 << 14;
    for (uint i = 0; i < 32; ++i)
        sum += (int)gTaps[i] * (int)gSound[id.x + i];
    gFiltered[id.x] = (int16_t)clamp(sum >> 15, -32768, 32767);
}
