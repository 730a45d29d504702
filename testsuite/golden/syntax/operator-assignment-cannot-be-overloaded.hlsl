struct S {
    int a;
    void operator+=(S other) { a += other.a; }
};
