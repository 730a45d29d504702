#define A B
#define B 3
A
