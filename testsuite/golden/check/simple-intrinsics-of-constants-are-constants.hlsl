[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float a[max(2, 3)]; }
    { float f = asfloat(0x3f800000); }
    { uint u = firstbithigh(64u) + countbits(7u); }
    { float f = sqrt(2.0); }
}
