// options: -T cs_6_6
Texture2D<float4> picture;
SamplerState linear_clamp;
SamplerComparisonState compare;
RWStructuredBuffer<float4> result;
int2 offset;
static const int2 CORNERS[2] = {int2(-1, -1), int2(1, 1)};

float4 tap(float2 uv, int2 by) { return picture.SampleLevel(linear_clamp, uv, 0, by); }

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float2 uv = i / 64.0;
    float4 sum = tap(uv, int2(-8, 7));
    for (int y = -6; y <= 6; y++)
        for (int x = -6; x <= 6; x++)
            sum += tap(uv, int2(x, y));
    for (int k = 0; k < 2; k++)
        sum += tap(uv, CORNERS[k]);
    sum += picture.Gather(linear_clamp, uv, offset);
    sum += picture.SampleLevel(linear_clamp, uv, 0, offset);
    sum += picture.SampleGrad(linear_clamp, uv, 0.5, 0.5, int2(i, 0));
    sum += picture.SampleCmpLevelZero(compare, uv, 0.5, int2(0, 8));
    result[i] = sum;
}
