// Who am I? Every thread writes down the four identifiers that the system gives it.
//
//     dispatchThreadID = groupID * threads per group + groupThreadID
//     groupIndex       = groupThreadID.z * X * Y + groupThreadID.y * X + groupThreadID.x

struct ThreadIDs
{
    uint3 groupID;
    uint3 groupThreadID;
    uint3 dispatchThreadID;
    uint groupIndex;
};

// One element a thread, in rows of the whole dispatch.
RWStructuredBuffer<ThreadIDs> gThreads : register(u0);

static const uint groupsPerRow = 3; // Dispatch(3, 2, 1)

// The four of them as one parameter: a struct's members carry the semantics.
struct Input
{
    uint3 groupID : SV_GroupID;
    uint3 groupThreadID : SV_GroupThreadID;
    uint3 dispatchThreadID : SV_DispatchThreadID;
    uint groupIndex : SV_GroupIndex;
};

void WriteDown(Input input, uint threadsPerRow)
{
    ThreadIDs ids;
    ids.groupID = input.groupID;
    ids.groupThreadID = input.groupThreadID;
    ids.dispatchThreadID = input.dispatchThreadID;
    ids.groupIndex = input.groupIndex;
    gThreads[input.dispatchThreadID.y * threadsPerRow + input.dispatchThreadID.x] = ids;
}

[numthreads(10, 10, 1)]
void TenByTenCS(Input input)
{
    WriteDown(input, groupsPerRow * 10);
}

[numthreads(8, 8, 1)]
void EightByEightCS(Input input)
{
    WriteDown(input, groupsPerRow * 8);
}
