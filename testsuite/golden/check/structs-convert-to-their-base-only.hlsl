struct B { float x; };
struct D : B { float y; };
struct E { float x; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { E e; B b = e; }
    { B b; D d = b; }
}
