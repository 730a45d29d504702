struct Sample { float2 v; int k[3]; float2 get() { return v; } };
struct Maker { static float2 make() { return 5; } };
template<typename T> struct Box { T x; };
template<typename T> struct Kind { static const int value = 0; };
template<> struct Kind<float> { static const int value = 1; };
static const float3 three = float3(1, 2, 3);
static const __decltype(three.xy) two = three.xy;

__decltype(two) scaled(__decltype(three.x) by) { return two * by; }
template<typename T> __decltype(T::make()) made() { return T::make(); }
template<typename A, typename B> float add(A a, B b)
{
    __decltype(a + b) sum = a + b;
    __decltype(sum) sums[2] = {sum, sum};
    return sums[1];
}

[Test] [numthreads(4, 1, 1)] void ItStandsWhereTypesDo(uint t : SV_GroupIndex)
{
    Sample sample = (Sample)t;
    __decltype(sample) copy = sample;
    __decltype(sample.get()) pair = copy.get();
    __decltype(sample.k) list = sample.k;
    Box<__decltype(pair.x)> box = {0.5};
    typedef __decltype(1.5f * t) Number;
    for (__decltype(t) i = 0; i < 3; i++)
        ASSERT_EQUAL(list[i] + pair.x + box.x, t + t + 0.5f);
    ASSERT_EQUAL((__decltype(t))2.7 + __decltype(pair)(5, 6).y, 8);
    ASSERT_EQUAL(sizeof(__decltype(sample)) + sizeof(Number), 24);
    ASSERT_EQUAL(Kind<__decltype(1.0f + t)>::value * 10 + Kind<__decltype(t)>::value, 10);
    ASSERT_EQUAL(add(1, 2.5) + scaled(2).y + made<Maker>().x, 3.5f + 4 + 5);
}

[Test] [numthreads(4, 1, 1)] void TheValueIsNotComputed(uint t : SV_GroupIndex)
{
    int count = 3;
    __decltype(count++) other = t;
    ASSERT_EQUAL(count + other, 3 + t);
}
