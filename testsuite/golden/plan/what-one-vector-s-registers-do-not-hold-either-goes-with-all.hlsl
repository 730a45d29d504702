// options: --wave-size=32 --target=x86-64-v3
/* Of 33 sums a vector, which follow from each other and are more than there are registers, each vector by itself would load
 * and store some as well. */
cbuffer Sizes { uint count; };
StructuredBuffer<float4> rows, factors;
RWStructuredBuffer<float4> sums;

[numthreads(64, 1, 1)]
void main(uint t : SV_DispatchThreadID)
{
    float4 all[8];
    float most = 0;
    [unroll] for (uint i = 0; i < 8; i++)
        all[i] = rows[t * 8 + i];
    for (uint k = 0; k < count; k++)
    {
        most = max(most, all[7].w);
        [unroll] for (uint j = 0; j < 8; j++)
            all[j] = all[j] * factors[k * 8 + j] + most;
    }
    [unroll] for (uint o = 0; o < 8; o++)
        sums[t * 8 + o] = all[o];
}
