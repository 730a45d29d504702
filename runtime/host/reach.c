/* reach: interval arithmetic over the terms of a kernel's accesses.
 *
 * A term stands for a number modulo 2^32; its bounds for any that some thread of some group may
 * have, shifted by multiples of 2^32 so that they lie close: -1 .. 62 are 0xffffffff, 0, .., 62.
 * Where unsigned and signed numbers differ, bounds that hold both kinds are all there are. */
#include "reach.h"

#include <string.h>

#define MODULUS ((int64_t)1 << 32)
#define FARTHEST ((int64_t)1 << 61)

static const Bounds NOTHING = {1, 0}, ANYTHING = {0, UINT32_MAX};

static bool is_nothing(Bounds bounds) { return bounds.low > bounds.high; }

/* Shifted to where its signed numbers are, or, where it has none, unsigned ones. */
static Bounds settled(Bounds bounds)
{
    if (is_nothing(bounds))
        return NOTHING;
    if (bounds.high - bounds.low >= MODULUS - 1)
        return ANYTHING;
    int64_t turns = bounds.high >> 32; /* floor */
    bounds.low -= turns * MODULUS;
    bounds.high -= turns * MODULUS;
    return bounds;
}

static Bounds as_unsigned(Bounds bounds)
{
    if (is_nothing(bounds) || bounds.low >= 0)
        return bounds;
    if (bounds.high >= 0 || bounds.low < -MODULUS)
        return ANYTHING;
    return (Bounds){bounds.low + MODULUS, bounds.high + MODULUS};
}

static Bounds as_signed(Bounds bounds)
{
    if (!is_nothing(bounds) && bounds.low > INT32_MAX)
        bounds = (Bounds){bounds.low - MODULUS, bounds.high - MODULUS};
    if (is_nothing(bounds) || (bounds.low >= INT32_MIN && bounds.high <= INT32_MAX))
        return bounds;
    return (Bounds){INT32_MIN, INT32_MAX};
}

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

/* ---- operations of two terms ---- */

typedef Bounds Operation(Bounds a, Bounds b);

static Bounds add(Bounds a, Bounds b) { return (Bounds){a.low + b.low, a.high + b.high}; }
static Bounds subtract(Bounds a, Bounds b) { return (Bounds){a.low - b.high, a.high - b.low}; }

static Bounds multiply(Bounds a, Bounds b)
{
    int64_t products[4];
    if (a.low > INT32_MAX)
        a = as_signed(a);
    if (b.low > INT32_MAX)
        b = as_signed(b);
    bool fails = __builtin_mul_overflow(a.low, b.low, &products[0]);
    fails |= __builtin_mul_overflow(a.low, b.high, &products[1]);
    fails |= __builtin_mul_overflow(a.high, b.low, &products[2]);
    fails |= __builtin_mul_overflow(a.high, b.high, &products[3]);
    Bounds product = {products[0], products[0]};
    for (int i = 1; i < 4; i++)
        product = (Bounds){lesser(product.low, products[i]), greater(product.high, products[i])};
    bool is_far = product.low < -FARTHEST || product.high > FARTHEST;
    return fails || is_far ? ANYTHING : product;
}

static Bounds shift_left(Bounds a, Bounds b)
{
    return multiply(a, (Bounds){(int64_t)1 << (b.low & 31), (int64_t)1 << (b.low & 31)});
}

static Bounds shift_right(Bounds a, Bounds b)
{
    a = as_unsigned(a);
    return (Bounds){a.low >> (b.low & 31), a.high >> (b.low & 31)};
}

static Bounds shift_signed(Bounds a, Bounds b)
{
    a = as_signed(a);
    return (Bounds){a.low >> (b.low & 31), a.high >> (b.low & 31)};
}

/* By 0: all ones (D3D). */
static Bounds divide(Bounds a, Bounds b)
{
    a = as_unsigned(a);
    b = as_unsigned(b);
    if (b.low == 0)
        return ANYTHING;
    return (Bounds){a.low / b.high, a.high / b.low};
}

static Bounds remain(Bounds a, Bounds b)
{
    a = as_unsigned(a);
    b = as_unsigned(b);
    if (b.low == 0)
        return ANYTHING;
    return a.high < b.low ? a : (Bounds){0, lesser(a.high, b.high - 1)};
}

/* With one number b a multiple of a power of two stays above what it cuts to. */
static Bounds mask(Bounds a, Bounds b)
{
    a = as_unsigned(a);
    b = as_unsigned(b);
    bool cuts = b.low == b.high && b.low == (uint32_t)-(uint32_t)(b.low & -b.low);
    return (Bounds){cuts ? a.low & b.low : 0, cuts ? a.high & b.low : lesser(a.high, b.high)};
}

static Bounds least(Bounds a, Bounds b)
{
    return (Bounds){lesser(a.low, b.low), lesser(a.high, b.high)};
}

