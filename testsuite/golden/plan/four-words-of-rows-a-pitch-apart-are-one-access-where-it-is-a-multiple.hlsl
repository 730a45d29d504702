/* Where the pitch is a multiple of four no lane stores what another one does. */
StructuredBuffer<float> numbers;
RWStructuredBuffer<float> results;
cbuffer Settings { uint pitch; };

[numthreads(8, 4, 1)]
void main(uint3 thread : SV_GroupThreadID)
{
    uint first = thread.x * pitch + thread.y * 4;
    [unroll] for (uint i = 0; i < 4; i++)
        results[first + i] = numbers[first + i] + 1;
}
