// What testsuite/bench/runtime.c runs.
RWStructuredBuffer<uint> Out;
cbuffer Limits { uint Least = 0xffffffffu; };

[numthreads(64, 1, 1)]
void empty(uint at : SV_DispatchThreadID)
{
    if (Least == 1)
        Out[at] = at;
}

// Some microseconds of arithmetic.
[numthreads(64, 1, 1)]
void busy(uint at : SV_DispatchThreadID)
{
    uint value = at;
    for (uint i = 0; i < 2000; i++)
        value = (value ^ value >> 7) * 1664525 + 1013904223;
    Out[at] = value;
}