static Bounds most(Bounds a, Bounds b)
{
    return (Bounds){greater(a.low, b.low), greater(a.high, b.high)};
}

static Bounds umin(Bounds a, Bounds b) { return least(as_unsigned(a), as_unsigned(b)); }
static Bounds umax(Bounds a, Bounds b) { return most(as_unsigned(a), as_unsigned(b)); }
static Bounds imin(Bounds a, Bounds b) { return least(as_signed(a), as_signed(b)); }
static Bounds imax(Bounds a, Bounds b) { return most(as_signed(a), as_signed(b)); }

/* Of what is within these bounds, too. What lies about zero has two parts as unsigned. */
static Bounds meet_unsigned(Bounds a, Bounds within)
{
    if (a.low < 0 && a.high >= 0 && within.high < a.low + MODULUS)
        a.low = 0;
    a = as_unsigned(a);
    return (Bounds){greater(a.low, within.low), lesser(a.high, within.high)};
}

static Bounds meet_signed(Bounds a, Bounds within)
{
    a = as_signed(a);
    return (Bounds){greater(a.low, within.low), lesser(a.high, within.high)};
}

static Bounds umost(Bounds a, Bounds b)
{
    return meet_unsigned(a, (Bounds){0, as_unsigned(b).high});
}

static Bounds uleast(Bounds a, Bounds b)
{
    return meet_unsigned(a, (Bounds){as_unsigned(b).low, UINT32_MAX});
}

static Bounds imost(Bounds a, Bounds b)
{
    return meet_signed(a, (Bounds){INT32_MIN, as_signed(b).high});
}

static Bounds ileast(Bounds a, Bounds b)
{
    return meet_signed(a, (Bounds){as_signed(b).low, INT32_MAX});
}

static Bounds either(Bounds a, Bounds b)
{
    return (Bounds){lesser(a.low, b.low), greater(a.high, b.high)};
}

static Operation *const OPERATIONS[] = {
    [WCC_TERM_ADD] = add,          [WCC_TERM_SUB] = subtract,      [WCC_TERM_MUL] = multiply,
    [WCC_TERM_SHL] = shift_left,   [WCC_TERM_USHR] = shift_right,  [WCC_TERM_SSHR] = shift_signed,
    [WCC_TERM_UDIV] = divide,      [WCC_TERM_UREM] = remain,       [WCC_TERM_AND] = mask,
    [WCC_TERM_UMIN] = umin,        [WCC_TERM_UMAX] = umax,         [WCC_TERM_IMIN] = imin,
    [WCC_TERM_IMAX] = imax,        [WCC_TERM_EITHER] = either,     [WCC_TERM_UMOST] = umost,
    [WCC_TERM_ULEAST] = uleast,    [WCC_TERM_IMOST] = imost,       [WCC_TERM_ILEAST] = ileast,
    [WCC_TERM_ICOUNT] = NULL,
};

/* ---- other terms ---- */

static const WccResource *view_of(const Reached *reached, int32_t resource)
{
    return &reached->rows[reached->module->resources[resource].first_row];
}

static Bounds size_of(const Reached *reached, const WccTerm *term)
{
    const WccResource *view = view_of(reached, term->a);
    const uint32_t extents[] = {view->width, view->height, view->depth, view->mips, view->stride};
    /* Cubes and what is not bound have words of their own; widths are what indices meet. */
    if (!view->data || term->b > 1)
        return ANYTHING;
    return (Bounds){extents[term->b], extents[term->b]};
}

static Bounds constant_of(const Reached *reached, const WccTerm *term)
{
    const WccResource *view = view_of(reached, term->a);
    uint32_t word;
    if (!view->data || (uint64_t)(uint32_t)term->b + 4 > view->width)
        return ANYTHING;
    memcpy(&word, (const uint8_t *)view->data + term->b, 4);
    return (Bounds){word, word};
}

static Bounds clip(Bounds bounds, const WccTerm *term)
{
    const Bounds within = {term->low, term->high};
    return term->low < 0 ? meet_signed(bounds, within) : meet_unsigned(bounds, within);
}

/* Unless a step beyond b turns over. */
static Bounds count(Bounds first, Bounds last, const WccTerm *term)
{
    bool is_signed = term->kind == WCC_TERM_ICOUNT;
    first = is_signed ? as_signed(first) : as_unsigned(first);
    last = is_signed ? as_signed(last) : as_unsigned(last);
    if (last.high + term->low > (is_signed ? INT32_MAX : UINT32_MAX))
        return ANYTHING;
    return (Bounds){first.low, greater(first.high, last.high)};
}

