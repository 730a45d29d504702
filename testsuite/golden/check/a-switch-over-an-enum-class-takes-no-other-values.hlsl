enum class E { A, B = 5 };
namespace one { enum class E { A }; enum class F { B }; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { E e = (E)id.x; switch (e) { case 5: break; case E::B: break; } }
    { one::E e = (one::E)id.x; switch (e) { case one::F::B: break; } }
}
