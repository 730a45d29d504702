/* element_sums: what a loop sums up of all components of elements is a sum of each component, added up behind it.
 *
 *     loop (%k = 0, %s = 0) {                       loop (%k = 0, %s = 0, %t = 0, %u = 0, %v = 0) {
 *       ...                                           ...
 *       %x = load_struct $In [%i, 0]    ; f32x4       %x = load_struct $In [%i, 0]
 *       %a = fmul (extract.0 %x), %w0                 %a = fmul (extract.0 %x), %w0
 *       ... %b, %c and %d of the others               ... %b, %c and %d
 *       %n = fadd %s, (((%a + %b) + %c) + %d)  ->     continue %k + 1, %s + %a, %t + %b, %u + %c, %v + %d
 *       continue %k + 1, %n                         } -> %r, %r1, %r2, %r3
 *     } -> %r                                       fadd (fadd %r, %r1), (fadd %r2, %r3)
 *
 * `sum += dot(rows[i * n + k], vector[k])`. Each component is treated like the others then, so that elements stay in the
 * order of memory (plan_in_order.c): they are taken apart once behind the loop, not in each turn. And a turn waits for one
 * addition of the turn before, not for four.
 *
 * All of them begin with 0, as vectors in order must with one value; what else the sum begins with comes to it behind the
 * loop. Nobody looks at the sum in the loop, whose addends are of nothing else than such components, as many of each. Sums of
 * floats have another order then. Elements of four words; what lies lane by lane behind each other may be of two or three.
 * No more sums than half of the registers hold.
 *
 * Needs: uniformity. Breaks: facts; uniformity must run again; leaves dead sums. */
#include "base/machine.h"
#include "passes/passes_priv.h"

enum { MOST_COMPONENTS = 4, MOST_ADDENDS = 16, DEPTH = 5 };

typedef struct Sum {
    PassContext *context;
    IrInstr *parameter, *result;
    const int *uses; /* by id */
    IrInstr *addends[MOST_COMPONENTS][MOST_ADDENDS / MOST_COMPONENTS];
    int counts[MOST_COMPONENTS];
    int components; /* 0: not known yet */
    bool is_found;  /* the parameter, among the addends */
} Sum;

/* ---- what is summed up ---- */

/* Of which it spares shuffles to leave it in the order of memory. */
static bool is_element(const IrInstr *load)
{
    bool is_word = op_scalar_bytes(load->type.scalar) == 4 && load->type.scalar != IR_I1;
    if ((load->op != IR_load_struct && load->op != IR_load_typed) || load->level < LEVEL_VARYING || !is_word)
        return false;
    const IrShape *shape = &load->operands[1]->shape;
    int least = shape->length > 1 && shape->stride == 1 ? 2 : MOST_COMPONENTS;
    return load->type.components >= least && load->type.components <= MOST_COMPONENTS &&
           load->resource->stride == 4u * (uint32_t)load->type.components;
}

/* The first component that it is made of; NULL: it is of none. */
static const IrInstr *component_in(const IrInstr *value, int depth)
{
    if (value->op == IR_extract && is_element(value->operands[0]))
        return value;
    const IrInstr *found = NULL;
    for (int i = 0; i < value->operand_count && depth > 0 && ir_is(value, OP_PURE) && found == NULL; i++)
        found = component_in(value->operands[i], depth - 1);
    return found;
}

/* The same of another component as of the first one. */
static bool are_alike(const IrInstr *first, const IrInstr *other, int component, int depth)
{
    if (first == other || (first->op == IR_const && other->op == IR_const && first->bits == other->bits))
        return component_in(first, DEPTH) == NULL;
    if (first->op != other->op || first->type.scalar != other->type.scalar || first->operand_count != other->operand_count ||
        depth == 0)
        return false;
    if (first->op == IR_extract)
        return first->operands[0] == other->operands[0] && first->component == 0 && other->component == component;
    if (!ir_is(first, OP_PURE) || ir_is(first, OP_CONVERGENT) || first->operand_count == 0 || first->immediate != other->immediate)
        return false;
    for (int i = 0; i < first->operand_count; i++)
        if (!are_alike(first->operands[i], other->operands[i], component, depth - 1))
            return false;
    return true;
}

static bool take_addend(Sum *sum, IrInstr *addend)
{
    const IrInstr *of = component_in(addend, DEPTH);
    if (of == NULL || (sum->components != 0 && of->operands[0]->type.components != sum->components))
        return false;
    int component = of->component;
    sum->components = of->operands[0]->type.components;
    if (sum->counts[component] == MOST_ADDENDS / MOST_COMPONENTS)
        return false;
    sum->addends[component][sum->counts[component]++] = addend;
    return true;
}

static bool list_addends(Sum *sum, IrInstr *value)
{
    const IrInstr *next = loop_next_of(sum->parameter);
    if (value == sum->parameter) {
        bool is_first = !sum->is_found;
        sum->is_found = true;
        return is_first;
    }
    bool is_sum = value->op == next->op && value->region == next->region && sum->uses[value->id] == 1 &&
                  combines_in_any_order(sum->context, value);
    if (!is_sum)
        return value != next && take_addend(sum, value);
    return list_addends(sum, value->operands[0]) && list_addends(sum, value->operands[1]);
}

static bool are_all_alike(const Sum *sum)
{
    for (int c = 1; c < sum->components; c++) {
        if (sum->counts[c] != sum->counts[0])
            return false;
        for (int i = 0; i < sum->counts[0]; i++)
            if (!are_alike(sum->addends[0][i], sum->addends[c][i], c, DEPTH))
                return false;
    }
    return sum->components > 1 && sum->counts[0] > 0;
}

