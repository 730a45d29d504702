/* The models of models.def and operators.def that go component by component. */
#include "models.h"

/* ---- arguments and results ---- */

static const Place *place_of(const Call *call, int output)
{
    const Case *test = call->test;
    if (output == 0 && test->result.direction != '-')
        return &test->result;
    int left = output - (test->result.direction != '-');
    for (int i = 0; i < test->argument_count; i++)
        if (test->arguments[i].direction == '>' && left-- == 0)
            return &test->arguments[i];
    return NULL;
}

static uint64_t argument_bits(const Call *call, int argument, int index)
{
    return call->bits[argument][shape_count(call->test->arguments[argument].shape) == 1 ? 0 : index];
}

/* Flushing is for 32-bit floats. */
static bool is_flushed(const Call *call, ScalarKind kind, Real number)
{
    return call->flushes && scalar_info(kind)->ir == IR_F32 && fabsl(number) < least_normal_of(kind);
}

Real real_argument(const Call *call, int argument, int index)
{
    ScalarKind kind = call->test->arguments[argument].kind;
    uint64_t bits = argument_bits(call, argument, index);
    if (scalar_info(kind)->class != CLASS_FLOAT)
        return scalar_info(kind)->class == CLASS_SIGNED ? (Real)integer_of_bits(kind, bits) : (Real)bits;
    Real number = number_of_bits(kind, bits);
    return is_flushed(call, kind, number) ? copysignl(0, number) : number;
}

int64_t integer_argument(const Call *call, int argument, int index)
{
    return integer_of_bits(call->test->arguments[argument].kind, argument_bits(call, argument, index));
}

void want_integer(Call *call, int output, int index, uint64_t integer)
{
    const Place *place = place_of(call, output);
    call->wanted[output][index] = (Wanted){.bits = bits_of_integer(place->kind, integer), .exact = (Real)(int64_t)integer};
}

void want(Call *call, int output, int index, Real exact, Real slack)
{
    if (scalar_info(place_of(call, output)->kind)->class != CLASS_FLOAT)
        want_integer(call, output, index, (uint64_t)(int64_t)exact);
    else
        call->wanted[output][index] = (Wanted){.exact = exact, .slack = slack};
}

Real step_result(const Call *call, Real exact)
{
    ScalarKind kind = call->test->kind;
    if (call->overflows && fabsl(exact) > greatest_of(kind) * (1 + epsilon_of(kind) / 2))
        return copysignl(INFINITY, exact);
    return is_flushed(call, kind, exact) ? copysignl(0, exact) : exact;
}

Real steps_slack(const Call *call, Real units)
{
    ScalarKind kind = call->test->kind;
    Real slack = epsilon_of(kind) * units + 2 * least_normal_of(kind) * (scalar_info(kind)->ir == IR_F32 ? 1 : epsilon_of(kind));
    return isfinite(slack) ? slack : EXACT;
}

/* Half functions compute in float and round, so that half an ulp of theirs is what counts. */
static Real ulps_slack(const Call *call, Real exact, Real ulps)
{
    ScalarKind kind = call->test->result.kind;
    if (!isfinite(exact))
        return EXACT;
    return ulp_at(kind, exact) * (scalar_info(kind)->ir == IR_F16 ? 0.5L + ulps / 4096 : ulps);
}

/* ---- words of the tables ---- */

static Real smooth(Real ratio)
{
    Real t = fminl(fmaxl(ratio, 0), 1);
    return t * t * (3 - 2 * t);
}
static uint64_t highest(uint64_t bits) { return bits == 0 ? ~(uint64_t)0 : 63 - (uint64_t)__builtin_clzll(bits); }
static uint64_t lowest(uint64_t bits) { return bits == 0 ? ~(uint64_t)0 : (uint64_t)__builtin_ctzll(bits); }
static uint64_t reversed(uint64_t bits, int width)
{
    uint64_t result = 0;
    for (int i = 0; i < width; i++)
        result = result << 1 | (bits >> i & 1);
    return result;
}

#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define MOST(a, b) ((a) > (b) ? (a) : (b))
#define O(x) step_result(call, x)
#define ULPS(n) ulps_slack(call, exact, n)
#define STEPS(units) steps_slack(call, units)
#define LEAST_NORMAL least_normal_of(call->test->arguments[0].kind)
#define WIDTH (bytes_of(call->test->arguments[0].kind) * 8)
#define BITS (bytes_of(call->test->result.kind) * 8)

#define EACH_COMPONENT(Type, read, ...)                                                                                   \
    for (int i = 0; i < shape_count(call->test->result.shape); i++) {                                                     \
        Type a = (Type)read(call, 0, i), b = 0, c = 0;                                                                     \
        if (call->test->argument_count > 1)                                                                                \
            b = (Type)read(call, 1, i);                                                                                    \
        if (call->test->argument_count > 2)                                                                                \
            c = (Type)read(call, 2, i);                                                                                    \
        (void)a, (void)b, (void)c;                                                                                         \
        __VA_ARGS__                                                                                                        \
    }
#define FLOAT_MODEL(name, expression, slack_expression)                                                                    \
    static void name(Call *call)                                                                                           \
    {                                                                                                                      \
        EACH_COMPONENT(Real, real_argument, Real exact = (expression); want(call, 0, i, exact, slack_expression);)         \
    }
