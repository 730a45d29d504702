#if 0
don't @ "open
#endif
x
