// options: --wave-size=8
RWStructuredBuffer<uint> Out;
uint next(uint i) { Out[i] = 1; return i; }
[Test] void not_compiled() { ASSERT(false); }
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    ASSERT(next(i) == 3);
    ASSERT_EQUAL(next(i), 3);
    ASSERT_NEAR(next(i), 3, 1);
    ASSERT_UNIFORM(next(i));
    ASSERT_VARYING(3);
}