#define SIGNED_MODEL(name, expression)                                                                                     \
    static void name(Call *call) { EACH_COMPONENT(int64_t, integer_argument, want_integer(call, 0, i, (uint64_t)(expression));) }
#define UNSIGNED_MODEL(name, expression)                                                                                   \
    static void name(Call *call) { EACH_COMPONENT(uint64_t, integer_argument, want_integer(call, 0, i, (expression));) }

#define FLOATS(id, expression, slack) FLOAT_MODEL(float_##id, expression, slack)
#define SIGNED(id, expression) SIGNED_MODEL(signed_##id, expression)
#define UNSIGNED(id, expression) UNSIGNED_MODEL(unsigned_##id, expression)
#define WHOLE(id, function)
#define WHOLE_EDGES(id, function)
#include "models.def"
#undef FLOATS
#undef SIGNED
#undef UNSIGNED
#undef WHOLE
#undef WHOLE_EDGES

const Row ROWS[] = {
#define FLOATS(id, expression, slack) {BUILTIN_##id, CLASS_FLOAT, float_##id, false, true},
#define SIGNED(id, expression) {BUILTIN_##id, CLASS_SIGNED, signed_##id, false, true},
#define UNSIGNED(id, expression) {BUILTIN_##id, CLASS_UNSIGNED, unsigned_##id, false, true},
#define WHOLE(id, function) {BUILTIN_##id, CLASS_BOOL, function, true, false},
#define WHOLE_EDGES(id, function) {BUILTIN_##id, CLASS_BOOL, function, true, true},
#include "models.def"
};
const int ROW_COUNT = COUNT_OF(ROWS);

const Row *row_of(int id, ScalarKind kind)
{
    ScalarClass class = scalar_info(kind)->class == CLASS_BOOL ? CLASS_UNSIGNED : scalar_info(kind)->class;
    for (int i = 0; i < ROW_COUNT; i++)
        if (ROWS[i].id == id && (ROWS[i].is_whole || ROWS[i].class == class))
            return &ROWS[i];
    return NULL;
}

/* ---- operators ---- */

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define FLOAT_OPERATOR(text, operands, result, expression, slack) FLOAT_MODEL(JOIN(operator_, __LINE__), expression, slack)
#define SIGNED_OPERATOR(text, operands, result, expression) SIGNED_MODEL(JOIN(operator_, __LINE__), expression)
#define UNSIGNED_OPERATOR(text, operands, result, expression) UNSIGNED_MODEL(JOIN(operator_, __LINE__), expression)
#define BOOL_OPERATOR(text, operands, result, expression) UNSIGNED_MODEL(JOIN(operator_, __LINE__), expression)
#define WHOLE_OPERATOR(text, operands, result, function)
#include "operators.def"
#undef FLOAT_OPERATOR
#undef SIGNED_OPERATOR
#undef UNSIGNED_OPERATOR
#undef BOOL_OPERATOR
#undef WHOLE_OPERATOR

enum { CLASS_EVERY = CLASS_FLOAT + 1 };

const OperatorModel OPERATORS[] = {
#define FLOAT_OPERATOR(text, operands, result, ...) {text, operands, result, CLASS_FLOAT, JOIN(operator_, __LINE__)},
#define SIGNED_OPERATOR(text, operands, result, ...) {text, operands, result, CLASS_SIGNED, JOIN(operator_, __LINE__)},
#define UNSIGNED_OPERATOR(text, operands, result, ...) {text, operands, result, CLASS_UNSIGNED, JOIN(operator_, __LINE__)},
#define BOOL_OPERATOR(text, operands, result, ...) {text, operands, result, CLASS_BOOL, JOIN(operator_, __LINE__)},
#define WHOLE_OPERATOR(text, operands, result, function) {text, operands, result, (ScalarClass)CLASS_EVERY, function},
#include "operators.def"
};
const int OPERATOR_COUNT = COUNT_OF(OPERATORS);

/* ---- casts (D3D11.3 functional specification 3.2.3): toward zero, saturating, NaN to 0 ---- */

static uint64_t saturated(ScalarKind kind, Real number)
{
    bool is_signed = scalar_info(kind)->class == CLASS_SIGNED;
    int bits = bytes_of(kind) * 8;
    Real low = is_signed ? -ldexpl(1, bits - 1) : 0, high = ldexpl(1, bits - is_signed) - 1;
    if (isnan(number))
        return 0;
    number = truncl(fminl(fmaxl(number, low), high));
    return number < 0 ? 0 - (uint64_t)-number : (uint64_t)number;
}

void model_cast(Call *call)
{
    ScalarKind from = call->test->arguments[0].kind, to = call->test->result.kind;
    bool from_float = scalar_info(from)->class == CLASS_FLOAT;
    for (int i = 0; i < shape_count(call->test->result.shape); i++) {
        if (scalar_info(to)->class == CLASS_FLOAT)
            want(call, 0, i, real_argument(call, 0, i), EXACT);
        else if (to == SCALAR_BOOL)
            want_integer(call, 0, i, real_argument(call, 0, i) != 0);
        else
            want_integer(call, 0, i, from_float ? saturated(to, real_argument(call, 0, i)) : (uint64_t)integer_argument(call, 0, i));
    }
}
