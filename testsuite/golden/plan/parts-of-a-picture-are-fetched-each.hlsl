// options: --target=x86-64-v4 --wave-size=32
// Of x - 1, x and x + 1 one fetches what the next groups touch; x + width lies elsewhere in the row.
Texture2D<float> source;
RWTexture2D<float> halves;
cbuffer Picture { uint width; };

[numthreads(32, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float before = source[uint2(id.x - 1, id.y)], after = source[uint2(id.x + 1, id.y)];
    halves[id.xy] = before + after;
    halves[uint2(id.x + width, id.y)] = before - after;
}
