// options: --explain=choose_places --wave-size=32 -T cs_6_6
StructuredBuffer<uint> Idx : register(t0);
StructuredBuffer<float> Table : register(t1);
Texture2D<float> Picture : register(t2);
SamplerState Smooth : register(s0);
RWStructuredBuffer<float> Out : register(u0);

[numthreads(64, 1, 1)]
void RowCS(uint i : SV_DispatchThreadID)
{
    uint a = Idx[i];
    float r;
    if (a > 4000000000u)
        r = Table[a & 4095] * 2;
    else
        r = Table[i]; // a row
    Out[i] = r;
}

[numthreads(64, 1, 1)]
void OffsetCS(uint i : SV_DispatchThreadID)
{
    uint a = Idx[i];
    float2 uv = float2(a % 16, a % 5) / 16;
    float r;
    if (a & 1)
        r = Picture.SampleLevel(Smooth, uv, 0, int2(1, 0));
    else
        r = Picture.SampleLevel(Smooth, uv.yx, 0, int2(0, -2)); // offsets are constants before Shader Model 6.7
    Out[i] = r;
}
