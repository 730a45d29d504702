RWByteAddressBuffer bytes;
cbuffer Constants { uint chosen; };
struct Named { string name; };
void tell(string text) { }

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    Barrier(UAV_MEMORY | 16, GROUP_SYNC);
    Barrier(chosen, GROUP_SYNC);
    Barrier(bytes, DEVICE_SCOPE | 16);
    Barrier(ALL_MEMORY, GROUP_SYNC | DEVICE_SCOPE);
}
