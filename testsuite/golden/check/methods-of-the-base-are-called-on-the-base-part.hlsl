struct B { int a; int get() { return a; } };
struct D : B { int b; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    D d;
    d.get();
}
