// options: --wave-size=32 --target=x86-64-v4
// A word of every two, three and nine; a field; in rows of eight threads; twice as wide a picture.
struct Item
{
    uint first, second;
};
RWStructuredBuffer<uint> words;
RWStructuredBuffer<Item> items;
RWTexture2D<float> picture;

[numthreads(8, 8, 1)]
void main(uint2 at : SV_GroupThreadID, uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    words[i * 2] = at.x;
    words[i * 3 + 1] = at.y;
    words[i * 9] = at.x;
    words[at.y * 100 + at.x * 2] = at.x;
    items[i].second = at.y;
    picture[uint2(id.x * 2 + 1, id.y)] = at.x;
}
