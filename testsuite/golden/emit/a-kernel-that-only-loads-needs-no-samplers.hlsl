Texture2D<float4> Image;
RWStructuredBuffer<float4> Out;

[numthreads(64, 1, 1)]
void Main(uint i : SV_GroupIndex)
{
    Out[i] = Image.mips[1][uint2(i, 0)] + Image[uint2(0, i)];
}
