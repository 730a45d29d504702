// What a device must have, an entry point each: needs.py has D3D's bits.
RWBuffer<float> o : register(u0);
RWBuffer<double> doubles : register(u1);
RWBuffer<uint64_t> longs : register(u2);
RWTexture2D<int64_t> texels : register(u3);
RWBuffer<float2> pairs : register(u4);
RWByteAddressBuffer bytes[9] : register(u5);
StructuredBuffer<half> halves : register(t0);
groupshared uint64_t shared_long;
#define KERNEL [numthreads(8, 1, 1)] void

KERNEL nothing(uint i : SV_GroupIndex) { o[i] = f16tof32(i) + o[0]; }
KERNEL of_doubles(uint i : SV_GroupIndex) { o[i] = (float)(doubles[i] * 2); }
KERNEL more_of_doubles(uint i : SV_GroupIndex) { doubles[i] = doubles[0] / i; }
KERNEL many_uavs(uint i : SV_GroupIndex) { bytes[NonUniformResourceIndex(i)].Store(0, i); }
KERNEL formats(uint i : SV_GroupIndex) { pairs[i] = pairs[i + 1]; }
KERNEL waves(uint i : SV_GroupIndex) { o[i] = WaveActiveSum(i); }
KERNEL lanes(uint i : SV_GroupIndex) { o[i] = WaveGetLaneIndex(); }
KERNEL long_integers(uint i : SV_GroupIndex) { longs[i] = i; }
KERNEL of_halves(uint i : SV_GroupIndex) { o[i] = halves[i] * (half)2; }
KERNEL typed_atomics(uint i : SV_GroupIndex) { InterlockedAdd(longs[i], 1); }
KERNEL texture_atomics(uint i : SV_GroupIndex) { InterlockedMax(texels[uint2(i, 0)], 1); }
KERNEL shared_atomics(uint i : SV_GroupIndex)
{
    uint64_t old;
    InterlockedAdd(shared_long, 1, old);
    longs[i] = old;
}
KERNEL heap(uint i : SV_GroupIndex)
{
    RWBuffer<float> out_of_heap = ResourceDescriptorHeap[i];
    out_of_heap[i] = 1;
}
KERNEL samplers(uint i : SV_GroupIndex)
{
    Texture2D<float> picture = ResourceDescriptorHeap[0];
    SamplerState state = SamplerDescriptorHeap[i];
    o[i] = picture.SampleLevel(state, 0.5, 0);
}
KERNEL heap_atomics(uint i : SV_GroupIndex)
{
    RWStructuredBuffer<uint64_t> counts = ResourceDescriptorHeap[0];
    InterlockedAdd(counts[i], 1);
}
