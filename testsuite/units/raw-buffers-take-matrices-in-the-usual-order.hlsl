RWByteAddressBuffer bytes;

/* Columns, but for -Zpr; whatever variable the value comes from. */
[Test] [numthreads(1, 1, 1)] void TheOrderIsThatOfTheTypeStored()
{
    row_major float2x3 rows = float2x3(1, 2, 3, 4, 5, 6);
    column_major float2x3 columns = rows;
    bytes.Store(0, rows);
    bytes.Store<float2x3>(32, rows);
    bytes.Store<row_major float2x3>(64, columns);
    bytes.Store(96, rows + columns);
    ASSERT_EQUAL(bytes.Load<float4>(0), float4(1, 4, 2, 5));
    ASSERT_EQUAL(bytes.Load<float4>(32), float4(1, 4, 2, 5));
    ASSERT_EQUAL(bytes.Load<float4>(64), float4(1, 2, 3, 4));
    ASSERT_EQUAL(bytes.Load<float4>(96), float4(2, 8, 4, 10));
    ASSERT_EQUAL(bytes.Load<float2x3>(0), rows);
    ASSERT_EQUAL(bytes.Load<float2x3>(32), rows);
    ASSERT_EQUAL(bytes.Load<row_major float2x3>(64), rows);
}
