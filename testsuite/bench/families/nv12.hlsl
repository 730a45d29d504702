// Video frames: NV12 (a plane of luma bytes, then pairs of chroma at half the size) unpacked to RGBA bytes. A thread
// takes 4 x 2 pixels, which share two pairs of chroma.

cbuffer cbFrame : register(b0)
{
    uint gWidth; // a multiple of 4
    uint gHeight; // even
    uint gChroma; // where its plane begins, in bytes
};

ByteAddressBuffer gFrame : register(t0);
RWByteAddressBuffer gPixels : register(u0);

uint Byte(uint word, uint i) { return (word >> (8 * i)) & 0xff; }

uint ToRgba(float y, float u, float v)
{
    float c = 1.164 * (y - 16);
    float3 rgb = float3(c + 1.596 * v, c - 0.392 * u - 0.813 * v, c + 2.017 * u);
    uint3 bytes = (uint3)(clamp(rgb, 0, 255) + 0.5);
    return bytes.r | (bytes.g << 8) | (bytes.b << 16) | 0xff000000;
}

[numthreads(32, 2, 1)]
void UnpackCS(uint3 id : SV_DispatchThreadID)
{
    uint x = id.x * 4, y = id.y * 2;
    if (x >= gWidth || y >= gHeight)
        return;
    uint chroma = gFrame.Load(gChroma + (y / 2) * gWidth + x);
    for (uint row = 0; row < 2; ++row)
    {
        uint luma = gFrame.Load((y + row) * gWidth + x);
        uint4 pixels;
        [unroll]
        for (uint i = 0; i < 4; ++i)
        {
            float u = float(Byte(chroma, i & 2)) - 128;
            float v = float(Byte(chroma, (i & 2) + 1)) - 128;
            pixels[i] = ToRgba(float(Byte(luma, i)), u, v);
        }
        gPixels.Store4(4 * ((y + row) * gWidth + x), pixels);
    }
}
