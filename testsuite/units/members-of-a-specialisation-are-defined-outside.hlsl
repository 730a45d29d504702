template<typename T> struct Size { int get(); static int base; };
template<> struct Size<float> { int get(); static int base; int twice() const; };
template<typename T> int Size<T>::get() { return base; }
template<typename T> int Size<T>::base = 4;
int Size<float>::get() { return base + 1; }
int Size<float>::twice() const { return 2 * base; }
int Size<float>::base = 10;

template<typename T, int N> struct Pair { int get(); };
template<> struct Pair<int, 2> { int get(); };
int Pair<int, 2>::get() { return 20; }
template<typename T, int N> int Pair<T, N>::get() { return N; }

[Test] [numthreads(1, 1, 1)] void TheyGoBeforeTheTemplates()
{
    Size<int> general;
    Size<float> special;
    Pair<int, 2> two;
    Pair<int, 3> three;
    ASSERT_EQUAL(general.get(), 4);
    ASSERT_EQUAL(special.get() + special.twice(), 11 + 20);
    ASSERT_EQUAL(two.get() + three.get(), 23);
}
