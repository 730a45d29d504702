#define V(x, ...) f(x, ## __VA_ARGS__)
V(1) V(1, 2)
