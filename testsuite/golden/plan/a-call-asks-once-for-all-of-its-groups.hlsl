// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> heights;
RWStructuredBuffer<float> slopes;
uint width, last;

[numthreads(8, 8, 1)] // groups go through their rows together
void main(uint2 id : SV_DispatchThreadID)
{
    uint place = id.y * width + id.x;
    slopes[place] = heights[min(id.y + 1, last) * width + id.x] - heights[id.y * width + min(id.x + 1, width - 1)];
}

[numthreads(8, 8, 1)] // they touch too little for that
void flipped(uint2 id : SV_DispatchThreadID)
{
    slopes[id.y * width + id.x] = heights[id.y * width + width - 1 - id.x];
}

[numthreads(8, 8, 1)] // lanes step by what is known as it runs: its multiples would be in registers
void turned(uint2 id : SV_DispatchThreadID)
{
    slopes[id.x * width + id.y] = heights[id.y * width + id.x];
}
