// options: --explain=searches_in_lanes --wave-size=32 --target=x86-64-v4
StructuredBuffer<uint> keys;
RWStructuredBuffer<uint> lengths;

[numthreads(128, 1, 1)]
void Main(uint3 id : SV_DispatchThreadID)
{
    uint count, stride, length = 0, key = keys[id.x];
    keys.GetDimensions(count, stride);
    if (id.x == 0 || keys[id.x - 1] != key) {
        uint end = id.x;
        while (end < count && keys[end] == key)
            end++;
        length = end - id.x;
    }
    lengths[id.x] = length;
}
