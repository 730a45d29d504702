/* wcc_parts: bytes and halfwords of words, as vectors of words with zeros above them (u8, u16) or their sign (s8, s16).
 * Part of wcc_lanes.h, once per lane count, for kernels that load such. They lie in words that are inside as a whole, from
 * a resource's start on. */

typedef uint8_t T_(u8) __attribute__((vector_size(LANES)));
typedef int8_t T_(s8) __attribute__((vector_size(LANES)));
typedef T_(i16) T_(s16);

/* gcc converts bytes in two steps, both halves of them: it is told of one instruction. */
#if !defined(__clang__) && (LANES == 16 && defined(__AVX512F__) || LANES == 8 && defined(__AVX2__) || LANES == 4 && defined(__SSE4_1__))
typedef char T_(chars) __attribute__((vector_size(16)));
#if LANES == 16
#define WCC_WIDEN(extends, bytes) __builtin_ia32_pmov##extends##xbd512_mask((T_(chars))(bytes), (T_(i32)){0}, (uint16_t)-1)
#elif LANES == 8
typedef uint64_t T_(low_u8) __attribute__((vector_size(16)));
#define WCC_WIDEN(extends, bytes) __builtin_ia32_pmov##extends##xbd256((T_(chars))(T_(low_u8)){(uint64_t)(bytes)})
#else
typedef uint32_t T_(low_u8) __attribute__((vector_size(16)));
#define WCC_WIDEN(extends, bytes) __builtin_ia32_pmov##extends##xbd128((T_(chars))(T_(low_u8)){(uint32_t)(bytes)})
#endif
#else
#define WCC_WIDEN(extends, bytes) WCC_CONVERT(bytes, T_(i32))
#endif

#if LANES > 4
#define WCC_PART_BY_PART WCC_OUTLINE
#else
#define WCC_PART_BY_PART WCC_INLINE
#endif
#if LANES == 4 && !defined(__AVX2__)
#define WCC_RARE WCC_COLD
#else
#define WCC_RARE WCC_INLINE
#endif

