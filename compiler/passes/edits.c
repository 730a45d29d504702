/* What the passes share: small edits, what they ask of an instruction, notes for replacing. */
#include "passes/passes_priv.h"

/* ---- small edits ---- */

void move_jump(IrKernel *kernel, IrInstr *jump, IrRegion *to)
{
    ir_remove(jump);
    IrBuilder builder = ir_builder_at_end(kernel, to);
    ir_insert(&builder, jump);
}

void move_to_end(IrKernel *kernel, IrInstr *first, const IrInstr *end, IrRegion *to)
{
    IrBuilder builder = ir_builder_at_end(kernel, to);
    while (first != end) {
        IrInstr *next = first->next;
        ir_remove(first);
        ir_insert(&builder, first);
        first = next;
    }
}

void give_results_to(IrKernel *kernel, const IrInstr *inner, IrInstr *outer)
{
    IrReplacements results = {0};
    for (int i = 0; i < inner->result_count; i++) {
        vec_push(kernel->arena, &results.from, inner->results[i]);
        vec_push(kernel->arena, &results.to,
                 ir_add_result(kernel, outer, inner->results[i]->type));
    }
    ir_replace_all(kernel, &results);
}

void yield_at_end(IrKernel *kernel, IrRegion *region, IrInstr *const *values, int count)
{
    IrBuilder builder = ir_builder_at_end(kernel, region);
    ir_jump(&builder, IR_yield, NULL, values, count);
}

void remove_from(IrInstr *first)
{
    while (first) {
        IrInstr *next = first->next;
        ir_remove(first);
        first = next;
    }
}

void keep_who_stays(IrKernel *kernel, IrInstr *leaves)
{
    IrBuilder builder = ir_builder_before(kernel, leaves);
    builder.pos = leaves->pos;
    IrRegion *body = leaves->region, *does = leaves->regions[0];
    IrInstr *stays = ir_if(&builder, build_negated(&builder, leaves->operands[0]));
    IrInstr *returns = does->last;
    move_to_end(kernel, leaves->next, body->last, stays->regions[0]);
    if (does->first != returns)
        move_to_end(kernel, does->first, returns, stays->regions[1]);
    ir_remove(leaves);
    ir_close_region(kernel, stays->regions[0]);
    ir_close_region(kernel, stays->regions[1]);
}

void take_first_side(IrKernel *kernel, IrInstr *branch)
{
    IrReplacements results = {0};
    for (int i = 0; i < branch->result_count; i++) {
        vec_push(kernel->arena, &results.from, branch->results[i]);
        vec_push(kernel->arena, &results.to, branch->regions[0]->last->operands[i]);
    }
    ir_move_region(branch->regions[0], branch);
    ir_replace_all(kernel, &results);
    ir_remove(branch);
}

IrInstr *const_at_start(IrKernel *kernel, IrScalar type, uint64_t bits)
{
    IrBuilder builder = {.kernel = kernel, .region = kernel->body, .before = kernel->body->first};
    return ir_const_bits(&builder, type, bits);
}

bool reads_constant_memory(const IrInstr *instr)
{
    bool only_reads = ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES);
    return only_reads && instr->resource && instr->resource->class != IR_UAV;
}

bool keeps_uniform_value(const IrInstr *instr)
{
    bool combines = op_carries(instr->op, CARRIES_COMBINE);
    return ir_is(instr, OP_CONVERGENT) && ir_is(instr, OP_IDEMPOTENT) &&
           (!combines || op_has(instr->combine, OP_IDEMPOTENT));
}

void use_instead(const IrRegion *region, const IrInstr *old, IrInstr *new)
{
    EACH_INSTR (region, instr)
        EACH_USE (instr, use)
            if (*use == old && instr != new)
                *use = new;
}

/* Out of some branch: up to what the jump goes to. Behind a loop in the construct all come together again. */
static bool leaves_branch(const IrInstr *jump, const IrInstr *construct, IrLevel level)
{
    const IrInstr *around = jump->region->owner;
    if (jump->target != NULL && jump->target != construct && ir_is_within(jump->target, construct))
        return false;
    for (; around != construct && around != jump->target; around = around->region->owner)
        if (around->op == IR_if && around->operands[0]->level > level)
            return true;
    return false;
}

bool lanes_leave_inside(const IrInstr *construct, IrLevel level)
{
    EACH_REGION (construct, region)
        EACH_INSTR (region, instr)
            if ((instr->op == IR_return || instr->target != NULL) && leaves_branch(instr, construct, level))
                return true;
    return false;
}

