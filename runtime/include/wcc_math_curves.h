/* Exponentials, logarithms and angles of f32, for kernels that have such. Part of wcc_math_f32.h, once per lane
 * count and once for scalars. Polynomials are minimax fits (Remez exchange, weighted for relative error of the
 * whole function); the error given with each is the fit's alone. Cody and Waite, Software Manual for the
 * Elementary Functions (1980), for the argument reductions. */

/* Copies, so that r and turns stay in registers where this is not called. */
WCC_INLINE void F_(reduce_far_f32)(T_(f32) x, T_(f32) *r, T_(i32) *turns)
{
    T_(f32) far = x, rest = *r;
    T_(i32) n = *turns;
    wcc_reduce_far((const float *)&far, (int)sizeof far / 4, (float *)&rest, (int32_t *)&n);
    *r = rest;
    *turns = n;
}

/* ---- exponentials and logarithms ---- */

#define MAGIC 12582912.0f /* 1.5 * 2^23: adding it leaves an integer in the low bits */
#define MAGIC_BITS 0x4b400000
/* x * 2^n for -252 <= n <= 252, given sum = n + MAGIC; denormals rounded once. */
WCC_INLINE T_(f32) F_(scale_by_f32)(T_(f32) x, T_(f32) sum)
{
#ifdef WCC_HAS_SCALE
    return F_(scale_f32)(x, sum - MAGIC);
#else
    T_(i32) n = BITS_(sum) - MAGIC_BITS, half = n >> 1;
    return x * FLOAT_(SHL_(half + 127, 23)) * FLOAT_(SHL_(n - half + 127, 23));
#endif
}
/* 2^f for |f| <= 1/2: error 2^-27 */
WCC_INLINE T_(f32) F_(exp2_fraction_f32)(T_(f32) f)
{
    T_(f32) p = f * 0x1.470b4ap-13f + 0x1.5f7276p-10f;
    p = p * f + 0x1.3b270ep-7f;
    p = p * f + 0x1.c6ae72p-5f;
    p = p * f + 0x1.ebfbe2p-3f;
    p = p * f + 0x1.62e430p-1f;
    return p * f + 1;
}
/* 2^x = 2^n * 2^f, n = round(x) */
WCC_INLINE T_(f32) F_(fexp2_f32)(T_(f32) x)
{
    x = F_(more_f32)(K_(f32, -151), F_(less_f32)(K_(f32, 129), x));
    T_(f32) sum = x + MAGIC;
    return F_(scale_by_f32)(F_(exp2_fraction_f32)(x - (sum - MAGIC)), sum);
}

/* x = m * 2^e with m in [sqrt(1/2), sqrt(2)), for x > 0 */
WCC_INLINE T_(f32) F_(split_f32)(T_(f32) x, T_(f32) *e)
{
    T_(f32) small = P_(f32)(x < 0x1p-126f, K_(f32, 0x1p23f), K_(f32, 1));
    T_(u32) bits = (T_(u32))BITS_(x * small);
    T_(i32) exponent = (T_(i32))(bits - 0x3f3504f3) >> 23;
    *e = CONVERT_(exponent, f32) - P_(f32)(x < 0x1p-126f, K_(f32, 23), K_(f32, 0));
    return FLOAT_(bits - ((T_(u32))exponent << 23));
}
/* log2(m) = t * P(t), t = m - 1: error 2^-27 */
WCC_INLINE T_(f32) F_(flog2_f32)(T_(f32) x)
{
    T_(f32) e, t = F_(split_f32)(x, &e) - 1;
    T_(f32) p = t * -0x1.c25bdap-4f + 0x1.7d4a4ep-3f;
    p = p * t + -0x1.874c22p-3f;
    p = p * t + 0x1.a30584p-3f;
    p = p * t + -0x1.eabc7ep-3f;
    p = p * t + 0x1.277e38p-2f;
    p = p * t + -0x1.715a76p-2f;
    p = p * t + 0x1.ec7096p-2f;
    p = p * t + -0x1.715470p-1f;
    p = p * t + 0x1.4ae0cp-26f; /* 1 / log(2) = 0x1.715476p+0 + this */
    T_(f32) finite = e + MADD_(t, K_(f32, 0x1.715476p+0f), t * p);
    T_(f32) nan = K_(f32, __builtin_nanf(""));
    T_(f32) edge = P_(f32)(x == 0, K_(f32, -__builtin_inff()), P_(f32)(x < 0, nan, x));
    return P_(f32)((x > 0) & (x < __builtin_inff()), finite, edge);
}

