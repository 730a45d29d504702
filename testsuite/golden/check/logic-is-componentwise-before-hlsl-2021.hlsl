// options: -HV 2018
float2 a, b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { bool2 c = a > 0 && b > 0; }
    { float2 c = a > 0 ? 1 : 2; }
}
