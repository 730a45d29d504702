struct S { uint a : 3; uint b : 4; uint c; };
static S s;
RWStructuredBuffer<uint> Out;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { Out[0] = sizeof(s.a); }
    { Out[0] = sizeof((uint)s.a) + sizeof(s.c) + sizeof(s.a + s.b); }
}