/* exp2(b * log2(a)) with the logarithm and the product in f64, so that the result is good to one ulp.
 * 0 and inf to a positive or negative power as in C (-0 is 0); anything to the power 0 is 1, 1 to any power is 1,
 * but for negative a and NaN: always NaN (HLSL reference, pow). log2(m) = t * P(t): error 2^-36 */
WCC_INLINE T_(f32) F_(fpow_f32)(T_(f32) a, T_(f32) b)
{
    T_(f32) e, m = F_(split_f32)(a, &e);
    T_(f64) t = CONVERT_(m - 1, f64);
    T_(f64) p = t * 0x1.3cea2d1e12fe3p-4 + -0x1.248a0c01d3c84p-3;
    p = p * t + 0x1.28722da5a5fe1p-3;
    p = p * t + -0x1.252f0840370f6p-3;
    p = p * t + 0x1.4529054e5a1a1p-3;
    p = p * t + -0x1.71417354df318p-3;
    p = p * t + 0x1.a63f45e91856fp-3;
    p = p * t + -0x1.ec72b58e58d2bp-3;
    p = p * t + 0x1.277651f65c929p-2;
    p = p * t + -0x1.71547097933bcp-2;
    p = p * t + 0x1.ec709ebba39ffp-2;
    p = p * t + -0x1.715476565d47ap-1;
    p = p * t + 0x1.71547652a1e7fp+0;
    T_(f64) x = CONVERT_(b, f64) * (p * t + CONVERT_(e, f64));
    x = F_(more_f64)(K_(f64, -151), F_(less_f64)(K_(f64, 129), x));
    T_(f64) sum = x + 0x1.8p52, n = sum - 0x1.8p52;
    T_(f32) power = F_(scale_by_f32)(F_(exp2_fraction_f32)(CONVERT_(x - n, f32)), CONVERT_(n, f32) + MAGIC);

    T_(f32) zero = K_(f32, 0), infinite = K_(f32, __builtin_inff());
    T_(f32) of_zero = P_(f32)(b < 0, infinite, zero), of_infinite = P_(f32)(b < 0, zero, infinite);
    power = P_(f32)(a == 0, of_zero, P_(f32)(a == __builtin_inff(), of_infinite, power));
    power = P_(f32)((b == 0) | (a == 1), K_(f32, 1), power);
    return P_(f32)((a >= 0) & (b == b), power, K_(f32, __builtin_nanf("")));
}
/* NaN for negative a, as pow has it; -0 is 0. */
WCC_INLINE T_(f32) F_(nan_if_negative_f32)(T_(f32) a, T_(f32) power)
{
    return P_(f32)(a < 0, K_(f32, __builtin_nanf("")), power);
}
/* x^n for a constant n of 1 to 128: squared for each bit of n below its first, and multiplied by x where it is 1 */
WCC_INLINE T_(f32) F_(fpow_whole_f32)(T_(f32) x, int n)
{
    T_(f32) power = x;
    WCC_UNROLL for (int bit = 64; bit > 0; bit /= 2) {
        if (n >= 2 * bit)
            power = power * power;
        if (n >= 2 * bit && (n & bit) != 0)
            power = power * x;
    }
    return power;
}
/* pow(a, n / 4) for a constant n of -8 to 16, or four times -4 to 128: products of x, its root and the root of that, for negative n
 * of their reciprocals, no one of which is flushed but where the power is: 1 to 6 ulps, of 8 < n / 4 as many */
