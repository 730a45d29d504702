// options: -E cs -Wno-effects-syntax
// a shared header of an engine: all stages' things, of which the entry point uses next to nothing
#define ROOT "RootFlags(0)"
RaytracingAccelerationStructure scene_bvh : register(t0, space1);
RaytracingAccelerationStructure bvhs[] : register(t0, space2);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> feedback : register(u5);
RasterizerOrderedTexture2D<float4> ordered : register(u6);
RasterizerOrderedStructuredBuffer<uint> ordered_words[4] : register(u7);
RWTexture2DMS<float4, 4> msaa;
GlobalRootSignature signature = { ROOT };
LocalRootSignature local_signature = { "RootConstants(num32BitConstants = 4, b1)" };
SubobjectToExportsAssociation assoc = { "local_signature", "hits;misses" };
RaytracingShaderConfig shader_config = { 32, 8 };
RaytracingPipelineConfig pipeline_config = { 2 };
TriangleHitGroup hits = { "any_hit", "closest_hit" };
BlendState blend { BlendEnable[0] = TRUE; };
[[vk::push_constant]] struct Push { uint a; } push;
static const uint kind = dx::linalg::DATA_TYPE_FLOAT16;
[[vk::binding(3, 1)]] vk::SampledTexture2D<float4> combined;
sampler2D old_sampler;
texture old_texture;

typedef BuiltInTriangleIntersectionAttributes Attributes;
typedef RayQuery<RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> ShadowQuery;
using Points = PointStream<float4>;

struct [raypayload] Payload {
    float3 colour : read(caller, closesthit) : write(caller, closesthit, miss);
    uint depth : read(anyhit) : write(caller);
};
struct Scene { RaytracingAccelerationStructure top; float scale;
    bool trace(RayDesc ray) { RayQuery<RAY_FLAG_NONE> q; q.TraceRayInline(top, 0, 255, ray); q.Proceed(); return q.CommittedStatus() == COMMITTED_TRIANGLE_HIT; } };
Scene scene;

struct VertexIn { float3 position : POSITION; uint id : SV_VertexID; };
struct VertexOut { centroid float4 position : SV_Position; nointerpolation uint layer : SV_RenderTargetArrayIndex; linear noperspective sample float2 uv : TEXCOORD0; float clip[2] : SV_ClipDistance0; };
struct Control { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };

Texture2D<float4> albedo : register(t9);
SamplerState wrap : register(s0);

bool visible(RaytracingAccelerationStructure structure, float3 from, float3 to)
{
    RayDesc ray;
    ray.Origin = from; ray.Direction = to - from; ray.TMin = 0; ray.TMax = 1;
    ShadowQuery query;
    query.TraceRayInline(structure, RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH, 0xff, ray);
    while (query.Proceed()) {
        if (query.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE)
            query.CommitNonOpaqueTriangleHit();
    }
    return query.CommittedStatus() != COMMITTED_TRIANGLE_HIT && query.CommittedRayT() > ray.TMin;
}
bool sunlit(float3 p) { return visible(scene_bvh, p, p + float3(0, 1, 0)); }

[shader("raygeneration")]
void raygen()
{
    Payload payload = { float3(0, 0, 0), 0 };
    RayDesc ray = { float3(0, 0, 0), 0.0, float3(DispatchRaysIndex().xy, 1), 100.0 };
    TraceRay(scene_bvh, RAY_FLAG_NONE, ~0, 0, 1, 0, ray, payload);
    dx::HitObject hit = dx::HitObject::TraceRay(scene_bvh, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, payload);
    dx::MaybeReorderThread(hit);
}
[shader("closesthit")]
void closest_hit(inout Payload payload, in Attributes attributes)
{
    payload.colour = float3(attributes.barycentrics, 0) + WorldRayOrigin() + RayTCurrent() * WorldRayDirection() + mul(ObjectToWorld3x4(), float4(0, 0, 0, 1));
    payload.depth = InstanceID() + PrimitiveIndex() + HitKind();
}
[shader("anyhit")]
void any_hit(inout Payload payload, in Attributes attributes) { if (payload.depth > 3) IgnoreHit(); AcceptHitAndEndSearch(); }
[shader("intersection")] void intersect() { Attributes a; ReportHit(1.0, 0, a); }
[shader("callable")] void called(inout Payload p) { CallShader(0, p); }

