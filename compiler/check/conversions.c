/* Conversions: which exist, and how good each is as an argument. convert.c builds them.
 *
 * Shapes follow dxc (ConvertDimensions in SemaHLSL.cpp): a scalar becomes any shape; anything is
 * cut to one component; a vector is cut to a smaller one and a matrix to its upper left part; a
 * vector and a matrix convert where their component counts agree, or where the matrix has one row
 * or one column. Between numeric scalars every conversion is implicit. Structs convert to their
 * base implicitly and leaf by leaf by a cast. */
#include "conversions_priv.h"

/* ---- scalar kinds ---- */

int combining_bits(ScalarKind scalar)
{
    static const int min_precision[] = {
        [SCALAR_MIN16F] = 16, [SCALAR_MIN10F] = 10, [SCALAR_HALF32] = 16,
        [SCALAR_MIN16I] = 16, [SCALAR_MIN12I] = 12, [SCALAR_MIN16U] = 16,
    };
    if (scalar_is_literal(scalar) || scalar == SCALAR_BOOL)
        return 0;
    return scalar >= SCALAR_MIN16F && scalar <= SCALAR_MIN16U ? min_precision[scalar]
                                                              : scalar_bits(scalar);
}

static bool is_min_precision(ScalarKind scalar)
{
    return scalar >= SCALAR_MIN16F && scalar <= SCALAR_MIN16U;
}

static ScalarKind kind_of(ScalarClass class, int bits, bool min_precision)
{
    for (int kind = 0; kind < SCALAR_COUNT; kind++)
        if (scalar_info((ScalarKind)kind)->class == class &&
            combining_bits((ScalarKind)kind) == bits &&
            is_min_precision((ScalarKind)kind) == min_precision)
            return (ScalarKind)kind;
    return class == CLASS_FLOAT ? SCALAR_F32 : class == CLASS_UNSIGNED ? SCALAR_U32 : SCALAR_I32;
}

/* half without 16-bit types: among others it is the float that it is. */
static bool is_float_beside(ScalarKind scalar, ScalarKind other)
{
    return scalar == SCALAR_HALF32 && other != SCALAR_BOOL && !scalar_is_literal(other);
}

/* CombineBasicTypes of SemaHLSL.cpp: of a float and an integer the float; of two integers the
 * wider, unsigned if either is; literals and bools adapt to the other side. */
ScalarKind scalar_combine(ScalarKind left, ScalarKind right)
{
    bool left_float = scalar_is_float(left), right_float = scalar_is_float(right);
    if (left == right)
        return left;
    if (scalar_is_literal(left) && scalar_is_literal(right))
        return SCALAR_LITERAL_FLOAT;
    if (is_float_beside(left, right) || is_float_beside(right, left))
        return scalar_combine(left == SCALAR_HALF32 ? SCALAR_F32 : left,
                              right == SCALAR_HALF32 ? SCALAR_F32 : right);
    if (left_float != right_float) {
        ScalarKind number = left_float ? left : right;
        return number == SCALAR_LITERAL_FLOAT ? SCALAR_F32 : number;
    }
    if (combining_bits(left) == 0 || combining_bits(right) == 0) {
        ScalarKind sized = combining_bits(left) == 0 ? right : left;
        return combining_bits(sized) == 0 ? SCALAR_I32 : sized;
    }
    int bits = combining_bits(left) > combining_bits(right) ? combining_bits(left)
                                                            : combining_bits(right);
    bool is_unsigned = scalar_info(left)->class == CLASS_UNSIGNED ||
                       scalar_info(right)->class == CLASS_UNSIGNED;
    return kind_of(left_float ? CLASS_FLOAT : is_unsigned ? CLASS_UNSIGNED : CLASS_SIGNED, bits,
                   is_min_precision(left) && is_min_precision(right));
}

/* ---- shapes ---- */

static ConversionShape to_vector_shape(const Type *from, int size)
{
    int count = type_component_count(from);
    if (count == 1)
        return size == 1 && from->kind != TYPE_SCALAR ? SHAPE_RESHAPE : SHAPE_SPLAT;
    if (from->kind == TYPE_VECTOR || from->rows == 1 || from->columns == 1)
        return size > count  ? SHAPE_IMPOSSIBLE
             : size == count ? (from->kind == TYPE_VECTOR ? SHAPE_SAME : SHAPE_RESHAPE)
                             : SHAPE_TRUNCATE;
    return size == count ? SHAPE_RESHAPE : size == 1 ? SHAPE_TRUNCATE : SHAPE_IMPOSSIBLE;
}

