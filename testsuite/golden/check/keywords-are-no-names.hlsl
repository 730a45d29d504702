typedef float half;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int float4 = 1;
    int half = 1;
    int centroid = 2;
}
