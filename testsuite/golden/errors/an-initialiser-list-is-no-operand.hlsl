RWStructuredBuffer<float4> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float4 sum = output[i] + { 1, 2, 3, 4 };
    output[i] = sum;
}
