#if -1 > 0u
yes
#endif
#if -1 >> 1 == -1
yes
#endif