/* The one result that all ways out give it to; NULL: there is none. */
static IrInstr *result_of(Arena *scratch, const IrInstr *parameter)
{
    IrInstr *loop = parameter->owner, *found = NULL;
    IrEdges breaks = ir_result_edges(scratch, loop);
    for (int i = 0; i < loop->result_count; i++) {
        int count = 0;
        for (int k = 0; k < breaks.jumps.count; k++)
            count += breaks.jumps.items[k]->operands[i] == parameter;
        if (count == 0)
            continue;
        if (count != breaks.jumps.count || found != NULL)
            return NULL;
        found = loop->results[i];
    }
    return found;
}

static bool find_sum(PassContext *context, IrInstr *parameter, const int *uses, Sum *sum)
{
    *sum = (Sum){.context = context, .parameter = parameter, .uses = uses};
    IrInstr *loop = parameter->owner, *next = loop_next_of(parameter);
    if ((next->op != IR_fadd && next->op != IR_iadd) || next->region != loop->regions[0])
        return false;
    sum->result = result_of(context->scratch, parameter);
    int leaving = sum->result != NULL ? ir_result_edges(context->scratch, loop).jumps.count : 0;
    return leaving > 0 && uses[parameter->id] == leaving + 1 && list_addends(sum, next) && sum->is_found && are_all_alike(sum);
}

/* ---- a sum of each component ---- */

static IrInstr *build_next(IrBuilder *builder, const Sum *sum, IrInstr *parameter, int component)
{
    IrInstr *next = parameter;
    for (int i = 0; i < sum->counts[component]; i++)
        next = ir_build(builder, loop_next_of(sum->parameter)->op, (IrInstr *[]){next, sum->addends[component][i]}, 2);
    return next;
}

/* By halves, of which none waits for the other. */
static IrInstr *add_up(IrBuilder *builder, IrOp op, IrInstr *const *values, int count)
{
    if (count == 1)
        return values[0];
    IrInstr *left = add_up(builder, op, values, (count + 1) / 2), *right = add_up(builder, op, values + (count + 1) / 2, count / 2);
    return IR_BUILD(builder, op, left, right);
}

static void replace_result(IrKernel *kernel, const IrInstr *result, IrInstr *total, const IrInstr *loop)
{
    EACH_INSTR (kernel->body, instr)
        instr->note = NULL;
    for (IrInstr *instr = loop->next; instr != total; instr = instr->next)
        instr->note = total; /* one of the additions */
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use)
            if (*use == result && instr != total && instr->note == NULL)
                *use = total;
}

static void part_sum(const Sum *sum)
{
    IrKernel *kernel = sum->context->kernel;
    IrInstr *loop = sum->parameter->owner, *end = loop->regions[0]->last, *results[MOST_COMPONENTS] = {sum->result};
    IrOp op = loop_next_of(sum->parameter)->op;
    IrEdges breaks = ir_result_edges(sum->context->scratch, loop);
    IrBuilder before = ir_builder_before(kernel, loop), body = ir_builder_before(kernel, end),
              behind = ir_builder_before(kernel, loop->next);
    before.pos = body.pos = behind.pos = loop->pos;
    IrInstr *begun = loop->operands[sum->parameter->position], *start = is_const(begun, 0) ? begun : build_neutral(&before, op, begun),
            *first = build_next(&body, sum, sum->parameter, 0);
    for (int c = 1; c < sum->components; c++) {
        IrInstr *parameter = ir_add_parameter(kernel, loop, sum->parameter->type, start);
        ir_add_operand(kernel, end, build_next(&body, sum, parameter, c));
        results[c] = ir_add_result(kernel, loop, sum->result->type);
        for (int i = 0; i < breaks.jumps.count; i++)
            ir_add_operand(kernel, breaks.jumps.items[i], parameter);
    }
    loop->operands[sum->parameter->position] = start;
    end->operands[sum->parameter->position] = first;
    IrInstr *total = add_up(&behind, op, results, sum->components);
    replace_result(kernel, sum->result, start == begun ? total : IR_BUILD(&behind, op, begun, total), loop);
    pass_explain(sum->context, loop->pos, "a sum of elements of %d words is a sum of each component", sum->components);
}

/* ---- loops ---- */

static bool has_one_way_on(Arena *scratch, const IrInstr *loop)
{
    const IrInstr *end = loop->regions[0]->last;
    return end->op == IR_continue && end->target == loop && ir_continue_edges(scratch, loop).jumps.count == 1;
}

static bool part_sums(PassContext *context, IrInstr *loop, const int *uses)
{
    VEC(Sum *) sums = {0};
    int registers = 0;
    for (int i = 0; i < loop->parameter_count; i++) {
        Sum *sum = ARENA_NEW(context->scratch, Sum);
        if (!find_sum(context, loop->parameters[i], uses, sum))
            continue;
        vec_push(context->scratch, &sums, sum);
        registers += sum->components;
    }
    if (sums.count == 0 || registers > machine_vector_registers(context->lanes) / 2)
        return false;
    for (int i = 0; i < sums.count; i++)
        part_sum(sums.items[i]);
    return true;
}

bool pass_element_sums(PassContext *context)
{
    VEC(IrInstr *) loops = {0};
    bool changed = false;
    if (context->lanes == 0)
        return false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_loop && instr->parameter_count > 0 && has_one_way_on(context->scratch, instr))
            vec_push(context->scratch, &loops, instr);
    const int *uses = count_uses_by_id(context->scratch, context->kernel);
    for (int i = 0; i < loops.count; i++)
        changed |= part_sums(context, loops.items[i], uses);
    return changed;
}
