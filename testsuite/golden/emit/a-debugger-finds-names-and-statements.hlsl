RWStructuredBuffer<float> Out;
groupshared float2 tile[4][8];

[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    float x = Out[t];
    if (t > 2)
    {
        float x = 5;
        tile[t / 8][t % 8] = x;
    }
    Out[t] = x + tile[0][t % 8].y;
}
