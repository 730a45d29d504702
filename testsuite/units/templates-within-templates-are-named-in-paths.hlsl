/* Several parts of a path have template arguments: static methods, constants, types and enumerators behind them. */
template<typename T> struct Outer {
    template<typename U> struct Pair {
        T first;
        U second;
        static const int BYTES = sizeof(T) + sizeof(U);
        enum Kind { PLAIN = 3, OTHER };
        using Value = U;
        static Pair<U> of(T first, U second)
        {
            Pair<U> pair;
            pair.first = first;
            pair.second = second;
            return pair;
        }
        template<int N> static U times(U value) { return value * N; }
    };
};

namespace Space {
    template<int N> struct Row {
        template<typename T> struct Of {
            static T sum(T value) { return value * N; }
            template<int M> struct Matrix { static const int SIZE = N * M; static T last(T a[N * M]) { return a[N * M - 1]; } };
        };
    };
}

template<typename T> T Dependent(T value) { return Outer<T>::template Pair<int>::of(value, 2).first + (T)Space::Row<3>::Of<T>::sum(value); }

[Test] [numthreads(4, 1, 1)] void MembersAreFoundBehindThem(uint t : SV_GroupIndex)
{
    Outer<int>::Pair<float> pair = Outer<int>::Pair<float>::of(t, 4.5);
    ASSERT_EQUAL(pair.first, (int)t);
    ASSERT_EQUAL(pair.second, 4.5);
    ASSERT_EQUAL((Outer<int>::Pair<float>::times<3>(1.5)), 4.5);
    Outer<float>::Pair<int>::Value whole = 2.75;
    ASSERT_EQUAL(whole, 2);
    ASSERT_EQUAL((int)Outer<float>::Pair<int>::OTHER, 4);
    ASSERT_EQUAL(::Outer<int>::Pair<float>::of(7, 1).first, 7);
}

[Test] [numthreads(4, 1, 1)] void ConstantsGiveSizes(uint t : SV_GroupIndex)
{
    int a[Outer<int>::Pair<double>::BYTES];
    ASSERT_EQUAL(sizeof(a), 48);
    int b[Space::Row<2>::Of<int>::Matrix<3>::SIZE] = { 1, 2, 3, 4, 5, (int)t };
    ASSERT_EQUAL(Space::Row<2>::Of<int>::Matrix<3>::last(b), (int)t);
    ASSERT_EQUAL(Dependent(t + 1), 4 * t + 4);
}
