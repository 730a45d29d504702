struct S { float2 a; int b; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float a[2];
    S s = (S)a;
}
