// Threads that meet in writable resources: of one group, and of two, between which nothing orders.
// options: --dispatch 2,1,1 --size Out=128 --size Rows=8x16 --size Smooth=4x4 --in Counts='u32(0..127)' --in Shared='u32(0..127)' --size Raw=512 --size Picture=16x8 --size Volume=4x4x8 --size Typed=128 --size Records=64 --size Halves=512
struct Record { float2 place; uint kind; };
RWStructuredBuffer<uint> Out, Counts;
globallycoherent RWStructuredBuffer<uint> Shared;
RWByteAddressBuffer Raw, Halves;
RWTexture2D<float4> Picture;
RWTexture3D<uint> Volume;
RWTexture1DArray<uint> Rows;
Texture2D<float> Smooth;
SamplerState Linear;
RWBuffer<uint2> Typed;
RWStructuredBuffer<Record> Records;
groupshared uint last;

[numthreads(64, 1, 1)]
void OnePlaceEach(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = Counts[id.x];
}

[numthreads(64, 1, 1)]
void GroupsOverlap(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    Out[t] = id.x; //! race
}

[numthreads(64, 1, 1)]
void GroupsOverlapAlike(uint t : SV_GroupIndex)
{
    Out[t] = t;
}

[numthreads(64, 1, 1)]
void BorderOfNextGroup(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = id.x; //! race
    if (t == 63)
        Out[id.x] = Counts[id.x] + Out[(id.x + 1) % 128]; //! race
}

[numthreads(64, 1, 1)]
void ReadOfOtherGroups(uint3 id : SV_DispatchThreadID)
{
    uint v = Counts[127 - id.x]; //! race
    Counts[id.x] = v + 1; //! race
}

[numthreads(64, 1, 1)]
void ReadOfOwn(uint3 id : SV_DispatchThreadID)
{
    Counts[id.x] += 1;
}

[numthreads(64, 1, 1)]
void BarrierOrdersAGroup(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    Counts[id.x] = t;
    DeviceMemoryBarrierWithGroupSync();
    Out[id.x] = Counts[id.x ^ 63];
}

[numthreads(64, 1, 1)]
void BarrierOrdersNoGroups(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    Counts[id.x] = t; //! race
    AllMemoryBarrierWithGroupSync();
    Out[id.x] = Counts[id.x ^ 64]; //! race
}

[numthreads(64, 1, 1)]
void WithinAGroup(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    Counts[id.x] = t; //! race
    Out[id.x] = Counts[id.x ^ 63]; //! race
}

[numthreads(64, 1, 1)]
void AtomicsOnly(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(Counts[0], id.x);
}

[numthreads(64, 1, 1)]
void AtomicsAndAStore(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(Counts[0], id.x);
    if (id.x == 127)
        Counts[0] = 0; //! race
}

[numthreads(64, 1, 1)]
void SumWithoutAtomics(uint3 id : SV_DispatchThreadID)
{
    if (id.x % 2 == 1)
        Counts[0] += id.x; //! race
}

[numthreads(64, 1, 1)]
void CoherentBetweenGroups(uint t : SV_GroupIndex, uint3 gid : SV_GroupID)
{
    if (t == 0) {
        Shared[gid.x] = 1;
        Shared[2] = Shared[gid.x ^ 1];
    }
}

[numthreads(64, 1, 1)]
void CoherentWithinAGroup(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    Shared[id.x] = t; //! race
    Out[id.x] = Shared[id.x ^ 63]; //! race
}

[numthreads(64, 1, 1)]
void BytesApart(uint3 id : SV_DispatchThreadID)
{
    Raw.Store(4 * id.x, id.x);
}

[numthreads(64, 1, 1)]
void BytesThatOverlap(uint3 id : SV_DispatchThreadID)
{
    if (id.x < 127)
        Raw.Store2(4 * id.x, uint2(id.x, id.x)); //! race
}

