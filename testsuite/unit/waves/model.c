/* What wave operations mean, in plain C, one lane at a time. Floats are computed in double: the inputs are
 * chosen so that every sum and product is exact in any order. */
#include "waves.h"

#include <math.h>
#include <string.h>

/* ---- inputs ---- */

static uint32_t hash(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static void put(uint32_t *words, IrScalar type, uint64_t bits)
{
    bits = op_mask_to_width(type, bits);
    words[0] = (uint32_t)bits;
    words[1] = (uint32_t)(bits >> 32);
}

/* Mostly 1 and -1, so that products of 128 stay small. */
static double small_factor(uint32_t random) { return (random & 1 ? -1 : 1) * (random % 16 == 3 ? 2 : 1); }

static double special_float(uint32_t random)
{
    static const double SPECIALS[] = {0.0, -0.0, 1.5, -INFINITY, NAN, 1.5, 0.0, 3};
    return SPECIALS[random % COUNT_OF(SPECIALS)];
}

static void fill_values(Input *input, IrScalar type, uint32_t random)
{
    uint32_t *numbers = input->words + INPUT_NUMBERS + 2 * type, *specials = input->words + INPUT_SPECIALS + 2 * type;
    if (op_scalar_is_float(type)) {
        put(numbers, type, op_double_to_bits(type, small_factor(random)));
        put(specials, type, op_double_to_bits(type, special_float(random >> 4)));
    } else {
        put(numbers, type, type == IR_I1 ? random & 1 : (random % 7) * UINT64_C(0x9e3779b97f4a7c15) >> (random % 3));
        put(specials, type, type == IR_I1 ? random >> 1 & 1 : (random >> 8) % 5 * UINT64_C(0x8000100080018001));
    }
}

static void fill_masks(Input *input, const Input *first, int wave_size, uint32_t random)
{
    for (int other = 0; other < wave_size; other++) {
        bool together = first == NULL ? hash(random + (uint32_t)other) & 1 : first[other].words[INPUT_WHICH] % 3 == input->words[INPUT_WHICH] % 3;
        input->words[INPUT_MASK + other / 32] |= (uint32_t)together << other % 32;
    }
}

void waves_fill_input(Input *inputs, int wave_size)
{
    memset(inputs, 0, sizeof *inputs * (size_t)(WAVES_PER_GROUP * wave_size));
    for (int thread = 0; thread < WAVES_PER_GROUP * wave_size; thread++) {
        int wave = thread / wave_size;
        uint32_t random = hash(wave == 1 ? 0x51 : (uint32_t)(thread + wave_size * 1000));
        for (int type = IR_I1; type < IR_SCALAR_COUNT; type++)
            fill_values(&inputs[thread], (IrScalar)type, hash(random + (uint32_t)type));
        inputs[thread].words[INPUT_WHICH] = wave == 1 ? 7 : random >> 3 & 0xff;
        inputs[thread].words[INPUT_LANE] = (random >> 7) % (uint32_t)(wave_size + 3) - 1;
    }
    for (int thread = 0; thread < WAVES_PER_GROUP * wave_size; thread++)
        fill_masks(&inputs[thread], thread / wave_size == 2 ? NULL : &inputs[thread / wave_size * wave_size], wave_size, (uint32_t)thread * 131);
}

/* ---- reading ---- */

static uint64_t bits_at(const uint32_t *words) { return words[0] | (uint64_t)words[1] << 32; }

static uint64_t number_of(const WaveCase *test, const ModelWave *wave, int lane)
{
    return bits_at(wave->inputs[lane]->words + INPUT_NUMBERS + 2 * test->type);
}

static uint64_t special_of(const WaveCase *test, const ModelWave *wave, int lane)
{
    return bits_at(wave->inputs[lane]->words + INPUT_SPECIALS + 2 * test->type);
}

static void give(const WaveCase *test, uint32_t *words, uint64_t bits)
{
    words[0] = (uint32_t)bits;
    if (test->words > 1)
        words[1] = (uint32_t)(bits >> 32);
}

/* ---- combining ---- */

static int64_t signed_of(IrScalar type, uint64_t bits)
{
    return type == IR_I16 ? (int16_t)bits : type == IR_I32 ? (int32_t)bits : (int64_t)bits;
}

static uint64_t combine_integers(IrOp op, IrScalar type, uint64_t a, uint64_t b)
{
    bool less = signed_of(type, a) < signed_of(type, b);
    switch (op) {
    case IR_iadd: return a + b;
    case IR_imul: return a * b;
    case IR_imin: return less ? a : b;
    case IR_imax: return less ? b : a;
    case IR_umin: return a < b ? a : b;
    case IR_umax: return a < b ? b : a;
    case IR_iand: return a & b;
    case IR_ior: return a | b;
    default: return a ^ b;
    }
}

static double combine_floats(IrOp op, double a, double b)
{
    return op == IR_fadd ? a + b : op == IR_fmul ? a * b : op == IR_fmin ? fmin(a, b) : fmax(a, b);
}

static uint64_t start_of(IrOp op, IrScalar type)
{
    uint64_t ones = op_mask_to_width(type, UINT64_MAX);
    switch (op) {
    case IR_imul: return 1;
    case IR_iand: case IR_umin: return ones;
    case IR_imin: return ones / 2;
    case IR_imax: return ones / 2 + 1;
    case IR_fmul: return op_double_to_bits(type, 1);
    case IR_fmin: return op_double_to_bits(type, INFINITY);
    case IR_fmax: return op_double_to_bits(type, -INFINITY);
    default: return 0;
    }
}

/* Of the active lanes below `end` that `mask` has. */
static uint64_t combine_lanes(const WaveCase *test, const ModelWave *wave, int end, const uint32_t *mask)
{
    IrOp op = test->operation->combine;
    uint64_t all = start_of(op, test->type);
    for (int lane = 0; lane < end; lane++) {
        if (!wave->active[lane] || (mask != NULL && !(mask[lane / 32] >> lane % 32 & 1)))
            continue;
        uint64_t value = number_of(test, wave, lane);
        if (op_scalar_is_float(test->type))
            all = op_double_to_bits(test->type, combine_floats(op, op_bits_to_double(test->type, all), op_bits_to_double(test->type, value)));
        else
            all = op_mask_to_width(test->type, combine_integers(op, test->type, all, value));
    }
    return all;
}

void model_reduce(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    (void)lane;
    give(test, words, combine_lanes(test, wave, wave->size, NULL));
}

void model_prefix(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    give(test, words, combine_lanes(test, wave, lane, NULL));
}

void model_multi_prefix(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    give(test, words, combine_lanes(test, wave, lane, wave->inputs[lane]->words + INPUT_MASK));
}

/* ---- votes ---- */

static uint32_t count_true(const WaveCase *test, const ModelWave *wave, int end)
{
    uint32_t count = 0;
    for (int lane = 0; lane < end; lane++)
        count += wave->active[lane] && special_of(test, wave, lane);
    return count;
}

void model_any(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    (void)lane;
    words[0] = count_true(test, wave, wave->size) > 0;
}

void model_all(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    (void)lane;
    words[0] = count_true(test, wave, wave->size) == (uint32_t)wave->count;
}

void model_count(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    (void)lane;
    words[0] = count_true(test, wave, wave->size);
}

void model_prefix_count(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    words[0] = count_true(test, wave, lane);
}

static void lanes_with(const WaveCase *test, const ModelWave *wave, uint64_t value, uint32_t *words)
{
    memset(words, 0, 4 * sizeof *words);
    for (int lane = 0; lane < wave->size; lane++)
        if (wave->active[lane] && special_of(test, wave, lane) == value)
            words[lane / 32] |= 1u << lane % 32;
}

void model_ballot(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    (void)lane;
    lanes_with(test, wave, 1, words);
}

void model_match(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    lanes_with(test, wave, special_of(test, wave, lane), words);
}

void model_all_equal(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    words[0] = 1;
    for (int other = 0; other < wave->size; other++)
        words[0] &= !wave->active[other] || special_of(test, wave, other) == special_of(test, wave, lane);
}

/* ---- reading from other lanes ---- */

static void give_lane(const WaveCase *test, const ModelWave *wave, int64_t from, uint32_t *words)
{
    bool is_there = from >= 0 && from < wave->size && wave->active[from];
    give(test, words, is_there ? special_of(test, wave, (int)from) : 0);
}

void model_is_first(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    (void)test;
    words[0] = lane == wave->lanes[0];
}

void model_read_first(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    (void)lane;
    give_lane(test, wave, wave->lanes[0], words);
}

static int64_t lane_wanted(const WaveCase *test, const ModelWave *wave, int lane)
{
    switch (test->operation->variant) {
    case VARIANT_VARYING: return wave->inputs[lane]->words[INPUT_LANE];
    case VARIANT_CONSTANT: return wave->size - 2;
    default: return wave->index;
    }
}

void model_read_lane(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    give_lane(test, wave, lane_wanted(test, wave, lane), words);
}

/*     0 1
 *     2 3 */
void model_quad_read(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words)
{
    static const int PARTNER[4][4] = {{0}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
    int direction = test->operation->immediate, within = direction ? PARTNER[direction][lane % 4] : (int)(lane_wanted(test, wave, lane) & 3);
    give_lane(test, wave, lane / 4 * 4 + within, words);
}
