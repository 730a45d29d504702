RWStructuredBuffer<uint> Counts : register(u0);
RWTexture2D<int> Most : register(u1);
RWByteAddressBuffer Wide : register(u2);
RWStructuredBuffer<uint> Many[4] : register(u3);
RWStructuredBuffer<uint> Next : register(u7);
AppendStructuredBuffer<uint> List : register(u8);
RWStructuredBuffer<uint> Out : register(u9);
StructuredBuffer<uint> Keys : register(t0);

// Three resources, each by operations of one kind, though by several of them.
[numthreads(64, 1, 1)]
void Updates(uint i : SV_DispatchThreadID)
{
    InterlockedAdd(Counts[Keys[i]], 1);
    InterlockedAdd(Counts[Keys[i] + 1], i);
    InterlockedMax(Most[uint2(Keys[i], 0)], (int)i);
    Wide.InterlockedOr64(Keys[i] * 8, 1ull << i % 64);
    Out[i] = i;
}

[numthreads(64, 1, 1)]
void OldValues(uint i : SV_DispatchThreadID)
{
    uint place;
    InterlockedAdd(Counts[Keys[i]], 1);
    InterlockedAdd(Next[0], 1, place);
    Out[place] = i;
}

[numthreads(64, 1, 1)]
void Reads(uint i : SV_DispatchThreadID)
{
    InterlockedAdd(Counts[Keys[i]], 1);
    Out[i] = Counts[i];
}

[numthreads(64, 1, 1)]
void Mixes(uint i : SV_DispatchThreadID)
{
    InterlockedAdd(Counts[Keys[i]], 1);
    InterlockedMax(Counts[0], i);
}

[numthreads(64, 1, 1)]
void Arrays(uint i : SV_DispatchThreadID)
{
    InterlockedAdd(Many[NonUniformResourceIndex(i % 4)][Keys[i]], 1);
}

[numthreads(64, 1, 1)]
void Appends(uint i : SV_DispatchThreadID)
{
    InterlockedAdd(Counts[Keys[i]], 1);
    List.Append(i);
}
