#define A
#if defined A && defined(A) && !defined(B)
yes
#endif