static ConversionShape to_matrix_shape(const Type *from, const Type *to)
{
    int count = type_component_count(from), wanted = type_component_count(to);
    if (count == 1)
        return from->kind == TYPE_SCALAR || wanted != 1 ? SHAPE_SPLAT
             : from->kind == TYPE_MATRIX                ? SHAPE_SAME
                                                        : SHAPE_RESHAPE;
    if (wanted == 1)
        return SHAPE_TRUNCATE;
    if (from->kind == TYPE_VECTOR) {
        bool is_line = to->rows == 1 || to->columns == 1;
        return count == wanted           ? SHAPE_RESHAPE
             : is_line && wanted < count ? SHAPE_TRUNCATE
                                         : SHAPE_IMPOSSIBLE;
    }
    if (to->rows > from->rows || to->columns > from->columns)
        return SHAPE_IMPOSSIBLE;
    return to->rows == from->rows && to->columns == from->columns ? SHAPE_SAME : SHAPE_TRUNCATE;
}

static ConversionShape numeric_shape(const Type *from, const Type *to)
{
    switch (to->kind) {
    case TYPE_VECTOR: return to_vector_shape(from, to->columns);
    case TYPE_MATRIX: return to_matrix_shape(from, to);
    default:
        return from->kind == TYPE_SCALAR       ? SHAPE_SAME
             : type_component_count(from) == 1 ? SHAPE_RESHAPE
                                               : SHAPE_TRUNCATE;
    }
}

/* What is no number and can be in a value. */
static bool leaves_are_numeric(const Type *type)
{
    return !type_has_resources(type) && type->kind != TYPE_DESCRIPTOR;
}

static bool leaves_agree(Checker *checker, const Type *from, const Type *to)
{
    int count = type_leaf_count(to);
    if (type_leaf_count(from) != count)
        return false;
    for (int i = 0; i < count; i++)
        if (!type_same(type_leaf(checker, from, i), type_leaf(checker, to, i)))
            return false;
    return true;
}

/* A parameter `Texture2D textures[]` stands for an array of any length. */
static bool takes_any_count(const Type *from, const Type *to)
{
    return to->kind == TYPE_ARRAY && to->count < 0 && from->kind == TYPE_ARRAY &&
           type_same(from->element, to->element);
}

static ConversionShape aggregate_shape(Checker *checker, const Type *from, const Type *to,
                                       CastKind cast)
{
    if (takes_any_count(from, to))
        return SHAPE_SAME;
    if (from->kind == TYPE_STRUCT && to->kind == TYPE_STRUCT && type_is_derived_from(from, to))
        return SHAPE_BASE;
    bool both = type_is_aggregate(from) && type_is_aggregate(to);
    if (cast == CAST_IMPLICIT) {
        bool is_strict = checker->options->hlsl_version >= 2021 &&
                         (from->kind == TYPE_STRUCT || to->kind == TYPE_STRUCT);
        return both && !is_strict && leaves_agree(checker, from, to) ? SHAPE_FLAT
                                                                     : SHAPE_IMPOSSIBLE;
    }
    if (type_component_count(from) == 1 && leaves_are_numeric(to))
        return SHAPE_SPLAT;
    bool can_fill = type_leaf_count(from) >= type_leaf_count(to) && leaves_are_numeric(from) &&
                    leaves_are_numeric(to);
    return can_fill || leaves_agree(checker, from, to) ? SHAPE_FLAT : SHAPE_IMPOSSIBLE;
}

static ConversionShape resource_shape(const Type *from, const Type *to)
{
    if (from->kind != to->kind || from->resource != to->resource)
        return SHAPE_IMPOSSIBLE;
    return from->element == to->element || (from->element != NULL && to->element != NULL &&
                                            type_same(from->element, to->element))
             ? SHAPE_SAME
             : SHAPE_IMPOSSIBLE;
}

/* A descriptor is of whatever resource it is used as; only samplers have a heap of their own. */
static ConversionShape descriptor_shape(const Checker *checker, const Type *from, const Type *to)
{
    if (to->kind != TYPE_RESOURCE)
        return SHAPE_IMPOSSIBLE;
    bool wants_sampler = resource_info(to->resource)->register_class == 's';
    return wants_sampler == (from == type_descriptor(checker, DESCRIPTOR_SAMPLER))
             ? SHAPE_DESCRIPTOR
             : SHAPE_IMPOSSIBLE;
}

