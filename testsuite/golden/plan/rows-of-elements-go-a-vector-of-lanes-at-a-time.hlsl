// options: --target=x86-64-v3 --wave-size=32
// Each lane goes along a row of its own. A line of memory has four elements, which for eight lanes are
// still there in the next turn. What each turn waits for longer goes on in all lanes together.
StructuredBuffer<float4> rows, weights;
RWStructuredBuffer<float> products, orbits;
uint width;

[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0, orbit = 1;
    for (uint k = 0; k < 15; k++)
        sum += dot(rows[id.x * 15 + k], weights[k]);
    for (uint n = 0; n < width; n++)
        orbit = 1 / (1 + orbit * rows[id.x * width + n].w);
    products[id.x] = sum;
    orbits[id.x] = orbit;
}
