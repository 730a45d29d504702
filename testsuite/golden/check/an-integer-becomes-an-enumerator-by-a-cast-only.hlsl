enum E { A, B };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    E e = 1;
}
