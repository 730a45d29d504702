/* What the operations of a wave give to the lanes that meet at one: HLSL's documentation, line by line. A lane that is
 * not there reads as 0. */
#include "program_interpret_priv.h"

const WaveRow WAVES[WAVE_COUNT] = {
    [WAVE_SUM] = {"WaveActiveSum", WAVE_OF_INTEGERS, WAVE_GIVES_SAME},
    [WAVE_PRODUCT] = {"WaveActiveProduct", WAVE_OF_INTEGERS, WAVE_GIVES_SAME},
    [WAVE_MIN] = {"WaveActiveMin", WAVE_OF_NUMBERS, WAVE_GIVES_SAME},
    [WAVE_MAX] = {"WaveActiveMax", WAVE_OF_NUMBERS, WAVE_GIVES_SAME},
    [WAVE_AND] = {"WaveActiveBitAnd", WAVE_OF_UNSIGNED, WAVE_GIVES_SAME},
    [WAVE_OR] = {"WaveActiveBitOr", WAVE_OF_UNSIGNED, WAVE_GIVES_SAME},
    [WAVE_XOR] = {"WaveActiveBitXor", WAVE_OF_UNSIGNED, WAVE_GIVES_SAME},
    [WAVE_PREFIX_SUM] = {"WavePrefixSum", WAVE_OF_INTEGERS, WAVE_GIVES_SAME},
    [WAVE_PREFIX_PRODUCT] = {"WavePrefixProduct", WAVE_OF_INTEGERS, WAVE_GIVES_SAME},
    [WAVE_READ_FIRST] = {"WaveReadLaneFirst", WAVE_OF_ANY, WAVE_GIVES_SAME},
    [WAVE_READ_AT] = {"WaveReadLaneAt", WAVE_OF_ANY, WAVE_GIVES_SAME},
    [WAVE_ALL_EQUAL] = {"WaveActiveAllEqual", WAVE_OF_ANY, WAVE_GIVES_BOOLS},
    [WAVE_ANY] = {"WaveActiveAnyTrue", WAVE_OF_BOOL, WAVE_GIVES_SAME},
    [WAVE_ALL] = {"WaveActiveAllTrue", WAVE_OF_BOOL, WAVE_GIVES_SAME},
    [WAVE_COUNT_BITS] = {"WaveActiveCountBits", WAVE_OF_BOOL, WAVE_GIVES_UINT},
    [WAVE_PREFIX_COUNT] = {"WavePrefixCountBits", WAVE_OF_BOOL, WAVE_GIVES_UINT},
    [WAVE_BALLOT] = {"WaveActiveBallot", WAVE_OF_BOOL, WAVE_GIVES_UINT4},
    [WAVE_MATCH] = {"WaveMatch", WAVE_OF_ANY, WAVE_GIVES_UINT4},
    [WAVE_IS_FIRST] = {"WaveIsFirstLane", WAVE_OF_NOTHING, WAVE_GIVES_BOOLS},
    [WAVE_QUAD_X] = {"QuadReadAcrossX", WAVE_OF_ANY, WAVE_GIVES_SAME},
    [WAVE_QUAD_Y] = {"QuadReadAcrossY", WAVE_OF_ANY, WAVE_GIVES_SAME},
    [WAVE_QUAD_DIAGONAL] = {"QuadReadAcrossDiagonal", WAVE_OF_ANY, WAVE_GIVES_SAME},
};

static Leaf neutral(Wave wave, Scalar kind, Leaf first)
{
    switch (wave) {
    case WAVE_PRODUCT: case WAVE_PREFIX_PRODUCT: return (Leaf){.integer = 1};
    case WAVE_MIN: case WAVE_MAX: return first;
    case WAVE_AND: return (Leaf){.integer = interpret_wrap(kind, ~(uint64_t)0)};
    case WAVE_ALL: return (Leaf){.integer = 1};
    default: return (Leaf){.integer = 0};
    }
}

