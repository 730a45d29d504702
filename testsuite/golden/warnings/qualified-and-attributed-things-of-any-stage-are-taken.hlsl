// options: -E cs -T cs_6_6
#if __SHADER_TARGET_STAGE == __SHADER_STAGE_PIXEL
#error pixel
#elif __SHADER_TARGET_STAGE != __SHADER_STAGE_COMPUTE
#error stage
#endif
#pragma dxc diagnostic push
using namespace dx;
using namespace vk;
typedef RayQuery<0> RQ;
static const RayDesc default_ray = { float3(0,0,0), 0, float3(0,0,1), 100 };
Texture2D<min16float4> t16[] : register(t0, space7);
ConstantBuffer<RayDesc> cbs[] : register(b0, space10);
RasterizerOrderedTexture2D<float> rov[4] : register(u40);
FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIP_REGION_USED> fb2;
[[vk::binding(1, 2)]] [[vk::combinedImageSampler]] Texture2D combined2 : register(t33);
[[vk::push_constant]] cbuffer Push : register(b5) { uint pushed; };
[[vk::constant_id(3)]] const uint spec = 4;
interface IMaterial { float3 shade(float3 n); };
class Lambert : IMaterial { float3 c; float3 shade(float3 n) { return c * n; } };
float3 apply(IMaterial m, float3 n) { return m.shade(n); }
float3 apply2(Lambert m, float3 n) { return m.shade(n); }
void step_query(inout RQ q) { while (q.Proceed()) q.CommitNonOpaqueTriangleHit(); }
void two(inout RayQuery<RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> q, const RayDesc r) { q.Abort(); }
void hit(inout dx::HitObject h, dx::HitObject k) { h = dx::HitObject::MakeMiss(0, 0, default_ray); dx::HitObject::Invoke(h, default_ray); }
template<typename T> T fetch(RaytracingAccelerationStructure a, T x) { RayQuery<0> q; return x; }
vector<half, 8> relu(vector<half, 8> v) { return max(v, 0); }
void lin() { dx::linalg::Matrix<dx::linalg::ComponentType::F16, 8, 8> m; dx::linalg::MatrixRef<dx::linalg::DATA_TYPE_FLOAT16, 4, 4, dx::linalg::MATRIX_LAYOUT_ROW_MAJOR> w = { combined2, 0, 0 }; m.Store(0); }
struct GSOut { float4 p : SV_Position; uint vp : SV_ViewportArrayIndex; bool cull : SV_CullPrimitive; };
[maxvertexcount(1)] void gs(point uint p[1] : INDEX, inout PointStream<GSOut> s) { GSOut o = (GSOut)0; s.Append(o); }
[maxvertexcount(2)] void gs2(lineadj GSOut p[4], inout LineStream<GSOut> s, inout LineStream<GSOut> s2) { s.Append(p[0]); }
struct Rec { uint a; [NodeMaxDispatchGrid(1,1,1)] uint3 b : SV_DispatchGrid; };
[shader("node")] [NodeLaunch("thread")] [NodeID("n", 2)] [NodeIsProgramEntry] void nd(ThreadNodeInputRecord<Rec> r, [MaxRecords(2)] [AllowSparseNodes] [NodeArraySize(3)] NodeOutputArray<Rec> o, [MaxRecordsSharedWith(o)] NodeOutput<Rec> o2) { ThreadNodeOutputRecords<Rec> x = o[1].GetThreadNodeOutputRecords(1); x[0].a = r.Get().a; x.OutputComplete(); Barrier(o2, 0); }
[shader("node")] [NodeLaunch("coalescing")] [numthreads(4,1,1)] void nc([MaxRecords(8)] RWGroupNodeInputRecords<Rec> r, EmptyNodeInput e) { r[0].a = r.Count() + e.Count(); r.FinishedCrossGroupSharing(); }
SamplerState smp; SamplerState samp() { return smp; }
float4 ps2(float4 p : SV_Position, [[vk::location(2)]] nointerpolation uint i : TEXCOORD2, uint s : SV_SampleIndex, uint prim : SV_PrimitiveID, float3 b : SV_Barycentrics, uint v : SV_ViewID, uint sr : SV_ShadingRate, inout uint c : SV_Coverage, out float st : SV_StencilRef) : SV_Target { st = 0; rov[0][uint2(p.xy)] = 1; return ddx_fine(p) + fwidth(p) + combined2.SampleBias(samp(), p.xy, 1); }

TextureCube<float3> sky; Texture2DMS<float> depthms;
float4 vs2(uint id : SV_VertexID, uint inst : SV_InstanceID, uint sv : SV_StartVertexLocation, uint si : SV_StartInstanceLocation) : SV_Position { return id; }
RWStructuredBuffer<uint> result : register(u0);
uint dbl(uint x) { return x * 2; }
[numthreads(64, 1, 1)]
void cs(uint i : SV_DispatchThreadID) { result[i] = dbl(i) + spec; }
#pragma dxc diagnostic pop
