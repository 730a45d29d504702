#define X 1 + \
 2
X a\
b
