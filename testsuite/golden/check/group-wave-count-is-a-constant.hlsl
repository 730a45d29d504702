groupshared float shared_[GroupGetWaveCount()];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float a[GroupGetWaveCount() + 1]; }
    { float a[GetGroupWaveCount()]; uint w = WaveGetLaneCount(); }
    { shared_[0] = 1; }
}
