// options: --target=x86-64-v3 --wave-size=16
StructuredBuffer<uint> Starts;
StructuredBuffer<uint2> Elements;
StructuredBuffer<float> Vector;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    if (i & 1)
        return;
    float sum = i;
    uint end = Starts[i + 1];
    for (uint e = Starts[i]; e < end; e++)
        sum += Vector[Elements[e].x] * asfloat(Elements[e].y);
    Out[i] = sum;
}
