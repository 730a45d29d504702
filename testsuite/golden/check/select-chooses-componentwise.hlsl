float3 a, b;
namespace one { float a; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float3 r = select(a > b, a, b); }
    { float3 r = select(bool3(true, false, one::a > 1), 1.0, 2.0); }
}
