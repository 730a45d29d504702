/* The models that take all components together. */
#include "models.h"

static int columns_of(const Place *place) { return place->shape.columns ? place->shape.columns : 1; }
static int result_count(const Call *call) { return shape_count(call->test->result.shape); }
static int argument_size(const Call *call, int argument) { return shape_count(call->test->arguments[argument].shape); }
static Real x(const Call *call, int argument, int index) { return real_argument(call, argument, index); }
static uint64_t u(const Call *call, int argument, int index) { return (uint64_t)integer_argument(call, argument, index); }
static Real steps(const Call *call, Real units) { return steps_slack(call, units); }
static bool is_float(const Call *call) { return scalar_info(call->test->kind)->class == CLASS_FLOAT; }

/* ---- functions of two results ---- */

/* Mantissa in 1/2 .. 1. As dxc has it, infinity and NaN keep their mantissa's bits: exponent 129. */
void whole_frexp(Call *call)
{
    for (int i = 0; i < result_count(call); i++) {
        Real number = x(call, 0, i);
        int exponent = 0;
        if (isfinite(number)) {
            Real mantissa = frexpl(number, &exponent);
            want(call, 0, i, number == 0 ? 0 : mantissa, ANY_ZERO);
        } else {
            uint32_t bits = (uint32_t)bits_of_number(SCALAR_F32, number);
            want(call, 0, i, number_of_bits(SCALAR_F32, (bits & 0x807fffff) | 0x3f000000), EXACT);
            exponent = 129;
        }
        want(call, 1, i, exponent, EXACT);
    }
}

void whole_modf(Call *call)
{
    for (int i = 0; i < result_count(call); i++) {
        want(call, 0, i, x(call, 0, i) - truncl(x(call, 0, i)), ANY_ZERO);
        want(call, 1, i, truncl(x(call, 0, i)), EXACT);
    }
}

static Real two_ulps(const Call *call, Real exact)
{
    ScalarKind kind = call->test->kind;
    return isfinite(exact) ? ulp_at(kind, exact) * (scalar_info(kind)->ir == IR_F16 ? 0.501L : 2) : EXACT;
}

void whole_sincos(Call *call)
{
    for (int i = 0; i < argument_size(call, 0); i++) {
        Real sine = sinl(x(call, 0, i)), cosine = cosl(x(call, 0, i));
        want(call, 0, i, sine, two_ulps(call, sine));
        want(call, 1, i, cosine, two_ulps(call, cosine));
    }
}

/* ---- logic ---- */

void whole_all(Call *call)
{
    bool all = true;
    for (int i = 0; i < argument_size(call, 0); i++)
        all &= x(call, 0, i) != 0;
    want_integer(call, 0, 0, all);
}

void whole_any(Call *call)
{
    bool any = false;
    for (int i = 0; i < argument_size(call, 0); i++)
        any |= x(call, 0, i) != 0;
    want_integer(call, 0, 0, any);
}

static void want_bits(Call *call, int index, ScalarKind from, uint64_t bits)
{
    ScalarKind to = call->test->result.kind;
    if (scalar_info(to)->class == CLASS_FLOAT)
        want(call, 0, index, number_of_bits(to, bits), EXACT);
    else
        want_integer(call, 0, index, from == SCALAR_BOOL ? bits & 1 : bits);
}

void whole_select(Call *call)
{
    for (int i = 0; i < result_count(call); i++) {
        int chosen = u(call, 0, i) ? 1 : 2;
        int index = argument_size(call, chosen) == 1 ? 0 : i;
        want_bits(call, i, call->test->arguments[chosen].kind, call->bits[chosen][index]);
    }
}

void whole_and(Call *call) { want_integer(call, 0, 0, u(call, 0, 0) & u(call, 1, 0)); }
void whole_or(Call *call) { want_integer(call, 0, 0, u(call, 0, 0) | u(call, 1, 0)); }

/* ---- geometry ---- */

