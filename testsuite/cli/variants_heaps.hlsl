/* Each number of waves a group takes other types from the heap. */
RWBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if constexpr (GroupGetWaveCount() == 1) {
        RWBuffer<float> numbers = ResourceDescriptorHeap[0];
        numbers[i] = i * 0.5;
    } else {
        RWBuffer<int> signs = ResourceDescriptorHeap[1];
        RWBuffer<uint> counts = ResourceDescriptorHeap[2];
        signs[i] = -(int)i;
        counts[i] = i;
    }
    Out[i] = 5;
}
