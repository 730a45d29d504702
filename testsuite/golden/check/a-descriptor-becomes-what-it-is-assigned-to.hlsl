static Buffer<int> b = ResourceDescriptorHeap[1];
int f(Buffer<int> b) { return b[0]; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { RWBuffer<uint> b = ResourceDescriptorHeap[id.x]; }
    { SamplerState s = SamplerDescriptorHeap[2]; }
    { int i = f(ResourceDescriptorHeap[3]); }
}
