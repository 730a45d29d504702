/* Denormal floats count as zeros of their sign, going in and coming out, as the D3D11.3 functional
 * specification 3.1.3 has it for 32 bits. On x86 one mode of a CPU thread does that, for 64 bits too, where
 * denormals must stay: kernels that use double do not set it. -DWCC_STRICT neither, so that every target
 * gives the same bits. Halves are computed as floats, in which they have no denormals.
 *
 * WCC_FLUSHING(kernel, count) defines kernel_flushing, which runs the kernel in this mode. Setting it takes
 * as long as some kernels do, so `count` (a power of two) groups side by side on x run in one call, that of the
 * first of them, and the others find their work done; not those at the end that do not make up `count`, nor
 * where a dispatch has so few that workers would lack some. */
#if defined(__SSE2__) && !defined(WCC_STRICT)
enum { WCC_FLUSH_TO_ZERO = 0x8000, WCC_DENORMALS_ARE_ZEROS = 0x40, WCC_LEAST_CALLS = 32 };
#define WCC_FENCE() __asm__ volatile("" ::: "memory") /* no arithmetic of the kernel's passes */

static inline int wcc_runs_together(const WccDispatch *dispatch, uint32_t x, uint32_t count)
{
    const uint32_t *groups = dispatch->groups;
    return (x | (count - 1)) < groups[0] &&
           (uint64_t)groups[0] * groups[1] * groups[2] >= (uint64_t)WCC_LEAST_CALLS * count;
}

#define WCC_FLUSHING(kernel, count)                                                                                        \
    static void kernel##_flushing(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)           \
    {                                                                                                                      \
        const int together = count > 1 && wcc_runs_together(dispatch, x, count);                                           \
        if (together && x % count != 0)                                                                                    \
            return;                                                                                                        \
        const uint32_t end = together ? x + count : x + 1;                                                                 \
        const unsigned mode = __builtin_ia32_stmxcsr();                                                                    \
        __builtin_ia32_ldmxcsr(mode | WCC_FLUSH_TO_ZERO | WCC_DENORMALS_ARE_ZEROS);                                        \
        for (; x < end; x++) {                                                                                             \
            WCC_FENCE();                                                                                                   \
            kernel(dispatch, shared, x, y, z);                                                                             \
            WCC_FENCE();                                                                                                   \
        }                                                                                                                  \
        __builtin_ia32_ldmxcsr(mode);                                                                                      \
    }
#else
#define WCC_FLUSHING(kernel, count)                                                                                        \
    static void kernel##_flushing(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)           \
    {                                                                                                                      \
        kernel(dispatch, shared, x, y, z);                                                                                 \
    }
#endif
