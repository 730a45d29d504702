#define A 1
#define P(x) x##_t
P(A)
