// What is read before anything is written there.
// options: --dispatch 1,1,1 --size Out=64 --size Fresh=64 --size Bytes=256 --size Texels=8x8 --in Given='u32(0..63)' --set gLimit=5
RWStructuredBuffer<float> Out;
RWStructuredBuffer<uint> Fresh, Given;
RWByteAddressBuffer Bytes;
RWTexture2D<float> Texels;
cbuffer Constants { uint gLimit; };
groupshared uint g[64];
groupshared uint one;
static float zero;
struct Pair { float a, b; };
float first(Pair pair) { return pair.a; }
void maybe(bool really, out float result) { if (really) result = 1; }

[numthreads(64, 1, 1)]
void LocalSet(uint t : SV_GroupIndex)
{
    float x;
    x = t;
    Out[t] = x;
}

[numthreads(64, 1, 1)]
void LocalNeverSet(uint t : SV_GroupIndex)
{
    float x;
    Out[t] = x; //! unwritten
}

[numthreads(64, 1, 1)]
void LocalSetBySome(uint t : SV_GroupIndex)
{
    float x;
    if (t < gLimit)
        x = 1;
    Out[t] = x; //! unwritten
}

[numthreads(64, 1, 1)]
void LocalSetByAll(uint t : SV_GroupIndex)
{
    float x;
    if (t < gLimit)
        x = 1;
    else
        x = 2;
    Out[t] = x;
}

[numthreads(64, 1, 1)]
void LocalReadBySomeWhoSetIt(uint t : SV_GroupIndex)
{
    float x, sum = 0;
    if (t < gLimit)
        x = 1;
    if (t < gLimit)
        sum = x;
    Out[t] = sum;
}

[numthreads(64, 1, 1)]
void LocalOfALoop(uint t : SV_GroupIndex)
{
    float sum = 0;
    for (uint i = 0; i < 4; i++) {
        float x;
        if (i != 2)
            x = i;
        sum += x; //! unwritten
    }
    Out[t] = sum;
}

[numthreads(64, 1, 1)]
void LocalComponent(uint t : SV_GroupIndex)
{
    float3 v;
    v.xz = t;
    Out[t] = v.x + v.z;
}

[numthreads(64, 1, 1)]
void LocalOtherComponent(uint t : SV_GroupIndex)
{
    float3 v;
    v.xz = t;
    Out[t] = v.x + v.y; //! unwritten
}

[numthreads(64, 1, 1)]
void LocalArray(uint t : SV_GroupIndex)
{
    float list[8];
    for (uint i = 0; i < gLimit; i++)
        list[i] = i;
    Out[t] = list[t % 5];
}

[numthreads(64, 1, 1)]
void LocalArrayBeyond(uint t : SV_GroupIndex)
{
    float list[8];
    for (uint i = 0; i < gLimit; i++)
        list[i] = i;
    Out[t] = list[t % 6]; //! unwritten
}

[numthreads(64, 1, 1)]
void StructCopiedNotRead(uint t : SV_GroupIndex)
{
    Pair pair, copy;
    pair.a = t;
    copy = pair;
    Out[t] = first(copy);
}

[numthreads(64, 1, 1)]
void StructMemberRead(uint t : SV_GroupIndex)
{
    Pair pair;
    pair.a = t;
    Out[t] = pair.b; //! unwritten
}

[numthreads(64, 1, 1)]
void OutArgument(uint t : SV_GroupIndex)
{
    float x;
    maybe(t < gLimit, x);
    Out[t] = x; //! unwritten
}

[numthreads(64, 1, 1)]
void StaticIsZero(uint t : SV_GroupIndex)
{
    Out[t] = zero;
}

[numthreads(64, 1, 1)]
void SharedNeverWritten(uint t : SV_GroupIndex)
{
    Out[t] = g[t]; //! unwritten
}

[numthreads(64, 1, 1)]
void SharedWrittenInPart(uint t : SV_GroupIndex)
{
    if (t % 2 == 0)
        g[t] = t;
    GroupMemoryBarrierWithGroupSync();
    Out[t] = g[t | 1]; //! unwritten
}

[numthreads(64, 1, 1)]
void SharedCounterNotCleared(uint t : SV_GroupIndex)
{
    InterlockedAdd(one, 1); //! unwritten
    GroupMemoryBarrierWithGroupSync();
    Out[t] = one;
}

[numthreads(64, 1, 1)]
void SharedCounterCleared(uint t : SV_GroupIndex)
{
    if (t == 0)
        one = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(one, 1);
    GroupMemoryBarrierWithGroupSync();
    Out[t] = one;
}

[numthreads(64, 1, 1)]
void ResourceOfTheHost(uint t : SV_GroupIndex)
{
    Out[t] = Given[t];
}

[numthreads(64, 1, 1)]
void ResourceNeverWritten(uint t : SV_GroupIndex)
{
    Out[t] = Fresh[t]; //! unwritten
}

[numthreads(64, 1, 1)]
void ResourceWrittenBefore(uint t : SV_GroupIndex)
{
    Fresh[t] = t;
    Out[t] = Fresh[t];
}

[numthreads(64, 1, 1)]
void ResourceCounted(uint t : SV_GroupIndex)
{
    InterlockedAdd(Fresh[t], 1); //! unwritten
}

[numthreads(64, 1, 1)]
void BytesNeverWritten(uint t : SV_GroupIndex)
{
    Bytes.Store(8 * (t / 2), t / 2);
    DeviceMemoryBarrierWithGroupSync();
    Out[t] = Bytes.Load(t * 4); //! unwritten
}

[numthreads(8, 8, 1)]
void TexelsNeverWritten(uint3 id : SV_DispatchThreadID)
{
    if (id.x > id.y)
        Texels[id.xy] = id.x;
    Out[id.x + id.y * 8] = Texels[id.xy]; //! unwritten
}
