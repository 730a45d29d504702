struct A { float a; };
struct B { float b; };
struct C : A, B { float c; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
