groupshared float others[GroupGetWaveCount() - 2];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    others[id.x] = 1;
}
