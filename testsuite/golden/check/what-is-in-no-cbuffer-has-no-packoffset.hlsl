Texture2D t : packoffset(c0);
SamplerState s : packoffset(c0.y);
RWStructuredBuffer<uint> Out : register(u0) : packoffset(c1);
groupshared float shared_sum : packoffset(c0);
static float own : packoffset(c0);
struct S { float field : packoffset(c0); };
float constant : packoffset(c1);
const float as_good_as_static : packoffset(c1) = 2;
void f(float parameter : packoffset(c0)) { float local : packoffset(c0); }
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
