// options: -T cs_6_5
[WaveSize(32)]
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
