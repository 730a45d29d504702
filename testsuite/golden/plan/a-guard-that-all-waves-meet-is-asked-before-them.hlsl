// options: --target=x86-64-v3 --wave-size=32
/* Behind it nobody asks who is there, and what hangs on the column alone is the same in all rows. */
StructuredBuffer<float> picture;
StructuredBuffer<uint> columns;
RWStructuredBuffer<float> turned;
uint width, height;

[numthreads(32, 8, 1)] // where the places lie is asked by each wave: the guard alone is asked of the call's groups
void looked_up(uint2 id : SV_DispatchThreadID)
{
    if (id.x >= width || id.y >= height)
        return;
    turned[id.y * width + id.x] = picture[id.y * width + columns[id.x]];
}

[numthreads(32, 8, 1)] // all places are asked for behind it
void flipped(uint2 id : SV_DispatchThreadID)
{
    if (id.x >= width || id.y >= height)
        return;
    turned[id.y * width + id.x] = picture[id.y * width + width - 1 - id.x];
}

[numthreads(32, 8, 1)] // groups go one after the other: what their columns compute is the same in all of their rows
void scaled(uint2 id : SV_DispatchThreadID)
{
    if (id.x >= width || id.y >= height)
        return;
    float across = id.x * 0.37f, down = id.y * 0.37f;
    uint column = (uint)across, place = (uint)down * width + column;
    float right = across - column;
    turned[id.y * width + id.x] = lerp(lerp(picture[place], picture[place + 1], right),
                                       lerp(picture[place + width], picture[place + width + 1], right), down - (uint)down);
}
