#if 1 << 64
wrong
#endif
#if 1u << 64
wrong
#endif
#if 1 << -1
wrong
#endif
#if (-1 >> 70) == -1 && 1u >> 64 == 0 && 1 << 63 < 0 && 1u << 63 > 0
right
#endif
