struct S { float3 a; int b; };
namespace one { struct S { float2 a; int b[2]; }; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float2x2 m = { { 1, 2 }, 3, 4 }; }
    { S s = { id.xy, 1.5, 7 }; }
    { one::S s = { 1, { 2, { 3 } }, 4 }; }
}