[numthreads(64, 1, 1)]
void BytesOfOneWord(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x / 4 * 4, value = Raw.Load(at); //! unwritten
    Raw.Store(at, value | id.x << 8 * (id.x % 4)); //! race
}

[numthreads(8, 8, 1)]
void TexelsApart(uint3 id : SV_DispatchThreadID)
{
    Picture[id.xy] = id.x;
}

[numthreads(8, 8, 1)]
void TexelsOfOthers(uint3 id : SV_DispatchThreadID)
{
    Picture[id.xy / 2] = id.x + id.y; //! race
}

[numthreads(4, 4, 4)]
void SlicesApart(uint3 id : SV_DispatchThreadID)
{
    Volume[uint3(id.x % 4, id.y, id.z + id.x / 4 * 4)] = id.x;
}

[numthreads(4, 4, 4)]
void SlicesOfOthers(uint3 id : SV_DispatchThreadID)
{
    Volume[uint3(id.x % 4, id.y, id.z)] = id.x; //! race
}

[numthreads(64, 1, 1)]
void TypedElements(uint3 id : SV_DispatchThreadID)
{
    Typed[id.x / 2] = id.x; //! race
}

[numthreads(64, 1, 1)]
void MembersApart(uint3 id : SV_DispatchThreadID)
{
    if (id.x % 2 == 0)
        Records[id.x / 2].place = id.x;
    else
        Records[id.x / 2].kind = id.x;
}

[numthreads(64, 1, 1)]
void MembersOfOthers(uint3 id : SV_DispatchThreadID)
{
    Record record = {float2(0, 0), id.x};
    if (id.x < 64)
        Records[id.x] = record;
    else
        Records[id.x - 64].kind = id.x; //! race
}

[numthreads(64, 1, 1)]
void OneThreadStoresTwice(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = 1;
    Out[id.x] = 2;
}

[numthreads(64, 1, 1)]
void LastGroupSums(uint t : SV_GroupIndex, uint3 gid : SV_GroupID)
{
    if (t == 0) {
        Shared[gid.x] = gid.x + 1;
        DeviceMemoryBarrier();
        InterlockedAdd(Shared[64], 1, last);
    }
    GroupMemoryBarrierWithGroupSync();
    if (last == 65 && t == 0)
        Out[0] = Shared[0] + Shared[1];
}

[numthreads(64, 1, 1)]
void SlicesOfRowsApart(uint t : SV_GroupIndex, uint3 gid : SV_GroupID)
{
    Rows[uint2(t % 8, t / 8 + 8 * gid.x)] = t;
}

[numthreads(64, 1, 1)]
void SlicesOfRowsAlike(uint t : SV_GroupIndex, uint3 gid : SV_GroupID)
{
    Rows[uint2(t % 8, t / 16 + 8 * gid.x)] = t; //! race
}

[numthreads(64, 1, 1)]
void SlicesOutside(uint t : SV_GroupIndex, uint3 gid : SV_GroupID)
{
    Rows[uint2(t % 8, t / 8 + 9 * gid.x)] = t; //! outside
}

[numthreads(64, 1, 1)]
void WhatIsSampledAndKept(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = Smooth.SampleLevel(Linear, float2(0.5, 0.5), 0).x;
}

[numthreads(64, 1, 1)]
void ArrayOfItsOwnIsLeft(uint3 id : SV_DispatchThreadID)
{
    uint own[4];
    for (uint i = 0; i < 4; i++)
        own[i] = i;
    Out[id.x] = own[id.x % 5]; //! outside
}

[numthreads(64, 1, 1)]
void TexelsOfOneColourAndAnother(uint t : SV_GroupIndex, uint3 gid : SV_GroupID)
{
    Picture[uint2(t % 16, 0)] = float4(1, 1, 1, 1);
    Picture[uint2(t % 16, 1)] = float4(1, 1, t / 16, 1); //! race
}
