// Lines in a picture: each edge votes for a line at each angle, in global memory.

cbuffer cbVotes : register(b0)
{
    uint gEdgeCount;
    uint gAngles;
    uint gDistances;
    float gMiddle;
};

StructuredBuffer<uint> gEdges : register(t0); // x | y << 16
StructuredBuffer<float2> gNormals : register(t1);
RWStructuredBuffer<uint> gVotes : register(u0);

[numthreads(64, 1, 1)]
void VoteCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gEdgeCount)
        return;
    uint edge = gEdges[id.x];
    float2 place = float2(edge & 0xffff, edge >> 16);
    for (uint angle = 0; angle < gAngles; angle++)
    {
        float distance = dot(place, gNormals[angle]);
        InterlockedAdd(gVotes[angle * gDistances + uint(round(distance + gMiddle))], 1);
    }
}
