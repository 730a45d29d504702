/* What f32 and f64 do alike. Included with TYPE (f32, f64), INT (its bits), MAGNITUDE (all bits but the
 * sign), WHOLE (from here on every value is an integer); ONLY_SIGNS: what others need of f64. */

#define N_(name) F_(WCC_JOIN(WCC_JOIN(name, _), TYPE))
#define V_ T_(TYPE)

WCC_INLINE V_ N_(fabs)(V_ x) { return OF_BITS(TO_BITS(x) & MAGNITUDE); }
/* The magnitude of the first, the sign of the second. */
WCC_INLINE V_ N_(with_sign)(V_ x, V_ sign) { return OF_BITS((TO_BITS(x) & MAGNITUDE) | (TO_BITS(sign) & ~MAGNITUDE)); }

#ifndef ONLY_SIGNS
/* b is a number. */
WCC_INLINE V_ N_(fmin_number)(V_ a, V_ b) { return N_(less)(a, b); }
WCC_INLINE V_ N_(fmax_number)(V_ a, V_ b) { return N_(more)(a, b); }
#ifndef WCC_HAS_RANGE
WCC_INLINE V_ N_(fmin)(V_ a, V_ b) { return P_(TYPE)(b == b, N_(less)(a, b), a); }
WCC_INLINE V_ N_(fmax)(V_ a, V_ b) { return P_(TYPE)(b == b, N_(more)(a, b), a); }
#endif
WCC_INLINE V_ N_(fsaturate)(V_ x) { return N_(less)(N_(more)(x, K_(TYPE, 0)), K_(TYPE, 1)); }

#ifndef WCC_HAS_ROUND
/* Adding WHOLE leaves no room for a fraction. */
WCC_INLINE V_ N_(fround)(V_ x)
{
    V_ a = N_(fabs)(x);
    return N_(with_sign)(P_(TYPE)(a < WHOLE, a + WHOLE - WHOLE, a), x);
}
WCC_INLINE V_ N_(ftrunc)(V_ x)
{
    V_ a = N_(fabs)(x), near = N_(fround)(a);
    return N_(with_sign)(near - P_(TYPE)(near > a, K_(TYPE, 1), K_(TYPE, 0)), x);
}
WCC_INLINE V_ N_(ffloor)(V_ x)
{
    V_ near = N_(fround)(x);
    return N_(with_sign)(near - P_(TYPE)(near > x, K_(TYPE, 1), K_(TYPE, 0)), x);
}
WCC_INLINE V_ N_(fceil)(V_ x)
{
    V_ near = N_(fround)(x);
    return N_(with_sign)(near + P_(TYPE)(near < x, K_(TYPE, 1), K_(TYPE, 0)), x);
}
#endif
/* Never below 0, also where x is a product that the compiler fused into the subtraction. */
WCC_INLINE V_ N_(ffrac)(V_ x) { return N_(more)(K_(TYPE, 0), x - N_(ffloor)(x)); }
WCC_INLINE V_ N_(frcp)(V_ x) { return 1 / x; }

WCC_INLINE T_(i32) N_(fisnan)(V_ x) { return MASK_(TYPE, x != x); }
WCC_INLINE T_(i32) N_(fisinf)(V_ x) { return MASK_(TYPE, N_(fabs)(x) == INFINITE); }
WCC_INLINE T_(i32) N_(fisfinite)(V_ x) { return MASK_(TYPE, N_(fabs)(x) < INFINITE); }
#endif

#undef N_
#undef V_
#undef TYPE
#undef INFINITE
#undef TO_BITS
#undef OF_BITS
#undef MAGNITUDE
#undef WHOLE
#undef ONLY_SIGNS
