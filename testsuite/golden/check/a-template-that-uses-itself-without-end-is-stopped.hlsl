template<int N> struct Chain { Chain<N + 1> next; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Chain<0> c;
}
