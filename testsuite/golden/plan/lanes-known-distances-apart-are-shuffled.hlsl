// options: --target=x86-64-v4 --wave-size=32
StructuredBuffer<float> from;
RWStructuredBuffer<float> to;
groupshared float tile[128];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    uint place = t / 2 * 4 + t % 2;
    float value = from[place];
    tile[place] = value;
    if (value > 0)
        to[(t - t % 4) * 2 + t % 4 + 4] = value;
    to[t / 2 * 200 + t % 2] = tile[t]; // far apart
}
