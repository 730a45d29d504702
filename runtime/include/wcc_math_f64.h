/* f64 functions. The transcendental ones go lane by lane through the C library. */

#ifndef WCC_HAS_FMA
WCC_INLINE T_(f64) F_(ffma_f64)(T_(f64) a, T_(f64) b, T_(f64) c)
{
    T_(f64) r;
    EACH_(r, __builtin_fma(AT_(a), AT_(b), AT_(c)));
    return r;
}
#endif
WCC_INLINE T_(f64) F_(frsqrt_f64)(T_(f64) x) { return 1 / F_(fsqrt_f64)(x); }

#define WCC_LIBRARY_1(name, function)                                                                           \
    WCC_INLINE T_(f64) F_(name##_f64)(T_(f64) a)                                                                \
    {                                                                                                           \
        T_(f64) r;                                                                                              \
        EACH_(r, function(AT_(a)));                                                                             \
        return r;                                                                                               \
    }
#define WCC_LIBRARY_2(name, function)                                                                           \
    WCC_INLINE T_(f64) F_(name##_f64)(T_(f64) a, T_(f64) b)                                                     \
    {                                                                                                           \
        T_(f64) r;                                                                                              \
        EACH_(r, function(AT_(a), AT_(b)));                                                                     \
        return r;                                                                                               \
    }
WCC_LIBRARY_1(fexp2, __builtin_exp2)
WCC_LIBRARY_1(flog2, __builtin_log2)
WCC_LIBRARY_1(fsin, __builtin_sin)
WCC_LIBRARY_1(fcos, __builtin_cos)
WCC_LIBRARY_1(ftan, __builtin_tan)
WCC_LIBRARY_1(fasin, __builtin_asin)
WCC_LIBRARY_1(facos, __builtin_acos)
WCC_LIBRARY_1(fatan, __builtin_atan)
WCC_LIBRARY_1(fsinh, __builtin_sinh)
WCC_LIBRARY_1(fcosh, __builtin_cosh)
WCC_LIBRARY_1(ftanh, __builtin_tanh)
WCC_LIBRARY_2(fatan2, __builtin_atan2)
WCC_LIBRARY_2(frem, __builtin_fmod)
WCC_LIBRARY_2(fpow, wcc_pow)
WCC_LIBRARY_2(fldexp, wcc_scale)
#undef WCC_LIBRARY_1
#undef WCC_LIBRARY_2
