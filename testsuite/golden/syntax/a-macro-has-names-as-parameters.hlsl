#define F(a, 3) a