WCC_INLINE T_(f32) F_(fpow_quarters_f32)(T_(f32) a, int n)
{
    T_(f32) x = F_(fabs_f32)(a), root = F_(fsqrt_f32)(x), power = root;
    int whole = (n < 0 ? -n : n) / 4, rest = (n < 0 ? -n : n) % 4;
    if (rest & 1)
        power = F_(fsqrt_f32)(root);
    if (rest == 3)
        power = power * root;
    if (n < 0)
        power = 1 / power;
    if (whole > 0) {
        T_(f32) product = F_(fpow_whole_f32)(n < 0 ? 1 / x : x, whole);
        power = rest > 0 ? product * power : product;
    }
    return F_(nan_if_negative_f32)(a, power);
}
/* pow(a, 1.0f / 3). z = a^(-1/3) to 1 in 30 by its bits, divided by 3, then two steps of third order: h = 1 - a z^3,
 * a^(-1/3) = z (1 + h/3 + 2/9 h^2 + ...), a^(1/3) = a z^2 (1 + 2/3 h + 5/9 h^2 + ...). The float 1 / 3 is more than
 * a third, by 2^-26.6: the binary logarithm, which the bits are nearly, times that and log(2). Denormal a count as zeros. */
WCC_INLINE T_(f32) F_(fpow_cube_root_f32)(T_(f32) a)
{
    T_(f32) bits = CONVERT_(BITS_(a), f32);
    T_(f32) z = FLOAT_(CONVERT_(bits * (-1.0f / 3) + 0x54a2fa8cp0f, i32));
    T_(f32) h = 1 - a * z * (z * z);
    z = z + z * h * (h * (2.0f / 9) + 1.0f / 3);
    T_(f32) root = a * z * z;
    h = 1 - root * z;
    root = root + root * (h * (h * (5.0f / 9) + 2.0f / 3) + (bits * 0x1p-23f - 127) * 0x1.d9304p-28f);
    root = P_(f32)(a < 0x1p-126f, K_(f32, 0), P_(f32)(a == __builtin_inff(), a, root));
    return F_(nan_if_negative_f32)(a, root);
}
/* a * 2^b = a * 2^f * 2^n. n is towards zero from b, so that a * 2^f is out of range only where the result is;
 * 2^b itself may be. Without a scaling instruction 2^n is four factors. */
WCC_INLINE T_(f32) F_(fldexp_f32)(T_(f32) a, T_(f32) b)
{
    T_(f32) x = F_(more_f32)(K_(f32, -300), F_(less_f32)(K_(f32, 300), b)), near = x + MAGIC - MAGIC, rest = x - near;
    T_(f32) one = K_(f32, 1), n = near - P_(f32)((rest < 0) & (x > 0), one, P_(f32)((rest > 0) & (x < 0), -one, one - one));
    T_(f32) scaled = a * (F_(exp2_fraction_f32)(rest) * P_(f32)(n < near, one + one, P_(f32)(n > near, 0.5f * one, one)));
#ifdef WCC_HAS_SCALE
    T_(f32) result = F_(scale_f32)(scaled, n);
#else
    T_(i32) whole = BITS_(n + MAGIC) - MAGIC_BITS, quarter = whole >> 2;
    T_(f32) factor = FLOAT_(SHL_(quarter + 127, 23));
    T_(f32) result = scaled * factor * factor * factor * FLOAT_(SHL_(whole - 3 * quarter + 127, 23));
#endif
    T_(f32) infinite = K_(f32, __builtin_inff()); /* 0 * inf and inf * 0 are NaN */
    return P_(f32)(b == infinite, a * infinite, P_(f32)(b == -infinite, a * K_(f32, 0), result));
}

