/* What lanes take from others, for TYPE (CTYPE); ITYPE: the integer type of that width, of which equal means
 * equal bits. A template of wcc_wave.h. */
#define X2_(a, b) a##b
#define X1_(a, b) X2_(a, b)
#define X_(prefix) WCC_PASTE(X1_(prefix, TYPE), LANES)
#define USES2_(name) WCC_USES(name)
#define USES_(prefix) USES2_(X1_(prefix, TYPE))

/* Waves of padded rows have no power of two of lanes (24). */
WCC_INLINE CTYPE X_(lane_)(const T_(TYPE) *v, int pieces, int32_t lane)
{
    CTYPE all[32 * LANES];
    uint32_t at = (uint32_t)lane % (uint32_t)(pieces * LANES);
    memcpy(all, v, (size_t)pieces * sizeof *v);
    return all[at];
}
#if USES_(read_)
/* Of an inactive lane or one past the wave: 0. */
WCC_INLINE CTYPE X_(read_)(const T_(TYPE) *v, const T_(i32) *m, int pieces, int32_t lane)
{
    int inside = (uint32_t)lane < (uint32_t)(pieces * LANES);
    return inside && F_(lane_i32)(m, pieces, lane) ? X_(lane_)(v, pieces, lane) : 0;
}
#endif
#if USES_(shuffle_)
WCC_OUTLINE void X_(shuffle_)(T_(TYPE) *result, const T_(TYPE) *v, const T_(i32) *m, int pieces, const T_(i32) *lane)
{
    if (sizeof(CTYPE) == 4 && pieces <= WCC_MOST_PERMUTED) {
        F_(shuffle_words)(result, v, m, pieces, lane);
        return;
    }
    CTYPE all[32 * LANES], out[32 * LANES];
    int32_t on[32 * LANES], from[32 * LANES];
    memcpy(all, v, (size_t)pieces * sizeof *v);
    memcpy(on, m, (size_t)pieces * sizeof *m);
    memcpy(from, lane, (size_t)pieces * sizeof *lane);
    for (int i = 0; i < pieces * LANES; i++) {
        uint32_t at = (uint32_t)from[i] % (uint32_t)(pieces * LANES);
        out[i] = (uint32_t)from[i] == at && on[at] ? all[at] : 0;
    }
    memcpy(result, out, (size_t)pieces * sizeof *v);
}
#endif
#if USES_(all_equal_)
WCC_INLINE int X_(all_equal_)(const T_(TYPE) *v, const T_(i32) *m, int pieces)
{
    T_(ITYPE) first = (T_(ITYPE))X_(splat_)(X_(lane_)(v, pieces, F_(first_)(m, pieces)));
    T_(i32) differs = {0};
    WCC_UNROLL for (int i = 0; i < pieces; i++)
        differs |= m[i] & WCC_CONVERT((T_(ITYPE))v[i] != first, T_(i32));
    return F_(bits)(differs) == 0;
}
#endif
#if USES_(match_)
/* The bits that differ among active lanes. */
WCC_INLINE uint64_t X_(bits_that_differ_)(const T_(TYPE) *v, const T_(i32) *m, int pieces)
{
    T_(ITYPE) first = (T_(ITYPE))X_(splat_)(X_(lane_)(v, pieces, F_(first_)(m, pieces))), differs = {0};
    WCC_UNROLL for (int i = 0; i < pieces; i++)
        differs |= ((T_(ITYPE))v[i] ^ first) & WCC_CONVERT(m[i], T_(ITYPE));
    uint64_t bits = 0;
    for (int i = 0; i < LANES; i++)
        bits |= (uint64_t)differs[i];
    return bits & (sizeof(CTYPE) == 8 ? UINT64_MAX : ((uint64_t)1 << (8 * sizeof(CTYPE) % 64)) - 1);
}

WCC_INLINE T_(ITYPE) X_(one_bit_)(int bit)
{
    T_(ITYPE) one = {0};
    return (one + 1) << bit;
}

/* One value after the other, `most` of them: whether there are no more. */
WCC_INLINE int X_(match_values_)(T_(i32) *const *words, const T_(TYPE) *v, const T_(i32) *m, int pieces, int most)
{
    T_(i32) left[32], same[32];
    WCC_UNROLL for (int i = 0; i < pieces; i++) {
        left[i] = m[i];
        WCC_UNROLL for (int k = 0; k < 4; k++)
            words[k][i] = F_(splat_i32)(0);
    }
    for (; F_(any_)(left, pieces) && most > 0; most--) {
        T_(ITYPE) first = (T_(ITYPE))X_(splat_)(X_(lane_)(v, pieces, F_(first_)(left, pieces)));
        WCC_UNROLL for (int i = 0; i < pieces; i++) {
            same[i] = m[i] & WCC_CONVERT((T_(ITYPE))v[i] == first, T_(i32));
            left[i] &= ~same[i];
        }
        WCC_UNROLL for (int k = 0; k < 4 && 32 * k < pieces * LANES; k++) {
            T_(i32) ballot = F_(splat_i32)(F_(ballot_)(same, pieces, k));
            WCC_UNROLL for (int i = 0; i < pieces; i++)
                words[k][i] |= same[i] & ballot;
        }
    }
    return !F_(any_)(left, pieces);
}

