/* word_rows: where each lane sums up the components of elements along a row of its own, the sum is one of words.
 *
 *                                                              if (LONG <= %n and %n < MOST) {
 *     loop (%k = 0, %s = 0, %t = 0) {                            loop (%w = 0, %s = 0) {
 *       %c = ult %k, %n                                            %c = ult %w, %n * 2
 *       if %c { yield } else { break %s, %t }                      if %c { yield } else { break %s }
 *       %x = load_struct $In [%row + %k, 0]    ; f32x2   ->        %x = load_word $In [(%row within bounds) * 2 + %w]
 *       %v = load_struct $Vector [%k, 0]       ; f32x2             %v = load_word $Vector [%w]
 *       continue %k + 1, %s + %x.0 * %v.0, %t + %x.1 * %v.1        continue %w + 1, %s + %x * %v
 *     } -> %r, %q                                                } -> %r
 *     fadd %r, %q                                                yield (fadd %r, 0)
 *                                                              } else { the loop as it was; yield (fadd %r, %q) }
 *
 * `for (k = 0; k < width / 4; k++) sum += dot(rows[id.x * (width / 4) + k], vector[k])`, of which element_sums has made a sum of
 * each component: rows of elements go by rows_in_lanes then as rows of words do, one row after the other, as they lie in
 * memory. As elements each lane loads one of its own row in each turn: as many rows at a time as a wave has lanes, which is
 * more than machines fetch ahead of, and of rows 1024 bytes apart more than lines that the first cache has places for.
 *
 * Each component is treated as the first one is, of nothing but the loop's loads and of what is there before it; all of their
 * sums end in one, and nobody looks at them by themselves. Where a row begins is held within what the words of a buffer can be
 * counted to, and turns are few enough for what lies outside to stay there. Sums of floats have another order then.
 *
 * Needs: uniformity. */
#include "full_loops.h"
#include "interchange.h"
#include "passes/lane_costs.h"
#include "passes/rows_in_lanes.h"

enum {
    WORD = 4,
    MOST_COMPONENTS = 4,
    DEPTH = 6,              /* operations behind each other, of an addend and of an index */
    MOST_LOADS = 8,
    MOST_PARAMETERS = 16,
    MOST_TURNS = 1 << 20,
    MOST_WORD = 1 << 30,    /* where a row begins: words are counted by 32 bits, with a sign */
    MOST_PLAIN = 1 << 16    /* of a constant place, which needs no bounds */
};

typedef struct WordRow {
    PassContext *context;
    IrInstr *loop, *test, *counter, *end;
    int components; /* of all elements */
    int sums;       /* that are left */
    int part[MOST_PARAMETERS], first[MOST_PARAMETERS]; /* by parameter: which component's sum it is, and whose is the first */
    IrInstr *totals[MOST_PARAMETERS]; /* of those: what adds up the sums of all components behind the loop */
    IrInstr *loads[MOST_LOADS];
    int load_count;
} WordRow;

/* ---- loads ---- */

/* The same at any turn but for the counter, which it is computed of without a load. */
static bool follows_counter(const WordRow *row, const IrInstr *value, int depth)
{
    if (value == row->counter || !ir_is_defined_in(value, row->loop))
        return true;
    if (depth == 0 || !is_pure_of_lane(value) || value->region != row->loop->regions[0])
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!follows_counter(row, value->operands[i], depth - 1))
            return false;
    return true;
}

static bool goes_by_elements(const WordRow *row, const IrInstr *index)
{
    IrTravel travel = ir_travel(index, row->loop);
    return travel.step != NULL && is_const(travel.step, 1) && travel.factor == 1 && follows_counter(row, index, DEPTH);
}

static bool is_element(const WordRow *row, const IrInstr *load)
{
    bool is_struct = load->op == IR_load_struct && is_const(load->operands[2], 0);
    if (!(is_struct || load->op == IR_load_typed) || load->region != row->loop->regions[0])
        return false;
    const IrResource *resource = load->resource;
    bool is_word = op_scalar_bytes(load->type.scalar) == WORD && load->type.scalar != IR_I1;
    return is_word && resource->stride == WORD * (uint32_t)load->type.components && load->type.components > 1 &&
           load->type.components <= MOST_COMPONENTS && resource->array_count == 0 && !resource->is_coherent &&
           goes_by_elements(row, load->operands[1]);
}