/* e^x / 8 for 0 <= x <= 90. e^r = 1 + r + r^2 * P(r), |r| <= log(2) / 2: error 2^-28 */
WCC_INLINE T_(f32) F_(exp_eighth_f32)(T_(f32) x)
{
    T_(f32) sum = x * 0x1.715476p+0f + MAGIC, n = sum - MAGIC;
    T_(f32) r = x - n * 0x1.62e4p-1f - n * 0x1.7f7d1cp-20f;
    T_(f32) p = r * 0x1.6a243ap-10f + 0x1.1239ep-7f;
    p = p * r + 0x1.5558f2p-5f;
    p = p * r + 0x1.555492p-3f;
    p = p * r + 0x1.fffffcp-2f;
    p = p * (r * r) + r + 1;
    return p * FLOAT_(SHL_(BITS_(sum) - MAGIC_BITS + 124, 23));
}
/* |x| < 1: x + x^3 * P(x^2), error 2^-25; else from the exponential */
WCC_INLINE T_(f32) F_(fsinh_f32)(T_(f32) x)
{
    T_(f32) a = F_(fabs_f32)(x), z = a * a;
    T_(f32) p = z * 0x1.ab428ap-13f + 0x1.10f76p-7f;
    p = p * z + 0x1.555598p-3f;
    T_(f32) grown = F_(exp_eighth_f32)(F_(less_f32)(K_(f32, 90), a));
    return F_(with_sign_f32)(P_(f32)(a < 1, p * z * a + a, 4 * grown - 0.0625f / grown), x);
}
WCC_INLINE T_(f32) F_(fcosh_f32)(T_(f32) x)
{
    T_(f32) grown = F_(exp_eighth_f32)(F_(less_f32)(K_(f32, 90), F_(fabs_f32)(x)));
    return 4 * grown + 0.0625f / grown;
}
#ifdef WCC_STRICT
/* |x| < 5/8: x + x^3 * P(x^2), error 2^-27; else 1 - 2 / (e^2x + 1) */
WCC_INLINE T_(f32) F_(ftanh_f32)(T_(f32) x)
{
    T_(f32) a = F_(fabs_f32)(x), z = a * a;
    T_(f32) p = z * -0x1.750ce4p-8f + 0x1.51f8cep-6f;
    p = p * z + -0x1.b835a4p-5f;
    p = p * z + 0x1.1106f6p-3f;
    p = p * z + -0x1.555532p-2f;
    T_(f32) grown = 8 * F_(exp_eighth_f32)(F_(less_f32)(K_(f32, 90), a + a));
    return F_(with_sign_f32)(P_(f32)(a < 0.625f, p * z * a + a, 1 - 2 / (grown + 1)), x);
}
#else
/* tanh(x) = (2^n * (1 + t) - (1 - t)) / (2^n * (1 + t) + (1 - t)), t = tanh(r), x = r + n * log(2) / 2:
 * t = r + r^3 * P(r^2), |r| <= log(2) / 4, error 2^-32. log(2) / 2 is one float: its error counts where
 * n is small, and is a tenth of an ulp there. */
WCC_INLINE T_(f32) F_(ftanh_f32)(T_(f32) x)
{
    T_(f32) a = F_(less_f32)(K_(f32, 10), F_(fabs_f32)(x));
    T_(f32) sum = a * 0x1.715476p+1f + MAGIC, r = a - (sum - MAGIC) * 0x1.62e43p-2f, z = r * r;
    T_(f32) p = (z * -0x1.afedcp-5f + 0x1.1105c6p-3f) * z + -0x1.55554ep-2f;
    T_(f32) t = p * (z * r) + r, power = FLOAT_(SHL_(BITS_(sum) - MAGIC_BITS + 127, 23));
    T_(f32) less = power - 1, more = power + 1;
    return F_(with_sign_f32)((t * more + less) / (t * less + more), x);
}
#endif

/* ---- trigonometry ---- */

/* |x| = r + n * pi / 2 with |r| <= pi / 4, and n modulo 4 in the low bits of *turns. With fma three parts
 * of pi / 2 suffice, since the first product cancels exactly; without, two parts in f64. */
