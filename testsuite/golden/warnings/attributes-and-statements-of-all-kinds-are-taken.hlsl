// options: -T cs_6_6 -HV 2021 --emit=typed -Wno-effects-syntax
#pragma pack_matrix(row_major)
#pragma warning(disable : 3556)
RWByteAddressBuffer raw : register(u0);
[[vk::binding(3, 1)]] RWStructuredBuffer<uint> o : register(u1, space2);
[[vk::push_constant]] struct PC { uint n; } pc;
[[vk::constant_id(0)]] const uint spec = 4;
cbuffer C : register(b0) { float4 c0 : packoffset(c0); row_major float2x3 m : packoffset(c1); float tail[2] : packoffset(c4); };
struct Base { uint a; uint get() { return a; } };
struct Derived : Base { uint b; uint both() { return get() + this.b + a; } };
uint over(int x) { return 1; } uint over(uint x) { return 2; } uint over(float x) { return 3; } uint over(uint2 x) { return 4; }
void io(inout uint x, out uint y, in uint z) { x += z; y = x; }
[shader("compute")] [numthreads(8, 1, 1)] [WaveSize(32)]
void main(uint gi : SV_GroupIndex, uint3 gid : SV_GroupID, uint3 gt : SV_GroupThreadID)
{
    Derived d; d.a = 1; d.b = 2;
    uint x = 3, y; io(x, y, 4u);
    const uint lut[] = { 1, 2, 3, 4, 5 };
    uint t = 0;
    [unroll(4)] for (uint i = 0, j = 4; i < j; ++i, --j) t += lut[i] << 1u;
    [loop] while (t > 100) { t >>= 1; if (t == 7) continue; }
    [branch] if (t & 1) t = ~t; else [flatten] if (!t) t ^= 0xffu;
    do { t--; } while (t > 50);
    raw.Store2(0, uint2(t, x)); raw.Store<float2>(16, float2(1, 2)); uint old; raw.InterlockedAdd(8, 1, old); t += raw.Load<uint3>(0).z + raw.Load(4);
    bool3 bb = bool3(true, false, x > 2); float3 sel = select(bb, float3(1,2,3), float3(4,5,6)); bool any2 = (any(bb) && all(and(bb, bb))) || or(bb, bb).x;
    o[gi] = d.both() + over(1) + over(1u) + over(1.5f) + over(uint2(1, 2)) + y + t + asuint(c0.x) + (uint)m._m12 + (uint)tail[1] + spec + pc.n + (uint)sel.x + any2 + sizeof(Derived) + countbits(t) + lut.Length;
}
