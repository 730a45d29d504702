// options: --wave-size=32
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint found = 0;
    for (uint k = 0; k < 20; k++) {
        if (In[i + k] > 7) {
            Out[k] = k;
            found = k * k;
        }
    }
    if (found == 4)
        DeviceMemoryBarrierWithGroupSync();
    Out[i] = 3;
}