WCC_INLINE T_(f32) F_(reduce_f32)(T_(f32) x, T_(i32) *turns)
{
    T_(f32) a = F_(fabs_f32)(x), sum = a * 0x1.45f306p-1f + MAGIC, n = sum - MAGIC;
#ifdef WCC_FUSED
    T_(f32) r = FMA_(n, K_(f32, -0x1.921fb6p+0f), a);
    r = FMA_(n, K_(f32, 0x1.777a5cp-25f), r);
    r = FMA_(n, K_(f32, 0x1.ee59dap-50f), r);
#else
    T_(f64) wide = CONVERT_(n, f64), rest = CONVERT_(a, f64) - wide * 0x1.921fb544p+0;
    T_(f32) r = CONVERT_(rest - wide * 0x1.0b4611a626331p-34, f32);
#endif
    *turns = BITS_(sum);
    if (__builtin_expect(F_(some_f32)((a > WCC_TURN_LIMIT) & (a < __builtin_inff())), 0))
        F_(reduce_far_f32)(a, &r, turns);
    return r;
}
/* sin(r) = r + r^3 * P(r^2), error 2^-28; cos(r) = 1 - r^2 / 2 + r^4 * P(r^2), error 2^-33. One of them by
 * the quarter turn, with the sign of the half turn and `sign`. */
WCC_INLINE T_(f32) F_(sine_f32)(T_(f32) r, T_(i32) turns, T_(i32) sign)
{
    T_(f32) z = r * r;
    T_(f32) sine = (z * -0x1.991c26p-13f + 0x1.1106c6p-7f) * z + -0x1.555544p-3f;
    T_(f32) cosine = (z * 0x1.99dd76p-16f + -0x1.6c0c12p-10f) * z + 0x1.55554ap-5f;
    sine = sine * (z * r) + r;
    cosine = (cosine * z + -0.5f) * z + 1;
    T_(f32) either = P_(f32)((turns & 1) == 0, sine, cosine);
    return FLOAT_(BITS_(either) ^ SHL_(turns & 2, 30) ^ (sign & INT32_MIN));
}
/* Odd through its sign bit, so that -0 gives -0. */
WCC_INLINE T_(f32) F_(fsin_f32)(T_(f32) x)
{
    T_(i32) turns;
    T_(f32) r = F_(reduce_f32)(x, &turns);
    return F_(sine_f32)(r, turns, BITS_(x));
}
WCC_INLINE T_(f32) F_(fcos_f32)(T_(f32) x)
{
    T_(i32) turns;
    T_(f32) r = F_(reduce_f32)(x, &turns);
    return F_(sine_f32)(r, (T_(i32))((T_(u32))turns + 1), turns & 0);
}
/* tan(r), or -1 / tan(r) for odd n. tan(r) = r + r^3 * P(r^2): error 2^-25 */
WCC_INLINE T_(f32) F_(ftan_f32)(T_(f32) x)
{
    T_(i32) turns;
    T_(f32) r = F_(reduce_f32)(x, &turns), z = r * r;
    T_(f32) p = z * 0x1.3aa888p-7f + 0x1.693848p-9f;
    p = p * z + 0x1.93f274p-6f;
    p = p * z + 0x1.b508e8p-5f;
    p = p * z + 0x1.11319ep-3f;
    p = p * z + 0x1.5554ccp-2f;
    T_(f32) tangent = p * (z * r) + r;
    T_(f32) result = P_(f32)((turns & 1) == 0, tangent, -1 / tangent);
    return FLOAT_(BITS_(result) ^ (BITS_(x) & INT32_MIN));
}

