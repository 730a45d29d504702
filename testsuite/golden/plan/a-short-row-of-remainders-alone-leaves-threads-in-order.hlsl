// options: --target=x86-64-v3 --wave-size=32
// A bias for each of 24 channels: what a thread goes to steps over the wave but where a row ends, and nothing else hangs on
// the row that it is in.
StructuredBuffer<float> sums, biases;
RWStructuredBuffer<float> activations;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    activations[id.x] = max(sums[id.x] + biases[id.x % 24], 0);
}
