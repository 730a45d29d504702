#define X 1
X
#ifdef Y
no
#endif