ConversionShape conversion_shape(Checker *checker, const Type *from, const Type *to, CastKind cast)
{
    if (type_same(from, to) || type_is_error(from) || type_is_error(to))
        return SHAPE_SAME;
    if (to->kind == TYPE_VOID)
        return cast == CAST_EXPLICIT ? SHAPE_SAME : SHAPE_IMPOSSIBLE;
    if (from->kind == TYPE_VOID || from->kind == TYPE_STRING || to->kind == TYPE_STRING)
        return SHAPE_IMPOSSIBLE;
    if (from->kind == TYPE_DESCRIPTOR) /* also where the type is void, above */
        return descriptor_shape(checker, from, to);
    if (from->kind == TYPE_RESOURCE || to->kind == TYPE_RESOURCE)
        return resource_shape(from, to);
    if (type_is_aggregate(from) || type_is_aggregate(to))
        return aggregate_shape(checker, from, to, cast);
    if (cast == CAST_IMPLICIT && (to->kind == TYPE_ENUM || from->is_scoped))
        return SHAPE_IMPOSSIBLE;
    if (from->kind == TYPE_ENUM || to->kind == TYPE_ENUM) {
        const Type *source = from->kind == TYPE_ENUM ? type_scalar(checker, from->scalar) : from;
        return numeric_shape(source,
                             to->kind == TYPE_ENUM ? type_scalar(checker, to->scalar) : to);
    }
    return numeric_shape(from, to);
}

/* ---- scores ---- */

/* Bits of a score, cheapest first, seven apart so that sums over arguments do not carry: ScoreCast
 * of SemaHLSL.cpp. */
enum {
    SCORE_SPLAT, SCORE_PROMOTE_TO, SCORE_PROMOTE_FROM, SCORE_INTEGER_TO, SCORE_INTEGER_FROM,
    SCORE_CAST_TO, SCORE_CAST_FROM, SCORE_TRUNCATE
};
static uint64_t score_bit(int which) { return (uint64_t)1 << (2 + 7 * which); }

/* Whether `to` holds every value of `from` and is of its class. */
static bool is_promotion(ScalarKind to, ScalarKind from)
{
    return !scalar_is_literal(from) && from != SCALAR_BOOL && to != SCALAR_BOOL &&
           scalar_is_float(to) == scalar_is_float(from) &&
           combining_bits(to) > combining_bits(from);
}

static bool is_cast(ScalarKind to, ScalarKind from)
{
    bool same_class = scalar_is_float(to) == scalar_is_float(from) && to != SCALAR_BOOL &&
                      from != SCALAR_BOOL;
    bool same_width = scalar_is_literal(to) || scalar_is_literal(from) ||
                      (!scalar_is_float(to) && combining_bits(to) == combining_bits(from));
    return to != from && !(same_class && same_width);
}

static bool is_integer_cast(ScalarKind to, ScalarKind from)
{
    bool same_class = scalar_is_float(to) == scalar_is_float(from);
    return to != from && !(same_class && (scalar_is_literal(to) || scalar_is_literal(from)));
}

static uint64_t step_score(ScalarKind to, ScalarKind from, int promote, int cast, int integer)
{
    if (is_promotion(to, from))
        return score_bit(promote);
    if (is_cast(to, from))
        return score_bit(cast);
    return is_integer_cast(to, from) ? score_bit(integer) : 0;
}

static uint64_t scalar_score(ScalarKind to, ScalarKind from)
{
    ScalarKind middle = scalar_combine(to, from);
    uint64_t score = step_score(to, middle, SCORE_PROMOTE_TO, SCORE_CAST_TO, SCORE_INTEGER_TO);
    score |= step_score(middle, from, SCORE_PROMOTE_FROM, SCORE_CAST_FROM, SCORE_INTEGER_FROM);
    /* A literal prefers int and float; dxc calls such overloads ambiguous. */
    bool is_preferred = to == SCALAR_I32 || to == SCALAR_F32;
    return score + (scalar_is_literal(from) && !is_preferred ? 1 : 0);
}

uint64_t conversion_score(Checker *checker, const Type *from, const Type *to)
{
    if (type_same(from, to) || type_is_error(from) || type_is_error(to))
        return 0;
    ConversionShape shape = conversion_shape(checker, from, to, CAST_IMPLICIT);
    if (shape == SHAPE_IMPOSSIBLE)
        return UINT64_MAX;
    if (shape == SHAPE_BASE || shape == SHAPE_FLAT || shape == SHAPE_DESCRIPTOR ||
        from->kind == TYPE_RESOURCE || from->kind == TYPE_ARRAY)
        return score_bit(SCORE_CAST_FROM);
    uint64_t score = scalar_score(to->scalar, from->scalar);
    int wanted = type_component_count(to), given = type_component_count(from);
    score += given < wanted ? score_bit(SCORE_SPLAT)
           : given > wanted ? score_bit(SCORE_TRUNCATE)
                            : 0;
    return score;
}