/* For each active lane the active lanes with the same value: lanes 0..31 in x, and so on. Where these are more than a few
 * values for the bits that differ, those are left that agree in one of these bits after the other. */
WCC_INLINE void X_(match_)(T_(i32) *x, T_(i32) *y, T_(i32) *z, T_(i32) *w, const T_(TYPE) *v, const T_(i32) *m, int pieces)
{
    T_(i32) on[32];
    T_(i32) *const words[4] = {x, y, z, w};
    uint64_t bits = X_(bits_that_differ_)(v, m, pieces);
    int count = __builtin_popcountll(bits);
    if (count > WCC_FEW_BITS && X_(match_values_)(words, v, m, pieces, count / 4))
        return;
    WCC_UNROLL for (int k = 0; k < 4; k++) {
        T_(i32) all = F_(splat_i32)(F_(ballot_)(m, pieces, k));
        WCC_UNROLL for (int i = 0; i < pieces; i++)
            words[k][i] = m[i] & all;
    }
    for (; bits != 0; bits &= bits - 1) {
        T_(ITYPE) bit = X_(one_bit_)(__builtin_ctzll(bits));
        WCC_UNROLL for (int i = 0; i < pieces; i++)
            on[i] = WCC_CONVERT(((T_(ITYPE))v[i] & bit) != 0, T_(i32));
        WCC_UNROLL for (int k = 0; k < 4 && 32 * k < pieces * LANES; k++) {
            T_(i32) ballot = F_(splat_i32)(F_(ballot_)(on, pieces, k));
            WCC_UNROLL for (int i = 0; i < pieces; i++)
                words[k][i] &= ~(on[i] ^ ballot);
        }
    }
}
#endif

/* ---- quads ---- */

#if USES_(quad_x_)
WCC_INLINE T_(TYPE) X_(quad_x_)(T_(TYPE) v) { return WCC_QUADS(v, 1, 0, 3, 2); }
#endif
#if USES_(quad_down_)
/* Of the lane in the next row of the quad, or in the one before, `down` lanes from here: 2, 4, 8. */
WCC_INLINE T_(TYPE) X_(quad_down_)(T_(TYPE) v, int down)
{
    return down == 2 ? WCC_QUADS(v, 2, 3, 0, 1) : down == 4 ? WCC_FOURS_SWAPPED(v) : WCC_EIGHTS_SWAPPED(v);
}
#endif
#if USES_(quad_of_rows_)
/* Of the quad's lane `lane` modulo 4; `other`: the same in its other row. Of the wave's lanes from `first` on. */
WCC_INLINE T_(TYPE) X_(quad_of_rows_)(T_(TYPE) v, T_(TYPE) other, T_(i32) lane, int first, int down)
{
    T_(i32) at = F_(linear_i32)(first, 1);
    T_(i32) is_odd = ((lane ^ at) & F_(splat_i32)(1)) != 0;
    T_(i32) is_other = ((lane & F_(splat_i32)(2)) != 0) ^ ((at & F_(splat_i32)(down)) != 0);
    T_(TYPE) here = X_(select_)(is_other, other, v);
    T_(TYPE) beside = X_(select_)(is_other, WCC_QUADS(other, 1, 0, 3, 2), WCC_QUADS(v, 1, 0, 3, 2));
    return X_(select_)(is_odd, beside, here);
}
#endif
#if USES_(quad_y_)
WCC_INLINE T_(TYPE) X_(quad_y_)(T_(TYPE) v) { return WCC_QUADS(v, 2, 3, 0, 1); }
#endif
#if USES_(quad_diagonal_)
WCC_INLINE T_(TYPE) X_(quad_diagonal_)(T_(TYPE) v) { return WCC_QUADS(v, 3, 2, 1, 0); }
#endif
#if USES_(quad_lane_)
/* Of the quad's lane `lane` modulo 4. */
WCC_INLINE T_(TYPE) X_(quad_lane_)(T_(TYPE) v, T_(i32) lane)
{
    T_(i32) odd = (lane & F_(splat_i32)(1)) != 0, high = (lane & F_(splat_i32)(2)) != 0;
    T_(TYPE) low_half = X_(select_)(odd, WCC_QUADS(v, 1, 1, 1, 1), WCC_QUADS(v, 0, 0, 0, 0));
    T_(TYPE) high_half = X_(select_)(odd, WCC_QUADS(v, 3, 3, 3, 3), WCC_QUADS(v, 2, 2, 2, 2));
    return X_(select_)(high, high_half, low_half);
}
#endif

#undef X_
#undef X1_
#undef X2_
#undef USES_
#undef USES2_
#undef TYPE
#undef CTYPE
#undef ITYPE
