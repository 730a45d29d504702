/* wcc_sampling.h against wcc_texture.h: what goes through views and axes is the same to the bit, each way is gone, and
 * what they refuse is what they must. */
#include "sampling_case.h"

/* How the points of a piece lie. */
typedef enum Pattern { ANYWHERE, ROW, TWO_ROWS, EVERY_SECOND, MAGNIFIED, BACKWARDS, CENTRES, STRANGE, PATTERNS } Pattern;

static void lay_out(Case *c, Pattern pattern)
{
    static const float STRANGE_PLACES[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-40f, 3e9f, -3e9f, -0.0f, 1, 0.5f};
    static const float STEPS[PATTERNS] = {[ROW] = 1, [TWO_ROWS] = 1, [EVERY_SECOND] = 2, [MAGNIFIED] = 0.37f, [BACKWARDS] = -1, [CENTRES] = 1};
    float first = random_between(-2, 3), size[] = {(float)c->texture.width, (float)c->texture.height, (float)c->texture.depth};
    int row = pattern == TWO_ROWS ? 1 << (2 + random_below(2)) : LANES_OF_CASE;
    bool is_apart = pattern == ANYWHERE || pattern == STRANGE;
    for (int lane = 0; lane < LANES_OF_CASE; lane++) {
        for (int i = 0; i < 4 && pattern == STRANGE; i++)
            c->at[i][lane] = STRANGE_PLACES[random_below(11)];
        for (int i = 0; i < 3 && !is_apart; i++)
            c->by[i][lane] = c->by[i][0];
        for (int i = 1; i < 4 && !is_apart; i++)
            c->at[i][lane] = c->at[i][0] + (i == 1 ? (float)(lane / row) / size[1] : 0);
        for (int i = 1; i < 3 && pattern == CENTRES && first > 0; i++)
            c->at[i][lane] = (floorf(first) + 0.5f) / size[i];
        if (pattern == CENTRES)
            c->at[0][lane] = (floorf(first) + (float)lane + 0.5f) * (1 / size[0]);
        else if (!is_apart)
            c->at[0][lane] = (first + (float)(lane % row) * STEPS[pattern]) / size[0];
        c->level[lane] = c->level[0];
    }
}

/* What was done, by kind of axes and by what refused. */
typedef struct Tally {
    int near_point, near_linear, far_point, far_linear, gather_near, gather_far, bordered, not_plain, with_level, near_words, one_level, two_levels, no_level, compared, gather_compared, centres, runs, gather_runs, scattered, scattered_levels;
} Tally;

/* Of 16-bit integers the lower half of each word counts. */
static bool is_same(const Case *c, const void *a, const void *b, size_t size)
{
    uint32_t mask = c->sampling.texel == WCC_TEXEL_I16 ? 0xffff : UINT32_MAX, x, y;
    for (size_t at = 0; at < size; at += sizeof x) {
        memcpy(&x, (const char *)a + at, sizeof x);
        memcpy(&y, (const char *)b + at, sizeof y);
        if ((x & mask) != (y & mask))
            return false;
    }
    return true;
}

/* Of floats between texels, that are weighed in another order. */
static bool is_close(const Case *c, const float *a, const float *b, int lanes)
{
    bool is_rounded = c->sampling.texel == WCC_TEXEL_F32;
    for (int i = 0; i < lanes; i++)
        if (!is_same(c, &a[i], &b[i], sizeof *a) &&
            !(is_rounded && ((isnan(a[i]) && isnan(b[i])) || fabsf(a[i] - b[i]) <= 1e-4f * (1 + fabsf(a[i])))))
            return false;
    return true;
}

static const Case *at_hand; /* of the functions that stand for a kind of samples */

/* Each of the ways once: they are long where nothing is constant. */
#define TAKE(way, lanes)                                                                                         \
    static __attribute__((noinline)) int way##_x##lanes(const wcc_takenx##lanes *taken, unsigned used, f32x##lanes *out) \
    {                                                                                                            \
        return wcc_take_##way##x##lanes(taken, used, out);                                                       \
    }
#define TAKE_GATHER(lanes)                                                                                       \
    static __attribute__((noinline)) int gather_x##lanes(const wcc_takenx##lanes *taken, int component, f32x##lanes *out) \
    {                                                                                                            \
        return WCC_TAKE_GATHER(lanes, taken, component, out);                                                    \
    }
