/* wcc_texture.h against the reference evaluator: textures of every kind, samplers in every state, sample points
 * everywhere. The evaluator computes in double precision; where a point lies so near the border between two
 * texels or levels that rounding decides, what it says of a point beside it is right too. */
#include "sampling_case.h"

/* ---- what the evaluator says, near a point ---- */

typedef enum Way { WAY_SAMPLE, WAY_COMPARE, WAY_GATHER, WAY_GATHER_COMPARE, WAYS } Way;

enum { NEIGHBOURS = 27 };

static SamplePlace place_near(const Case *c, int lane, int neighbour)
{
    SamplePlace place;
    for (int i = 0, rest = neighbour; i < 3; i++, rest /= 3) {
        float step = (rest % 3 == 0 ? 0 : rest % 3 == 1 ? 1 : -1) * 3e-5f;
        place.at[i] = c->at[i][lane] + step;
        place.by[i] = c->by[i][lane];
    }
    place.at[3] = c->at[3][lane];
    return place;
}

static void expected(const Case *c, Way way, int component, int lane, int neighbour, float level, uint64_t out[4])
{
    Sampling sampling = {&c->eval_texture, &c->eval_sampler, &c->declaration};
    SamplePlace place = place_near(c, lane, neighbour);
    const float *reference = way == WAY_COMPARE || way == WAY_GATHER_COMPARE ? &c->reference[lane] : NULL;
    if (way == WAY_SAMPLE || way == WAY_COMPARE)
        evaluate_sample(&sampling, &place, level, c->least, reference, out);
    else
        evaluate_gather(&sampling, &place, component, reference, out);
}

static bool is_near(const Case *c, bool is_number, uint64_t bits, float got)
{
    IrScalar scalar = is_number ? IR_F32 : c->declaration.element.scalar;
    uint32_t word;
    memcpy(&word, &got, sizeof word);
    if (!op_scalar_is_float(scalar))
        return op_mask_to_width(scalar, word) == bits;
    return fabs(op_bits_to_double(scalar, bits) - (double)got) < 1.5e-3; /* halves round to 2^-11 */
}

/* Whether the evaluator gives that at the point (1) or beside it (2); 0: nowhere. */
static int where_expected(const Case *c, Way way, int component, int lane, const float *got)
{
    int count = way == WAY_SAMPLE ? c->sampling.components : way == WAY_COMPARE ? 1 : 4;
    for (int attempt = 0; attempt < 3 * NEIGHBOURS; attempt++) {
        static const float STEPS[] = {0, 1e-4f, -1e-4f};
        uint64_t bits[4];
        int same = 0;
        expected(c, way, component, lane, attempt % NEIGHBOURS, c->level[lane] + STEPS[attempt / NEIGHBOURS], bits);
        for (int i = 0; i < count; i++)
            same += is_near(c, way == WAY_COMPARE || way == WAY_GATHER_COMPARE, bits[i], got[i]);
        if (same == count)
            return attempt == 0 ? 1 : 2;
    }
    return 0;
}

static void fail_case(const Case *c, Way way, int lanes, int lane, const float *got)
{
    uint64_t bits[4] = {0};
    expected(c, way, 0, lane, 0, c->level[lane], bits);
    fail_msg("way %d, x%d lane %d, %d axes%s%s, %ux%ux%u, %u mips, %d components of kind %d, filters %d %d %d, address %d %d %d: at %g %g %g %g by %d %d %d "
             "level %g: got %g %g %g %g, wanted bits %llx %llx %llx %llx",
             way, lanes, lane, c->sampling.axes, c->sampling.is_cube ? " cube" : "", c->sampling.is_array ? " array" : "", c->texture.width, c->texture.height,
             c->texture.depth, c->texture.mips, c->sampling.components, c->sampling.texel, c->sampler.min_filter, c->sampler.mag_filter, c->sampler.mip_filter,
             c->sampler.address[0], c->sampler.address[1], c->sampler.address[2], (double)c->at[0][lane], (double)c->at[1][lane], (double)c->at[2][lane],
             (double)c->at[3][lane], c->by[0][lane], c->by[1][lane], c->by[2][lane], (double)c->level[lane], (double)got[0], (double)got[1],
             (double)got[2], (double)got[3], (unsigned long long)bits[0], (unsigned long long)bits[1], (unsigned long long)bits[2], (unsigned long long)bits[3]);
}

