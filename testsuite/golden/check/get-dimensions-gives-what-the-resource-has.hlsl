Texture2DArray t;
RWStructuredBuffer<float3> b;
namespace one { Texture2D t; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { uint w, h, n, m; t.GetDimensions(0, w, h, n, m); }
    { float w, h; one::t.GetDimensions(w, h); }
    { uint n, s; b.GetDimensions(n, s); }
}
