#define S(x) #x
#define Q(...) S(__VA_ARGS__)
#define E
#define I(x) x
Q(a I()b) Q(a E b) Q(E a) Q(a E) Q(I()a) Q(-E-) Q(- E -) Q((E)) Q(a E E b) Q(I(E)a) Q(a I(E)b)
