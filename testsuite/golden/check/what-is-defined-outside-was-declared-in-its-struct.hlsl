struct S { static int a; static int b; int f(); int x; };
int S::a = 1;
int S::a = 2;
float S::b = 1;
int S::c = 1;
int S::x = 1;
int S::f(int k) { return k; }
template<typename T> T S::g(T k) { return k; }
namespace N { int v; }
int N::v = 3;
template<typename T> struct A { T f(); };
template<typename T, int N> T A<T>::f() { return 0; }
template<typename T> T A<T>::g() { return 0; }
template<> int A<int>::f() { return 1; }
template<int N> int A<N>::f() { return 2; }

RWStructuredBuffer<int> Out;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    A<int> a;
    Out[i] = i;
}
