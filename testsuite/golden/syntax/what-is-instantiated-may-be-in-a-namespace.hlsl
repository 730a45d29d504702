template<typename T> struct S { T get(); };
namespace N { namespace M { template<typename T> struct S { T get(); }; } }
template struct N::M::S<float>;
template class ::S<int>;
template struct S<int[2]> ;
