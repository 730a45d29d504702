#if 0
#if 1
#else
#else
#elif 1
#endif
#ifdef A
#endif
#endif