bool nothing_follows(const IrInstr *instr)
{
    const IrInstr *around = instr->region->owner;
    if (instr->next == NULL || instr->next->op != IR_yield || instr->next->operand_count > 0)
        return false;
    return around == NULL || (around->op == IR_if && nothing_follows(around));
}

int *count_uses_by_id(Arena *scratch, const IrKernel *kernel)
{
    int *uses = ARENA_ARRAY(scratch, int, kernel->next_id + 1);
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use)
            uses[(*use)->id]++;
    return uses;
}

static bool may_write(const IrInstr *instr, const IrVariable *variable)
{
    return instr->variable == variable && instr->op != IR_load_var;
}

bool is_stored_between(const IrInstr *load, const IrInstr *end)
{
    for (const IrInstr *between = load->next; between != end; between = between->next) {
        if (may_write(between, load->variable))
            return true;
        EACH_REGION (between, inner)
            EACH_INSTR (inner, nested)
                if (may_write(nested, load->variable))
                    return true;
    }
    return false;
}

IrInstr *build_both(IrBuilder *before, IrInstr *left, IrInstr *right)
{
    return left == NULL ? right : IR_BUILD(before, IR_iand, left, right);
}

bool can_build_outside(const IrInstr *value, const IrInstr *construct, int depth)
{
    if (!ir_is_defined_in(value, construct))
        return true;
    if (depth == 0 || is_phi(value) || !ir_is(value, OP_PURE) || ir_is(value, OP_CONVERGENT))
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!can_build_outside(value->operands[i], construct, depth - 1))
            return false;
    return true;
}

IrInstr *build_with(IrBuilder *builder, IrInstr *value, const IrInstr *construct, const IrInstr *old, IrInstr *new)
{
    if (value == old)
        return new;
    if (!ir_is_defined_in(value, construct))
        return value;
    IrInstr *copy = ir_copy_instr(builder->kernel, value);
    for (int i = 0; i < copy->operand_count; i++)
        copy->operands[i] = build_with(builder, value->operands[i], construct, old, new);
    return ir_insert(builder, copy);
}

IrInstr *build_outside(IrBuilder *before, IrInstr *value, const IrInstr *construct)
{
    return build_with(before, value, construct, NULL, NULL);
}

void take_parts_of(IrKernel *kernel, const IrInstr *from, IrInstr *to, int at)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_extract && instr->operands[0] == from) {
            instr->operands[0] = to;
            instr->component += (uint8_t)at;
        }
}

/* ---- the other side ---- */

static IrInstr *build_opposite(IrBuilder *builder, IrInstr *condition)
{
    IrInstr *const *sides = condition->operands;
    OpComplement complement = op_complement(condition->op);
    if (condition->op == IR_ior)
        return IR_BUILD(builder, IR_iand, build_negated(builder, sides[0]), build_negated(builder, sides[1]));
    if (complement.op == IR_const || op_scalar_is_float(sides[0]->type.scalar))
        return IR_BUILD(builder, IR_inot, condition);
    return IR_BUILD(builder, complement.op, sides[complement.swaps], sides[!complement.swaps]);
}

IrInstr *build_negated(IrBuilder *builder, IrInstr *condition)
{
    IrInstr *other = build_opposite(builder, condition);
    other->level = condition->level;
    return other;
}

void change_sides(IrKernel *kernel, IrInstr *branch)
{
    IrBuilder before = ir_builder_before(kernel, branch);
    before.pos = branch->pos;
    IrRegion *stays = branch->regions[1];
    branch->operands[0] = build_negated(&before, branch->operands[0]);
    branch->regions[1] = branch->regions[0];
    branch->regions[0] = stays;
}

/* ---- notes ---- */

void mark_used(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        instr->mark = 0;
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use)
            (*use)->mark = 1;
}

void clear_notes(IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr) {
        instr->note = NULL;
        EACH_PHI (instr, phi)
            phi->note = NULL;
    }
}

int list_place_of_words(const IrInstr *like, IrInstr *index, IrInstr **operands)
{
    int count = 0;
    if (like->variable == NULL)
        operands[count++] = like->operands[0];
    operands[count++] = index;
    for (int i = 0; i < 2 && is_of_texture(like); i++) /* row and slice */
        operands[count++] = like->operands[2 + i];
    return count;
}

