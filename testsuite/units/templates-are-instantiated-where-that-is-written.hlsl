/* `template` alone before a declaration: the instance is there, called or not. */
groupshared int kept[4];

template<int N>
void Keep(int at)
{
    kept[at] = N + at;
}

template void Keep<17>(int at);
template void Keep<18>(int);

template<typename T>
T Twice(T x)
{
    return x * 2;
}

template<typename T>
T Twice(vector<T, 2> x)
{
    return x.x + x.y;
}

template float Twice(float x);
template int Twice<int>(int x);
template int Twice(int2 x); // the second, which says more

template<typename T>
struct Pair {
    T first, second;
    T Sum() { return first + second; }
    template<typename U> U FirstAs() { return (U)first; }
    static T Zero() { return (T)0; }
};

template struct Pair<float>;
template struct Pair<int>;
template uint3 Pair<uint3>::Sum();
template float Pair<int>::FirstAs<float>();
template half Pair<half>::Zero();

namespace Shapes {
template<typename T>
T Area(T a, T b)
{
    return a * b;
}

template int Area<int>(int, int);
}

template float Shapes::Area<float>(float a, float b);

[Test]
[numthreads(4, 1, 1)]
void InstancesAreCalledAsOthersAre(uint index : SV_GroupIndex)
{
    Keep<17>((int)index);
    ASSERT_EQUAL(kept[index], 17 + (int)index);
    Keep<18>((int)index);
    ASSERT_EQUAL(kept[index], 18 + (int)index);
    ASSERT_EQUAL(Twice(1.5f), 3);
    ASSERT_EQUAL(Twice(int2(3, 4)), 7);
    Pair<float> floats = {1, 2};
    ASSERT_EQUAL(floats.Sum(), 3);
    ASSERT_EQUAL(Pair<half>::Zero(), 0);
    Pair<int> ints = {5, 6};
    ASSERT_EQUAL(ints.FirstAs<float>(), 5);
    ASSERT_EQUAL(Shapes::Area(2, 3) + Shapes::Area(0.5f, 2.0f), 7);
}
