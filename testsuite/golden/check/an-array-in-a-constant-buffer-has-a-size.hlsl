float loose[];
cbuffer Constants { int2 tight[]; int after; };
Texture2D<float> textures[];
RWStructuredBuffer<float> sums;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    sums[i] = loose[1] + tight[2].x + after + textures[i][uint2(0, 0)];
}
