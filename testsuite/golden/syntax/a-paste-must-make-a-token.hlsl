#define F(a, b) a ## b
float x = F(+, /);
