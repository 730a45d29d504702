struct B { float x; };
struct D : B { float y; };
struct E { float x; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    D d;
    B b = d;
}
