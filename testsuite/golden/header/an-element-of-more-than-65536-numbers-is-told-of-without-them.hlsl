// options: --module=m -Wno-resource-limits
struct Pair { float a, b; };
struct Few { Pair pairs[4][8192]; };
struct Many { Few few; float more; };
StructuredBuffer<Few> few;
StructuredBuffer<Many> many;
RWStructuredBuffer<float> Out;

[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) { Out[t] = few[t].pairs[3][2].a + many[t].more; }
