template<typename T, int N> struct Row { static const int n = 1; };
template<typename T> struct Row<T, 3> { static const int n = 2; };
template<int N> struct Row<float, N> { static const int n = 10 + N; };
template<> struct Row<float, 4> { static const int n = 5; };
template<typename A, typename B> struct Same { static const int n = 1; };
template<typename A> struct Same<A, A> { static const int n = 2; };
template<typename T> struct Width { static const int n = 1; };
template<typename T, int N> struct Width<vector<T, N> > { static const int n = N; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float a[Row<int, 2>::n]; }
    { float a[Row<int, 3>::n]; }
    { float a[Row<float, 7>::n]; }
    { float a[Row<float, 4>::n]; }
    { float a[Same<int, int>::n * 10 + Same<int, uint>::n]; }
    { float a[Width<int3>::n]; }
}
