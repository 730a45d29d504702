// options: --target=x86-64-v3 --wave-size=32 --join-groups=off
StructuredBuffer<float> samples;
RWStructuredBuffer<float> sums;
uint count; // a power of two
uint mask;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    sums[i] = samples[i & (count - 1)]    // begins at a multiple of the lanes, and wraps where the ring ends
              + samples[(i + 3) & mask]   // begins at none: a vector of the ring's would have to be two
              - samples[i & mask];        // may mix the lanes of a vector
}
