#define F(x) <x>
int F
#pragma pack_matrix(row_major)
a; F
#define F(x) [x]
(1) F(2)
