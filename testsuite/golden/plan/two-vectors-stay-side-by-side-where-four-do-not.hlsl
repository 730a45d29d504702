// options: --target=x86-64-v3 --wave-size=16,32
// Twenty-four words do not fit into 16 registers even of one vector. Of four vectors, alone each saves enough.
struct Box { float4x4 place; float4 low, high; };
struct Row { float4 low, high; };
StructuredBuffer<Box> gIn;
RWStructuredBuffer<Row> gOut;

[numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    Box box = gIn[id.x];
    Row row;
    row.low = mul(box.place, box.low);
    row.high = mul(box.place, box.high);
    gOut[id.x] = row;
}
