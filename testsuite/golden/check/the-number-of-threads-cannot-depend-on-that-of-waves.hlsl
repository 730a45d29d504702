static const uint DOUBLE = GroupGetWaveCount() * 2;

[numthreads(GetGroupWaveCount() * 32, DOUBLE, 1)]
void main(uint i : SV_GroupIndex)
{
}
