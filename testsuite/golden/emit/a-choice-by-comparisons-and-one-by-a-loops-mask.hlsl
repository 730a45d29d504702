// Where the mask is of comparisons it is in a mask register; what a loop carries is in a vector, for logic.
StructuredBuffer<float> a : register(t0);
StructuredBuffer<uint> n : register(t1);
RWStructuredBuffer<float> o : register(u0);

[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID)
{
    float sign = (n[i] & 1) ? a[i] : -a[i];
    float sum = 0;
    for (uint k = 0; k < n[i]; k++)
        sum = sum * 0.5f + a[k];
    o[i] = sum + sign;
}
