// The map's kernels of one element and one group shape: an entry point for each row of patterns.def and mask.
//
//     -D ELEMENT=float3 -D BYTES_OF=12 -D HAS_TEXTURES=1 -D GX=8 -D GY=8 -D GZ=1 -D HAS_all=1 -D HAS_edge=1 -D HAS_some=1

#include <map.h>

struct Item
{
    ELEMENT first;
    uint tag;
    ELEMENT second;
};

cbuffer Constants
{
    uint gOffset; // 3
    uint gWidth;  // COLUMNS
    uint gKey;
    uint gLimit;
};

StructuredBuffer<ELEMENT> gIn;
RWStructuredBuffer<ELEMENT> gOut;
StructuredBuffer<uint> gPlaces;
StructuredBuffer<Item> gItems;
ByteAddressBuffer gBytes;
RWByteAddressBuffer gOutBytes;
#if HAS_TEXTURES
Texture2D<ELEMENT> gPicture;
RWTexture2D<ELEMENT> gCanvas;
#endif

#define IN(index) gIn[index]
#define OUT(index, value) gOut[index] = -(value);
#define PLACE(index) gPlaces[index]
#define MEMBER(index) gItems[index].second
#define BYTES(offset) gBytes.Load<ELEMENT>(offset)
#define OUT_BYTES(offset, value) gOutBytes.Store<ELEMENT>(offset, -(value));
#define TEXEL(column, line) gPicture[uint2(column, line)]
#define OUT_TEXEL(column, line, value) gCanvas[uint2(column, line)] = -(value);

#define WORK(name, ...)                                                                            \
    [numthreads(GX, GY, GZ)]                                                                       \
    void name(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint t : SV_GroupIndex)    \
    {                                                                                              \
        const uint x = id.x, row = id.z * LINES + id.y, i = row * COLUMNS + x;                     \
        const uint tx = t % GX, ty = t / GX;                                                       \
        __VA_ARGS__                                                                                \
    }

#define ANY(...) __VA_ARGS__
#if HAS_TEXTURES
#define WORDS(...) __VA_ARGS__
#else
#define WORDS(...)
#endif

#define PATTERN(name, elements, ...) elements(WORK(NAME(name), if (IS_ON) { __VA_ARGS__ }))
#define BLOCKED PATTERN
#define TILE(name, elements, array, stores, border, loads, is)                                     \
    groupshared ELEMENT NAME(g_##name) array;                                                      \
    WORK(NAME(name),                                                                               \
        NAME(g_##name) stores = IN(i);                                                             \
        if (int(tx) < border)                                                                         \
            NAME(g_##name)[ty][GX + tx] = IN(i + GX);                                              \
        GroupMemoryBarrierWithGroupSync();                                                         \
        if (IS_ON)                                                                                 \
            OUT(i, NAME(g_##name) loads))
#define COMPACT(name, elements)                                                                    \
    WORK(NAME(name),                                                                               \
        const bool keep = IS_ON && (PLACE(i) & 1) != 0;                                            \
        const uint before = WavePrefixCountBits(keep);                                             \
        const uint groups = COLUMNS / GX;                                                          \
        const uint number = (group.z * (LINES / GY) + group.y) * groups + group.x;                 \
        if (keep)                                                                                  \
            OUT(number * GROUP + t / WaveGetLaneCount() * WaveGetLaneCount() + before, IN(i)))

#if HAS_all
#define NAME(name) name##_all
#define IS_ON true
#include <picked.def>
#undef NAME
#undef IS_ON
#endif
#if HAS_edge
#define NAME(name) name##_edge
#define IS_ON IS_INSIDE
#include <picked.def>
#undef NAME
#undef IS_ON
#endif
#if HAS_some
#define NAME(name) name##_some
#define IS_ON IS_CHOSEN
#include <picked.def>
#endif
