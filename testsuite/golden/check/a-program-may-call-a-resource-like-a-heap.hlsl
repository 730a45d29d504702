Buffer<int> ResourceDescriptorHeap[4];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int i = ResourceDescriptorHeap[1][0];
}
