template<> static const int x<0> = 1;
template<> int f<3>() { return 3; }
template<> struct S<3> { int a; };
void g<int>(int a) { }
struct R<int> { int a; };
RWBuffer<int> o;
[numthreads(1, 1, 1)]
void main()
{
    int a<3> = 3;
    o[0] = 1;
}
