/* WCC_JOINING(kernel, joined, count) defines kernel_joining, which runs a group of a dispatch by `joined`,
 * whose groups are `count` (a power of two) of the kernel's side by side on x: the first of them runs all,
 * the others find their work done. The groups at the end that do not make up `count` run one by one. Whoever
 * runs groups need not know. Their scratch memory is the larger one's. */
#define WCC_LARGER(left, right) ((left) > (right) ? (left) : (right))
#define WCC_JOINING(kernel, joined, count)                                                                                 \
    static void kernel##_joining(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)            \
    {                                                                                                                      \
        if ((x | (count - 1)) >= dispatch->groups[0])                                                                      \
            kernel(dispatch, shared, x, y, z);                                                                             \
        else if (x % count == 0)                                                                                           \
            joined(dispatch, shared, x / count, y, z);                                                                     \
    }
