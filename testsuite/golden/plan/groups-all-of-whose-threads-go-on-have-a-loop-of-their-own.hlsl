/* One comparison of the group's last thread says it, for both branches. */
StructuredBuffer<float> numbers;
RWStructuredBuffer<float> sums;
cbuffer Settings { uint count; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x < count)
    {
        float sum = numbers[id.x];
        if (id.x + 64 < count)
            sum += numbers[id.x + 64];
        sums[id.x] = sum;
    }
}
