// options: --wave-size=64
[WaveSize(16, 32)]
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
