RWStructuredBuffer<float> first;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    RWStructuredBuffer<float> chosen;
    chosen[i] = first[i];
}
