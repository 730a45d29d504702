/* instrument's second part: what --check=race and --check=uninit follow, the places that threads
 * touch.
 *
 *     store_struct $Out[%0] [%i, 4], %x          %1 = resource_size.width $Out[%0]
 *                                          ->    %2 = iadd %1, %i
 *                                                %3 = ...  (-1 where %i is outside)
 *                                                %4 = bitcast %x
 *                                                touch_resource.store $Out[%0], %3, 1, 4, %4
 *                                                store_struct $Out[%0] [%i, 4], %x
 *
 * Memory is cells. A variable has one for each component of each element; typed buffers and
 * textures one for each element; structured and raw buffers one for 4 bytes, or for 2 where the
 * kernel accesses their 16-bit values. Components, and the words of a structured buffer's elements,
 * have planes of their own: what lanes that follow one another touch then does so, too. Resources
 * that are only read, and constant buffers, are not followed. Of a store a hash of each value goes
 * along: two threads that leave the same value do not race. */
#include "passes/instrument.h"

typedef struct Touches {
    IrKernel *kernel;
    VEC(const IrResource *) halved; /* with cells of 2 bytes */
} Touches;

/* ---- the size of cells ---- */

static bool is_halved(const Touches *touches, const IrResource *resource)
{
    for (int i = 0; i < touches->halved.count; i++)
        if (touches->halved.items[i] == resource)
            return true;
    return false;
}

static bool has_bytes(const IrInstr *access)
{
    OpDomain domain = op_info(access->op)->domain;
    return domain == DOMAIN_STRUCT || domain == DOMAIN_RAW;
}

static void find_halved(PassContext *context, Touches *touches)
{
    EACH_INSTR (touches->kernel->body, instr)
        if (op_address_count(instr->op) > 0 && has_bytes(instr) &&
            op_scalar_bits(ir_accessed_type(instr).scalar) == 16 &&
            !is_halved(touches, instr->resource))
            vec_push(context->scratch, &touches->halved, instr->resource);
}

static int cell_bytes(const Touches *touches, const IrInstr *access)
{
    return is_halved(touches, access->resource) ? 2 : 4;
}

static int cell_count(const Touches *touches, const IrInstr *access)
{
    IrType type = ir_accessed_type(access);
    if (access->variable != NULL)
        return type.components;
    return has_bytes(access) ? type.components * op_scalar_bytes(type.scalar) /
                                   cell_bytes(touches, access)
                             : 1;
}

/* ---- which cell ---- */

static IrInstr *size_of(IrBuilder *builder, const IrInstr *access, OpExtent extent)
{
    IrInstr *size =
        ir_build_typed(builder, IR_resource_size, ir_scalar(IR_I32), access->operands, 1);
    size->resource = access->resource;
    size->immediate = extent;
    return size;
}

static IrInstr *where_inside(IrBuilder *builder, IrInstr *is_inside, IrInstr *cell)
{
    return IR_BUILD(builder, IR_select, is_inside, cell, ir_const_i32(builder, -1));
}

static IrInstr *cell_of_texel(IrBuilder *builder, const IrInstr *access)
{
    const IrResource *texture = access->resource;
    int axes = ir_texture_axes(texture) + texture->is_array;
    IrInstr *cell = ir_const_i32(builder, 0), *is_inside = ir_const_bits(builder, IR_I1, 1);
    for (int i = axes - 1; i >= 0; i--) {
        bool is_slice = texture->is_array && i == axes - 1;
        IrInstr *coordinate =
                    access->operands[is_slice ? SLICE_COORDINATE : FIRST_COORDINATE + i],
                *size = size_of(builder, access, is_slice ? EXTENT_DEPTH : (OpExtent)i);
        cell = IR_BUILD(builder, IR_iadd, IR_BUILD(builder, IR_imul, cell, size), coordinate);
        is_inside = IR_BUILD(builder, IR_iand, is_inside,
                             IR_BUILD(builder, IR_ult, coordinate, size));
    }
    return where_inside(builder, is_inside, cell);
}

static IrInstr *cell_of_element(const Touches *touches, IrBuilder *builder, const IrInstr *access)
{
    IrInstr *index = access->operands[1], *cell = index;
    int bytes = cell_bytes(touches, access);
    IrInstr *size = size_of(builder, access, EXTENT_WIDTH);
    if (op_info(access->op)->domain == DOMAIN_STRUCT) {
        IrInstr *offset = IR_BUILD(builder, IR_udiv, access->operands[2],
                                   ir_const_i32(builder, bytes));
        cell = IR_BUILD(builder, IR_iadd, IR_BUILD(builder, IR_imul, offset, size), index);
    } else if (op_info(access->op)->domain == DOMAIN_RAW) {
        cell = IR_BUILD(builder, IR_udiv, index, ir_const_i32(builder, bytes));
    }
    return where_inside(builder, IR_BUILD(builder, IR_ult, index, size), cell);
}