/* asin(x) = x + x^3 * P(x^2), 0 <= x <= 1/2: error 2^-27 */
WCC_INLINE T_(f32) F_(asin_low_f32)(T_(f32) x, T_(f32) z)
{
    T_(f32) p = z * 0x1.595c92p-5f + 0x1.8c3e28p-6f;
    p = p * z + 0x1.747bbap-5f;
    p = p * z + 0x1.330204p-4f;
    p = p * z + 0x1.5555c8p-3f;
    return p * (z * x) + x;
}
#define HALF_PI 0x1.921fb6p+0f
#define HALF_PI_REST -0x1.777a5cp-25f
/* Above 1/2: pi / 2 - 2 * asin(sqrt((1 - x) / 2)) */
WCC_INLINE T_(f32) F_(fasin_f32)(T_(f32) x)
{
    T_(f32) a = F_(fabs_f32)(x), half = 0.5f - 0.5f * a;
    T_(f32) low = P_(f32)(a < 0.5f, a, F_(fsqrt_f32)(half)), z = P_(f32)(a < 0.5f, a * a, half);
    T_(f32) angle = F_(asin_low_f32)(low, z);
    return F_(with_sign_f32)(P_(f32)(a < 0.5f, angle, HALF_PI - (2 * angle - HALF_PI_REST)), x);
}
WCC_INLINE T_(f32) F_(facos_f32)(T_(f32) x)
{
    T_(f32) a = F_(fabs_f32)(x), half = 0.5f - 0.5f * a;
    T_(f32) low = P_(f32)(a < 0.5f, x, F_(fsqrt_f32)(half)), z = P_(f32)(a < 0.5f, a * a, half);
    T_(f32) angle = F_(asin_low_f32)(low, z);
    T_(f32) outer = P_(f32)(x < 0, 2 * HALF_PI - (2 * angle - 2 * HALF_PI_REST), 2 * angle);
    return P_(f32)(a < 0.5f, HALF_PI - (angle - HALF_PI_REST), outer);
}
/* atan(t) = t + t^3 * P(t^2), 0 <= t <= 1: error 2^-27 */
WCC_INLINE T_(f32) F_(atan_low_f32)(T_(f32) t)
{
    T_(f32) z = t * t, p = z * -0x1.d688b8p-10f + 0x1.656974p-7f;
    p = p * z + -0x1.fe40cep-6f;
    p = p * z + 0x1.da5fbap-5f;
    p = p * z + -0x1.580fa4p-4f;
    p = p * z + 0x1.c08cd4p-4f;
    p = p * z + -0x1.242086p-3f;
    p = p * z + 0x1.9991e4p-3f;
    p = p * z + -0x1.55553ep-2f;
    return p * (z * t) + t;
}
/* Above 1: pi / 2 - atan(1 / x) */
WCC_INLINE T_(f32) F_(fatan_f32)(T_(f32) x)
{
    T_(f32) a = F_(fabs_f32)(x);
    T_(f32) angle = F_(atan_low_f32)(P_(f32)(a > 1, 1 / a, a));
    return F_(with_sign_f32)(P_(f32)(a > 1, HALF_PI - (angle - HALF_PI_REST), angle), x);
}
/* The first octant's angle, mirrored into y's and x's. 0 / 0 counts as 0 and inf / inf as 1. */
WCC_INLINE T_(f32) F_(fatan2_f32)(T_(f32) y, T_(f32) x)
{
    T_(f32) a = F_(fabs_f32)(x), b = F_(fabs_f32)(y);
    T_(f32) large = P_(f32)(b > a, b, a), ratio = P_(f32)(b > a, a, b) / large;
    ratio = P_(f32)((a == b) & (a == 0), K_(f32, 0), P_(f32)((a == b) & (a == __builtin_inff()), K_(f32, 1), ratio));
    T_(f32) angle = F_(atan_low_f32)(ratio);
    angle = P_(f32)(b > a, HALF_PI - (angle - HALF_PI_REST), angle);
    angle = P_(f32)(BITS_(x) < 0, 2 * HALF_PI - (angle - 2 * HALF_PI_REST), angle);
    return P_(f32)((x == x) & (y == y), F_(with_sign_f32)(angle, y), x + y);
}

#undef MAGIC
#undef MAGIC_BITS
#undef HALF_PI
#undef HALF_PI_REST
