RWBuffer<int> o;
struct S {
    int a;
    void set() { a = 1; }
    int get() const { return a; }
    int operator[](int i) { return a + i; }
    int twice() const { set(); return 2 * a; }
    static int one() { return 1; }
};
struct T : S { S inner[2]; };
static const S S0 = {1};
int of(const T t) { return t.get() + t.inner[1][0]; }
[numthreads(1, 1, 1)] void main()
{
    const S s = {2};
    T t = (T)0;
    S0.set();
    s.set();
    t.set();
    o[0] = S0.get() + s.get() + s[1] + S0.one() + of(t) + S0.twice();
}
