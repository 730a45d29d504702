typedef float Five[5];
template<typename T> struct Box { T x; };

template<typename T> struct Shape { static const int value = 0; };
template<typename T, int N> struct Shape<T[N]> { static const int value = N + 100 * Shape<T>::value; };
template<typename T> struct Shape<T[2]> { static const int value = -2; };
template<typename T, int N, int M> struct Shape<T[N][M]> { static const int value = N * 10 + M; };
template<typename T, int N> struct Shape<Box<T[N]> > { static const int value = 1000 + N; };
template<typename T> struct Shape<Box<T> > { static const int value = 2000; };
template<typename T, int N> struct Shape<vector<T, N> > { static const int value = 3000 + N; };
template<typename T> struct Shape<vector<T, 3> > { static const int value = 4000; };
template<> struct Shape<float4> { static const int value = 5000; };

template<typename A, typename B> struct Pair { static const int value = 1; };
template<typename A, typename B> struct Pair<A, Box<B> > { static const int value = 2; };
template<typename A> struct Pair<A, A> { static const int value = 3; };
template<typename A> struct Pair<A, int> { static const int value = 4; };

template<typename T, int N> int length_of(Box<T[N]> box) { return N; }

[Test] [numthreads(1, 1, 1)] void ArraysAreTakenApart()
{
    ASSERT_EQUAL(Shape<Five>::value, 5);
    ASSERT_EQUAL(Shape<int[2]>::value, -2);
    ASSERT_EQUAL(Shape<float[3][4]>::value, 34);
    ASSERT_EQUAL(Shape<Box<float[7]> >::value, 1007);
    ASSERT_EQUAL(Shape<Box<float> >::value, 2000);
    Box<int[4]> box = (Box<int[4]>)0;
    ASSERT_EQUAL(length_of(box), 4);
}

[Test] [numthreads(1, 1, 1)] void WhatSaysMoreGoesFirst()
{
    ASSERT_EQUAL(Shape<float>::value, 0);
    ASSERT_EQUAL(Shape<float2>::value, 3002);
    ASSERT_EQUAL(Shape<uint3>::value, 4000);
    ASSERT_EQUAL(Shape<float4>::value, 5000);
    ASSERT_EQUAL((Pair<int, float>::value), 1);
    ASSERT_EQUAL((Pair<int, Box<int> >::value), 2);
    ASSERT_EQUAL((Pair<float, float>::value), 3);
    ASSERT_EQUAL((Pair<float, int>::value), 4);
}
