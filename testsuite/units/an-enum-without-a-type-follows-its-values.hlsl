/* C++11 7.2, as in dxc: unsigned in bit-fields where no enumerator is negative, of 64 bits where one needs them. */
enum Step { NONE, ONE, TWO, THREE };
enum Sign { MINUS = -1, PLUS = 1 };
enum class Side { LEFT, RIGHT, UP, DOWN };
enum Fixed : int { F0, F1, F2, F3 };
enum Wide { LOW = 1, HIGH = 0x100000000, NEXT };
enum Deep { BELOW = -0x80000001ll, ABOVE = BELOW + 0x80000001ll };
enum Word { ALL = 0xffffffff, HALF = ALL / 2 };
struct Packed {
    Step step : 2;
    Sign sign : 2;
    Side side : 2;
    Fixed fixed : 2;
    int rest : 24;
};
RWStructuredBuffer<Packed> gPacked;
RWByteAddressBuffer gRaw;

[Test] [numthreads(4, 1, 1)] void BitFieldsHoldTheirEnumerators(int t : SV_GroupIndex)
{
    Packed packed = (Packed)0;
    packed.step = (Step)t;
    packed.sign = MINUS;
    ASSERT_EQUAL((int)packed.step, t);
    ASSERT(packed.step == THREE || t < 3);
    ASSERT(packed.sign == MINUS);
    packed.side = Side::DOWN;
    packed.fixed = F3;
    ASSERT_EQUAL((int)packed.side, -1);
    ASSERT_EQUAL((int)packed.fixed, -1);
    packed.rest = -5;
    gPacked[t] = packed;
    ASSERT_EQUAL((int)gPacked[t].step, t);
    ASSERT_EQUAL(gPacked[t].rest, -5);
    gRaw.Store<Packed>(4 * t, packed);
    ASSERT_EQUAL(gRaw.Load(4 * t), 0xfffffbfcu | t);
}

[Test] void ValuesBeyond32BitsAreKept()
{
    Wide wide = HIGH;
    ASSERT_EQUAL((uint64_t)wide, 0x100000000ull);
    ASSERT_EQUAL((uint64_t)NEXT, 0x100000001ull);
    ASSERT_EQUAL((int64_t)BELOW, -0x80000001ll);
    ASSERT_EQUAL((int)ABOVE, 0);
    ASSERT_EQUAL(sizeof(Wide), 8);
    ASSERT_EQUAL(sizeof(Step), 4);
    ASSERT_EQUAL((uint)HALF, 0x7fffffffu);
}

[Test] void ArithmeticIsOfInts()
{
    Step step = ONE;
    ASSERT((step - 2) < 0);
    ASSERT_EQUAL(step / -1, -1);
}
