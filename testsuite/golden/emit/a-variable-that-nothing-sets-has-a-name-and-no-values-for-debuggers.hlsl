RWStructuredBuffer<float> Out;

[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    float x = t;
    float unset[3];
    Out[t] = x;
}
