/* One operation's reduction and exclusive prefix: NAME over TYPE (CTYPE), with IDENTITY and COMBINE, an
 * expression over the vectors a and b; TAKE_OUT, where there is one, gives a from COMBINE and b. A template
 * of wcc_wave.h. */
#define R3_(a, b, c) a##b##_##c
#define R2_(a, b, c) R3_(a, b, c)
#define R_(prefix) WCC_PASTE(R2_(prefix, NAME, TYPE), LANES)
#define USES3_(a, b, c) WCC_USES(a##b##_##c)
#define USES2_(a, b, c) USES3_(a, b, c)
#define USES_(prefix) USES2_(prefix, NAME, TYPE)
#define SPLAT_ WCC_PASTE(R4_(splat_, TYPE), LANES)
#define SELECT_ WCC_PASTE(R4_(select_, TYPE), LANES)
#define R5_(a, b) a##b
#define R4_(a, b) R5_(a, b)

#ifdef NEUTRAL
#define FIRST_ NEUTRAL
#else
#define FIRST_ IDENTITY
#endif
#ifndef WCC_HALVE /* rows of 12 lanes are three vectors of four: what has no partner stays */
#define WCC_HALVE(TYPE_, count)                                                                                     \
    if (pieces > count)                                                                                             \
        WCC_UNROLL for (int i = 0; i < count && i + count < pieces; i++) {                                          \
            TYPE_ a = part[i], b = part[i + count];                                                                 \
            part[i] = COMBINE;                                                                                      \
        }
#endif

#ifndef WCC_TO_ONE_PIECE /* the upper half of the pieces onto the lower, until part[0] is left */
#define WCC_TO_ONE_PIECE(TYPE_)                                                                                     \
    TYPE_ neutral = SPLAT_(FIRST_), part[32];                                                                       \
    WCC_UNROLL for (int i = 0; i < pieces; i++)                                                                     \
        part[i] = SELECT_(m[i], v[i], neutral);                                                                     \
    WCC_HALVE(TYPE_, 16) WCC_HALVE(TYPE_, 8) WCC_HALVE(TYPE_, 4) WCC_HALVE(TYPE_, 2) WCC_HALVE(TYPE_, 1)
#endif

#if USES_(reduce_)
/* The upper half of the lanes onto the lower, until one is left. */
WCC_INLINE CTYPE R_(reduce_)(const T_(TYPE) *v, const T_(i32) *m, int pieces)
{
    WCC_TO_ONE_PIECE(T_(TYPE))
    T_(TYPE) a = part[0];
    WCC_FOLDS(WCC_FOLD_STEP)
    return a[0];
}
#endif
#if USES_(piece_)
WCC_INLINE T_(TYPE) R_(piece_)(const T_(TYPE) *v, const T_(i32) *m, int pieces)
{
    WCC_TO_ONE_PIECE(T_(TYPE))
    return part[0];
}
#endif
#if USES_(transposed_)
/* Of as many rows as there are lanes in `pieces` vectors, each a vector: lane i's is the sum of row i, as reduce_ gives it. */
WCC_INLINE void R_(transposed_)(T_(TYPE) *result, const T_(TYPE) *rows, int pieces)
{
    for (int p = 0; p < pieces; p++) {
        T_(TYPE) part[LANES];
        WCC_UNROLL for (int i = 0; i < LANES; i++)
            part[i] = rows[p * LANES + i];
        WCC_PAIRS(WCC_PAIR)
        result[p] = part[0];
    }
}
#endif
#if USES_(fold_)
/* Of each so many lanes that follow each other, in the first of `pieces` vectors one beside the other; both are powers of
 * two. */
WCC_INLINE void R_(fold_)(T_(TYPE) *v, int pieces, int sharers)
{
    for (; sharers > 1; sharers /= 2) {
        int next = pieces > 1, folded = next ? pieces / 2 : 1;
        WCC_UNROLL for (int i = 0; i < folded; i++) {
            T_(TYPE) left = v[2 * i], right = v[2 * i + next], a = __builtin_shufflevector(left, right, WCC_EVEN),
                     b = __builtin_shufflevector(left, right, WCC_ODD);
            v[i] = COMBINE;
        }
        pieces = folded;
    }
}
#endif
#if USES_(neutral_)
WCC_INLINE T_(TYPE) R_(neutral_)(void) { return SPLAT_(FIRST_); }
#endif
#if USES_(total_)
/* Of a vector each lane adds up every LANES-th lane of the wave. */
WCC_INLINE T_(TYPE) R_(total_)(T_(TYPE) a, const T_(TYPE) *v, const T_(i32) *m, int pieces)
{
    WCC_TO_ONE_PIECE(T_(TYPE))
    T_(TYPE) b = part[0];
    return COMBINE;
}
#endif
#if !USES_(prefix_)
#elif defined(WCC_STRICT) && defined(WCC_FLOAT_SUM)
WCC_INLINE void R_(prefix_)(T_(TYPE) *result, const T_(TYPE) *v, const T_(i32) *m, int pieces)
{
    CTYPE all[32 * LANES], a = IDENTITY;
    int32_t on[32 * LANES];
    memcpy(all, v, (size_t)pieces * sizeof *v);
    memcpy(on, m, (size_t)pieces * sizeof *m);
    for (int lane = 0; lane < pieces * LANES; lane++) {
        CTYPE b = all[lane];
        all[lane] = a;
        if (on[lane])
            a = COMBINE;
    }
    memcpy(result, all, (size_t)pieces * sizeof *v);
}
#else
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
#endif

#if USES_(multi_prefix_)
/* Each lane's mask, 32 lanes a word, names those that it has a prefix of: one lane after the other, in all that are above
 * it. */
WCC_INLINE void R_(multi_prefix_)(T_(TYPE) *result, const T_(TYPE) *v, const T_(i32) *x, const T_(i32) *y,
                                  const T_(i32) *z, const T_(i32) *w, const T_(i32) *m, int pieces)
{
    const T_(i32) *const words[4] = {x, y, z, w}, none = F_(splat_i32)(0);
    T_(TYPE) identity = SPLAT_(IDENTITY), sum[32];
    T_(i32) below[4][32];
    CTYPE all[32 * LANES];
    memcpy(all, v, (size_t)pieces * sizeof *v);
    WCC_UNROLL for (int i = 0; i < pieces; i++) {
        sum[i] = identity;
        for (int k = 0; k < 4 && 32 * k < pieces * LANES; k++)
            below[k][i] = words[k][i] & F_(lanes_below)(i, k);
    }
    WCC_UNROLL for (int first = 0; first < pieces; first++)
        for (uint32_t bits = F_(bits)(m[first]); bits != 0; bits &= bits - 1) {
            int lane = first * LANES + __builtin_ctz(bits);
            T_(i32) bit = F_(splat_i32)((int32_t)(1u << lane % 32));
            T_(TYPE) value = SPLAT_(all[lane]);
            WCC_UNROLL for (int i = first; i < pieces; i++) {
                T_(TYPE) a = sum[i], b = SELECT_((below[first * LANES / 32][i] & bit) != none, value, identity);
                sum[i] = COMBINE;
            }
        }
    memcpy(result, sum, (size_t)pieces * sizeof *sum);
}
#endif

#undef R_
#undef USES_
#undef USES2_
#undef USES3_
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
#undef FIRST_
#undef NEUTRAL
#undef WCC_FLOAT_SUM
#undef COMBINE
#undef TAKE_OUT
