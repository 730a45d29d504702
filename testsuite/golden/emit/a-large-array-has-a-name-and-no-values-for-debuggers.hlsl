RWStructuredBuffer<float> Out;
[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    float big[2000];
    float small = 1;
    big[t] = Out[t];
    small += big[t ^ 1];
    Out[t] = small;
}
