float3 v;
double d;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { uint3 u = asuint(v); }
    { uint lo, hi; asuint(d, lo, hi); }
}
