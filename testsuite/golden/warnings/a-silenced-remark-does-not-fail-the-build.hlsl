// options: --fail-on=slow-division,strided -WX --wave-size=32 --target=x86-64-v3
StructuredBuffer<uint> counts;
RWStructuredBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    output[i] = 1000 / counts[i]; // wavecc: silence slow-division
}
