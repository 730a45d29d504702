// options: --target=x86-64-v3 --wave-size=32
// Rows of two arrays are joined to one. Which of them a wave loads is asked of its first lane: it does not reach beyond what
// the first one has, if both are a wave long at least.
cbuffer Shape { uint columns, before, count; };
StructuredBuffer<float> first, second;
RWStructuredBuffer<float> both;

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= count)
        return;
    uint column = i % columns, row = i / columns;
    both[i] = column < before ? first[row * before + column] : second[row * (columns - before) + column - before];
}
