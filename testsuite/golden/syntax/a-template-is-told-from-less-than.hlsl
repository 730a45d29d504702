template <typename T, uint N = 2>
struct Pair {
    T items[N];
    template <typename U> U get(uint i) { return (U)items[i]; }
};
template <typename T> T twice(T x) { return x + x; }

float f(Pair<vector<float, 3>> pair, int a, int b)
{
    bool less = a < b && b > (a);
    return twice<float>(pair.get<float>(1)) + (a < b ? 1 : 0) + (a >> 1);
}
