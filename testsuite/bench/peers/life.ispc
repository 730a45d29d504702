// arguments: gWordsPerRow gRows gCells gNext
static inline void add_three(unsigned int a, unsigned int b, unsigned int c, unsigned int &ones, unsigned int &twos)
{
    unsigned int partial = a ^ b;
    ones = partial ^ c;
    twos = (a & b) | (partial & c);
}

static inline unsigned int next_word(const uniform unsigned int *uniform rows[3], int left, int x, int right)
{
    unsigned int here[3], west[3], east[3];
    for (uniform int i = 0; i < 3; ++i) {
        here[i] = rows[i][x];
        west[i] = (here[i] << 1) | (rows[i][left] >> 31);
        east[i] = (here[i] >> 1) | (rows[i][right] << 31);
    }
    unsigned int above1, above2, below1, below2, ones1, ones2, twos1, twos2;
    add_three(west[0], here[0], east[0], above1, above2);
    add_three(west[2], here[2], east[2], below1, below2);
    add_three(above1, below1, west[1] ^ east[1], ones1, ones2);
    add_three(above2, below2, west[1] & east[1], twos1, twos2);
    return (twos1 ^ ones2) & ~(twos2 | (twos1 & ones2)) & (ones1 | here[1]);
}

export void StepCS(void *uniform arguments[])
{
    const uniform int width = ((uniform int *uniform)arguments[0])[0];
    const uniform int height = ((uniform int *uniform)arguments[1])[0];
    const uniform unsigned int *uniform cells = (uniform unsigned int *uniform)arguments[2];
    for (uniform int y = 0; y < height; ++y) {
        const uniform unsigned int *uniform rows[3];
        uniform unsigned int *uniform to = (uniform unsigned int *uniform)arguments[3] + y * width;
        for (uniform int i = 0; i < 3; ++i)
            rows[i] = cells + ((y + i - 1) & (height - 1)) * width;
        foreach (x = 1 ... width - 1)
            to[x] = next_word(rows, x - 1, x, x + 1);
        foreach (edge = 0 ... 2) {
            int x = edge * (width - 1);
            to[x] = next_word(rows, (x - 1) & (width - 1), x, (x + 1) & (width - 1));
        }
    }
}
