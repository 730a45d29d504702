/* Denormal floats count as zeros of their sign, going in and coming out, as the D3D11.3 functional
 * specification 3.1.3 has it for 32 bits. On x86 one mode of a CPU thread does that, for 64 bits too, where
 * denormals must stay: kernels that use double do not set it. -DWCC_STRICT neither, so that every target
 * gives the same bits. Halves are computed as floats, in which they have no denormals.
 *
 * wcc_begin_flushing sets this mode and gives what it was before, for wcc_end_flushing; the twins of kernels that do
 * without change nothing. To set it and set it back takes as long as a small group. */
#if defined(__SSE2__) && !defined(WCC_STRICT)
enum { WCC_FLUSH_TO_ZERO = 0x8000, WCC_DENORMALS_ARE_ZEROS = 0x40 };
#define WCC_FENCE() __asm__ volatile("" ::: "memory") /* no arithmetic of the kernel's passes */
static inline unsigned wcc_begin_flushing(void)
{
    const unsigned mode = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(mode | WCC_FLUSH_TO_ZERO | WCC_DENORMALS_ARE_ZEROS);
    WCC_FENCE();
    return mode;
}
static inline void wcc_end_flushing(unsigned mode)
{
    WCC_FENCE();
    __builtin_ia32_ldmxcsr(mode);
}
#else
static inline unsigned wcc_begin_flushing(void) { return 0; }
static inline void wcc_end_flushing(unsigned mode) { (void)mode; }
#endif
static inline unsigned wcc_begin_as_is(void) { return 0; }
static inline void wcc_end_as_is(unsigned mode) { (void)mode; }
