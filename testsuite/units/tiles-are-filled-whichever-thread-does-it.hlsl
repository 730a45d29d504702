// Loops that count a tile's elements by quotients and remainders, or in rows and columns, fill each of them once.
StructuredBuffer<int> zeros;
int at(int x, int y, int z) { return 1 + x + 100 * y + 10000 * z + zeros[0]; }

namespace RowsOfQuotients {
groupshared int tile[18][19];
groupshared int columns[18][18];

[Test]
[numthreads(16, 16, 1)]
void RowsOfQuotients(int thread : SV_GroupIndex)
{
    for (int i = thread; i < 18 * 18; i += 256)
    {
        tile[i / 18][i % 18] = at(i % 18, min(i / 18, 15), 0);
        columns[i - i / 18 * 18][i / 18] = at(i % 18, i / 18, 1);
    }
    GroupMemoryBarrierWithGroupSync();
    for (int y = 0; y < 18; y++)
    {
        ASSERT_EQUAL(tile[y][thread % 18], at(thread % 18, min(y, 15), 0));
        ASSERT_EQUAL(columns[thread % 18][y], at(thread % 18, y, 1));
        ASSERT_EQUAL(tile[y][18], 0);
    }
}
}

namespace SlicesOfQuotients {
groupshared int box[6][10][10];

[Test]
[numthreads(8, 8, 4)]
void SlicesOfQuotients(uint thread : SV_GroupIndex)
{
    for (uint i = thread; i < 600; i += 256)
        box[i / 100][i / 10 % 10][i % 10] = at(i % 10, i % 100 / 10, i / 100);
    GroupMemoryBarrierWithGroupSync();
    for (uint z = 0; z < 6; z++)
        for (uint y = 0; y < 10; y++)
            ASSERT_EQUAL(box[z][y][thread % 10], at(thread % 10, y, z));
}
}

namespace RowsAndColumns {
groupshared int tile[20][36];

[Test]
[numthreads(32, 4, 1)]
void RowsAndColumns(uint2 place : SV_GroupThreadID, uint thread : SV_GroupIndex)
{
    for (uint y = place.y; y < 20; y += 4)
    {
        int row = y * 2;
        for (uint x = place.x; x < 36; x += 32)
        {
            int value = 0;
            if (x > 2 && row > 3)
                value = at(x, row, 0);
            tile[y][x] = value;
        }
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 20; k++)
        ASSERT_EQUAL(tile[k][thread % 36], thread % 36 > 2 && k > 1 ? at(thread % 36, k * 2, 0) : 0);
}
}

namespace RowsLongerThanWaves {
groupshared int tile[3][150];

[Test]
[numthreads(128, 1, 1)]
void RowsLongerThanWaves(uint thread : SV_GroupThreadID)
{
    for (uint i = thread; i < 450; i += 128)
        tile[i / 150][i % 150] = at(i % 150, i / 150, 0);
    GroupMemoryBarrierWithGroupSync();
    for (uint i = thread; i < 450; i += 128)
        ASSERT_EQUAL(tile[i / 150][i % 150], at(i % 150, i / 150, 0));
}
}

namespace WhatAThreadAddsUpIsItsOwn {
groupshared int tile[6][24];

[Test]
[numthreads(128, 1, 1)]
void WhatAThreadAddsUpIsItsOwn(uint thread : SV_GroupIndex)
{
    uint sum = 0;
    for (uint i = thread; i < 144; i += 128)
    {
        tile[i / 24][i % 24] = thread;
        sum += i;
    }
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(sum, thread < 16 ? 2 * thread + 128 : thread);
    ASSERT_EQUAL(tile[thread / 24][thread % 24], thread % 128);
    ASSERT_EQUAL(tile[5][8 + thread % 16], thread % 16);
}
}

namespace TheLastStoreToAPlaceStays {
groupshared int row[384];

[Test]
[numthreads(384, 1, 1)]
void Does(uint thread : SV_GroupIndex)
{
    for (uint i = thread; i < 1152; i += 384)
        row[i % 384] = i;
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(row[383 - thread], 383 - thread + 768);
}
}

namespace WhoStaysAwayFetchesNothing {
groupshared int tile[6][24];
groupshared int other[6][24];

[Test]
[numthreads(128, 1, 1)]
void WhoStaysAwayFetchesNothing(uint thread : SV_GroupIndex)
{
    if (thread % 2 == 0)
        for (uint i = thread; i < 144; i += 128)
            tile[i / 24][i % 24] = 1;
    for (uint turn = 0; turn < 2; turn++)
    {
        if (thread % 3 == turn)
            break;
        for (uint i = thread; i < 144; i += 128)
            other[i / 24][i % 24] = 1 + turn;
    }
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(tile[thread / 24][thread % 24], thread % 2 == 0 ? 1 : 0);
    ASSERT_EQUAL(other[thread / 24][thread % 24], thread % 3);
}
}

namespace WhoHasReturnedFetchesNothing {
groupshared int tile[6][24];

[Test]
[numthreads(128, 1, 1)]
void WhoHasReturnedFetchesNothing(uint thread : SV_GroupIndex)
{
    if (thread + zeros[0] == 77)
        return;
    for (uint i = thread; i < 144; i += 128)
        tile[i / 24][i % 24] = 1;
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(tile[thread / 24][thread % 24], 1);
    ASSERT_EQUAL(tile[3][5], 0);
}
}
