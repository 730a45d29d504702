static const int Hidden = 4;
struct Other { struct Hidden { int a; }; };
template <typename T> struct Base { T value; };
struct Derived : Base<Other> { int next() { return (Hidden) + 1; } };
