/* instrument: what --check= shall test and --coverage count while the kernel runs becomes
 * instructions.
 *
 *     barrier                                    arrive
 *                                          ->    barrier
 *     if %c { return }                           if %c { retire  return }
 *     store_struct $Out[%0] [%i, %0], %x         check_resource.width $Out[%0] [%i, %0]
 *                                                store_struct $Out[%0] [%i, %0], %x
 *     %2 = load_var $cache [%j]                  check_var $cache [%j]
 *                                                %2 = load_var $cache [%j]
 *
 * They stay where they stand, since they depend on the lanes that run with them; on lines with
 * `// wavecc: silence bounds` there are none for --check=bounds. First of all
 * passes: later ones may move loads to where fewer conditions hold. Constant buffers are not
 * tested: their indices are mostly constants, which the front end tests.
 *
 * Needs: nothing. Without --check and --coverage it changes nothing. */
#include "passes/instrument.h"

static void build_void(IrKernel *kernel, IrInstr *before, IrOp op)
{
    IrBuilder builder = ir_builder_before(kernel, before);
    builder.pos = before->pos;
    ir_build_typed(&builder, op, ir_scalar(IR_VOID), NULL, 0);
}

/* ---- barriers ---- */

static bool note_lanes(IrKernel *kernel)
{
    if (!ir_contains_op(kernel->body, IR_barrier))
        return false;
    kernel->watches_barriers = true;
    EACH_INSTR (kernel->body, instr) {
        if (instr->op == IR_barrier)
            build_void(kernel, instr, IR_arrive);
        if (instr->op == IR_return)
            build_void(kernel, instr, IR_retire);
    }
    return true;
}

/* ---- bounds ---- */

static void check_variable(IrKernel *kernel, IrInstr *access)
{
    const IrInstr *index = access->operands[0];
    if (index->op == IR_const && index->bits < (uint64_t)access->variable->count)
        return;
    IrBuilder builder = ir_builder_before(kernel, access);
    builder.pos = access->pos;
    IrInstr *check = ir_new(kernel, IR_check_var, ir_scalar(IR_VOID), access->operands, 1);
    check->variable = access->variable;
    ir_insert(&builder, check);
}

/* `mip`: NULL for level 0 and for sizes that all levels share. */
static void check_coordinate(IrKernel *kernel, IrInstr *access, IrInstr *coordinate, OpExtent size,
                             IrInstr *mip)
{
    IrBuilder builder = ir_builder_before(kernel, access);
    builder.pos = access->pos;
    IrInstr *operands[] = {access->operands[0], coordinate, mip ? mip : ir_const_i32(&builder, 0)};
    IrInstr *check = ir_new(kernel, IR_check_resource, ir_scalar(IR_VOID), operands, 3);
    check->resource = access->resource;
    check->immediate = size;
    ir_insert(&builder, check);
}

/* Of a raw buffer the first and the last word, of an element of several. */
static void check_raw(IrKernel *kernel, IrInstr *access)
{
    IrType type = ir_accessed_type(access);
    int bytes = type.components * op_scalar_bytes(type.scalar);
    check_coordinate(kernel, access, access->operands[1], EXTENT_WIDTH, NULL);
    if (bytes <= 4 || access->op == IR_atomic_raw)
        return;
    IrBuilder builder = ir_builder_before(kernel, access);
    builder.pos = access->pos;
    IrInstr *last = IR_BUILD(&builder, IR_iadd, access->operands[1],
                             ir_const_i32(&builder, bytes - 1));
    check_coordinate(kernel, access, last, EXTENT_WIDTH, NULL);
}

/* The mip, then coordinates x, y, z or slice. */
static void check_texture(IrKernel *kernel, IrInstr *access)
{
    const IrResource *texture = access->resource;
    int dimensions = texture->shape - IR_SHAPE_TEX1D + 1;
    IrInstr *mip = access->op == IR_load_texture ? access->operands[4] : NULL;
    if (mip && mip->op == IR_const && mip->bits == 0)
        mip = NULL;
    if (mip)
        check_coordinate(kernel, access, mip, EXTENT_MIPS, NULL);
    for (int i = 0; i < dimensions; i++)
        check_coordinate(kernel, access, access->operands[FIRST_COORDINATE + i],
                         (OpExtent)(EXTENT_WIDTH + i), mip);
    if (texture->is_array)
        check_coordinate(kernel, access, access->operands[SLICE_COORDINATE], EXTENT_DEPTH, NULL);
}

