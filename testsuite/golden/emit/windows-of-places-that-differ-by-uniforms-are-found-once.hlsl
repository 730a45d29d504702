// options: --target=x86-64-v3 --wave-size=8
StructuredBuffer<float> input;
StructuredBuffer<float> weights;
RWStructuredBuffer<float> output;
cbuffer Params { uint width; uint channels; uint plane; };

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint k = ((id.x + 1 & 63) >> 1) + (id.x >> 5 & 1);
    float3 sum = 0;
    for (uint c = 0; c < channels; c++) {
        float value = input[c * width + id.x];
        sum.x += value * weights[12 * c + k];
        sum.y += value * weights[12 * c + 4 + k];
        sum.z += value * weights[k - plane + 12 * c];
    }
    output[id.x] = sum.x + sum.y * sum.z;
}
