// Planes of brightness and two colour differences to planes of red, green and blue: six rows of memory for each row
// of a group.

cbuffer cbPicture : register(b0)
{
    uint2 gSize;
};

StructuredBuffer<float> gY : register(t0), gU : register(t1), gV : register(t2);
RWStructuredBuffer<float> gRed : register(u0), gGreen : register(u1), gBlue : register(u2);

[numthreads(16, 16, 1)]
void ConvertCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gSize.x || id.y >= gSize.y)
        return;
    uint i = id.y * gSize.x + id.x;
    float y = gY[i], u = gU[i] - 0.5f, v = gV[i] - 0.5f;
    gRed[i] = saturate(y + 1.402f * v);
    gGreen[i] = saturate(y - 0.344f * u - 0.714f * v);
    gBlue[i] = saturate(y + 1.772f * u);
}
