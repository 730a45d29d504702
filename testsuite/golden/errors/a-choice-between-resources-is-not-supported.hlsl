RWStructuredBuffer<float> first, second;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    RWStructuredBuffer<float> chosen = i < 32 ? first : second;
    chosen[i] = 1;
}
