/* How groups become calls. A kernel runs groups x .. end - 1; a WccKernel is called for each group, but several
 * side by side on x may run in the call of the first of them, and the others find their work done. Whoever runs
 * groups need not know.
 *
 * WCC_GROUPS(kernel) defines kernel_groups, the kernel out of line. Without that C compilers inline it into one
 * of the functions below after the other, and optimise it each time; once more than by itself is worth while
 * (loops over pieces are unrolled the first time, and what does not change taken out of others the second).
 * WCC_JOINING(kernel, joined, count) defines kernel_joining, which runs groups by `joined`, whose groups are
 * `count` of the kernel's side by side, where there are as many. Their scratch memory is the
 * larger one's.
 * WCC_CALL(name, kernel, mode, joined, together) defines the WccKernel name_call: `together` groups a call, `joined` times
 * a power of two, or as many as a row still has; fewer where a dispatch has too few calls for many
 * workers; one at the end of a row that has less than `joined`. And the WccRow name_row, whose calls are longer:
 * not so long that what the rows of a call share leaves the caches. `mode`: flushing or as_is (wcc_denormals.h), once for
 * all calls of a row. */
enum { WCC_LEAST_CALLS = 32, WCC_MOST_TOGETHER = 8 };

#define WCC_LARGER(left, right) ((left) > (right) ? (left) : (right))

#define WCC_GROUPS(kernel)                                                                                                 \
    static __attribute__((noinline)) void kernel##_groups(const WccDispatch *dispatch, void *shared, uint32_t x,           \
                                                          uint32_t end, uint32_t y, uint32_t z)                            \
    {                                                                                                                      \
        kernel(dispatch, shared, x, end, y, z);                                                                            \
    }

#define WCC_JOINING(kernel, joined, count)                                                                                 \
    static void kernel##_joining(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t end, uint32_t y,          \
                                 uint32_t z)                                                                               \
    {                                                                                                                      \
        if (end - x >= count)                                                                                              \
            joined##_groups(dispatch, shared, x / count, end / count, y, z);                                               \
        else                                                                                                               \
            kernel##_groups(dispatch, shared, x, end, y, z);                                                               \
    }

/* Which group ends the call of group x: x where another's call runs it. */
static inline uint32_t wcc_end_of_call(const uint32_t *groups, uint32_t x, uint32_t joined, uint32_t together)
{
    const uint32_t whole = groups[0] / joined * joined; /* what is left over goes one by one */
    if (x >= whole)
        return x + 1;
    if (x % joined != 0)
        return x;
    if (together == joined)
        return x + joined;
    const uint64_t all = (uint64_t)groups[0] * groups[1] * groups[2];
    while (together > joined && all < (uint64_t)WCC_LEAST_CALLS * together)
        together /= 2;
    const uint32_t end = x + together;
    return x % together != 0 ? x : end < whole ? end : whole;
}

/* How many groups the first call of a row's groups x .. end - 1 runs. */
static inline uint32_t wcc_groups_of_call(uint32_t x, uint32_t end, uint32_t joined, uint32_t together)
{
    const uint32_t whole = (end - x) / joined * joined, most = WCC_MOST_TOGETHER * together;
    if (x % joined != 0 || whole == 0)
        return 1;
    return together == joined ? joined : whole < most ? whole : most;
}

#define WCC_CALL(name, kernel, mode, joined, together)                                                                          \
    static void name##_call(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)                 \
    {                                                                                                                      \
        const uint32_t end = wcc_end_of_call(dispatch->groups, x, joined, together);                                       \
        if (end == x) /* nothing of the kernel's is done before that is known */                                           \
            return;                                                                                                        \
        const unsigned before = wcc_begin_##mode();                                                                        \
        kernel(dispatch, shared, x, end, y, z);                                                                            \
        wcc_end_##mode(before);                                                                                            \
    }                                                                                                                      \
    static void name##_row(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t end, uint32_t y, uint32_t z)    \
    {                                                                                                                      \
        const unsigned before = wcc_begin_##mode();                                                                        \
        for (uint32_t count; x < end; x += count) {                                                                        \
            count = wcc_groups_of_call(x, end, joined, together);                                                          \
            kernel(dispatch, shared, x, x + count, y, z);                                                                  \
        }                                                                                                                  \
        wcc_end_##mode(before);                                                                                            \
    }
