// options: --wave-size=8 --target=x86-64-v3
// The cosine is the same in each group; the sine's angle is not, and a product of threads' numbers is no curve.
cbuffer Wave { float phase; };
StructuredBuffer<float> samples;
RWStructuredBuffer<float> sums;

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    float window = 0.5 - 0.5 * cos(t * (6.2831853 / 16));
    sums[id.x] = samples[id.x] * window + sin(phase * t) + t * t;
}
