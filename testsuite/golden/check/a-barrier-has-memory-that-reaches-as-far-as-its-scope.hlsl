RWByteAddressBuffer bytes;
StructuredBuffer<uint> read_only;
cbuffer Constants { uint chosen; };
void of_a_node() { Barrier(NODE_INPUT_MEMORY, DEVICE_SCOPE); }

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | DEVICE_SCOPE);
    Barrier(0, GROUP_SCOPE);
    Barrier(0, DEVICE_SCOPE);
    Barrier(UAV_MEMORY | NODE_OUTPUT_MEMORY, GROUP_SYNC);
    Barrier(read_only, GROUP_SYNC);
    Barrier(0, GROUP_SYNC);
    Barrier(ALL_MEMORY, GROUP_SYNC | DEVICE_SCOPE);
    Barrier(GROUP_SHARED_MEMORY | UAV_MEMORY, GROUP_SCOPE | DEVICE_SCOPE);
    Barrier(bytes, GROUP_SYNC | DEVICE_SCOPE);
    Barrier(chosen, DEVICE_SCOPE);
}
