/* `using A::b;` in structs, at file scope and in blocks; C++'s word `template` before a template's name. */
namespace N {
    struct V { float x; };
    template<typename T> struct W { T y; };
    int Next(int a) { return a + 1; }
    int Next(float2 a) { return int(a.y) + 10; }
    static const int SEVEN = 7;
    enum class Side { LEFT = 3, RIGHT };
}

template<typename T>
struct Base {
    int at;
    T Get() { return T(at); }
    int Size(int k) { return k * 2; }
    int Size(bool2 k) { return 1000; }
    static int Twice(int k) { return k + k; }
    template<typename U> U As(int more) { return U(at + more); }
};

template<typename T>
struct Derived : Base<T> {
    using Base<T>::Get;
    using Base<T>::at;
    using Base<T>::Size;
    using Base<T>::Twice;
    int Size(float2 k) { return 100 + int(k.y); }
    int Both() { return int(Get()) + at; }
};

template<typename T>
struct Hiding : Base<T> {
    using Base<T>::Size;
    int Size(int k) { return k * 3; }
};

using N::Next;
using N::V;
int Next(float4 a) { return 50; }

[Test]
void MethodsOfTheBaseAreOverloadsBesideTheStructsOwn()
{
    Derived<float> d;
    d.at = 5;
    ASSERT_EQUAL(d.Both(), 10);
    ASSERT_EQUAL(d.Size(4), 8);
    ASSERT_EQUAL(d.Size(float2(1, 2)), 102);
    ASSERT_EQUAL(d.Twice(4), 8);
    Hiding<int> hiding;
    ASSERT_EQUAL(hiding.Size(4), 12);
    ASSERT_EQUAL(hiding.Size(bool2(true, false)), 1000);
    Base<float> base;
    ASSERT_EQUAL(base.Size(4), 8);
}

[Test]
void NamesOfANamespaceAreKnownWhereTheyAreUsed()
{
    using N::W;
    using N::SEVEN;
    using N::Side;
    V v;
    W<int> w;
    v.x = 2;
    w.y = SEVEN;
    ASSERT_EQUAL(v.x, 2);
    ASSERT_EQUAL(w.y, 7);
    ASSERT_EQUAL(int(Side::RIGHT), 4);
    ASSERT_EQUAL(Next(1), 2);
    ASSERT_EQUAL(Next(float2(0, 5)), 15);
    ASSERT_EQUAL(Next(float4(0, 0, 0, 0)), 50);
}

template<typename B>
int Asked(B b) { return b.template As<int>(3) + B::template Made<int>(4); }

struct Maker : Base<int> {
    template<typename T> static T Made(T x) { return x * 10; }
};

[Test]
void TheWordTemplateBeforeATemplatesNameSaysNothingNew()
{
    Maker maker;
    maker.at = 2;
    ASSERT_EQUAL(Asked(maker), 45);
}
