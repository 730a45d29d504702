#define F(x) x
F(a
#if 0
b
#else
c
#endif
d)
