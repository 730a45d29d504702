// options: --target=x86-64-v4 --wave-size=32
cbuffer Settings
{
    uint width;
};
StructuredBuffer<float> from;
RWStructuredBuffer<float> to;

[numthreads(32, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint place = id.y * width + id.x;
    float sum = from[place] + from[place + 1] + from[(id.y + 8) * width + id.x] +
                from[id.x + 2 + (id.y + 8) * width];
    to[place] = sum;
    to[place + 16] = sum;
    to[(id.y + 8) * width + id.x] = sum;
}
