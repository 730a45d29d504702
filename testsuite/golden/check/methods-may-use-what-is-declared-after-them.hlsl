struct S { float get() { return helper() + a; } float helper() { return 1; } float a; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    S s;
    s.get();
}
