[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    RWStructuredBuffer<uint> output = ResourceDescriptorHeap[0];
    output[id.x] = 1;
}