/* ---- the lanes ---- */

#define TRY_LANES(lanes)                                                                                        \
    static void run_x##lanes(const Case *c, Way way, int component, int first, float out[4][LANES_OF_CASE])      \
    {                                                                                                           \
        wcc_placex##lanes place;                                                                                \
        f32x##lanes texel[4], level, reference;                                                                 \
        for (int i = 0; i < 4; i++)                                                                             \
            memcpy(&place.at[i], &c->at[i][first], sizeof place.at[i]);                                         \
        for (int i = 0; i < 3; i++)                                                                             \
            memcpy(&place.by[i], &c->by[i][first], sizeof place.by[i]);                                         \
        memcpy(&level, &c->level[first], sizeof level);                                                         \
        memcpy(&reference, &c->reference[first], sizeof reference);                                             \
        if (way == WAY_SAMPLE || way == WAY_COMPARE)                                                            \
            wcc_samplex##lanes(&c->sampling, &place, level, splat_f32x##lanes(c->least), way == WAY_COMPARE ? &reference : 0, \
                               splat_i32x##lanes(-1), texel);                                                   \
        else                                                                                                    \
            wcc_gatherx##lanes(&c->sampling, &place, component, way == WAY_GATHER_COMPARE ? &reference : 0, texel); \
        for (int i = 0; i < 4; i++)                                                                             \
            memcpy(&out[i][first], &texel[i], sizeof texel[i]);                                                 \
    }                                                                                                           \
    static void run_level_x##lanes(const Case *c, int kind, int first, float out[LANES_OF_CASE])                 \
    {                                                                                                           \
        f32x##lanes at[3], along[2][3], level;                                                                  \
        for (int i = 0; i < 3; i++) {                                                                           \
            memcpy(&at[i], &c->at[i][first], sizeof at[i]);                                                     \
            memcpy(&along[0][i], &c->along[0][i][first], sizeof at[i]);                                         \
            memcpy(&along[1][i], &c->along[1][i][first], sizeof at[i]);                                         \
        }                                                                                                       \
        level = wcc_sample_levelx##lanes(&c->sampling, at, along[0], along[1], kind);                           \
        memcpy(&out[first], &level, sizeof level);                                                              \
    }
TRY_LANES(4)
TRY_LANES(8)
TRY_LANES(16)

static const struct {
    int lanes;
    void (*run)(const Case *c, Way way, int component, int first, float out[4][LANES_OF_CASE]);
    void (*run_level)(const Case *c, int kind, int first, float out[LANES_OF_CASE]);
} WIDTHS[] = {{4, run_x4, run_level_x4}, {8, run_x8, run_level_x8}, {16, run_x16, run_level_x16}};

static int compare_way(const Case *c, int width, Way way)
{
    float out[4][LANES_OF_CASE];
    int component = way >= WAY_GATHER ? (int)random_below((uint32_t)c->sampling.components) : 0, beside = 0;
    for (int first = 0; first < LANES_OF_CASE; first += WIDTHS[width].lanes)
        WIDTHS[width].run(c, way, component, first, out);
    for (int lane = 0; lane < LANES_OF_CASE; lane++) {
        float got[] = {out[0][lane], out[1][lane], out[2][lane], out[3][lane]};
        int where = where_expected(c, way, component, lane, got);
        if (where == 0)
            fail_case(c, way, WIDTHS[width].lanes, lane, got);
        beside += where == 2;
    }
    return beside;
}

static bool fits(const Case *c, Way way)
{
    bool compares = way == WAY_COMPARE || way == WAY_GATHER_COMPARE, gathers = way == WAY_GATHER || way == WAY_GATHER_COMPARE;
    if (gathers && c->sampling.axes != 2)
        return false;
    return !compares || c->sampling.texel <= WCC_TEXEL_F16;
}

