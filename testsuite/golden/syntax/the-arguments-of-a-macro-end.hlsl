#define F(a) a
float x = F(1;
