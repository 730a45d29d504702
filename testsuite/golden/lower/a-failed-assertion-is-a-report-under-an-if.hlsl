// options: --tests --wave-size=8
[Test]
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    ASSERT_EQUAL(i, 3);
}
