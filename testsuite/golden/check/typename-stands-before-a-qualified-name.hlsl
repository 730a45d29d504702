struct A { using Number = int; };
template<typename T> struct B { using Number = T; };
template<typename T> typename T::Number twice(T x, typename B<T>::Number y) { typename T::Number n = 2; return n; }
template<typename T> T once(typename T x) { return x; }
typename int global;
RWBuffer<int> o;
[numthreads(1, 1, 1)] void main()
{
    A a;
    typename A::Number n = 1;
    typename uint x = 1;
    o[0] = twice(a, a) + once(n) + x + global;
}
