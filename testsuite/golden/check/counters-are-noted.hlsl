RWStructuredBuffer<int> b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = b.IncrementCounter();
}
