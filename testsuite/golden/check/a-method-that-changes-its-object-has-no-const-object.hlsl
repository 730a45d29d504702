RWBuffer<int> o;
struct S {
    int a; int b[2];
    int get() { return a; }
    int both() { return get() + b[1]; }
    int operator[](int i) { return a + i; }
    void set() { a = 1; }
    int sets() { set(); return a; }
    void swap_out(inout int x) { x = 2; }
    void indirect() { swap_out(b[0]); }
};
struct T { S s; int get() { return s.both(); } void set() { s.set(); } int local() { S t = s; t.set(); return t.a; } };
static const S G = {1,2,3};
int of(const T t) { return t.get() + t.local(); }
[numthreads(1,1,1)] void main() {
  const S s = {2,3,4}; const T t = (T)0; T u = (T)0;
  o[0] = s.get() + s.both() + s[2] + G.both() + t.get() + of(t); u.set();
  o[1] = s.sets(); s.indirect(); t.set(); G.set();
}
