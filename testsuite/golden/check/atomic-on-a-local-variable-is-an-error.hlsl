RWBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint count = 0;
    InterlockedAdd(count, 1);
    output[id.x] = count;
}
