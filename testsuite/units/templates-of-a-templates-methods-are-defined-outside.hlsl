// options: -T cs_6_2 -enable-16bit-types
template<typename T> struct Box {
    T x;
    template<typename U> U sum(U y);
    template<typename U, int N> static U times(U y);
    template<typename U> T first(U y) const;
};

template<typename Q> template<typename V> V Box<Q>::sum(V y)
{
    Q own = x;
    return (V)own + y + times<V, 3>(y);
}
template<typename A> template<typename B, int M> B Box<A>::times(B y) { return y * M + sizeof(A); }
template<typename T> template<typename U> T Box<T>::first(U y) const { return x + (T)y; }

[Test] [numthreads(4, 1, 1)] void TheyKnowBothParameters(uint t : SV_GroupIndex)
{
    Box<float> box;
    box.x = t + 0.5;
    ASSERT_EQUAL(box.sum(2), (int)t + 2 + 6 + 4);
    ASSERT_EQUAL(box.sum<float>(0.5), t + 0.5f + 0.5f + 1.5f + 4);
    ASSERT_EQUAL(box.first(1), t + 1.5f);
    Box<half2> pair;
    pair.x = half2(t, 2);
    ASSERT_EQUAL(pair.sum(float2(1, 2)), float2(t + 1 + 3 + 4, 2 + 2 + 6 + 4));
    ASSERT_EQUAL((Box<uint64_t>::times<int, 5>(2)), 18);
}

template<typename T> int Dependent(T box) { return T::template times<int, 6>(2) + Box<T>::template times<int, 3>(1); }

[Test] [numthreads(1, 1, 1)] void TheyAreCalledByPaths()
{
    Box<int> box;
    box.x = 1;
    ASSERT_EQUAL(min(Box<uint64_t>::times<int, 5>(2), 100), 18);
    ASSERT_EQUAL(Dependent(box), 12 + 4 + 3 + 4);
}
