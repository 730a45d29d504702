enum class E { A };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int i = A;
}
