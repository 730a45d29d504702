// options: --target=x86-64-v3 --wave-size=32
// The branch loads and stores one memory, so it is in no stretch; what stands before it asks for none of its places.
StructuredBuffer<float4> colours;
RWStructuredBuffer<float4> sums;
RWStructuredBuffer<float> weights;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    float weight = weights[i] / (abs(weights[i + 64]) + 0.25);
    [branch] if (weight > 0.5) {
        uint j = 35 - i;
        sums[j] = min(sqrt(sums[i + 1]), colours[i + 2]) + colours[i] + colours[i + 1] + colours[j];
    }
    weights[i] = weight;
}
