// options: -T cs_6_5
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Buffer<int> b = ResourceDescriptorHeap[0];
}
