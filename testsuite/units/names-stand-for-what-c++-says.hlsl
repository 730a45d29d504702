/* Qualified names of members, and names in their own initialisers. */
struct Root {
    int r;
    int Get() { return r + 100; }
};

struct Middle : Root {
    int v;
    int Get() { return v; }
    void Set(int x) { v = x; }
};

struct Leaf : Middle {
    int Get() { return v * 2; }
    int All() { return Root::Get() + Middle::Get() + Get(); }
};

template<typename T>
struct Held {
    T held;
    T Get() { return held; }
};

struct Derived : Held<float> {
    float Get() { return held * 3; }
};

[Test]
[numthreads(4, 1, 1)]
void MembersOfBasesAreReachedByTheirNames()
{
    Leaf leaf;
    leaf.r = 1;
    leaf.v = 7;
    ASSERT_EQUAL(leaf.Get(), 14);
    ASSERT_EQUAL(leaf.Middle::Get(), 7);
    ASSERT_EQUAL(leaf.Root::Get(), 101);
    ASSERT_EQUAL(leaf.Leaf::Get(), 14);
    ASSERT_EQUAL(leaf.All(), 122);
    leaf.Middle::v = 8;
    ASSERT_EQUAL(leaf.Middle::v, 8);
    leaf.Middle::Set(9);
    ASSERT_EQUAL(leaf.v, 9);
    Derived derived;
    derived.held = 2;
    ASSERT_EQUAL(derived.Held<float>::Get(), 2);
    ASSERT_EQUAL(derived.Get(), 6);
}

template<typename T>
struct Outer {
    struct Inner {
        static const int COUNT = sizeof(T);
        static int Static() { return 5; }
        T Twice(T x) { return x * 2; }
    };
};

[Test]
[numthreads(4, 1, 1)]
void StructsInInstancesOfTemplatesAreReached()
{
    Outer<float>::Inner inner;
    ASSERT_EQUAL(inner.Twice(1.5), 3);
    ASSERT_EQUAL(Outer<int>::Inner::Static(), 5);
    ASSERT_EQUAL(Outer<float>::Inner::COUNT + Outer<double>::Inner::COUNT, 12);
}

int Sum(int n)
{
    int a = a + n; /* its own, which has no value yet: 0 */
    return a;
}

[Test]
[numthreads(4, 1, 1)]
void AVariableIsKnownInItsOwnInitialiser(int i : SV_GroupIndex)
{
    int a = 3;
    {
        int a = a + 5;
        ASSERT_EQUAL(a, 5);
    }
    for (int k = 0; k < 3; k++) {
        int b = b + k + i;
        ASSERT_EQUAL(b, k + i);
    }
    ASSERT_EQUAL(Sum(1) + 10 * Sum(a), 31);
}
