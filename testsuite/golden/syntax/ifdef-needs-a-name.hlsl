#ifdef 3
#endif