/* The sum of `count` products, with first indices and strides. */
static void want_dot(Call *call, int index, const int first[2], const int stride[2], int count)
{
    Real sum = 0, magnitude = 0;
    uint64_t whole = 0;
    for (int k = 0; k < count; k++) {
        int left = first[0] + k * stride[0], right = first[1] + k * stride[1];
        if (is_float(call)) {
            Real product = x(call, 0, left) * x(call, 1, right);
            sum += product;
            magnitude += fabsl(product);
        } else {
            whole += u(call, 0, left) * u(call, 1, right);
        }
    }
    if (is_float(call))
        want(call, 0, index, sum, steps(call, (count + 1) * magnitude));
    else
        want_integer(call, 0, index, whole);
}

void whole_dot(Call *call)
{
    want_dot(call, 0, (const int[]){0, 0}, (const int[]){1, 1}, argument_size(call, 0));
}

void whole_scale(Call *call)
{
    for (int i = 0; i < result_count(call); i++)
        want_dot(call, i, (const int[]){i, i}, (const int[]){1, 1}, 1);
}

/* Rows by columns; a vector on the left is a row, one on the right a column. */
void whole_multiply(Call *call)
{
    const Place *left = &call->test->arguments[0], *right = &call->test->arguments[1];
    bool is_column = right->shape.rows == 0;
    int inner = columns_of(left), rows = left->shape.rows ? left->shape.rows : 1, columns = is_column ? 1 : columns_of(right);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            want_dot(call, row * columns + column, (const int[]){row * inner, column}, (const int[]){1, columns}, inner);
}

void whole_transpose(Call *call)
{
    int rows = call->test->result.shape.rows, columns = call->test->result.shape.columns;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            want_bits(call, row * columns + column, call->test->kind, call->bits[0][column * rows + row]);
}

static Real dot(const Call *call, int left, int right)
{
    Real sum = 0;
    for (int i = 0; i < argument_size(call, left); i++)
        sum += x(call, left, i) * x(call, right, i);
    return sum;
}

static Real absolute_dot(const Call *call, int left, int right)
{
    Real sum = 0;
    for (int i = 0; i < argument_size(call, left); i++)
        sum += fabsl(x(call, left, i) * x(call, right, i));
    return sum;
}

void whole_cross(Call *call)
{
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3, last = (i + 2) % 3;
        Real plus = x(call, 0, next) * x(call, 1, last), minus = x(call, 0, last) * x(call, 1, next);
        want(call, 0, i, plus - minus, steps(call, 2 * (fabsl(plus) + fabsl(minus))));
    }
}

/* By permutations of the columns; `magnitude`: the sum of the products' magnitudes. */
static Real determinant(const Call *call, int size, int row, unsigned used, int sign, Real product, Real *magnitude)
{
    Real sum = 0;
    if (row == size) {
        *magnitude += fabsl(product);
        return sign * product;
    }
    for (int column = 0, skipped = 0; column < size; column++) {
        if (used >> column & 1)
            continue;
        sum += determinant(call, size, row + 1, used | 1u << column, skipped % 2 ? -sign : sign, product * x(call, 0, row * size + column), magnitude);
        skipped++;
    }
    return sum;
}

void whole_determinant(Call *call)
{
    Real magnitude = 0, exact = determinant(call, columns_of(&call->test->arguments[0]), 0, 0, 1, 1, &magnitude);
    want(call, 0, 0, exact, steps(call, 10 * magnitude));
}

void whole_length(Call *call)
{
    Real exact = sqrtl(dot(call, 0, 0));
    want(call, 0, 0, exact, steps(call, (argument_size(call, 0) + 2) * exact));
}

void whole_distance(Call *call)
{
    Real sum = 0;
    for (int i = 0; i < argument_size(call, 0); i++)
        sum += powl(x(call, 0, i) - x(call, 1, i), 2);
    want(call, 0, 0, sqrtl(sum), steps(call, (argument_size(call, 0) + 4) * sqrtl(sum)));
}

void whole_normalize(Call *call)
{
    Real length = sqrtl(dot(call, 0, 0));
    for (int i = 0; i < result_count(call); i++) {
        Real exact = x(call, 0, i) / length;
        want(call, 0, i, exact, steps(call, (argument_size(call, 0) + 5) * fabsl(exact)));
    }
}

