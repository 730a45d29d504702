RWStructuredBuffer<uint> Out;
globallycoherent float one() { return 1; }
globallycoherent RWStructuredBuffer<uint> mine() { return Out; }
struct S { globallycoherent int f() { return 1; } };
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
