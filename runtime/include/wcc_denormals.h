/* Denormal floats count as zeros of their sign, going in and coming out, as the D3D11.3 functional
 * specification 3.1.3 has it for 32 bits. On x86 one mode of a CPU thread does that, for 64 bits too, where
 * denormals must stay: kernels that use double do not set it. -DWCC_STRICT neither, so that every target
 * gives the same bits. Halves are computed as floats, in which they have no denormals.
 *
 * WCC_FLUSHING(kernel) defines kernel_flushing, which runs the kernel in this mode. */
#if defined(__SSE2__) && !defined(WCC_STRICT)
enum { WCC_FLUSH_TO_ZERO = 0x8000, WCC_DENORMALS_ARE_ZEROS = 0x40 };
#define WCC_FENCE() __asm__ volatile("" ::: "memory") /* no arithmetic of the kernel's passes */
#define WCC_FLUSHING(kernel)                                                                                               \
    static void kernel##_flushing(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t end, uint32_t y,         \
                                  uint32_t z)                                                                              \
    {                                                                                                                      \
        const unsigned mode = __builtin_ia32_stmxcsr();                                                                    \
        __builtin_ia32_ldmxcsr(mode | WCC_FLUSH_TO_ZERO | WCC_DENORMALS_ARE_ZEROS);                                        \
        WCC_FENCE();                                                                                                       \
        kernel(dispatch, shared, x, end, y, z);                                                                            \
        WCC_FENCE();                                                                                                       \
        __builtin_ia32_ldmxcsr(mode);                                                                                      \
    }
#else
#define WCC_FLUSHING(kernel)                                                                                               \
    static void kernel##_flushing(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t end, uint32_t y,         \
                                  uint32_t z)                                                                              \
    {                                                                                                                      \
        kernel(dispatch, shared, x, end, y, z);                                                                            \
    }
#endif
