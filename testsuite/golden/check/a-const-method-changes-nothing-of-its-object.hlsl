RWBuffer<int> o;
struct S {
    int a, b[2];
    void set() const { a = 1; }
    void set_element() const { this.b[1] = 1; }
    int get() const { return a + b[1]; }
    int get_twice() const { return 2 * get(); }
    const int count() { return a++; }
    void outside() const;
};
void S::outside() const { a++; }
[numthreads(1, 1, 1)] void main() { S s = (S)0; o[0] = s.get_twice() + s.count(); }
