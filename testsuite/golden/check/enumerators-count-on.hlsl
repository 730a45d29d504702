enum E { A, B = 5, C };
namespace one { enum class E { A, B = A + 4 }; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { int i = A + B * 10 + C * 100; }
    { int i = (int)one::E::B; }
}
