#define ONE 1
#define F(x) x x
F(ONE)
