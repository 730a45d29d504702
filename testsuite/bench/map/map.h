/* What the map's kernels, their plain C and map.c share. */
#define COLUMNS 256u
#define LINES 16u
#define SLICES 4u
#define ROWS (LINES * SLICES)
#define COUNT (COLUMNS * ROWS) /* threads */
#define GROUP_ROWS (GY * GZ)
#define GROUP (GX * GROUP_ROWS)

/* The masks: a border test, most vectors whole; every other lane or so. */
#define IS_INSIDE (x < gLimit && row < ROWS - 1)
#define IS_CHOSEN (((x ^ row) & 5) != 0)

static const uint PERMUTATION[8] = {3, 1, 0, 2, 7, 5, 6, 4};