VertexOut vs(VertexIn v) { VertexOut o = (VertexOut)0; o.position = float4(v.position, 1); return o; }
[RootSignature(ROOT)] [earlydepthstencil]
float4 ps(VertexOut v, bool front : SV_IsFrontFace, out float depth : SV_DepthGreaterEqual, in float3 bary : SV_Barycentrics, out uint cover : SV_Coverage) : SV_Target0
{
    depth = 1; cover = 1;
    clip(v.uv.x - 0.5);
    if (v.uv.y < 0) discard;
    feedback.WriteSamplerFeedback(albedo, wrap, v.uv);
    ordered[uint2(0, 0)] += 1;
    float2 s = EvaluateAttributeAtSample(v.uv, 2) + EvaluateAttributeSnapped(v.uv, int2(1, 1)) + GetAttributeAtVertex(v.uv, 1);
    return albedo.Sample(wrap, v.uv) * ddx(v.uv.x) * tex2D(old_sampler, s) + combined.Sample(v.uv);
}
[maxvertexcount(4)] [instance(2)]
void gs(triangle VertexOut input[3], inout TriangleStream<VertexOut> output, uint id : SV_GSInstanceID)
{
    output.Append(input[0]); output.RestartStrip();
}
Control constants(InputPatch<VertexOut, 3> patch, uint id : SV_PrimitiveID)
{
    Control c; c.edges[0] = c.edges[1] = c.edges[2] = patch[0].position.x; c.inside = 1;
    float3 r; float u; float i;
    ProcessTriTessFactorsAvg(float3(1, 2, 3), 1, r, u, i);
    return c;
}
[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("constants")]
VertexOut hs(InputPatch<VertexOut, 3> patch, uint point : SV_OutputControlPointID) { return patch[point]; }
[domain("tri")]
VertexOut ds(Control c, float3 at : SV_DomainLocation, const OutputPatch<VertexOut, 3> patch) { VertexOut o = patch[0]; o.position = patch[1].position * at.x; return o; }

struct Meshlet { uint first; };
groupshared Meshlet shared_payload;
[numthreads(32, 1, 1)]
void as(uint i : SV_GroupIndex) { shared_payload.first = i; DispatchMesh(1, 1, 1, shared_payload); }
[outputtopology("triangle")] [numthreads(64, 1, 1)]
void ms(uint i : SV_GroupIndex, in payload Meshlet m, out vertices VertexOut v[64], out indices uint3 tris[124], out primitives Meshlet p[124])
{
    SetMeshOutputCounts(64, 124);
    v[i] = (VertexOut)0; tris[i] = uint3(0, 1, 2);
}
struct Record { uint3 grid : SV_DispatchGrid; uint value; };
[Shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(4, 1, 1)] [NumThreads(8, 1, 1)]
void node(DispatchNodeInputRecord<Record> input, [MaxRecords(4)] [NodeID("next")] NodeOutput<Record> next, [MaxRecords(2)] EmptyNodeOutput done, [NodeArraySize(4)] [UnboundedSparseNodes] NodeOutputArray<Record> many)
{
    GroupNodeOutputRecords<Record> records = next.GetGroupNodeOutputRecords(2);
    records.Get(0).value = input.Get().value + GetRemainingRecursionLevels();
    records.OutputComplete();
    done.GroupIncrementOutputCount(1);
}
float learn(vector<float, 16> features) { return features[0]; }

RWStructuredBuffer<uint> result : register(u0);
[numthreads(64, 1, 1)]
void cs(uint i : SV_DispatchThreadID) { result[i] = i * 3; }
