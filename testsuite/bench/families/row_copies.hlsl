// Each thread fills, copies or changes a row of words of its own: runs that are laid out, lists that are gathered, rows of a table.

cbuffer cbRows : register(b0)
{
    uint gRows;
    uint gWidth;
    uint gTableRows;
};

StructuredBuffer<uint> gFrom : register(t0);
StructuredBuffer<uint> gSources : register(t1); // of each row
StructuredBuffer<uint> gStarts : register(t2); // and of what is behind the last one
RWStructuredBuffer<uint> gTo : register(u0);
RWStructuredBuffer<uint> gPlaces : register(u1);

[numthreads(64, 1, 1)]
void FillCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gRows)
        return;
    uint start = gStarts[id.x], count = gStarts[id.x + 1] - start, first = gSources[id.x];
    for (uint i = 0; i < count; i++)
        gTo[start + i] = first + i * 3;
}

// Two words for each place.
[numthreads(64, 1, 1)]
void ExpandCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gRows)
        return;
    uint start = gStarts[id.x], end = gStarts[id.x + 1];
    for (uint i = start; i < end; i++)
    {
        gTo[i] = id.x;
        gPlaces[i] = i - start;
    }
}

[numthreads(64, 1, 1)]
void CopyCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gRows)
        return;
    uint start = gStarts[id.x], end = gStarts[id.x + 1], source = gSources[id.x];
    for (uint i = start; i < end; i++)
        gTo[i] = gFrom[source + i - start];
}

[numthreads(64, 1, 1)]
void ChangeCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gRows)
        return;
    uint start = gStarts[id.x], end = gStarts[id.x + 1], source = gSources[id.x];
    for (uint i = start; i < end; i++)
        gTo[i] = gTo[i] * 3 + source;
}

[numthreads(64, 1, 1)]
void LookUpCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gRows)
        return;
    uint row = gSources[id.x] % gTableRows;
    for (uint i = 0; i < gWidth; i++)
        gTo[id.x * gWidth + i] = gFrom[row * gWidth + i];
}
