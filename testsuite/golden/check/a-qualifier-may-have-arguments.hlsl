template<typename T> struct Trait { static const int n = 1; using type = T; };
template<> struct Trait<float> { static const int n = 2; };
template<int N> struct Product { static const int n = N * Product<N - 1>::n; };
template<> struct Product<0> { static const int n = 1; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float a[Trait<int>::n + Trait<float>::n * 10]; }
    { typename Trait<uint>::type a; }
    { float a[Product<4>::n]; }
}