IrOp op_of_words(const IrInstr *like)
{
    bool writes = ir_is(like, OP_WRITES);
    if (like->variable != NULL)
        return writes ? IR_store_var : IR_load_var;
    if (is_of_texture(like))
        return writes ? IR_store_texels : IR_load_texels;
    return writes ? IR_store_words : IR_load_words;
}

IrInstr *insert_access(IrBuilder *builder, const IrInstr *like, IrOp op, IrType type,
                       IrInstr *const *operands, int count)
{
    IrInstr *access = ir_new(builder->kernel, op, type, operands, count);
    access->resource = like->resource;
    access->variable = like->variable;
    return ir_insert(builder, access);
}

void run_on(Arena *arena, IrKernel *kernel, PassRun *const *passes, int count)
{
    PassContext context = {.kernel = kernel, .scratch = arena, .optimisation = 1};
    for (int i = 0; i < count; i++)
        passes[i](&context);
}

IrKernel *copy_behind(Arena *arena, const IrKernel *kernel, PassRun *const *passes, int count)
{
    IrKernel *copy = ir_copy_kernel(arena, kernel);
    run_on(arena, copy, passes, count);
    return copy;
}

/* ---- a loop that is there twice ---- */

void copy_facts_of(IrInstr *to, const IrInstr *from)
{
    to->level = from->level;
    to->shape = from->shape;
}

IrInstr *clone_loop(PassContext *context, IrBuilder *builder, IrInstr *loop, IrReplacements *copies)
{
    IrInstr *copied = ir_loop(builder);
    vec_push(context->scratch, &copies->from, loop);
    vec_push(context->scratch, &copies->to, copied);
    for (int i = 0; i < loop->parameter_count; i++) {
        IrInstr *parameter = loop->parameters[i], *copy =
            ir_add_parameter(context->kernel, copied, parameter->type, loop->operands[i]);
        copy_facts_of(copy, parameter);
        vec_push(context->scratch, &copies->from, parameter);
        vec_push(context->scratch, &copies->to, copy);
    }
    IrBuilder body = ir_builder_at_end(context->kernel, copied->regions[0]);
    ir_clone_region(&body, loop->regions[0], copies);
    return copied;
}

IrInstr *clone_loop_and_results(PassContext *context, IrBuilder *builder, IrInstr *loop, IrReplacements *copies)
{
    IrInstr *copied = clone_loop(context, builder, loop, copies);
    for (int i = 0; i < loop->result_count; i++)
        copy_facts_of(ir_add_result(context->kernel, copied, loop->results[i]->type), loop->results[i]);
    return copied;
}

void put_loop_in_side(IrKernel *kernel, IrInstr *loop, IrInstr *branch, int side)
{
    move_to_end(kernel, loop, loop->next, branch->regions[side]);
    give_results_to(kernel, loop, branch);
    yield_at_end(kernel, branch->regions[side], loop->results, loop->result_count);
}

void put_loop_in_both_sides(PassContext *context, IrInstr *loop, IrInstr *branch)
{
    IrKernel *kernel = context->kernel;
    IrBuilder inside = ir_builder_at_end(kernel, branch->regions[1]);
    IrReplacements copies = {0};
    inside.pos = loop->pos;
    IrInstr *copy = clone_loop_and_results(context, &inside, loop, &copies);
    yield_at_end(kernel, branch->regions[1], copy->results, copy->result_count);
    put_loop_in_side(kernel, loop, branch, 0);
}

IrInstr *put_copy_before(PassContext *context, IrInstr *loop)
{
    IrBuilder before = ir_builder_before(context->kernel, loop);
    IrReplacements copies = {0};
    before.pos = loop->pos;
    IrInstr *copied = clone_loop(context, &before, loop, &copies);
    for (int i = 0; i < loop->parameter_count; i++) {
        loop->operands[i] = ir_add_result(context->kernel, copied, loop->parameters[i]->type);
        copy_facts_of(loop->operands[i], loop->parameters[i]);
    }
    return copied;
}

void leave_by_test(IrKernel *kernel, IrInstr *loop, IrInstr *test)
{
    remove_from(test->regions[1]->first);
    leave_for_next_loop(kernel, loop, test->regions[1], test->pos);
}

void leave_for_next_loop(IrKernel *kernel, IrInstr *loop, IrRegion *region, SourcePos pos)
{
    IrBuilder leaves = ir_builder_at_end(kernel, region);
    leaves.pos = pos;
    ir_jump(&leaves, IR_break, loop, loop->parameters, loop->parameter_count);
}
