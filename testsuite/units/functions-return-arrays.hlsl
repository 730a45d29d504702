/* A function's result may be an array: by a typedef's name, or with its extents behind the
 * parameters. */
typedef int Pair[2];
typedef float Grid[2][3];

Pair get()
{
    Pair a = {1, 2};
    return a;
}

int counted(int from)[4]
{
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = from + i;
    return a;
}

float grid(float scale)[2][3];

Pair swapped(Pair p)
{
    return (Pair)int2(p[1], p[0]);
}

int sum(int values[4])
{
    return values[0] + values[1] + values[2] + values[3];
}

/* Several returns, in a loop. */
Pair first_above(int values[4], int least)
{
    Pair found = {-1, -1};
    for (int i = 0; i < 4; i++) {
        if (values[i] > least) {
            Pair result = {i, values[i]};
            return result;
        }
    }
    return found;
}

template<typename T, int N>
T filled(T value)[N]
{
    T a[N];
    for (int i = 0; i < N; i++)
        a[i] = value;
    return a;
}

template float filled<float, 2>(float value)[2];

struct Stack {
    int items[3];
    int count;
    void push(int value) { items[count++] = value; }
    int all()[3] { return items; }
    static Pair ends(int first, int last)
    {
        return (Pair)int2(first, last);
    }
};

struct Point {
    float x;
    int2 at;
};

Point points()[2]
{
    Point both[2] = {1.5f, 2, 3, 4.5f, 5, 6};
    return both;
}

float grid(float scale)[2][3]
{
    Grid g = {1, 2, 3, 4, 5, 6};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            g[i][j] *= scale;
    return g;
}

[Test]
[numthreads(4, 1, 1)]
void TheyAreAssignedAndIndexed(uint index : SV_GroupIndex)
{
    Pair a = get();
    ASSERT_EQUAL(a[0], 1);
    ASSERT_EQUAL(a[1], 2);
    ASSERT_EQUAL(get()[1], 2);
    ASSERT_EQUAL(counted(10)[index], 10 + (int)index);
    a = swapped(get());
    ASSERT_EQUAL(a[0], 2);
    int all[4];
    all = counted((int)index);
    ASSERT_EQUAL(all[3], (int)index + 3);
    float rows[2][3] = grid(2);
    ASSERT_EQUAL(rows[1][2], 12);
    ASSERT_EQUAL(grid(0.5f)[index & 1][2], index & 1 ? 3 : 1.5f);
    auto same = get();
    ASSERT_EQUAL(same[1], 2);
    ASSERT_EQUAL(counted(0).Length, 4);
}

[Test]
[numthreads(4, 1, 1)]
void TheyAreArguments(uint index : SV_GroupIndex)
{
    ASSERT_EQUAL(sum(counted(1)), 10);
    ASSERT_EQUAL(swapped(swapped(get()))[0], 1);
    Pair found = first_above(counted(2 * (int)index), 4);
    int at = index == 0 ? -1 : index == 1 ? 3 : index == 2 ? 1 : 0;
    ASSERT_EQUAL(found[0], at);
    ASSERT_EQUAL(found[1], index == 0 ? -1 : 2 * (int)index + at);
}

[Test]
[numthreads(4, 1, 1)]
void TemplatesMethodsAndStructsReturnThemToo(uint index : SV_GroupIndex)
{
    float same[3] = filled<float, 3>(index);
    ASSERT_EQUAL(same[0] + same[1] + same[2], 3.0f * index);
    Stack stack = (Stack)0;
    stack.push(7);
    stack.push((int)index);
    ASSERT_EQUAL(stack.all()[0], 7);
    ASSERT_EQUAL(stack.all()[stack.count - 1], (int)index);
    ASSERT_EQUAL(Stack::ends(3, 4)[1], 4);
    ASSERT_EQUAL(points()[1].x, 4.5f);
    ASSERT_EQUAL(points()[index & 1].at.y, index & 1 ? 6 : 3);
}
