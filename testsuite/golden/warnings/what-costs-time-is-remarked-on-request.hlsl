// options: -Rperf --wave-size=32 --target=x86-64-v4
StructuredBuffer<uint> indices;
RWStructuredBuffer<float4> output;
groupshared float shared[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint pick = indices[i];
    output[i] = shared[pick & 63];
    output[pick] = 1;
    for (uint k = 0; k < indices[0]; k++)
    {
        if (output[k + i].x > 1)
            output[i].y += k / pick;
        output[k].z = k / 3;
    }
    shared[i * 33 & 63] = 2;
}
