Buffer<uint> first : register(t0, space2);
Buffer<uint> second : register(ps, space1) : register(cs_6_0, space2);
RWStructuredBuffer<uint> Out;

[numthreads(1, 1, 1)]
void main()
{
    Out[0] = first[0] + second[0];
}
