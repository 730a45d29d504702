// options: -Rperf --wave-size=128 --target=x86-64-v3
RWStructuredBuffer<float> output;

[numthreads(128, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = output[i], b = output[i + 128], c = output[i + 256];
    output[i] = sin(a * b) + sin(b * c) * sin(a * c);
}
