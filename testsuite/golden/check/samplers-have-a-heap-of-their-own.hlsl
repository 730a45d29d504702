[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { SamplerState s = ResourceDescriptorHeap[0]; }
    { Buffer<int> b = SamplerDescriptorHeap[0]; }
}
