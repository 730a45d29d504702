struct S {
    static int b;
    static int f();
};
static int S::b = 4;
static int S::f() { return 2; }

template<typename T> struct A { static T c; };
template<typename T> static T A<T>::c = 1;

[numthreads(1, 1, 1)] void main() {}