static bool take_load(WordRow *row, IrInstr *load)
{
    for (int i = 0; i < row->load_count; i++)
        if (row->loads[i] == load)
            return true;
    bool fits = row->components == 0 || load->type.components == row->components;
    if (row->load_count == MOST_LOADS || !fits || !is_element(row, load))
        return false;
    row->components = load->type.components;
    row->loads[row->load_count++] = load;
    return true;
}

/* ---- sums ---- */

/* `other` is of component `part`, and otherwise of the sum `of_other`, what `first` is of the first one and of `of_first`. */
typedef struct Pair {
    const IrInstr *of_first, *of_other;
    int part;
} Pair;

static bool are_alike(WordRow *row, const IrInstr *first, const IrInstr *other, const Pair *pair, int depth)
{
    if (first == pair->of_first)
        return other == pair->of_other;
    if (first->op == IR_const && other->op == IR_const)
        return first->bits == other->bits && first->type.scalar == other->type.scalar;
    if (!ir_is_defined_in(first, row->loop))
        return first == other;
    if (first->op != other->op || depth == 0 || first->region != row->loop->regions[0])
        return false;
    if (first->op == IR_extract)
        return first->operands[0] == other->operands[0] && first->component == 0 && other->component == pair->part &&
               take_load(row, first->operands[0]);
    if (!is_pure_of_lane(first) || is_phi(first) || first->type.scalar != other->type.scalar ||
        first->operand_count != other->operand_count || first->operand_count == 0 || first->immediate != other->immediate)
        return false;
    for (int i = 0; i < first->operand_count; i++)
        if (!are_alike(row, first->operands[i], other->operands[i], pair, depth - 1))
            return false;
    return true;
}

static bool adds_up(const WordRow *row, const IrInstr *parameter)
{
    const IrInstr *next = loop_next_of(parameter);
    return combines_in_any_order(row->context, next) && uses_in(row->loop, parameter) == 2;
}

/* The sums of the other components, behind the first one's. */
static bool find_parts(WordRow *row, int first)
{
    IrInstr *loop = row->loop, *parameter = loop->parameters[first];
    if (!adds_up(row, parameter))
        return false;
    row->part[first] = 0;
    row->first[first] = first;
    int part = 1;
    for (int i = first + 1; i < loop->parameter_count && part < MOST_COMPONENTS; i++) {
        IrInstr *other = loop->parameters[i];
        Pair pair = {parameter, other, part};
        if (other == row->counter || row->part[i] >= 0 || loop->operands[i]->op != IR_const || !adds_up(row, other) ||
            !are_alike(row, loop_next_of(parameter), loop_next_of(other), &pair, DEPTH))
            continue;
        row->part[i] = part++;
        row->first[i] = first;
        if (part == row->components)
            break;
    }
    row->sums++;
    return part == row->components;
}

static bool find_sums(WordRow *row)
{
    const IrInstr *loop = row->loop;
    if (loop->parameter_count > MOST_PARAMETERS)
        return false;
    for (int i = 0; i < loop->parameter_count; i++)
        row->part[i] = -1;
    for (int i = 0; i < loop->parameter_count; i++)
        if (loop->parameters[i] != row->counter && row->part[i] < 0 && !find_parts(row, i))
            return false;
    return row->sums > 0;
}

/* How many of the sums of `first`'s components it adds up, and nothing else; 0: something else. */
static int parts_in(const WordRow *row, const IrInstr *value, int first, IrOp op, const int *uses, int depth)
{
    if (uses[value->id] != 1 && depth < DEPTH)
        return 0;
    if (value->op == IR_result && value->owner == row->loop) {
        const IrInstr *parameter = row->test->regions[1]->first->operands[value->position];
        return row->first[parameter->position] == first;
    }
    if (value->op != op || depth == 0 || !combines_in_any_order(row->context, value))
        return 0;
    int left = parts_in(row, value->operands[0], first, op, uses, depth - 1),
        right = parts_in(row, value->operands[1], first, op, uses, depth - 1);
    return left > 0 && right > 0 ? left + right : 0;
}

