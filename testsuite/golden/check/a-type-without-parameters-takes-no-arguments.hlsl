struct S { using type = int; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    typename S::type<int> s;
}
