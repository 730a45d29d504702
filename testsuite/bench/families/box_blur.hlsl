// A box filter by running sums: a thread walks along a row, or down a column, adding the texel that comes into the
// window and subtracting the one that leaves it.

cbuffer cbPicture : register(b0)
{
    int gWidth;
    int gHeight;
    int gRadius;
};

StructuredBuffer<float> gIn : register(t0);
RWStructuredBuffer<float> gOut : register(u0);

void Walk(int first, int step, int count)
{
    float scale = 1.0 / (2 * gRadius + 1);
    float sum = 0;
    for (int i = -gRadius; i <= gRadius; ++i)
        sum += gIn[first + clamp(i, 0, count - 1) * step];
    for (int k = 0; k < count; ++k)
    {
        gOut[first + k * step] = sum * scale;
        int enters = min(k + gRadius + 1, count - 1), leaves = max(k - gRadius, 0);
        sum += gIn[first + enters * step] - gIn[first + leaves * step];
    }
}

[numthreads(64, 1, 1)]
void RowsCS(uint3 id : SV_DispatchThreadID)
{
    if ((int)id.x < gHeight)
        Walk((int)id.x * gWidth, 1, gWidth);
}

[numthreads(64, 1, 1)]
void ColumnsCS(uint3 id : SV_DispatchThreadID)
{
    if ((int)id.x < gWidth)
        Walk((int)id.x, gWidth, gHeight);
}