static Bounds find_bounds(const Reached *reached, const GroupBox *box, const WccTerm *term,
                          const Bounds *terms)
{
    switch (term->kind) {
    case WCC_TERM_RANGE: return (Bounds){term->low, term->high};
    case WCC_TERM_GROUP: return (Bounds){box->first[term->a], (int64_t)box->last[term->a] - 1};
    case WCC_TERM_SIZE: return size_of(reached, term);
    case WCC_TERM_CBUFFER: return constant_of(reached, term);
    case WCC_TERM_CLIP: return clip(terms[term->a], term);
    default: break;
    }
    Bounds a = terms[term->a], b = terms[term->b];
    if (term->kind == WCC_TERM_EITHER && (is_nothing(a) || is_nothing(b)))
        return is_nothing(a) ? b : a;
    if (is_nothing(a) || is_nothing(b))
        return NOTHING;
    Operation *operation = OPERATIONS[term->kind];
    return operation ? operation(a, b) : count(a, b, term);
}

void host_find_bounds(const Reached *reached, const GroupBox *box, Bounds *terms)
{
    const WccSharing *sharing = reached->sharing;
    for (uint32_t i = 0; i < sharing->term_count; i++)
        terms[i] = settled(find_bounds(reached, box, &sharing->terms[i], terms));
}

/* ---- bytes ---- */

static uint32_t at_least_one(uint32_t side) { return side ? side : 1; }

static size_t level_bytes(const WccResourceInfo *info, const WccResource *view, uint32_t level)
{
    WccResource at = view->levels ? host_level_view(info, view, level) : *view;
    size_t offset = view->levels ? view->levels[level].offset : 0;
    return offset + (size_t)(at_least_one(at.depth) - 1) * at.slice_pitch +
           (size_t)(at_least_one(at.height) - 1) * at.row_pitch + (size_t)at.width * at.stride;
}

size_t host_view_bytes(const WccResourceInfo *info, const WccResource *view)
{
    size_t bytes = 0;
    if (!view->data)
        return 0;
    if (host_kind(info)->class == CLASS_SAMPLER)
        return sizeof(WccSampler);
    for (uint32_t level = 0; level < (view->levels ? view->mips : 1); level++) {
        size_t end = level_bytes(info, view, level);
        bytes = end > bytes ? end : bytes;
    }
    return bytes;
}

/* Of 0 .. side - 1, those that an index within the bounds may be. */
static Bounds inside(Bounds index, uint32_t side)
{
    if (index.low < INT32_MIN)
        return (Bounds){0, (int64_t)side - 1};
    return (Bounds){greater(index.low, 0), lesser(index.high, (int64_t)side - 1)};
}

static Bounds along(const WccReach *reach, const Bounds *terms, int axis, uint32_t side)
{
    Bounds index = reach->at[axis] >= 0 ? terms[reach->at[axis]] : ANYTHING;
    if (reach->bytes && axis == 0 && !is_nothing(index)) {
        index.low -= index.low & 3;
        index.high += reach->bytes - 1;
    }
    return is_nothing(index) ? NOTHING : inside(index, side);
}

/* What follows the last texel of a line belongs to it: whole lines are one run. */
static void add_lines(const WccResource *view, const Bounds at[3], size_t bytes,
                      Closeness closeness, Spans *spans)
{
    bool is_whole = at[0].low == 0 && at[0].high == (int64_t)view->width - 1 &&
                    view->row_pitch >= (uint64_t)view->width * view->stride;
    uint64_t first = (uint64_t)at[0].low * view->stride;
    uint64_t last = is_whole ? view->row_pitch : (uint64_t)(at[0].high + 1) * view->stride;
    bool has_short_gaps = (last - first) * 5 > view->row_pitch * UINT64_C(4);
    bool is_run = is_whole || (closeness == REACH_ROUGHLY && has_short_gaps);
    for (int64_t z = at[2].low; z <= at[2].high; z++) {
        uint64_t slice = (uint64_t)z * view->slice_pitch;
        for (int64_t y = is_run ? at[1].high : at[1].low; y <= at[1].high; y++) {
            uint64_t line = slice + (uint64_t)y * view->row_pitch;
            uint64_t top = is_run ? slice + (uint64_t)at[1].low * view->row_pitch : line;
            host_span_add(spans, top + first, line + last < bytes ? line + last : bytes);
        }
    }
}

void host_add_reached(const Reached *reached, const WccReach *reach, const Bounds *terms,
                      const WccResource *view, Closeness closeness, Spans *spans)
{
    const WccResourceInfo *info = &reached->module->resources[reach->resource];
    const size_t bytes = host_view_bytes(info, view);
    const uint32_t sides[] = {view->width, at_least_one(view->height), at_least_one(view->depth)};
    Bounds at[3];
    if (reach->at[0] < 0 && reach->at[1] < 0 && reach->at[2] < 0) {
        host_span_add(spans, 0, bytes);
        return;
    }
    for (int axis = 0; axis < 3; axis++) {
        at[axis] = along(reach, terms, axis, sides[axis]);
        if (is_nothing(at[axis]))
            return;
    }
    add_lines(view, at, bytes, closeness, spans);
}