void whole_reflect(Call *call)
{
    Real along = dot(call, 0, 1), magnitude = absolute_dot(call, 0, 1);
    for (int i = 0; i < result_count(call); i++) {
        Real back = 2 * along * x(call, 1, i);
        want(call, 0, i, x(call, 0, i) - back, steps(call, 2 * fabsl(x(call, 0, i)) + 12 * magnitude * fabsl(x(call, 1, i))));
    }
}

/* Where the root is near 0 its error is the root of what rounding does to its argument. */
void whole_refract(Call *call)
{
    Real eta = x(call, 2, 0), d = dot(call, 1, 0), magnitude = absolute_dot(call, 1, 0);
    Real k = 1 - eta * eta * (1 - d * d);
    Real doubt = epsilon_of(call->test->kind) * (2 + eta * eta * (4 + 16 * magnitude * magnitude));
    Real root = k > 0 ? sqrtl(k) : 0;
    Real root_doubt = k > 4 * doubt ? doubt / root : k < -doubt ? 0 : 3 * sqrtl(doubt);
    for (int i = 0; i < result_count(call); i++) {
        Real in = x(call, 0, i), normal = x(call, 1, i), bent = eta * in - (eta * d + root) * normal;
        Real slack = steps(call, 4 * (fabsl(eta * in) + fabsl(normal) * (fabsl(eta) * magnitude * 6 + root))) + root_doubt * fabsl(normal);
        if (fabsl(k) <= doubt) /* either side of total reflection */
            want(call, 0, i, bent / 2, fabsl(bent) / 2 + slack);
        else
            want(call, 0, i, k < 0 ? 0 : bent, k < 0 ? EXACT : slack);
    }
}

/* Where rounding decides the sign, either. */
void whole_faceforward(Call *call)
{
    Real facing = dot(call, 1, 2), doubt = 8 * epsilon_of(call->test->kind) * absolute_dot(call, 1, 2);
    bool unknown = facing != 0 && fabsl(facing) <= doubt;
    for (int i = 0; i < result_count(call); i++) {
        Real normal = x(call, 0, i);
        if (unknown || (facing == 0 && doubt != 0))
            want(call, 0, i, 0, fabsl(normal));
        else
            want(call, 0, i, facing < 0 ? normal : -normal, EXACT);
    }
}

void whole_dst(Call *call)
{
    want(call, 0, 0, 1, EXACT);
    if (is_float(call))
        want(call, 0, 1, x(call, 0, 1) * x(call, 1, 1), EXACT);
    else
        want_integer(call, 0, 1, u(call, 0, 1) * u(call, 1, 1));
    want(call, 0, 2, x(call, 0, 2), EXACT);
    want(call, 0, 3, x(call, 1, 3), EXACT);
    if (!is_float(call)) {
        want_integer(call, 0, 2, u(call, 0, 2));
        want_integer(call, 0, 3, u(call, 1, 3));
    }
}

void whole_lit(Call *call)
{
    Real light = x(call, 0, 0), half = x(call, 1, 0), power = x(call, 2, 0);
    Real shine = light < 0 || half < 0 ? 0 : powl(half, power);
    want(call, 0, 0, 1, EXACT);
    want(call, 0, 1, fmaxl(light, 0), ANY_ZERO);
    want(call, 0, 2, shine, shine == 0 || !isfinite(shine) ? EXACT : 2 * ulp_at(call->test->kind, shine));
    want(call, 0, 3, 1, EXACT);
}

/* ---- bits ---- */

void whole_bits(Call *call)
{
    for (int i = 0; i < result_count(call); i++)
        want_bits(call, i, call->test->arguments[0].kind, call->bits[0][i]);
}

void whole_asdouble(Call *call)
{
    for (int i = 0; i < result_count(call); i++)
        want(call, 0, i, number_of_bits(SCALAR_F64, u(call, 0, i) | u(call, 1, i) << 32), EXACT);
}

void whole_split_double(Call *call)
{
    for (int i = 0; i < argument_size(call, 0); i++) {
        want_integer(call, 0, i, call->bits[0][i]);
        want_integer(call, 1, i, call->bits[0][i] >> 32);
    }
}

void whole_f16tof32(Call *call)
{
    for (int i = 0; i < result_count(call); i++)
        want(call, 0, i, number_of_bits(SCALAR_F16, u(call, 0, i) & 0xffff), EXACT);
}

