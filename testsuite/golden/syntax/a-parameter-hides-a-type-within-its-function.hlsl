struct L { int a; };
int f(L L) { return L.a; }
L g;