static IrInstr *first_cell(const Touches *touches, IrBuilder *builder, const IrInstr *access)
{
    OpDomain domain = op_info(access->op)->domain;
    return domain == DOMAIN_VARIABLE  ? access->operands[0]
           : domain == DOMAIN_TEXTURE ? cell_of_texel(builder, access)
                                      : cell_of_element(touches, builder, access);
}

/* ---- what is left there ---- */

/* An i32 that values of other bits hardly share; of 32 bits and less, never. */
static IrInstr *hash_of(IrBuilder *builder, IrInstr *value)
{
    static const IrScalar INTEGER_OF[] = {[IR_F16] = IR_I16, [IR_F32] = IR_I32, [IR_F64] = IR_I64};
    if (op_scalar_is_float(value->type.scalar))
        value = IR_BUILD_TYPED(builder, IR_bitcast, INTEGER_OF[value->type.scalar], value);
    if (value->type.scalar == IR_I64) {
        IrInstr *high = IR_BUILD(builder, IR_ushr, value, ir_const_bits(builder, IR_I64, 32)),
                *low = IR_BUILD_TYPED(builder, IR_itrunc, IR_I32, value);
        high = IR_BUILD_TYPED(builder, IR_itrunc, IR_I32, high);
        return IR_BUILD(builder, IR_ixor, low,
                        IR_BUILD(builder, IR_imul, high, ir_const_i32(builder, 0x01000193)));
    }
    return value->type.scalar == IR_I32 ? value
                                        : IR_BUILD_TYPED(builder, IR_zext, IR_I32, value);
}

/* A step of MurmurHash3's: the high bits, all that differs between small floats, come down. */
static IrInstr *mixed(IrBuilder *builder, IrInstr *hash)
{
    IrInstr *high = IR_BUILD(builder, IR_ushr, hash, ir_const_i32(builder, 16));
    return IR_BUILD(builder, IR_imul, IR_BUILD(builder, IR_ixor, hash, high),
                    ir_const_i32(builder, (int32_t)0x85ebca6b));
}

/* Of the values that one cell has. */
static IrInstr *hash_of_all(IrBuilder *builder, IrInstr *const *values, int count)
{
    IrInstr *hash = hash_of(builder, values[0]);
    for (int i = 1; i < count; i++)
        hash = IR_BUILD(builder, IR_iadd, mixed(builder, hash), hash_of(builder, values[i]));
    return hash;
}

/* ---- the pass's part ---- */

static bool is_followed(const IrInstr *instr)
{
    if (op_address_count(instr->op) == 0 || (!ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES)))
        return false;
    return instr->variable != NULL ? instr->variable->kind == IR_GROUPSHARED
                                   : instr->resource->class == IR_UAV;
}

static void touch(const Touches *touches, IrInstr *access)
{
    enum { MOST_OPERANDS = 21 };
    bool is_variable = access->variable != NULL, is_store = !ir_is(access, OP_READS);
    IrBuilder builder = ir_builder_before(touches->kernel, access);
    builder.pos = access->pos;
    IrInstr *operands[MOST_OPERANDS];
    int count = 0, values = is_store ? ir_accessed_type(access).components : 0;
    int step = cell_count(touches, access) == 1 ? values : 1;
    if (!is_variable)
        operands[count++] = access->operands[0];
    operands[count++] = first_cell(touches, &builder, access);
    operands[count++] = ir_const_i32(&builder, cell_count(touches, access));
    operands[count++] =
        ir_const_i32(&builder, has_bytes(access) ? cell_bytes(touches, access) : 0);
    for (int i = access->operand_count - values; i < access->operand_count; i += step)
        operands[count++] = hash_of_all(&builder, &access->operands[i], step);
    IrInstr *instr = ir_new(touches->kernel, is_variable ? IR_touch_var : IR_touch_resource,
                            ir_scalar(IR_VOID), operands, count);
    instr->variable = access->variable;
    instr->component = is_variable ? access->component : 0;
    instr->resource = access->resource;
    instr->immediate = op_is_atomic(access->op) ? TOUCH_ATOMIC
                       : is_store               ? TOUCH_STORE
                                                : TOUCH_LOAD;
    ir_insert(&builder, instr);
}

bool instrument_touches(PassContext *context)
{
    Touches touches = {.kernel = context->kernel};
    bool changed = false;
    find_halved(context, &touches);
    EACH_INSTR (touches.kernel->body, instr) {
        if (is_followed(instr)) {
            touch(&touches, instr);
            changed = true;
        }
    }
    return changed;
}