TEST(samples_and_gathers_are_what_the_evaluator_says)
{
    int beside = 0, all = 0;
    for (uint32_t seed = 1; seed <= CASES; seed++) {
        Case *c = new_case(seed);
        for (Way way = 0; way < WAYS; way++)
            if (fits(c, way)) {
                beside += compare_way(c, seed % 3, way);
                all += LANES_OF_CASE;
            }
        free(c);
    }
    assert_true(beside * 100 < all); /* only rounding */
}

TEST(levels_of_derivatives_are_what_the_evaluator_says)
{
    for (uint32_t seed = 1; seed <= CASES; seed++) {
        Case *c = new_case(seed);
        Sampling sampling = {&c->eval_texture, &c->eval_sampler, &c->declaration};
        float out[LANES_OF_CASE];
        for (int first = 0; first < LANES_OF_CASE; first += WIDTHS[seed % 3].lanes)
            WIDTHS[seed % 3].run_level(c, (int)(seed / 3 % 3), first, out);
        for (int lane = 0; lane < LANES_OF_CASE; lane++) {
            float at[3], along[2][3];
            for (int i = 0; i < 3; i++)
                at[i] = c->at[i][lane], along[0][i] = c->along[0][i][lane], along[1][i] = c->along[1][i][lane];
            float want = evaluate_sample_level(&sampling, at, along[0], along[1], (OpDetail)(seed / 3 % 3));
            assert_true(fabsf(want - out[lane]) < 1e-3f * (1 + fabsf(want)));
        }
        free(c);
    }
}

static bool is_texel(const Case *c, float value)
{
    int32_t word;
    memcpy(&word, &value, sizeof word);
    return c->sampling.texel <= WCC_TEXEL_F16 ? value >= 0 && value <= 1.001f : c->sampling.texel == WCC_TEXEL_I16 ? (word & 0xffff) != 0xffff : word != -1;
}

TEST(points_without_a_place_read_some_texel_all_the_same)
{
    static const float STRANGE[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-40f, 3e9f, -3e9f};
    for (uint32_t seed = 1; seed <= CASES; seed++) {
        Case *c = new_case(seed);
        float out[4][LANES_OF_CASE];
        for (int lane = 0; lane < LANES_OF_CASE; lane++)
            for (int i = 0; i < 4; i++)
                c->at[i][lane] = STRANGE[random_below(8)], c->level[lane] = STRANGE[random_below(8)];
        for (Way way = 0; way < WAYS; way++)
            for (int first = 0; fits(c, way) && first < LANES_OF_CASE; first += WIDTHS[seed % 3].lanes) {
                WIDTHS[seed % 3].run(c, way, 0, first, out);
                for (int lane = first; lane < first + WIDTHS[seed % 3].lanes; lane++)
                    assert_true(is_texel(c, out[0][lane]));
            }
        free(c);
    }
}

/* Two roundings on the way to a centre are forgiven: the infinite texel beside it weighs nothing. */
TEST(a_centre_computed_from_the_number_of_its_texel_sees_no_neighbour)
{
    enum { SIZE = 41 };
    float texels[SIZE + 16];
    for (int x = 0; x < SIZE; x++)
        texels[x] = x % 2 ? INFINITY : (float)x;
    WccSampler sampler = WCC_DEFAULT_SAMPLER;
    WccResource texture = {.data = texels, .width = SIZE, .height = 1, .depth = 1, .mips = 1, .stride = 4, .row_pitch = 4 * SIZE};
    WccSampling sampling = {&texture, &sampler, 1, 0, 0, 1, WCC_TEXEL_F32};
    for (int x = 0; x < SIZE; x++) {
        f32x4 zero = splat_f32x4(0), out[4];
        wcc_placex4 place = {{splat_f32x4(((float)x + 0.5f) * (1 / (float)SIZE))}, {{0}}};
        wcc_samplex4(&sampling, &place, zero, zero, 0, splat_i32x4(-1), out);
        assert_true(out[0][0] == texels[x]);
    }
}
