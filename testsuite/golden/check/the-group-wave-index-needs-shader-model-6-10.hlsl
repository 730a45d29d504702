// options: -T cs_6_9
[numthreads(64, 1, 1)]
void main(uint w : SV_GroupWaveIndex)
{
    uint n = GroupGetWaveCount();
}
