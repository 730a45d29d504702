// options: -E main -T cs_6_9 -Wno-error=hlsl-barrier --wave-size=8
RWStructuredBuffer<uint> values;

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    Barrier(GROUP_SHARED_MEMORY, DEVICE_SCOPE);
    Barrier(values, REORDER_SCOPE | DEVICE_SCOPE);
    values[id] = id;
}