/* NaN stays NaN; which one is free, so that its comparison goes through `exact`. */
void whole_f32tof16(Call *call)
{
    for (int i = 0; i < result_count(call); i++) {
        want_integer(call, 0, i, bits_of_number(SCALAR_F16, x(call, 0, i)));
        call->wanted[0][i].slack = isnan(x(call, 0, i)) ? 0x3ff : 0;
    }
}

static int byte_of(uint64_t word, int index) { return (int)(word >> index * 8 & 0xff); }
static int signed_byte(uint64_t word, int index) { return (int8_t)byte_of(word, index); }

/* D3D11.3 functional specification 22.13.11: the differences of masked bytes, windows at each byte of eight. */
void whole_msad4(Call *call)
{
    uint64_t bytes = u(call, 1, 0) | u(call, 1, 1) << 32;
    for (int i = 0; i < 4; i++) {
        uint64_t sum = u(call, 2, i);
        for (int k = 0; k < 4; k++) {
            int wanted = byte_of(u(call, 0, 0), k), other = byte_of(bytes >> i * 8, k);
            sum += wanted == 0 ? 0 : (uint64_t)(wanted > other ? wanted - other : other - wanted);
        }
        want_integer(call, 0, i, sum);
    }
}

void whole_dot2add(Call *call)
{
    Real first = x(call, 0, 0) * x(call, 1, 0), second = x(call, 0, 1) * x(call, 1, 1);
    Real exact = x(call, 2, 0) + first + second, magnitude = fabsl(first) + fabsl(second) + fabsl(x(call, 2, 0));
    want(call, 0, 0, exact, 4 * epsilon_of(SCALAR_F32) * magnitude + least_normal_of(SCALAR_F32));
}

void whole_dot4add_u8(Call *call)
{
    uint64_t sum = u(call, 2, 0);
    for (int i = 0; i < 4; i++)
        sum += (uint64_t)(byte_of(u(call, 0, 0), i) * byte_of(u(call, 1, 0), i));
    want_integer(call, 0, 0, sum);
}

void whole_dot4add_i8(Call *call)
{
    uint64_t sum = u(call, 2, 0);
    for (int i = 0; i < 4; i++)
        sum += (uint64_t)(signed_byte(u(call, 0, 0), i) * signed_byte(u(call, 1, 0), i));
    want_integer(call, 0, 0, sum);
}

static void pack(Call *call, int64_t low, int64_t high)
{
    uint64_t packed = 0;
    for (int i = 0; i < 4; i++) {
        int64_t value = integer_argument(call, 0, i);
        value = value < low ? low : value > high ? high : value;
        packed |= ((uint64_t)value & 0xff) << i * 8;
    }
    want_integer(call, 0, 0, packed);
}

void whole_pack(Call *call) { pack(call, INT64_MIN, INT64_MAX); }
void whole_pack_clamp_u8(Call *call) { pack(call, 0, 255); }
void whole_pack_clamp_s8(Call *call) { pack(call, -128, 127); }

void whole_unpack_u8(Call *call)
{
    for (int i = 0; i < 4; i++)
        want_integer(call, 0, i, (uint64_t)byte_of(u(call, 0, 0), i));
}

void whole_unpack_s8(Call *call)
{
    for (int i = 0; i < 4; i++)
        want_integer(call, 0, i, (uint64_t)signed_byte(u(call, 0, 0), i));
}

/* int4(x.zyxw * 255.001953) */
void whole_d3dcolor(Call *call)
{
    static const int ORDER[] = {2, 1, 0, 3};
    for (int i = 0; i < 4; i++)
        want_integer(call, 0, i, (uint64_t)(int64_t)truncl((float)((float)x(call, 0, ORDER[i]) * 255.001953f)));
}

void whole_add_uint64(Call *call)
{
    for (int i = 0; i + 1 < result_count(call); i += 2) {
        uint64_t sum = (u(call, 0, i) | u(call, 0, i + 1) << 32) + (u(call, 1, i) | u(call, 1, i + 1) << 32);
        want_integer(call, 0, i, sum);
        want_integer(call, 0, i + 1, sum >> 32);
    }
}
