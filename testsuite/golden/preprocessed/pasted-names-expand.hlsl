#define AB 7
#define P(x, y) x##y
P(A, B)
