RWStructuredBuffer<float4> output;

struct Light { float3 colour; float power; };

void fill(out float4 first, out float4 second) { first = 1; }

float sum(float values[4])
{
    float total;
    for (int i = 0; i < 4; i++)
        total += values[i];
    return total;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float4 colour;
    Light light;
    float values[4];
    if (i < 32)
        output[i] = colour;
    output[i].x = light.power + sum(values);
    colour = 1;
    fill(output[i], colour);
}
