// options: -Zi -Od
RWStructuredBuffer<float> Out;

[numthreads(4, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    float x = 1;
    if (t > 2)
    {
        float2 y = x;
        y.x = 5;
    }
    Out[t] = x;
}
