Buffer<uint> first : register(t0, space2);
Buffer<uint> second : register(ps, space1) : register(cs_6_0, space2);
Buffer<uint> third : register(ms_6_5, t3) : register(as, t4) : register(sc_4_0_level_9_1, t5);
RWStructuredBuffer<uint> Out;

[numthreads(1, 1, 1)]
void main()
{
    Out[0] = first[0] + second[0] + third[0];
}
