// Queens on a board: each thread has three of them and counts the ways to place the others, with a stack of rows.

cbuffer cbBoard : register(b0)
{
    uint gSide;
};

RWStructuredBuffer<uint> gWays : register(u0);

#define MOST 16

[numthreads(64, 1, 1)]
void PlaceCS(uint3 id : SV_DispatchThreadID)
{
    uint all = (1u << gSide) - 1;
    uint first = id.x % gSide, second = id.x / gSide % gSide, third = id.x / gSide / gSide;
    if (third >= gSide)
        return;

    gWays[id.x] = 0;
    uint taken = 1u << first, left = taken << 1, right = taken >> 1, queen = 1u << second;
    if ((queen & (taken | left | right)) != 0)
        return;
    taken |= queen;
    left = (left | queen) << 1;
    right = (right | queen) >> 1;
    queen = 1u << third;
    if ((queen & (taken | left | right)) != 0)
        return;
    taken |= queen;
    left = (left | queen) << 1;
    right = (right | queen) >> 1;

    uint columns[MOST], lefts[MOST], rights[MOST], open[MOST];
    columns[0] = taken;
    lefts[0] = left;
    rights[0] = right;
    open[0] = all & ~(taken | left | right);
    uint ways = 0;
    int top = 0;
    while (top >= 0)
    {
        uint free = open[top];
        if (free == 0)
        {
            top--;
            continue;
        }
        queen = free & (0 - free);
        open[top] = free ^ queen;
        taken = columns[top] | queen;
        if (taken == all)
        {
            ways++;
            continue;
        }
        left = (lefts[top] | queen) << 1;
        right = (rights[top] | queen) >> 1;
        top++;
        columns[top] = taken;
        lefts[top] = left;
        rights[top] = right;
        open[top] = all & ~(taken | left | right);
    }
    gWays[id.x] = ways;
}