/* All sums of components are added up behind the loop, each once. */
static bool end_in_one(WordRow *row, const int *uses)
{
    const IrInstr *leaves = row->test->regions[1]->first;
    for (int i = 0; i < leaves->operand_count; i++)
        if (leaves->operands[i]->op != IR_parameter || leaves->operands[i]->owner != row->loop || leaves->operands[i] == row->counter)
            return false;
    for (int i = 0; i < row->loop->parameter_count; i++) {
        if (row->part[i] != 0 || row->loop->parameters[i] == row->counter)
            continue;
        IrOp op = loop_next_of(row->loop->parameters[i])->op;
        for (IrInstr *sum = row->loop->next; sum != NULL && row->totals[i] == NULL; sum = sum->next)
            if (sum->op == op && parts_in(row, sum, i, op, uses, DEPTH) == row->components)
                row->totals[i] = sum;
        if (row->totals[i] == NULL)
            return false;
    }
    return true;
}

/* ---- which loops ---- */

static bool has_row_of_lane(const WordRow *row)
{
    for (int i = 0; i < row->load_count; i++)
        if (lanes_lie_apart(row->loads[i]))
            return true;
    return false;
}

static bool counts_from_zero(WordRow *row)
{
    row->counter = full_loops_counter(row->loop, row->test);
    row->end = row->counter != NULL ? row->test->operands[0]->operands[1] : NULL;
    return row->counter != NULL && row->counter->type.scalar == IR_I32 && row->end->level <= LEVEL_WAVE &&
           is_const(row->loop->operands[row->counter->position], 0) && uses_in(row->loop, row->test->operands[0]) == 1;
}

static bool only_computes_and_loads(const WordRow *row)
{
    EACH_IN (row->loop->regions[0], instr)
        if (instr != row->test && instr != row->loop->regions[0]->last && !is_pure_of_lane(instr) &&
            (!ir_is(instr, OP_READS) || ir_is(instr, OP_WRITES | OP_CONVERGENT | OP_SYNC | OP_REGION)))
            return false;
    return true;
}

static uint32_t least_turns(const WordRow *row)
{
    uint32_t words = rows_in_lanes_least_words(row->context->lanes, row->sums), components = (uint32_t)row->components;
    return (words + components - 1) / components;
}

static bool is_word_row(WordRow *row, const int *uses)
{
    if (is_group_loop(row->loop) || lanes_part_in(row->loop))
        return false;
    row->test = interchange_only_test(row->context->scratch, row->loop);
    if (row->test == NULL || !counts_from_zero(row) || !only_computes_and_loads(row) || !find_sums(row) ||
        !end_in_one(row, uses) || !has_row_of_lane(row))
        return false;
    return row->end->op != IR_const || (row->end->bits >= least_turns(row) && row->end->bits < MOST_TURNS);
}

/* ---- words ---- */

/* What adds up the branch's results, of what the side yields. */
static IrInstr *build_in_side(IrBuilder *at, IrInstr *value, const IrInstr *branch, const IrInstr *yield)
{
    if (value->op == IR_result && value->owner == branch)
        return yield->operands[value->position];
    return IR_BUILD(at, value->op, build_in_side(at, value->operands[0], branch, yield),
                    build_in_side(at, value->operands[1], branch, yield));
}

/* One side has no sums of components, so that what leaves the branch is the total: in the other they stay in order. */
static void add_up_in_sides(const WordRow *row, IrInstr *branch, IrInstr *total)
{
    IrKernel *kernel = row->context->kernel;
    IrInstr *sums[2];
    for (int side = 0; side < 2; side++) {
        IrInstr *yield = branch->regions[side]->last;
        IrBuilder at = ir_builder_before(kernel, yield);
        at.pos = total->pos;
        sums[side] = build_in_side(&at, total, branch, yield);
    }
    IrReplacements one = {0};
    vec_push(row->context->scratch, &one.from, total);
    vec_push(row->context->scratch, &one.to, ir_add_result(kernel, branch, total->type));
    for (int side = 0; side < 2; side++)
        ir_add_operand(kernel, branch->regions[side]->last, sums[side]);
    ir_replace_all(kernel, &one);
}

