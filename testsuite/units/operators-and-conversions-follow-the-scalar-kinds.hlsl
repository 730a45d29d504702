// options: -enable-16bit-types -T cs_6_6
// What an operator does follows from its operands' types.
StructuredBuffer<int> zeros;
int k(int i) { return i + 1 + zeros[0]; } // 1, 2, 3 ...
float x(int i) { return 0.5 * (i + 1) + zeros[0]; } // 0.5, 1, 1.5 ...
RWStructuredBuffer<int> n;

[Test]
[numthreads(1, 1, 1)]
void ConversionsFollowTheScalarKinds()
{
    bool b = k(0);
    ASSERT_EQUAL(b, 1);
    ASSERT_EQUAL((int)-1.9f, -1);
    ASSERT_EQUAL((uint)x(2), 1);
    ASSERT_EQUAL((int)(k(0) > 0) + 1, 2);
    ASSERT_EQUAL((int)(float)true, 1);
    ASSERT_EQUAL((int)(int16_t)70000, 4464);
    ASSERT_EQUAL((int)(int64_t)k(2), 3);
    ASSERT_EQUAL((int)(bool)x(0), 1);
}

[Test]
[numthreads(1, 1, 1)]
void FloatsFollowThemToo()
{
    ASSERT_EQUAL(k(1), 2);
    ASSERT_EQUAL((uint)k(1), 2);
    ASSERT_EQUAL(k(0) > 0, 1);
    ASSERT_EQUAL((float)(double)x(0), 0.5);
    ASSERT_EQUAL((half)x(0), 0.5);
}

[Test]
[numthreads(1, 1, 1)]
void TruncationKeepsTheUpperLeftPart()
{
    float3x3 m = float3x3(1, 2, 3, 4, 5, 6, 7, 8, 9);
    float2x2 c = (float2x2)m;
    ASSERT_EQUAL(c._11, 1);
    ASSERT_EQUAL(c._12, 2);
    ASSERT_EQUAL(c._21, 4);
    ASSERT_EQUAL(c._22, 5);
    float2 v = (float2)float4(6, 7, 8, 9);
    ASSERT_EQUAL(v.y, 7);
}

[Test]
[numthreads(1, 1, 1)]
void OperatorsDifferBySignedness()
{
    int a = -7;
    uint b = 0xfffffff0u;
    ASSERT_EQUAL(a / 2, -3);
    ASSERT_EQUAL(a % 4, -3);
    ASSERT_EQUAL(a >> 1, -4);
    ASSERT_EQUAL(b >> 28, 15);
    ASSERT_EQUAL(a < 1, 1);
    ASSERT_EQUAL(b < 1u, 0);
    ASSERT_EQUAL(b / 16u, 0x0fffffff);
    ASSERT_EQUAL(~a, 6);
    ASSERT_EQUAL(!a, 0);
    ASSERT_EQUAL(a & 3, 1);
    ASSERT_EQUAL(a ^ 1, -8);
    ASSERT_EQUAL(1u << 4, 16);
    ASSERT_EQUAL(-k(0) >= -1, 1);
    ASSERT_EQUAL(k(0) / (k(0) - 1), -1);
}

[Test]
[numthreads(1, 1, 1)]
void IncrementGivesTheOldOrTheNewValue()
{
    int a = 5;
    n[0] = a++;
    n[1] = ++a;
    n[2] = a--;
    n[3] = --a;
    int2 v = int2(1, 2);
    v++;
    n[4] = v.y;
    n[k(4)]++;
    n[5] += 4;
    ASSERT_EQUAL(n[0], 5);
    ASSERT_EQUAL(n[1], 7);
    ASSERT_EQUAL(n[2], 7);
    ASSERT_EQUAL(n[3], 5);
    ASSERT_EQUAL(n[4], 3);
    ASSERT_EQUAL(n[5], 5);
}

[Test]
[numthreads(1, 1, 1)]
void CompoundAssignmentComputesInTheWiderType()
{
    int a = 7;
    a *= 1.5f;
    ASSERT_EQUAL(a, 10);
    uint u = 8;
    u >>= 2;
    ASSERT_EQUAL(u, 2);
    a -= 20;
    ASSERT_EQUAL(a, -10);
    n[3] = 1;
    n[3] <<= 3;
    ASSERT_EQUAL(n[3], 8);
}

[Test]
[numthreads(1, 1, 1)]
void SixtyFourBitAndHalfArithmetic()
{
    int64_t a = (int64_t)k(0) << 40;
    ASSERT_EQUAL((int)(a >> 38), 4);
    uint64_t b = (uint64_t)-1;
    ASSERT_EQUAL(b > 5, 1);
    ASSERT_EQUAL((int)(b / 3 >> 60), 5);
    int16_t s = (int16_t)(k(0) * 40000);
    ASSERT_EQUAL(s, -25536);
    half h = (half)x(0);
    ASSERT_EQUAL((int)(h * 6), 3);
    double d = x(0);
    ASSERT_EQUAL((int)(d * 9), 4);
    ASSERT_EQUAL((int)countbits(b), 64);
}

[Test]
[numthreads(1, 1, 1)]
void CommaAndAssignmentGiveValues()
{
    int a, b;
    a = b = 4;
    ASSERT_EQUAL((a++, a + b), 9);
    ASSERT_EQUAL((b += 2), 6);
}