/* Gathered as the words that they lie in, where that is one instruction. */
#if defined(__AVX512F__) || (LANES <= 8 && defined(__AVX2__))
#define WCC_GATHER_PARTS(type, above, width)                                                                    \
    WCC_INLINE T_(i32) F_(gather_##type)(const void *base, T_(i32) offset, T_(i32) m)                           \
    {                                                                                                           \
        T_(i32) words = F_(gather_i32)(base, offset & F_(splat_i32)(-4), m);                                    \
        return above(words, offset & F_(splat_i32)(4 - width / 8), width);                                      \
    }
#else
#define WCC_GATHER_PARTS(type, above, width)                                                                    \
    WCC_PART_BY_PART T_(i32) F_(gather_##type)(const void *base, T_(i32) offset, T_(i32) m)                     \
    {                                                                                                           \
        int32_t parts[LANES] = {0}, offsets[LANES];                                                             \
        uint32_t bits = F_(bits)(m);                                                                            \
        F_(store_i32)(offsets, offset);                                                                         \
        WCC_UNROLL for (int i = 0; i < LANES; i++)                                                              \
            if (bits >> i & 1)                                                                                  \
                parts[i] = WCC_AT(const wcc_part_##type, (const char *)base + offsets[i]);                      \
        return F_(load_i32)(parts);                                                                             \
    }
#endif

#define WCC_PARTS(u, extends, above)                                                                            \
    WCC_INLINE T_(i32) F_(load_##u##8)(const void *at)                                                          \
    {                                                                                                           \
        T_(u##8) bytes;                                                                                         \
        __builtin_memcpy(&bytes, at, sizeof bytes);                                                             \
        return WCC_WIDEN(extends, bytes);                                                                       \
    }                                                                                                           \
    WCC_INLINE T_(i32) F_(load_##u##16)(const void *at)                                                         \
    {                                                                                                           \
        return WCC_CONVERT((T_(u##16))F_(load_i16)(at), T_(i32));                                               \
    }                                                                                                           \
    WCC_INLINE T_(i32) F_(load_masked_##u##16)(const void *at, T_(i32) m)                                       \
    {                                                                                                           \
        return WCC_CONVERT((T_(u##16))F_(load_masked_i16)(at, m), T_(i32));                                     \
    }                                                                                                           \
    WCC_PART_BY_PART T_(i32) F_(load_masked_##u##8)(const void *at, T_(i32) m)                                  \
    {                                                                                                           \
        uint8_t bytes[LANES] = {0};                                                                             \
        uint32_t bits = F_(bits)(m);                                                                            \
        WCC_UNROLL for (int i = 0; i < LANES; i++)                                                              \
            if (bits >> i & 1)                                                                                  \
                bytes[i] = ((const uint8_t *)at)[i];                                                            \
        return F_(load_##u##8)(bytes);                                                                          \
    }                                                                                                           \
    WCC_GATHER_PARTS(u##8, above, 8)                                                                            \
    WCC_GATHER_PARTS(u##16, above, 16)                                                                          \
    WCC_RARE T_(i32) F_(rare_gather_##u##8)(const void *base, T_(i32) offset, T_(i32) m)                        \
    {                                                                                                           \
        return F_(gather_##u##8)(base, offset, m);                                                              \
    }                                                                                                           \
    WCC_RARE T_(i32) F_(rare_gather_##u##16)(const void *base, T_(i32) offset, T_(i32) m)                       \
    {                                                                                                           \
        return F_(gather_##u##16)(base, offset, m);                                                             \
    }
WCC_PARTS(u, z, WCC_ZEROS_ABOVE)
WCC_PARTS(s, s, WCC_SIGN_ABOVE)
#undef WCC_PARTS
#undef WCC_GATHER_PARTS
#undef WCC_PART_BY_PART
#undef WCC_RARE

/* A vector whose halves lie apart. */
#if LANES >= 8
#if LANES == 16
typedef uint64_t T_(eight_u8) __attribute__((vector_size(LANES)));
#define WCC_HALF_AT(at) WCC_AT(const uint64_t, at)
#else
typedef uint32_t T_(eight_u8) __attribute__((vector_size(LANES)));
#define WCC_HALF_AT(at) WCC_AT(const uint32_t, at)
#endif
#define WCC_HALVES_OF_PARTS(u, extends)                                                                         \
    WCC_INLINE T_(i32) F_(load_halves_##u##8)(const void *low, const void *high)                                \
    {                                                                                                           \
        T_(eight_u8) halves = {WCC_HALF_AT(low), WCC_HALF_AT(high)};                                            \
        return WCC_WIDEN(extends, (T_(u##8))halves);                                                            \
    }                                                                                                           \
    WCC_INLINE T_(i32) F_(load_halves_##u##16)(const void *low, const void *high)                               \
    {                                                                                                           \
        return WCC_CONVERT((T_(u##16))F_(load_halves_i16)(low, high), T_(i32));                                 \
    }                                                                                                           \
    WCC_INLINE T_(i32) F_(load_masked_halves_##u##8)(const void *low, const void *high, T_(i32) m)              \
    {                                                                                                           \
        T_(i32) is_low = (T_(i32))WCC_IOTA < F_(splat_i32)(LANES / 2);                                          \
        return F_(load_masked_##u##8)(low, m & is_low) |                                                        \
               F_(load_masked_##u##8)((const char *)high - LANES / 2, m & ~is_low);                             \
    }                                                                                                           \
    WCC_INLINE T_(i32) F_(load_masked_halves_##u##16)(const void *low, const void *high, T_(i32) m)             \
    {                                                                                                           \
        return WCC_CONVERT((T_(u##16))F_(load_masked_halves_i16)(low, high, m), T_(i32));                       \
    }
WCC_HALVES_OF_PARTS(u, z)
WCC_HALVES_OF_PARTS(s, s)
#undef WCC_HALVES_OF_PARTS
#undef WCC_HALF_AT
#endif
#undef WCC_WIDEN
