// options: -T cs_6_6 -HV 2021 --emit=typed -Wno-effects-syntax
Texture2D<float4> t[4] : register(t2); Texture2DArray<float2> ta; Texture3D t3; TextureCube tc; RWTexture2D<unorm float4> rw; SamplerState s : register(s0); SamplerComparisonState sc { ComparisonFunc = LESS; };
Buffer<float3> b; RWBuffer<int> rb; StructuredBuffer<float2x2> sb; AppendStructuredBuffer<uint2> ap; ConsumeStructuredBuffer<uint2> co; ConstantBuffer<struct { float a; }> dummy;
struct CB { float4 v; float3x4 m; }; ConstantBuffer<CB> cb : register(b3); ConstantBuffer<CB> cbs[2] : register(b4); tbuffer TB { float tb0; };
globallycoherent RWStructuredBuffer<uint> gc; 
float4 fetch(Texture2D<float4> tex, int2 p) { return tex[p] + tex.Load(int3(p, 0)) + tex.mips[1][p]; }
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint w, h, l; t[0].GetDimensions(w, h); t[1].GetDimensions(0, w, h, l); uint st; float4 x = t[2].Load(int3(id.xy, 0), int2(1, 0), st); if (CheckAccessFullyMapped(st)) x += 1;
    ta.GetDimensions(w, h, l); float2 y = ta[id]; float4 z = t3[id]; int cnt; b.GetDimensions(w);
    ap.Append(uint2(1, 2)); uint2 c = co.Consume(); gc.IncrementCounter(); InterlockedMax(gc[0], id.x); int oldv; InterlockedCompareExchange(rb[0], 1, 2, oldv); 
    rw[id.xy] = fetch(t[3], id.xy) + x + y.xyxy + z + cb.v + cbs[1].m[0] + mul(cb.m, cb.v).xyzz + tb0 + sb[0][1].xyxy + b[id.x].xyzz + oldv + c.x; rw[id.xy].x = 2;
}