static void check_access(IrKernel *kernel, IrInstr *instr)
{
    if (op_address_count(instr->op) == 0)
        return;
    switch (op_info(instr->op)->domain) {
    case DOMAIN_VARIABLE:
        if (!ir_is_for_show(instr->variable))
            check_variable(kernel, instr);
        break;
    case DOMAIN_TYPED:
    case DOMAIN_STRUCT:
        check_coordinate(kernel, instr, instr->operands[1], EXTENT_WIDTH, NULL);
        break;
    case DOMAIN_RAW: check_raw(kernel, instr); break;
    case DOMAIN_TEXTURE: check_texture(kernel, instr); break;
    default: break;
    }
}

/* ---- lanes that are read ---- */

/* That a quad_read reads. With checks, quads are four lanes that follow each other. */
static IrInstr *lane_in_quad(IrBuilder *builder, const IrInstr *read)
{
    int down = ir_lanes_down_quad(builder->kernel);
    const int across[] = {[QUAD_X] = 1, [QUAD_Y] = down, [QUAD_DIAGONAL] = 1 | down};
    IrInstr *own = ir_build(builder, IR_lane_index, NULL, 0);
    if (read->immediate != QUAD_LANE)
        return IR_BUILD(builder, IR_ixor, own, ir_const_i32(builder, across[read->immediate]));
    IrInstr *first = IR_BUILD(builder, IR_iand, own, ir_const_i32(builder, ~3)),
            *lane = IR_BUILD(builder, IR_iand, read->operands[1], ir_const_i32(builder, 3));
    return IR_BUILD(builder, IR_ior, first, lane);
}

static void check_lane(IrKernel *kernel, IrInstr *read)
{
    if (read->op != IR_wave_read_lane && read->op != IR_quad_read)
        return;
    IrBuilder builder = ir_builder_before(kernel, read);
    builder.pos = read->pos;
    IrInstr *lane = read->op == IR_quad_read ? lane_in_quad(&builder, read) : read->operands[1];
    ir_insert(&builder, ir_new(kernel, IR_check_lane, ir_scalar(IR_VOID), &lane, 1));
}

/* ---- what is stored ---- */

static void check_nan(IrKernel *kernel, IrInstr *store)
{
    bool is_local = store->variable != NULL && store->variable->kind != IR_GROUPSHARED;
    if (op_address_count(store->op) == 0 || !ir_is(store, OP_WRITES) || is_local)
        return;
    IrBuilder builder = ir_builder_before(kernel, store);
    builder.pos = store->pos;
    for (int i = op_row_count(store->op) + op_address_count(store->op); i < store->operand_count;
         i++)
        if (op_scalar_is_float(store->operands[i]->type.scalar))
            ir_insert(&builder, ir_new(kernel, IR_check_nan, ir_scalar(IR_VOID),
                                       &store->operands[i], 1));
}

/* ---- the pass ---- */

static bool is_asked(const PassContext *context, RunCheck check)
{
    return (context->checks >> check & 1) != 0;
}

/* Whoever wrote the line says that it does so on purpose. */
static bool is_silent(const PassContext *context, RunCheck check, SourcePos pos)
{
    return diag_line_silences(context->diagnostics, pos, RUN_CHECKS[check].name);
}

static void check_each(PassContext *context, RunCheck check,
                       void (*instrument)(IrKernel *, IrInstr *))
{
    IrKernel *kernel = context->kernel;
    if (!is_asked(context, check))
        return;
    EACH_INSTR (kernel->body, instr)
        if (!is_silent(context, check, instr->pos))
            instrument(kernel, instr);
}

/* Where threads do not meet at barriers nobody could say what is a race: that is told, too. What
 * was never written is asked before the others read what the shader does not, and behind the
 * bounds, which are those of the shader's own variables. */
bool pass_instrument(PassContext *context)
{
    bool counts = instrument_points(context);
    bool follows = is_asked(context, RUN_CHECK_race) || is_asked(context, RUN_CHECK_uninit);
    check_each(context, RUN_CHECK_bounds, check_access);
    if (is_asked(context, RUN_CHECK_uninit))
        (void)instrument_unset(context);
    if (follows || is_asked(context, RUN_CHECK_barrier))
        (void)note_lanes(context->kernel);
    if (follows)
        (void)instrument_touches(context);
    check_each(context, RUN_CHECK_wave, check_lane);
    check_each(context, RUN_CHECK_nan, check_nan);
    return counts || context->checks != 0;
}
