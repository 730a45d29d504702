template<bool B, typename T> struct EnableIf { using type = T; static const int value = 1; };
template<typename T> typename EnableIf<sizeof(T) == 4 && true, int>::type f(T x);
template<typename T> int g(typename EnableIf<sizeof(T) == 4 || false, T>::type x);
int h(int a, int b) { return EnableIf<true && false, int>::value + (a < 1 && b > ::N); }
