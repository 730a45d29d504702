namespace N { struct Known; struct Whole { int a; }; }
struct N::Known { int x; };
struct N::Whole { int x; };
struct N::Unknown { int x; };
template<> struct N::Template<int> { int x; };
struct Nowhere::S { int x; };

[numthreads(1, 1, 1)] void main() {}
