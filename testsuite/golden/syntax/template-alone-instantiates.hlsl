template<int N> void f(int x) { }
template void f<3>(int x);
template<typename T> struct S { T get(); };
template struct S<float>;
template class S<int[2]>;
template float S<float>::get();
