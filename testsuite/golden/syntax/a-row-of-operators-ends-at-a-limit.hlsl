#define TEN(x) x x x x x x x x x x
static const int fine = 1 TEN(TEN(TEN(TEN(-1)))), more = 1 TEN(TEN(TEN(TEN(-1)))) - 1;
