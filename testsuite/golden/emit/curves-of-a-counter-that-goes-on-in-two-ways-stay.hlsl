// The counter is first, first + 2 and so on no longer: a table of each second one has no row for the others.
StructuredBuffer<uint> from;
RWStructuredBuffer<uint> odd;
RWStructuredBuffer<float> sums;

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    float sum = 0;
    uint k = 0;
    [loop] while (k < 32)
    {
        sum += cos(k * t * 0.01);
        if (from[k] & 1)
        {
            k += 1;
            continue;
        }
        odd[t + k * 64] = k;
        k += 2;
    }
    sums[t] = sum;
}
