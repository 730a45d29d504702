#define F(a) a ##