#define TRY_VIEWS(lanes)                                                                                         \
    TAKE(far, lanes)                                                                                             \
    TAKE(near, lanes)                                                                                            \
    TAKE(run, lanes)                                                                                             \
    TAKE(centres, lanes)                                                                                         \
    TAKE_GATHER(lanes)                                                                                           \
    static int take_any_x##lanes(const wcc_takenx##lanes *taken, unsigned used, f32x##lanes *out)                \
    {                                                                                                            \
        bool may_be_near = wcc_has_windowsx##lanes(taken->components, taken->texel);                             \
        return centres_x##lanes(taken, used, out) || run_x##lanes(taken, used, out) ||                           \
               (may_be_near && near_x##lanes(taken, used, out)) || far_x##lanes(taken, used, out);               \
    }                                                                                                            \
    typedef struct Points_x##lanes {                                                                             \
        f32x##lanes at[4];                                                                                       \
        i32x##lanes by[3];                                                                                       \
    } Points_x##lanes;                                                                                           \
    static wcc_takenx##lanes take_x##lanes(const Case *c, const WccView *view, const Points_x##lanes *points, bool by_step, \
                                           wcc_axisx##lanes axes[4])                                             \
    {                                                                                                            \
        const WccSampling *s = &c->sampling;                                                                     \
        wcc_takenx##lanes taken = {view, {&axes[0], s->axes > 1 ? &axes[1] : 0, s->axes > 2 ? &axes[2] : 0},     \
                                   s->is_array ? &axes[3] : 0, s->axes, s->components, s->texel, 0};                \
        const i32x##lanes *by[3];                                                                                \
        int32_t step[3];                                                                                         \
        for (int i = 0; i < 3; i++)                                                                              \
            by[i] = by_step ? 0 : &points->by[i], step[i] = by_step ? points->by[i][0] : 0;                      \
        wcc_find_xx##lanes(view, &points->at[0], by[0], step[0], 1, &axes[0]);                                   \
        wcc_find_yx##lanes(view, &points->at[1], by[1], step[1], 1, &axes[1]);                                   \
        wcc_find_zx##lanes(view, &points->at[2], by[2], step[2], 1, &axes[2]);                                   \
        wcc_find_slicex##lanes(view, &points->at[3], 1, &axes[3]);                                               \
        return taken;                                                                                            \
    }                                                                                                            \
    static bool kept_x##lanes(const Case *c, const wcc_takenx##lanes *taken, const wcc_placex##lanes *place)     \
    {                                                                                                            \
        const wcc_placex##lanes kept = wcc_place_ofx##lanes(taken->axis[0], taken->axis[1], taken->axis[2], taken->slice); \
        bool same = true;                                                                                        \
        for (int i = 0; i < c->sampling.axes; i++)                                                               \
            same &= memcmp(&kept.at[i], &place->at[i], sizeof kept.at[i]) == 0 && memcmp(&kept.by[i], &place->by[i], sizeof kept.by[i]) == 0; \
        return same && (!c->sampling.is_array || memcmp(&kept.at[3], &place->at[3], sizeof kept.at[3]) == 0);    \
    }                                                                                                            \
    static void compare_x##lanes(const Case *c, const wcc_takenx##lanes *taken, const f32x##lanes want[4], const wcc_placex##lanes *place, Tally *tally) \
    {                                                                                                            \
        int kind = wcc_kindx##lanes(taken), components = c->sampling.components;                                 \
        unsigned used = 1 + random_below((1u << components) - 1);                                                \
        f32x##lanes near[4], far[4];                                                                             \
        tally->not_plain += !taken->view->is_plain;                                                              \
        tally->bordered += taken->view->is_plain && !(kind & WCC_AXIS_PLAIN);                                    \
        assert_int_equal(far_x##lanes(taken, used, far), taken->view->is_plain && (kind & WCC_AXIS_PLAIN)); \
        if (!(kind & WCC_AXIS_PLAIN)) {                                                                          \
            assert_true(kept_x##lanes(c, taken, place));                                                         \
            return;                                                                                              \
        }                                                                                                        \
        *(kind & WCC_AXIS_LINEAR ? &tally->far_linear : &tally->far_point) += 1;                                 \
        tally->with_level += taken->view->data != c->texture.data;                                               \
        for (int i = 0; i < components; i++)                                                                     \
            if (used >> i & 1)                                                                                   \
                assert_true(is_same(c, &far[i], &want[i], sizeof far[i]));                                          \
        if (centres_x##lanes(taken, used, near)) {                                                       \
            tally->centres++;                                                                                    \
            for (int i = 0; i < components; i++)                                                                 \
                assert_true(!(used >> i & 1) || is_same(c, &near[i], &want[i], sizeof near[i]));                  \
        }                                                                                                        \
        if (run_x##lanes(taken, used, near)) {                                                           \
            tally->runs++;                                                                                       \
            for (int i = 0; i < components; i++)                                                                 \
                assert_true(!(used >> i & 1) || is_same(c, &near[i], &want[i], sizeof near[i]));                  \
        }                                                                                                        \
        if (!(kind & WCC_AXIS_NEAR))                                                                             \
            return;                                                                                              \
        assert_true(near_x##lanes(taken, used, near));                                                   \
        *(kind & WCC_AXIS_LINEAR ? &tally->near_linear : &tally->near_point) += 1;                               \
        tally->near_words += components > 1;                                                                     \
        for (int i = 0; i < components; i++)                                                                     \
            if (used >> i & 1)                                                                                   \
                assert_true(is_same(c, &near[i], &want[i], sizeof near[i]));                                     \
    }                                                                                                            \
    static void compare_gather_x##lanes(const Case *c, const wcc_takenx##lanes *taken, int component, const f32x##lanes want[4], \
                                        Tally *tally)                                                            \
    {                                                                                                            \
        int kind = wcc_kindx##lanes(taken);                                                                      \
        f32x##lanes near[4], far[4];                                                                             \
        if (!wcc_gather_farx##lanes(taken, component, far)) {                                                    \
            tally->not_plain += !taken->view->is_plain;                                                          \
            return;                                                                                              \
        }                                                                                                        \
        tally->gather_far++;                                                                                     \
        assert_true(is_same(c, far, want, sizeof far));                                                             \
        if (wcc_gather_runx##lanes(taken, component, near)) {                                                    \
            tally->gather_runs++;                                                                                \
            assert_true(is_same(c, near, want, sizeof near));                                                    \
        }                                                                                                        \
        if (!(kind & WCC_AXIS_NEAR))                                                                             \
            return;                                                                                              \
        assert_true(wcc_gather_nearx##lanes(taken, component, near));                                                 \
        tally->gather_near++;                                                                                    \
        assert_true(is_same(c, near, want, sizeof near));                                                           \
    }                                                                                                            \
    static void compare_references_x##lanes(const Case *c, int first, wcc_takenx##lanes taken, const wcc_placex##lanes *place, \
                                            f32x##lanes level, Tally *tally)                                     \
    {                                                                                                            \
        f32x##lanes reference, want[4], got[4];                                                                  \
        memcpy(&reference, &c->reference[first], sizeof reference);                                              \
        taken.reference = &reference;                                                                            \
        if (c->sampling.texel > WCC_TEXEL_F16 || !take_any_x##lanes(&taken, 1, got))                              \
            return;                                                                                              \
        wcc_samplex##lanes(&c->sampling, place, level, splat_f32x##lanes(c->least), &reference, splat_i32x##lanes(-1), want); \
        assert_true(is_same(c, &got[0], &want[0], sizeof got[0]));                                               \
        tally->compared++;                                                                                       \
    }                                                                                                            \
    static int kind_x##lanes(const WccView *view, const wcc_axisx##lanes *x, const wcc_axisx##lanes *y, const wcc_axisx##lanes *z, \
                             const wcc_axisx##lanes *slice, f32x##lanes *out)                                    \
    {                                                                                                            \
        const WccSampling *s = &at_hand->sampling;                                                               \
        wcc_takenx##lanes taken = {view, {x, s->axes > 1 ? y : 0, s->axes > 2 ? z : 0}, s->is_array ? slice : 0, s->axes, s->components, s->texel, 0}; \
        return take_any_x##lanes(&taken, (1u << s->components) - 1, out);                                         \
    }                                                                                                            \
    static int scattered_kind_x##lanes(const WccView *view, f32x##lanes x, f32x##lanes y, f32x##lanes z, f32x##lanes slice, \
                                       int32_t right, int32_t down, int32_t back, f32x##lanes *out)              \
    {                                                                                                            \
        const WccSampling *s = &at_hand->sampling;                                                               \
        const int32_t step[] = {right, down, back};                                                              \
        return wcc_take_scatteredx##lanes(view, x, y, z, slice, step, s->axes, s->is_array, s->components, s->texel, \
                                          (1u << s->components) - 1, 0, out);                                    \
    }                                                                                                            \
    static void compare_scattered_x##lanes(const Case *c, const WccView *view, const wcc_placex##lanes *place, bool is_plain, \
                                           const f32x##lanes want[4], Tally *tally)                              \
    {                                                                                                            \
        f32x##lanes got[4];                                                                                      \
        at_hand = c;                                                                                             \
        int is_taken = scattered_kind_x##lanes(view, place->at[0], place->at[1], place->at[2], place->at[3], \
                                               place->by[0][0], place->by[1][0], place->by[2][0], got);          \
        assert_true(is_taken ? is_plain : !is_plain || view->has_border); /* also where a border weighs nothing */ \
        tally->scattered += is_taken;                                                                            \
        for (int i = 0; i < c->sampling.components && is_taken; i++)                                             \
            assert_true(is_close(c, (const float *)&want[i], (const float *)&got[i], lanes));                    \
    }                                                                                                            \
    static void compare_levels_x##lanes(const Case *c, const wcc_placex##lanes *place, f32x##lanes level, bool by_step, \
                                         Tally *tally)                                                           \
    {                                                                                                            \
        const WccSampling *s = &c->sampling;                                                                     \
        bool is_scattered = by_step && random_below(2);                                                          \
        i32x##lanes active = mask_of_bitsx##lanes(1 + random_below((1u << lanes) - 1));                          \
        f32x##lanes least = splat_f32x##lanes(c->least), want[4], got[4], weight;                                \
        WccView view[2];                                                                                         \
        int count = wcc_find_levelsx##lanes(s, level, least, active, view, &weight);                             \
        at_hand = c;                                                                                             \
        *(count == 0 ? &tally->no_level : count == 1 ? &tally->one_level : &tally->two_levels) += 1;             \
        if (!wcc_take_levelsx##lanes(kind_x##lanes, is_scattered ? scattered_kind_x##lanes : 0, s, s->axes, s->is_array, \
                                     (1u << s->components) - 1, place, level, least, active, got))               \
            return;                                                                                              \
        tally->scattered_levels += is_scattered;                                                                 \
        wcc_samplex##lanes(s, place, level, least, 0, active, want);                                             \
        for (int i = 0; i < s->components; i++) {                                                                \
            i32x##lanes a = (i32x##lanes)want[i] & active, b = (i32x##lanes)got[i] & active;                     \
            assert_true(is_scattered ? is_close(c, (const float *)&a, (const float *)&b, lanes) : is_same(c, &a, &b, sizeof a)); \
        }                                                                                                        \
    }                                                                                                            \
    static void try_x##lanes(const Case *c, int first, bool by_step, Tally *tally)                               \
    {                                                                                                            \
        Points_x##lanes points;                                                                                  \
        wcc_placex##lanes place;                                                                                 \
        wcc_axisx##lanes axes[4];                                                                                \
        wcc_takenx##lanes taken;                                                                                 \
        f32x##lanes level, want[4];                                                                              \
        i32x##lanes all = splat_i32x##lanes(-1);                                                                 \
        WccView view;                                                                                            \
        for (int i = 0; i < 4; i++)                                                                              \
            memcpy(&points.at[i], &c->at[i][first], sizeof points.at[i]);                                        \
        for (int i = 0; i < 3; i++)                                                                              \
            memcpy(&points.by[i], &c->by[i][first], sizeof points.by[i]);                                        \
        memcpy(place.at, points.at, sizeof place.at);                                                            \
        memcpy(place.by, points.by, sizeof place.by);                                                            \
        memcpy(&level, &c->level[first], sizeof level);                                                          \
        wcc_samplex##lanes(&c->sampling, &place, level, splat_f32x##lanes(c->least), 0, all, want);              \
        wcc_view_level(&view, &c->sampling, c->level[0], c->least);                                              \
        taken = take_x##lanes(c, &view, &points, by_step, axes);                                                 \
        compare_x##lanes(c, &taken, want, &place, tally);                                                        \
        if (by_step)                                                                                             \
            compare_scattered_x##lanes(c, &view, &place, view.is_plain && wcc_kindx##lanes(&taken) & WCC_AXIS_PLAIN, want, tally); \
        compare_references_x##lanes(c, first, taken, &place, level, tally);                                      \
        compare_levels_x##lanes(c, &place, level, by_step, tally);                                               \
        for (int lane = 0; lane < lanes; lane++)                                                                 \
            level[lane] += lane % 4 == 0 ? 0.3f : 0;                                                             \
        compare_levels_x##lanes(c, &place, level, by_step, tally);                                               \
        wcc_view_any(&view, &c->sampling);                                                                       \
        taken = take_x##lanes(c, &view, &points, by_step, axes);                                                 \
        compare_x##lanes(c, &taken, want, &place, tally);                                                        \
        if (c->sampling.axes != 2)                                                                               \
            return;                                                                                              \
        int component = (int)random_below((uint32_t)c->sampling.components);                                     \
        wcc_gatherx##lanes(&c->sampling, &place, component, 0, want);                                            \
        wcc_view_top(&view, &c->sampling, 1);                                                                    \
        taken = take_x##lanes(c, &view, &points, by_step, axes);                                                 \
        compare_gather_x##lanes(c, &taken, component, want, tally);                                              \
        f32x##lanes reference, got[4];                                                                           \
        memcpy(&reference, &c->reference[first], sizeof reference);                                              \
        taken.reference = &reference;                                                                            \
        if (c->sampling.texel > WCC_TEXEL_F16 || !gather_x##lanes(&taken, component, got))                       \
            return;                                                                                              \
        wcc_gatherx##lanes(&c->sampling, &place, component, &reference, want);                                           \
        assert_true(is_same(c, got, want, sizeof got));                                                          \
        tally->gather_compared++;                                                                                \
    }
TRY_VIEWS(4)
TRY_VIEWS(8)
TRY_VIEWS(16)

static void (*const TRIES[])(const Case *c, int first, bool by_step, Tally *tally) = {try_x4, try_x8, try_x16};

static bool steps_together(const Case *c)
{
    for (int i = 0; i < 3; i++)
        for (int lane = 1; lane < LANES_OF_CASE; lane++)
            if (c->by[i][lane] != c->by[i][0])
                return false;
    return true;
}

/* Textures of one component and one level are what most of the ways are for. */
static Case *new_flat_case(uint32_t seed)
{
    Case *c = new_case(seed);
    if (random_below(2))
        c->sampling.texture = &c->texture, c->sampler.address[0] = c->sampler.address[1] = WCC_CLAMP;
    if (random_below(3) == 0)
        c->sampler.min_filter = c->sampler.mag_filter;
    if (random_below(20) == 0)
        c->texture.width = 0;
    return c;
}

static void try_cases(Pattern pattern, Tally *tally)
{
    for (uint32_t seed = 1; seed <= CASES; seed++) {
        Case *c = new_flat_case(seed);
        lay_out(c, pattern);
        for (int width = 0; width < 3 && !c->sampling.is_cube; width++)
            for (int first = 0; first < LANES_OF_CASE; first += 4 << width)
                TRIES[width](c, first, steps_together(c), tally);
        free(c);
    }
}

TEST(views_and_axes_give_what_the_interpreter_gives)
{
    Tally tally = {0};
    for (Pattern pattern = 0; pattern < PATTERNS; pattern++)
        try_cases(pattern, &tally);
    const int *counts = (const int *)&tally;
    for (size_t i = 0; i < sizeof tally / sizeof *counts; i++)
        if (counts[i] <= CASES / 4)
            fail_msg("only %d of tally %zu", counts[i], i);
}

TEST(neighbours_of_each_pattern_are_near)
{
    for (Pattern pattern = ROW; pattern < STRANGE; pattern++) {
        Tally tally = {0};
        try_cases(pattern, &tally);
        assert_true(tally.near_point > CASES / 8 && tally.near_linear > CASES / 8 && tally.gather_near > CASES / 8);
    }
}
