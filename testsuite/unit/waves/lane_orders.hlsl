// Where each thread of a group runs.
RWStructuredBuffer<uint> Places : register(u0); // by SV_GroupIndex: wave * W + lane
RWStructuredBuffer<uint> Facts : register(u1);  // how many waves there are; threads whose ids do not fit together

[numthreads(SIDE_X, SIDE_Y, SIDE_Z)]
void main(uint index : SV_GroupIndex, uint3 thread : SV_GroupThreadID, uint3 id : SV_DispatchThreadID, uint wave : SV_GroupWaveIndex)
{
    Places[index] = wave * WaveGetLaneCount() + WaveGetLaneIndex() + 1;
    Facts[0] = GroupGetWaveCount();
    if (index != (thread.z * SIDE_Y + thread.y) * SIDE_X + thread.x || any(id != thread))
        InterlockedAdd(Facts[1], 1);
}
