#if FOO == 0
yes
#endif
