/* One operation's reduction and exclusive prefix: NAME over TYPE (CTYPE), with IDENTITY and COMBINE, an
 * expression over the vectors a and b; TAKE_OUT, where there is one, gives a from COMBINE and b. A template
 * of wcc_wave.h. */
#define R3_(a, b, c) a##b##_##c
#define R2_(a, b, c) R3_(a, b, c)
#define R_(prefix) WCC_PASTE(R2_(prefix, NAME, TYPE), LANES)
#define SPLAT_ WCC_PASTE(R4_(splat_, TYPE), LANES)
#define SELECT_ WCC_PASTE(R4_(select_, TYPE), LANES)
#define R5_(a, b) a##b
#define R4_(a, b) R5_(a, b)

WCC_INLINE CTYPE R_(reduce_)(const T_(TYPE) *v, const T_(i32) *m, int pieces)
{
    T_(TYPE) identity = SPLAT_(IDENTITY), a = SELECT_(m[0], v[0], identity);
    WCC_UNROLL for (int i = 1; i < pieces; i++) {
        T_(TYPE) b = SELECT_(m[i], v[i], identity);
        a = COMBINE;
    }
    WCC_FOLDS(WCC_FOLD_STEP)
    return a[0];
}
WCC_INLINE void R_(prefix_)(T_(TYPE) *result, const T_(TYPE) *v, const T_(i32) *m, int pieces)
{
    T_(TYPE) identity = SPLAT_(IDENTITY), before = identity; /* of all lower pieces, in every lane */
    WCC_UNROLL for (int i = 0; i < pieces; i++) {
        T_(TYPE) own = SELECT_(m[i], v[i], identity), a = own;
        WCC_SHIFTS(WCC_SHIFT_STEP)
        T_(TYPE) inclusive = a;
#ifdef TAKE_OUT
        {
            T_(TYPE) b = own;
            a = inclusive;
            a = TAKE_OUT;
            b = before;
            result[i] = COMBINE;
        }
#else
        {
            T_(TYPE) b = WCC_SHIFT_1(inclusive, identity);
            a = before;
            result[i] = COMBINE;
        }
#endif
        {
            T_(TYPE) b = SPLAT_(inclusive[LANES - 1]);
            a = before;
            before = COMBINE;
        }
    }
}

#undef R_
#undef R2_
#undef R3_
#undef R4_
#undef R5_
#undef SPLAT_
#undef SELECT_
#undef NAME
#undef TYPE
#undef CTYPE
#undef IDENTITY
#undef COMBINE
#undef TAKE_OUT
