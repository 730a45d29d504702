template<int N> struct Deep { using type = typename Deep<N + 1>::type; };
template<int N> typename Deep<N>::type deep(int x) { return 1; }
template<int N> int deep(double x) { return 2; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    deep<0>(1);
}
