// options: -T cs_6_6 -enable-16bit-types
RWStructuredBuffer<float> Out;
enum Side { LEFT, RIGHT };

template<float F> float half_of() { return F / 2; }
template<int2 V> struct Pair { int sum() { return V.x + V.y; } };
template<typename T, T V> T same() { return V; }
template<bool B, Side S, uint64_t Q, int16_t W> int of() { return B + S + (int)Q + W; }

[numthreads(1, 1, 1)]
void main()
{
    Out[0] = half_of<1.5>();
    Pair<1> pair;
    Out[1] = same<int, 3>() + same<float, 3>();
    Out[2] = of<true, RIGHT, 5, 3>();
}
