RaytracingAccelerationStructure level;
RasterizerOrderedTexture2D<float4> ordered;
static const uint kind = dx::linalg::DATA_TYPE_FLOAT16;
struct Scene
{
    RaytracingAccelerationStructure top;
    float scale;
    float scaled() { return scale; }
    bool is_lit(RayDesc ray) { return meets(top, ray); }
    bool meets(RaytracingAccelerationStructure structure, RayDesc ray) { return ray.TMax > 0; }
};
Scene scene;
RWStructuredBuffer<float> values;

float weigh(vector<float, 16> all) { return all[0]; }
void keep(float value) { clip(value); if (value < 0) discard; }
void never() { TraceRay(level, 0, 0, 0, 0, 0, 0, 0); }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 1 };
    RayQuery<RAY_FLAG_NONE> query;
    query.TraceRayInline(level, RAY_FLAG_NONE, 1, ray);
    keep(ray.TMax);
    values[i] = weigh(0) + kind + vk::ReadClock(0) + scene.scaled();
    ordered[uint2(i, 0)] = 1;
    Scene own;
    values[0] = InstanceIndex();
}
