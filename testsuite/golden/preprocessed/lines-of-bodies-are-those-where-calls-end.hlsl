#define F(a, b) a b __LINE__
#define G() __LINE__
#define H G()
#define I(x) x
#define J(x) I(x) __LINE__
0 F(
1,
__LINE__
)
1 G(
)
2 I(
__LINE__
) __LINE__
3 J(
 H
)
4 I( G(
) __LINE__
)
5 G() H
