// Conway's game of life with 32 cells to a word: the eight neighbours of 32 cells are added at once, in three
// bits that lie in three words. The field is a torus.

cbuffer cbField : register(b0)
{
    uint gWordsPerRow; // powers of two
    uint gRows;
};

ByteAddressBuffer gCells : register(t0);
RWByteAddressBuffer gNext : register(u0);

uint Word(uint x, uint y)
{
    return gCells.Load(4 * ((y & (gRows - 1)) * gWordsPerRow + (x & (gWordsPerRow - 1))));
}

struct Sums
{
    uint ones, twos;
};

Sums AddThree(uint a, uint b, uint c)
{
    Sums sums;
    uint part = a ^ b;
    sums.ones = part ^ c;
    sums.twos = (a & b) | (part & c);
    return sums;
}

// A row's cells with those to the left and to the right.
void Row(uint x, uint y, out uint west, out uint here, out uint east)
{
    here = Word(x, y);
    west = (here << 1) | (Word(x - 1, y) >> 31);
    east = (here >> 1) | (Word(x + 1, y) << 31);
}

[numthreads(64, 1, 1)]
void StepCS(uint3 id : SV_DispatchThreadID)
{
    uint x = id.x % gWordsPerRow, y = id.x / gWordsPerRow;
    uint aw, a, ae, hw, h, he, bw, b, be;
    Row(x, y - 1, aw, a, ae);
    Row(x, y, hw, h, he);
    Row(x, y + 1, bw, b, be);

    Sums above = AddThree(aw, a, ae);
    Sums below = AddThree(bw, b, be);
    uint sideOnes = hw ^ he, sideTwos = hw & he;
    Sums ones = AddThree(above.ones, below.ones, sideOnes);
    Sums twos = AddThree(above.twos, below.twos, sideTwos);
    uint two = twos.ones ^ ones.twos;
    uint four = twos.twos | (twos.ones & ones.twos);
    gNext.Store(4 * id.x, two & ~four & (ones.ones | h));
}
