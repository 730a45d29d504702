#define F(a) #b
