// options: --wave-size=4
struct P {
    float3 a;
    float2 b;
    int c;
};
StructuredBuffer<P> from;
RWStructuredBuffer<P> to;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    to[i] = from[i];
}
