template<bool B, typename T = void> struct EnableIf {};
template<typename T> struct EnableIf<true, T> { using type = T; };
template<typename T> struct IsFloat { static const bool value = false; };
template<> struct IsFloat<float> { static const bool value = true; };

template<typename T> typename EnableIf<IsFloat<T>::value, int>::type f(T x) { return 1; }
template<typename T> int f(T x, typename T::Inner y = 0) { return 2; }
template<typename T, typename = typename EnableIf<IsFloat<T>::value>::type> int f(T x) { return 3; }
template<typename T> vector<T, 2> f(vector<T, 2> x) { return x; }
template<typename T> vector<T, 2> g(T x) { return x; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    f(1);
    f(1u);
    g(int2(1, 2));
    g<int2>(1);
    f<3.5>(1);
}
