struct Later;
float twice(Later value);
Later made(float x);
struct Keeper { float kept(Later value); };

template<typename D> struct Base {
    float x;
    float sum(D other) { return x + other.x + other.own(); }
};
struct Derived : Base<Derived> { float own() { return 3; } };

struct Later { float x; };
float twice(Later value) { return value.x * 2; }
Later made(float x) { Later later; later.x = x; return later; }
float Keeper::kept(Later value) { return value.x + 1; }

[Test] [numthreads(4, 1, 1)] void FunctionsAreDeclaredBeforeTheirStructs(uint t : SV_GroupIndex)
{
    Keeper keeper;
    ASSERT_EQUAL(twice(made(t)) + keeper.kept(made(1)), t * 2 + 2);
}

[Test] [numthreads(4, 1, 1)] void BasesTakeWhatIsDerivedFromThem(uint t : SV_GroupIndex)
{
    Derived one, two;
    one.x = t;
    two.x = 5;
    ASSERT_EQUAL(one.sum(two), t + 8);
}
