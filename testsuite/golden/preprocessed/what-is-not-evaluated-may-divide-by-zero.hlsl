#if 0 && 1 / 0 || (1 ? 2 : 3 % 0) == 2
yes
#endif
