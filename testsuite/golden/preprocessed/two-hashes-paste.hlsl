#define P(x, y) x##y
P(Texture, 2D) P(1, u) P(, b) P(a, )