static void keep_elements_of_short_rows(const WordRow *row)
{
    IrBuilder before = ir_builder_before(row->context->kernel, row->loop);
    before.pos = row->loop->pos;
    IrInstr *is_long = IR_BUILD(&before, IR_ule, ir_const_i32(&before, (int32_t)least_turns(row)), row->end),
            *is_counted = IR_BUILD(&before, IR_ult, row->end, ir_const_i32(&before, MOST_TURNS)),
            *both = IR_BUILD(&before, IR_iand, is_long, is_counted);
    is_long->level = is_counted->level = both->level = row->end->level;
    IrInstr *branch = ir_if(&before, both);
    put_loop_in_both_sides(row->context, row->loop, branch);
    for (int i = 0; i < MOST_PARAMETERS; i++)
        if (row->totals[i] != NULL)
            add_up_in_sides(row, branch, row->totals[i]);
}

static bool is_near(const IrInstr *value) { return value->op == IR_const && value->bits < MOST_PLAIN; }

/* Where the row's first word is: outside where the element is, and as far as turns go; NULL: at 0. */
static IrInstr *build_first_word(const WordRow *row, const IrInstr *load, IrBuilder *before)
{
    if (load->operands[1] == row->counter)
        return NULL;
    IrInstr *first = build_with(before, load->operands[1], row->loop, row->counter, ir_const_i32(before, 0));
    if (!is_near(first)) {
        int32_t most = MOST_WORD / row->components;
        first = IR_BUILD(before, IR_imax, first, ir_const_i32(before, -most));
        first = IR_BUILD(before, IR_imin, first, ir_const_i32(before, most));
    }
    return IR_BUILD(before, IR_imul, first, ir_const_i32(before, row->components));
}

static void take_word(const WordRow *row, IrInstr *load, IrInstr *first)
{
    IrKernel *kernel = row->context->kernel;
    IrBuilder at = ir_builder_before(kernel, load);
    at.pos = load->pos;
    IrInstr *index = first != NULL ? IR_BUILD(&at, IR_iadd, first, row->counter) : row->counter,
            *operands[] = {load->operands[0], index},
            *word = insert_access(&at, load, IR_load_word, ir_scalar(load->type.scalar), operands, COUNT_OF(operands));
    EACH_IN (row->loop->regions[0], instr)
        if (instr->op == IR_extract && instr->operands[0] == load && instr->component == 0)
            use_instead(row->loop->regions[0], instr, word);
}

/* Behind the loop there is what they began with; who computed them is nobody's then, and goes. */
static void take_no_other_sums(const WordRow *row)
{
    IrInstr *loop = row->loop;
    IrReplacements begun = {0};
    for (int i = 0; i < loop->result_count; i++) {
        int parameter = row->test->regions[1]->first->operands[i]->position;
        if (row->part[parameter] == 0)
            continue;
        vec_push(row->context->scratch, &begun.from, loop->results[i]);
        vec_push(row->context->scratch, &begun.to, loop->operands[parameter]);
    }
    ir_replace_all(row->context->kernel, &begun);
}

static void take_words(WordRow *row)
{
    IrKernel *kernel = row->context->kernel;
    IrBuilder before = ir_builder_before(kernel, row->loop), asking = ir_builder_before(kernel, row->test);
    before.pos = row->loop->pos;
    IrInstr *compare = row->test->operands[0], *firsts[MOST_LOADS],
            *end = IR_BUILD(&before, IR_imul, row->end, ir_const_i32(&before, row->components));
    for (int i = 0; i < row->load_count; i++)
        firsts[i] = build_first_word(row, row->loads[i], &before);
    for (int i = 0; i < row->load_count; i++)
        take_word(row, row->loads[i], firsts[i]);
    row->test->operands[0] = IR_BUILD(&asking, compare->op, row->counter, end);
    take_no_other_sums(row);
}

bool pass_word_rows(PassContext *context)
{
    VEC(IrInstr *) loops = {0};
    bool changed = false;
    if (!rows_in_lanes_may_help(context))
        return false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_loop)
            vec_push(context->scratch, &loops, instr);
    for (int i = 0; i < loops.count; i++) {
        WordRow row = {.context = context, .loop = loops.items[i]};
        if (!is_word_row(&row, count_uses_by_id(context->scratch, context->kernel)))
            continue;
        pass_explain(context, row.loop->pos, "rows of elements of %d words are rows of words", row.components);
        if (row.end->op != IR_const)
            keep_elements_of_short_rows(&row);
        take_words(&row);
        changed = true;
    }
    if (changed) {
        pass_drop_dead(context);
        pass_uniformity(context);
    }
    return changed;
}
