// A bilateral filter: the mean of 7 x 7 texels, weighed by how near they are in place and in value.

cbuffer cbFilter : register(b0)
{
    float gSpace; // -1 / (2 * deviation^2), of texels
    float gRange; // of values
    int2 gSize;
};

Texture2D<float> gNoisy : register(t0);
RWTexture2D<float> gSmooth : register(u0);

#define RADIUS 3

[numthreads(8, 8, 1)]
void FilterCS(int2 id : SV_DispatchThreadID)
{
    if (id.x >= gSize.x || id.y >= gSize.y)
        return;

    float centre = gNoisy[id];
    float sum = 0, weights = 0;
    for (int y = -RADIUS; y <= RADIUS; y++)
        for (int x = -RADIUS; x <= RADIUS; x++)
        {
            float value = gNoisy[clamp(id + int2(x, y), 0, gSize - 1)];
            float apart = value - centre;
            float weight = exp(float(x * x + y * y) * gSpace + apart * apart * gRange);
            sum += weight * value;
            weights += weight;
        }
    gSmooth[id] = sum / weights;
}
