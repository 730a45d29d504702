// options: --target=x86-64-v3 --wave-size=32
// Which side a thread takes follows from its channel: a lane that has all channels of a pixel takes each side once.
StructuredBuffer<float> left, right;
RWStructuredBuffer<float> pairs;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x & 1)
        pairs[id.x] = right[id.x >> 1] * 2;
    else
        pairs[id.x] = left[id.x >> 1] + right[id.x >> 1];
}
