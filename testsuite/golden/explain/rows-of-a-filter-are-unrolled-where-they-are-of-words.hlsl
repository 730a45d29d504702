// options: --explain=unroll --wave-size=32
StructuredBuffer<float> gIn;
StructuredBuffer<float4> gColours;
StructuredBuffer<float> gWeights;
RWStructuredBuffer<float> gOut;
RWStructuredBuffer<float4> gOutColours;

[numthreads(8, 8, 1)]
void WordsCS(uint2 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint y = 0; y < 5; y++) // 5 turns
        for (uint x = 0; x < 5; x++)
            sum += gIn[(id.y + y) * 512 + id.x + x] * gWeights[y * 5 + x];
    gOut[id.y * 512 + id.x] = sum;
}

[numthreads(8, 8, 1)]
void ColoursCS(uint2 id : SV_DispatchThreadID)
{
    float4 sum = 0;
    for (uint y = 0; y < 5; y++) // fill the registers in one of them
        for (uint x = 0; x < 5; x++)
            sum += gColours[(id.y + y) * 512 + id.x + x] * gWeights[y * 5 + x];
    gOutColours[id.y * 512 + id.x] = sum;
}
