/* Of a parameter whose type has them first: Row<N>, where N is no type. */
enum class Order { Up, Down };
template<int N>
struct Row {
    int of[N];
    Row<N + 1> longer(int last)
    {
        Row<N + 1> row;
        for (int i = 0; i < N; i++)
            row.of[i] = of[i];
        row.of[N] = last;
        return row;
    }
};
template<Order O, uint N>
struct Sorted {
    Row<N> row;
};

template<int N>
int sum(Row<N> row)
{
    int total = 0;
    for (int i = 0; i < N; i++)
        total += row.of[i];
    return total;
}
struct Named : Row<3> {
    int name;
};
template<Order O, uint N>
int first(Sorted<O, N> sorted)
{
    return O == Order::Up ? sorted.row.of[0] : sorted.row.of[N - 1];
}
template<int R, int C, int K>
int columns(Row<R> left, Row<C> right, Row<K> other)
{
    return R * 100 + C * 10 + K;
}

[Test]
[numthreads(8, 1, 1)]
void ValuesAreDeduced(uint i : SV_GroupIndex)
{
    Row<2> row = { (int)i, 20 };
    ASSERT_EQUAL(sum(row), (int)i + 20);
    ASSERT_EQUAL(sum(row.longer(300)), (int)i + 320);
    Sorted<Order::Down, 2> down = { row };
    Sorted<Order::Up, 2> up = { row };
    ASSERT_EQUAL(first(down), 20);
    ASSERT_EQUAL(first(up), (int)i);
    Named named = { 1, 2, 3, 4 };
    ASSERT_EQUAL(sum(named), 6);
    ASSERT_EQUAL(columns(row, row.longer(1), row.longer(1).longer(2)), 234);
}
