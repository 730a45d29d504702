// options: -HV 2018
// Of variables with one name in a scope the one declared last is meant (dxc's warn_hlsl_for_redefinition).
StructuredBuffer<int> zeros;
int k(int i) { return i + zeros[0]; }

[Test]
[numthreads(1, 1, 1)]
void AnotherLoopS()
{
    for (int i = 0; i < k(3); i++) {}
    for (int i = 0; i < k(5); i++) {}
    ASSERT_EQUAL(i, 5);
}

[Test]
[numthreads(1, 1, 1)]
void AnEarlierOne()
{
    int i = k(7);
    for (int i = 0; i < k(2); i++) {}
    ASSERT_EQUAL(i, 2);
}

[Test]
[numthreads(1, 1, 1)]
void OnesInABlockAreGoneBehindIt()
{
    for (int i = 0; i < k(3); i++) {}
    {
        for (uint i = 0; i < (uint)k(9); i++) {}
        ASSERT_EQUAL(i, 9u);
    }
    ASSERT_EQUAL(i, 3);
}
