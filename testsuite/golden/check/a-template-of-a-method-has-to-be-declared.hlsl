template<typename T> struct S { T x; };
template<typename T> template<typename U> U S<T>::conv(U y) { return (U)x + y; }
RWBuffer<float> o;
[numthreads(1, 1, 1)] void main() { S<float> s; s.x = 1; o[0] = s.x; }
