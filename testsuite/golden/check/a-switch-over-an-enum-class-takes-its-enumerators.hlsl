enum class E { A, B = 5 };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    E e = (E)id.x;
    switch (e) { case E::B: break; default: break; }
}
