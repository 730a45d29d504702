// The discrete cosine transform of each 8 x 8 block of a picture, as JPEG takes it: rows, then columns.

Texture2D<float> gPicture : register(t0);
RWTexture2D<float> gCoefficients : register(u0);

static const float gBasis[8][8] = // of frequency, then place
{
    { 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f, 0.353553f },
    { 0.490393f, 0.415735f, 0.277785f, 0.097545f, -0.097545f, -0.277785f, -0.415735f, -0.490393f },
    { 0.461940f, 0.191342f, -0.191342f, -0.461940f, -0.461940f, -0.191342f, 0.191342f, 0.461940f },
    { 0.415735f, -0.097545f, -0.490393f, -0.277785f, 0.277785f, 0.490393f, 0.097545f, -0.415735f },
    { 0.353553f, -0.353553f, -0.353553f, 0.353553f, 0.353553f, -0.353553f, -0.353553f, 0.353553f },
    { 0.277785f, -0.490393f, 0.097545f, 0.415735f, -0.415735f, -0.097545f, 0.490393f, -0.277785f },
    { 0.191342f, -0.461940f, 0.461940f, -0.191342f, -0.191342f, 0.461940f, -0.461940f, 0.191342f },
    { 0.097545f, -0.277785f, 0.415735f, -0.490393f, 0.490393f, -0.415735f, 0.277785f, -0.097545f },
};

groupshared float gsBlock[8][8];
groupshared float gsRows[8][8];

[numthreads(8, 8, 1)]
void BlockCS(uint3 id : SV_DispatchThreadID, uint3 thread : SV_GroupThreadID)
{
    gsBlock[thread.y][thread.x] = gPicture[id.xy] - 0.5f;
    GroupMemoryBarrierWithGroupSync();

    float row = 0;
    for (uint i = 0; i < 8; ++i)
        row += gBasis[thread.x][i] * gsBlock[thread.y][i];
    gsRows[thread.y][thread.x] = row;
    GroupMemoryBarrierWithGroupSync();

    float coefficient = 0;
    for (uint k = 0; k < 8; ++k)
        coefficient += gBasis[thread.y][k] * gsRows[k][thread.x];
    gCoefficients[id.xy] = coefficient;
}