static Leaf join(Wave wave, Scalar kind, Leaf left, Leaf right)
{
    switch (wave) {
    case WAVE_SUM: case WAVE_PREFIX_SUM: return interpret_operate("+", kind, left, right);
    case WAVE_PRODUCT: case WAVE_PREFIX_PRODUCT: return interpret_operate("*", kind, left, right);
    case WAVE_MIN: return interpret_smaller(kind, left, right);
    case WAVE_MAX: return interpret_larger(kind, left, right);
    case WAVE_AND: return interpret_operate("&", kind, left, right);
    case WAVE_OR: return interpret_operate("|", kind, left, right);
    case WAVE_XOR: return interpret_operate("^", kind, left, right);
    case WAVE_ANY: return (Leaf){.integer = left.integer || right.integer};
    case WAVE_ALL: return (Leaf){.integer = left.integer && right.integer};
    default: return (Leaf){.integer = left.integer + right.integer}; /* counts */
    }
}

/* Of the lanes before `end`. */
static Leaf joined(const Wavefront *front, Wave wave, Scalar kind, int leaf, int end)
{
    Leaf sum = neutral(wave, kind, front->values[front->first][leaf]);
    for (int lane = 0; lane < end; lane++)
        if (front->is_there[lane])
            sum = join(wave, kind, sum, front->values[lane][leaf]);
    return sum;
}

/* Of floats the bits: 0 is not -0. */
static bool is_equal(Scalar kind, Leaf left, Leaf right)
{
    if (SCALARS[kind].is_float)
        return memcmp(&left.number, &right.number, sizeof left.number) == 0;
    return interpret_operate("==", kind, left, right).integer != 0;
}

static void set_bit(Leaf *words, int lane, bool value)
{
    words[lane / 32].integer |= (int64_t)value << lane % 32;
}

static Leaf read_of(const Wavefront *front, int lane, int leaf)
{
    bool is_there = lane >= 0 && lane < front->lanes && front->is_there[lane];
    return is_there ? front->values[lane][leaf] : (Leaf){.integer = 0};
}

static int quad_lane(Wave wave, int lane)
{
    return lane ^ (wave == WAVE_QUAD_X ? 1 : wave == WAVE_QUAD_Y ? 2 : 3);
}

static bool matches(const Wavefront *front, Scalar kind, int leaves, int left, int right)
{
    for (int i = 0; i < leaves; i++)
        if (!is_equal(kind, front->values[left][i], front->values[right][i]))
            return false;
    return true;
}

void wave_operate(const Wavefront *front, const Expr *expr, int lane, Leaf *out)
{
    const Type *type = expr->argument_count > 0 ? expr->arguments[0]->type : expr->type;
    Wave wave = expr->wave;
    Scalar kind = type->scalar;
    for (int i = 0; i < expr->type->leaf_count; i++)
        out[i] = (Leaf){.integer = 0};
    if (wave == WAVE_BALLOT || wave == WAVE_MATCH) {
        for (int other = 0; other < front->lanes; other++)
            if (front->is_there[other])
                set_bit(out, other, wave == WAVE_BALLOT
                                        ? front->values[other][0].integer != 0
                                        : matches(front, kind, type->leaf_count, lane, other));
        return;
    }
    for (int i = 0; i < expr->type->leaf_count; i++)
        switch (wave) {
        case WAVE_PREFIX_SUM: case WAVE_PREFIX_PRODUCT: case WAVE_PREFIX_COUNT:
            out[i] = joined(front, wave, kind, i, lane);
            break;
        case WAVE_READ_FIRST: out[i] = front->values[front->first][i]; break;
        case WAVE_READ_AT: out[i] = read_of(front, (int)front->asked[lane].integer, i); break;
        case WAVE_QUAD_X: case WAVE_QUAD_Y: case WAVE_QUAD_DIAGONAL:
            out[i] = read_of(front, quad_lane(wave, lane), i);
            break;
        case WAVE_IS_FIRST: out[i].integer = lane == front->first; break;
        case WAVE_ALL_EQUAL:
            out[i].integer = 1;
            for (int other = 0; other < front->lanes; other++)
                if (front->is_there[other] &&
                    !is_equal(kind, front->values[other][i], front->values[front->first][i]))
                    out[i].integer = 0;
            break;
        default: out[i] = joined(front, wave, kind, i, front->lanes);
        }
}
