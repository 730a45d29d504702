// Pictures turned by a quarter, straight from memory to memory.

cbuffer cbPicture : register(b0)
{
    uint gWidth;
    uint gHeight;
};

Texture2D<float> gPicture : register(t0);
RWTexture2D<float> gTurned : register(u0); // as high as the picture is wide
StructuredBuffer<float> gTexels : register(t1);
RWStructuredBuffer<float> gTexelsTurned : register(u1);

[numthreads(16, 16, 1)]
void TextureCS(uint3 id : SV_DispatchThreadID)
{
    gTurned[uint2(gHeight - 1 - id.y, id.x)] = gPicture[id.xy];
}

[numthreads(16, 16, 1)]
void ColumnsCS(uint3 id : SV_DispatchThreadID)
{
    gTurned[id.xy] = gPicture[uint2(id.y, gHeight - 1 - id.x)];
}

[numthreads(16, 16, 1)]
void BufferCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gWidth || id.y >= gHeight)
        return;
    gTexelsTurned[id.x * gHeight + gHeight - 1 - id.y] = gTexels[id.y * gWidth + id.x];
}
