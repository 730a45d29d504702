struct Base { int size; };
struct S : Base {
    int count;
    static int total;
    int count() { return 1; }
    int total() { return 2; }
    int size() { return 3; }
    int f() { return 4; }
    int f(int x) { return 5; }
    template<typename T> T count(T x) { return x; }
};

[numthreads(1, 1, 1)] void main() { }
