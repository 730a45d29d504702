// options: -HV 2018
struct Packed { uint low : 8; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
