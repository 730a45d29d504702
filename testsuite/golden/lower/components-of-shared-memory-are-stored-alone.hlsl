// options: --wave-size=4
groupshared float4 g[4];

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    g[i].yz = float2(1, 2);
    g[0][i] = 3;
}
