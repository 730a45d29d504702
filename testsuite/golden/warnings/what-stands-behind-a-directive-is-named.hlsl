#define A 1
#ifdef A extra
#else here
#endif A
#ifndef A // a comment may stand there
skipped
#elif A
#else /* so may this */ B
#endif
#undef A B
#if 0
#ifdef B nothing is said of what is left out
#endif B
#else C
#endif // A
[numthreads(8, 1, 1)] void main() {}
