StructuredBuffer<uint> table;
StructuredBuffer<uint> rows;
RWStructuredBuffer<uint> result;
cbuffer Sizes
{
    uint width;
};

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    for (uint i = 0; i < width; i++)
        result[id.x * width + i] = table[rows[id.x] * width + i];
}
