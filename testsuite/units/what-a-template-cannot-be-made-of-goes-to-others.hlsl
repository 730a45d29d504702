/* A function's template whose signature cannot be made of the arguments counts nowhere: no error,
 * the others compete (C++'s SFINAE). */
template<bool B, typename T = void>
struct EnableIf {
};

template<typename T>
struct EnableIf<true, T> {
    using type = T;
};

template<bool B, typename T>
using EnableIfType = typename EnableIf<B, T>::type;

template<typename T>
struct IsFloat {
    static const bool value = false;
};

template<>
struct IsFloat<float> {
    static const bool value = true;
};

template<typename T>
struct Parts {
    static const int COUNT = 1;
};

template<typename T, int N>
struct Parts<vector<T, N> > {
    static const int COUNT = N;
};

/* ---- by the result ---- */

template<typename T>
typename EnableIf<IsFloat<T>::value, int>::type ByResult(T x)
{
    return 1;
}

template<typename T>
typename EnableIf<!IsFloat<T>::value, int>::type ByResult(T x)
{
    return 2;
}

template<typename T>
EnableIfType<Parts<T>::COUNT == 1, int> ByAlias(T x)
{
    return 1;
}

template<typename T>
EnableIfType<(Parts<T>::COUNT > 1), int> ByAlias(T x)
{
    return 2;
}

[Test]
[numthreads(4, 1, 1)]
void AResultThatIsNoneLeavesTheTemplateOut()
{
    ASSERT_EQUAL(ByResult(1.0f), 1);
    ASSERT_EQUAL(ByResult(1), 2);
    ASSERT_EQUAL(ByResult(true), 2);
    ASSERT_EQUAL(ByResult(1.5f), 1); // once more, of what is known
    ASSERT_EQUAL(ByAlias(1.0f), 1);
    ASSERT_EQUAL(ByAlias(float3(1, 2, 3)), 2);
    ASSERT_EQUAL(ByAlias(2.0f), 1);
    ASSERT_EQUAL(ByAlias(int3(1, 2, 3)), 2);
    ASSERT_EQUAL(ByResult<uint>(1), 2);
}

/* ---- by parameters ---- */

template<typename T>
int ByParameter(T x, typename EnableIf<IsFloat<T>::value, int>::type y)
{
    return y;
}

template<typename T>
int ByParameter(T x, typename EnableIf<!IsFloat<T>::value, float>::type y)
{
    return (int)(y * 10);
}

struct Named {
    using Inner = int;
    int value;
};

template<typename T>
int HasInner(T x, typename T::Inner y)
{
    return y;
}

template<typename T>
int HasInner(T x, float y)
{
    return -1;
}

[Test]
[numthreads(4, 1, 1)]
void AParameterThatIsNoneLeavesTheTemplateOut()
{
    ASSERT_EQUAL(ByParameter(1.0f, 3), 3);
    ASSERT_EQUAL(ByParameter(1, 1.5f), 15);
    Named named = {5};
    ASSERT_EQUAL(HasInner(named, 7), 7);
    ASSERT_EQUAL(HasInner(1.0f, 7), -1);
}

/* ---- by template arguments ---- */

template<typename T, typename = typename EnableIf<IsFloat<T>::value>::type>
int ByDefault(T x)
{
    return 1;
}

template<typename T, int N = EnableIf<(Parts<T>::COUNT > 1), Parts<T> >::type::COUNT>
int ByDefault(T x, int unused = 0)
{
    return N;
}

template<int N>
typename EnableIf<(N > 3), int>::type ByNumber()
{
    return 1;
}

template<int N>
typename EnableIf<(N <= 3), int>::type ByNumber()
{
    return ByNumber<N + 1>() + 1;
}

[Test]
[numthreads(4, 1, 1)]
void ADefaultThatIsNoneLeavesTheTemplateOut()
{
    ASSERT_EQUAL(ByDefault(1.0f), 1);
    ASSERT_EQUAL(ByDefault(int2(1, 2)), 2);
    ASSERT_EQUAL(ByDefault(float4(1, 2, 3, 4)), 4);
    ASSERT_EQUAL(ByNumber<5>(), 1);
    ASSERT_EQUAL(ByNumber<0>(), 5);
}

/* ---- beside functions, intrinsics, methods ---- */

template<typename T>
typename EnableIf<IsFloat<T>::value, int>::type Beside(T x)
{
    return 1;
}

int Beside(double x)
{
    return 2;
}

template<typename T>
typename EnableIf<!IsFloat<T>::value && Parts<T>::COUNT == 1, int>::type saturate(T x, T y)
{
    return x + y;
}

struct Holder {
    template<typename T>
    typename EnableIf<IsFloat<T>::value, int>::type Kind(T x) { return 1; }
    template<typename T>
    typename EnableIf<!IsFloat<T>::value, int>::type Kind(T x) { return 2; }
};

[Test]
[numthreads(4, 1, 1)]
void FunctionsIntrinsicsAndMethodsCompete()
{
    ASSERT_EQUAL(Beside(1.0f), 1);
    ASSERT_EQUAL(Beside(1), 2);
    ASSERT_EQUAL(saturate(2.0f), 1);
    ASSERT_EQUAL(saturate(2, 3), 5);
    Holder holder;
    ASSERT_EQUAL(holder.Kind(1.0f), 1);
    ASSERT_EQUAL(holder.Kind(1u), 2);
}

/* ---- structs' partial specialisations ---- */

template<typename T>
struct Nothing {
    using type = void;
};

template<typename T, typename = void>
struct KnowsInner {
    static const bool value = false;
};

template<typename T>
struct KnowsInner<T, typename Nothing<typename T::Inner>::type> {
    static const bool value = true;
};

[Test]
[numthreads(4, 1, 1)]
void ASpecialisationThatCannotBeIsNotMeant()
{
    ASSERT(KnowsInner<Named>::value);
    ASSERT(!KnowsInner<float>::value);
    ASSERT(!KnowsInner<Holder>::value);
}

/* ---- explicit instantiation ---- */

template<typename T>
T Instance(T x)
{
    return x;
}

template<typename T>
vector<T, 2> Instance(vector<T, 2> x)
{
    return x.yx;
}

template int3 Instance<int3>(int3 x);
template int2 Instance<int>(int2 x);
