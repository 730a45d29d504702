// A row for each of eight turns and one for the end, of sixteen threads; of a bound that is an input nobody knows the rows.
RWStructuredBuffer<float> Out;
StructuredBuffer<float> In;
cbuffer cb { uint Turns; };

[numthreads(16, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    float sum = 0;
    [loop] for (uint j = 0; j < 16; j += 2)
        sum += In[j] * cos(0.2 * (j + 0.5) * t);
    for (uint k = 0; k < Turns; k++)
        sum += In[k] * sin(0.1 * k * t);
    Out[t] = sum;
}
