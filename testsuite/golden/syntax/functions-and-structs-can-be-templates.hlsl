template<typename T, int N = 2> struct P { T v[N]; };
template<typename T> T f(P<T> p) { return p.v[0]; }
template<> float f<float>(P<float> p);
int g() { return f<int>(1); }
