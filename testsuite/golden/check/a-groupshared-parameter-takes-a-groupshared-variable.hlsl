// options: -HV 202x
void f(groupshared float a[4]) { a[0] = 1; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float a[4];
    f(a);
}
