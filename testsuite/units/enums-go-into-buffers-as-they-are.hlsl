// options: -T cs_6_6 -enable-16bit-types
enum Plain { ZERO, ONE, TWO };
enum class Narrow : uint16_t { SEVEN = 7 };
struct Both { Plain list[2]; Narrow narrow; };
RWByteAddressBuffer bytes;
RWStructuredBuffer<Plain> plain;
AppendStructuredBuffer<Plain> appended;

[Test] [numthreads(1, 1, 1)] void RawBuffersTakeThem()
{
    Plain two = TWO;
    bytes.Store(0, two);
    bytes.Store<Plain>(4, ONE);
    bytes.Store<float>(8, two);
    bytes.Store(12, Narrow::SEVEN);
    bytes.Store2(ZERO + 16, two);
    ASSERT_EQUAL(bytes.Load4(0), uint4(2, 1, asuint(2.0f), 7));
    ASSERT_EQUAL(bytes.Load2(16), uint2(2, 2));
    ASSERT(bytes.Load<Plain>(4) == ONE);
    ASSERT(bytes.Load<Narrow>(12) == Narrow::SEVEN);
}

[Test] [numthreads(1, 1, 1)] void StructsAndArraysOfThemToo()
{
    Both both = (Both)0;
    both.list[1] = ONE;
    both.narrow = Narrow::SEVEN;
    bytes.Store(32, both);
    ASSERT_EQUAL(bytes.Load3(32), uint3(0, 1, 7));
    appended.Append(ONE);
    plain[5] = bytes.Load<Plain[2]>(32)[1];
    ASSERT(plain[5] == ONE);
}
