[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Buffer<int> b = id.x > 1 ? ResourceDescriptorHeap[id.x] : ResourceDescriptorHeap[7];
}
