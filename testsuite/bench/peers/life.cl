/* families/life: 32 cells to a word. */
typedef struct Sums {
    uint ones, twos;
} Sums;

inline Sums add_three(uint a, uint b, uint c)
{
    uint partial = a ^ b;
    return (Sums){partial ^ c, (a & b) | (partial & c)};
}

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void StepCS(uint gWordsPerRow, uint gRows, global const uint *gCells, global uint *gNext)
{
    uint id = get_global_id(0), x = id % gWordsPerRow, y = id / gWordsPerRow, here[3], west[3], east[3];
#pragma unroll
    for (uint i = 0; i < 3; ++i) {
        global const uint *row = gCells + ((y + i - 1) & (gRows - 1)) * gWordsPerRow;
        here[i] = row[x];
        west[i] = here[i] << 1 | row[(x - 1) & (gWordsPerRow - 1)] >> 31;
        east[i] = here[i] >> 1 | row[(x + 1) & (gWordsPerRow - 1)] << 31;
    }
    Sums above = add_three(west[0], here[0], east[0]), below = add_three(west[2], here[2], east[2]);
    Sums ones = add_three(above.ones, below.ones, west[1] ^ east[1]);
    Sums twos = add_three(above.twos, below.twos, west[1] & east[1]);
    uint two = twos.ones ^ ones.twos, four = twos.twos | (twos.ones & ones.twos);
    gNext[id] = two & ~four & (ones.ones | here[1]);
}
