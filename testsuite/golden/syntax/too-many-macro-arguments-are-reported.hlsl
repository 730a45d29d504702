#define ADD(a, b) ((a) + (b))
static const int three = ADD(1, 1, 1);
