struct Wide { float4 parts[8]; };
StructuredBuffer<Wide> Elements;
RWStructuredBuffer<float4> Out;

[numthreads(64, 1, 1)]
void Main(uint i : SV_GroupIndex)
{
    Out[i] = Elements[i * i].parts[6];
}
