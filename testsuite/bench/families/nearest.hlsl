// The four nearest of 64 points to each query, in order, by insertion into an array of the thread's own.

StructuredBuffer<float2> gPoints : register(t0), gQueries : register(t1);
RWStructuredBuffer<uint4> gNearest : register(u0);

[numthreads(64, 1, 1)]
void FindCS(uint3 id : SV_DispatchThreadID)
{
    float2 query = gQueries[id.x];
    float distance[4] = { 1e9f, 1e9f, 1e9f, 1e9f };
    uint place[4] = { 0, 0, 0, 0 };
    for (uint i = 0; i < 64; i++)
    {
        float2 apart = gPoints[i] - query;
        float squared = dot(apart, apart);
        if (squared >= distance[3])
            continue;
        int at = 3;
        while (at > 0 && squared < distance[at - 1])
        {
            distance[at] = distance[at - 1];
            place[at] = place[at - 1];
            at--;
        }
        distance[at] = squared;
        place[at] = i;
    }
    gNearest[id.x] = uint4(place[0], place[1], place[2], place[3]);
}
