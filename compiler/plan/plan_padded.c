/* Rows that a clamp repeats the ends of, or that come round. A filter's taps along a row are loads that each ask whether the
 * wave meets a clamp, or the ring's end, and where it does, which is at both ends of each row of a picture, put together
 * what they load. All taps of a row ask once:
 *
 *     access %37 = load $In at %36; straight         pad row of %37, 0 to 2
 *     access %43 = load $In at %42; straight         access %37 = load $In; of row %37
 *     access %50 = load $In at %49; straight    ->   access %43 = load $In; of row %37 + 1
 *                                                    access %50 = load $In; of row %37 + 2
 *
 * Where no clamp is met, and all lies inside, the row is memory. Else it is copied to where there is room for it, and the
 * elements at the clamp's ends stand before and behind it as often as the taps of the wave go past them (wcc_padded.h). Of
 * a ring (`i & mask`, `i % n`) those of the other end follow there (wcc_rings.h). Either way loads find their elements side
 * by side, of whatever size these are, and ask nothing.
 *
 * Of one row are loads by the same bounds of one start and a constant each, of memory that nobody writes. Rows stand before
 * the first of their loads, and with them what they need of the scalars behind it. Steps between which jumps come in or go
 * out are apart, and so are branches, but for those of each piece's in a stretch.
 *
 * Needs: which copies of steps there are, where all lies inside, and ask nothing. */
#include "base/machine.h"
#include "plan_priv.h"

enum {
    LEAST_LOADS = 2,      /* of a row of words, in the middle */
    MOST_APART = 64,      /* elements, of the starts of a row's loads */
    MOST_BYTES = 1 << 14, /* of room for the rows that stand together */
    MOST_ELEMENT_BYTES = 16
};

/* Steps between which nobody comes in, or goes out. */
typedef struct Stretch {
    Plan *plan;
    Arena *arena, *scratch;
    const PlanStep *steps;
    int *defined_at; /* by id: the step there, or behind it, that defines it; -1: none does */
    bool *goes_before;   /* by step: a scalar that a row needs */
    PlanPaddedRow **row; /* by step: of the load */
    int *at;
    VEC(PlanPaddedRow *) rows;
    int bytes; /* of room for them */
} Stretch;

/* ---- which loads ---- */

static bool is_known_size(int bytes) { return bytes % 4 == 0 && bytes <= MOST_ELEMENT_BYTES; }

static bool is_of_read_memory(const IrInstr *load)
{
    const IrResource *resource = load->resource;
    return resource != NULL && resource->class != IR_UAV && resource->array_count == 0;
}

/* All of an element, or its first components. */
static bool loads_elements(const PlanAccess *access)
{
    return access->part == 0 && access->offset == 0 && access->uniform_offset == NULL && access->lane_offset == NULL &&
           is_known_size(access->element_bytes);
}

/* The element's number, of which addresses in bytes are multiples; NULL: it has none. */
static const IrInstr *element_number(const PlanAccess *access)
{
    const IrInstr *index = access->index;
    if (access->index_bytes == access->element_bytes)
        return access->alignment == 0 ? index : NULL;
    bool is_multiple = access->index_bytes == 1 && index->op == IR_ishl && index->operands[1]->op == IR_const;
    return is_multiple && 1 << (index->operands[1]->bits & 31) == access->element_bytes ? index->operands[0] : NULL;
}

/* Numbers that are multiplied may come round, which clamps do not ask. */
static bool find_row(const Plan *plan, const PlanAccess *access, PlanClampedRow *row)
{
    const IrInstr *number = element_number(access);
    return number != NULL && (plan_find_ring(plan, number, row) || (number == access->index && plan_find_clamp(plan, number, row)));
}

static bool is_clamped_load(const Plan *plan, const PlanStep *step, PlanClampedRow *clamp)
{
    const PlanAccess *access = step->access;
    return step->kind == STEP_access && access->way == WAY_straight && !access->is_store && !access->is_walked &&
           !access->is_outside && !access->is_of_lane && access->row < 0 && access->level < 0 && access->lane_row == NULL &&
           access->lane_slice == NULL && is_of_read_memory(step->instr) && loads_elements(access) &&
           find_row(plan, access, clamp);
}

/* ---- which of them are of one row ---- */

/* The operand of a clamp, or ring, that all lanes share; the other one is clamped. */
static int shared_side(const Plan *plan, const IrInstr *clamp) { return plan_is_uniform(plan, clamp->operands[0]) ? 0 : 1; }

static bool have_one_bound(const Plan *plan, const PlanClampedRow *left, const PlanClampedRow *right)
{
    const IrInstr *one = left->chain, *other = right->chain;
    while (one != left->start && other != right->start && one->op == other->op) {
        int shared = shared_side(plan, one);
        if (!ir_same_value(one->operands[shared], other->operands[shared]))
            return false;
        one = one->operands[1 - shared];
        other = other->operands[1 - shared];
    }
    return one == left->start && other == right->start;
}

static bool have_one_offset(const PlanClampedRow *left, const PlanClampedRow *right)
{
    return left->offset == right->offset ||
           (left->offset != NULL && right->offset != NULL && ir_same_value(left->offset, right->offset));
}

static bool is_of_row(const Plan *plan, const PlanPaddedRow *row, const PlanAccess *access, const PlanClampedRow *clamp, int *at)
{
    const PlanAccess *first = row->first;
    int64_t apart = ir_constant_addend(clamp->start) - ir_constant_addend(row->clamp.start);
    bool is_near = apart >= -MOST_APART && apart <= MOST_APART;
    *at = is_near ? (int)apart : 0;
    return is_near && first->instr->resource == access->instr->resource && first->element_bytes == access->element_bytes &&
           first->uniform_row == access->uniform_row &&
           first->uniform_slice == access->uniform_slice && have_one_offset(&row->clamp, clamp) &&
           (row->clamp.start == clamp->start || ir_has_same_addends(row->clamp.start, clamp->start)) &&
           have_one_bound(plan, &row->clamp, clamp);
}

/* ---- what a row needs ---- */

/* It is there before the rows, or can be: a scalar that follows from such. */
static bool can_go_before(const Stretch *stretch, const IrInstr *value)
{
    int component = 0;
    int at = value == NULL ? -1 : stretch->defined_at[plan_resolve(value, &component)->id];
    if (at < 0)
        return true;
    if (stretch->steps[at].kind != STEP_scalar)
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!can_go_before(stretch, value->operands[i]))
            return false;
    return true;
}

static void put_before(Stretch *stretch, const IrInstr *value)
{
    int component = 0;
    int at = value == NULL ? -1 : stretch->defined_at[plan_resolve(value, &component)->id];
    if (at < 0 || stretch->goes_before[at])
        return;
    stretch->goes_before[at] = true;
    for (int i = 0; i < value->operand_count; i++)
        put_before(stretch, value->operands[i]);
}

enum { MOST_NEEDED = 12 };

/* -1: there are too many. */
static int list_needed(const Plan *plan, const PlanAccess *access, const PlanClampedRow *clamp, const IrInstr **needed)
{
    int count = 0;
    needed[count++] = clamp->start;
    needed[count++] = clamp->offset;
    needed[count++] = access->uniform_row;
    needed[count++] = access->uniform_slice;
    for (const IrInstr *value = clamp->chain; value != clamp->start; count++) {
        int shared = shared_side(plan, value);
        if (count == MOST_NEEDED)
            return -1;
        needed[count] = value->operands[shared];
        value = value->operands[1 - shared];
    }
    return count;
}

static bool can_be_of_row(const Stretch *stretch, const PlanStep *step, PlanClampedRow *clamp)
{
    const IrInstr *needed[MOST_NEEDED];
    if (!is_clamped_load(stretch->plan, step, clamp))
        return false;
    int count = list_needed(stretch->plan, step->access, clamp, needed);
    bool can_be = count >= 0;
    for (int i = 0; i < count && can_be; i++)
        can_be = can_go_before(stretch, needed[i]);
    return can_be;
}

/* ---- a stretch ---- */

static PlanPaddedRow *row_of(Stretch *stretch, const PlanAccess *access, const PlanClampedRow *clamp, int *at)
{
    for (int i = 0; i < stretch->rows.count; i++)
        if (is_of_row(stretch->plan, stretch->rows.items[i], access, clamp, at))
            return stretch->rows.items[i];
    PlanPaddedRow *row = ARENA_NEW(stretch->arena, PlanPaddedRow);
    *row = (PlanPaddedRow){.first = access, .clamp = *clamp};
    *at = 0;
    vec_push(stretch->scratch, &stretch->rows, row);
    return row;
}

static void add_load(Stretch *stretch, int step, const PlanClampedRow *clamp)
{
    PlanPaddedRow *row = row_of(stretch, stretch->steps[step].access, clamp, &stretch->at[step]);
    row->least = stretch->at[step] < row->least ? stretch->at[step] : row->least;
    row->most = stretch->at[step] > row->most ? stretch->at[step] : row->most;
    stretch->row[step] = row;
    row->loads++;
}

/* Words of which most have a row of their own are better off masked (plan_clamps.c), and so are all words where the machine
 * has registers for masks. What most rings have one load of is as well asked by itself, and words that come round are as
 * well gathered where 16 lanes are. */
static bool pays(const Stretch *stretch)
{
    int loads = 0;
    bool are_masked = true, are_rings = true, are_words = true;
    for (int i = 0; i < stretch->rows.count; i++) {
        const PlanPaddedRow *row = stretch->rows.items[i];
        loads += row->loads;
        are_masked &= row->first->clamp.chain != NULL;
        are_rings &= plan_is_ring(&row->clamp);
        are_words &= row->first->element_bytes == 4;
    }
    bool are_many = loads >= LEAST_LOADS * stretch->rows.count, has_masks = machine_has_masks(stretch->plan->lanes);
    return are_rings ? are_many && !(are_words && has_masks) : !are_masked || (are_many && !has_masks);
}

/* Keeps the rows for which there is room, with what they need before them. */
static void choose_rows(Stretch *stretch, int first, int end)
{
    int kept = 0;
    bool is_worth_it = pays(stretch);
    for (int i = 0; i < stretch->rows.count; i++) {
        PlanPaddedRow *row = stretch->rows.items[i];
        const IrInstr *needed[MOST_NEEDED];
        int bytes = (stretch->plan->kernel->wave_size + row->most - row->least) * row->first->element_bytes;
        row->is_kept = is_worth_it && stretch->bytes + bytes <= MOST_BYTES;
        if (!row->is_kept)
            continue;
        int count = list_needed(stretch->plan, row->first, &row->clamp, needed);
        for (int k = 0; k < count; k++)
            put_before(stretch, needed[k]);
        stretch->bytes += bytes;
        stretch->plan->room_bytes += bytes + 2 * PLAN_PADDING * row->first->element_bytes;
        stretch->rows.items[kept++] = row;
    }
    stretch->rows.count = kept;
    for (int i = first; i < end; i++)
        if (stretch->row[i] != NULL && !stretch->row[i]->is_kept)
            stretch->row[i] = NULL;
}

static void note_definitions(const Stretch *stretch, int first, int end, bool are_there)
{
    for (int i = first; i < end; i++) {
        const PlanStep *step = &stretch->steps[i];
        bool defines = step->instr != NULL && step->kind != STEP_run && step->kind != STEP_end_run && step->kind != STEP_end;
        if (defines)
            stretch->defined_at[step->instr->id] = are_there ? i : -1;
    }
}

static void find_rows(Stretch *stretch, int first, int end)
{
    PlanClampedRow clamp;
    stretch->rows.count = stretch->bytes = 0;
    note_definitions(stretch, first, end, true);
    for (int i = first; i < end; i++)
        if (can_be_of_row(stretch, &stretch->steps[i], &clamp))
            add_load(stretch, i, &clamp);
    choose_rows(stretch, first, end);
    note_definitions(stretch, first, end, false);
}

/* The jumps lead past what a stretch declares, or loops go through it again. */
static bool ends_stretch(PlanStepKind kind)
{
    return kind == STEP_label || kind == STEP_goto || kind == STEP_goto_if_none || kind == STEP_break_if_none ||
           kind == STEP_return || kind == STEP_loop || kind == STEP_lanes;
}

/* Where a stretch that begins there ends: pieces, and the branches in them, are part of it. */
static int end_of_stretch(const PlanStep *steps, int count, int first)
{
    int end = first;
    for (int depth = 0; end < count; end++) {
        const PlanStep *step = &steps[end];
        bool is_part = depth > 0 || step->kind == STEP_run || step->kind == STEP_together || step->kind == STEP_pieces ||
                       plan_step_indent(step->kind) == STEP_SAME;
        if (ends_stretch(step->kind) || !is_part)
            break;
        depth += plan_depth_by(step);
    }
    return end;
}

/* The first step there that loads by a clamp, or what it stands in; `end`: there is none. */
static int first_load(const Stretch *stretch, int first, int end)
{
    int at = first;
    PlanClampedRow clamp;
    for (int i = first, depth = 0; i < end; i++) {
        at = depth == 0 ? i : at;
        if (is_clamped_load(stretch->plan, &stretch->steps[i], &clamp))
            return at;
        depth += plan_depth_by(&stretch->steps[i]);
    }
    return end;
}

/* ---- making it so ---- */

static void push_rows(Stretch *stretch, int first, int end)
{
    for (int i = first; i < end; i++)
        if (stretch->goes_before[i])
            vec_push(stretch->arena, &stretch->plan->steps, stretch->steps[i]);
    const PlanStep *like = &stretch->steps[first];
    for (int i = 0; i < stretch->rows.count; i++) {
        const PlanPaddedRow *row = stretch->rows.items[i];
        PlanStep step = {.kind = STEP_pad, .pos = like->pos, .mask = like->mask, .is_again = like->is_again,
                         .instr = row->first->instr, .padded = row, .access = (PlanAccess *)row->first};
        vec_push(stretch->arena, &stretch->plan->steps, step);
    }
}

static void push_load(Stretch *stretch, int at)
{
    PlanStep step = stretch->steps[at];
    PlanAccess *access = ARENA_NEW(stretch->arena, PlanAccess);
    *access = *step.access;
    access->padded = stretch->row[at];
    access->padded_at = stretch->at[at];
    access->is_together = false;
    step.access = access;
    vec_push(stretch->arena, &stretch->plan->steps, step);
}

/* Where loads that are tested together end, and whether some of them are of no row. */
static int end_of_tested(const Stretch *stretch, int together, bool *has_others)
{
    int end = together + 1;
    *has_others = false;
    for (; stretch->steps[end].kind == STEP_access; end++)
        *has_others |= stretch->row[end] == NULL;
    return end;
}

static void push_tested(Stretch *stretch, int together, int end, bool has_others)
{
    for (int i = together; i < end; i++)
        if (stretch->row[i] != NULL)
            push_load(stretch, i);
    for (int i = together; i <= end && has_others; i++)
        if (stretch->row[i] == NULL)
            vec_push(stretch->arena, &stretch->plan->steps, stretch->steps[i]);
}

static void push_steps(Stretch *stretch, int first, int end)
{
    bool has_others;
    for (int i = first; i < end; i++) {
        const PlanStep *step = &stretch->steps[i];
        if (step->kind == STEP_together) {
            int last = end_of_tested(stretch, i, &has_others);
            push_tested(stretch, i, last, has_others);
            i = last;
        } else if (stretch->row[i] != NULL)
            push_load(stretch, i);
        else if (!stretch->goes_before[i])
            vec_push(stretch->arena, &stretch->plan->steps, *step);
    }
}

static void pad_stretch(Stretch *stretch, int first, int end)
{
    int before = first_load(stretch, first, end);
    find_rows(stretch, before, end);
    for (int i = first; i < before; i++)
        vec_push(stretch->arena, &stretch->plan->steps, stretch->steps[i]);
    push_rows(stretch, before, end);
    push_steps(stretch, before, end);
}

void plan_padded(Arena *arena, Arena *scratch, Plan *plan)
{
    int count = plan->steps.count;
    Stretch stretch = {.plan = plan, .arena = arena, .scratch = scratch, .steps = plan->steps.items,
                       .defined_at = ARENA_ARRAY(scratch, int, plan->kernel->next_id + 1),
                       .goes_before = ARENA_ARRAY(scratch, bool, count),
                       .row = ARENA_ARRAY(scratch, PlanPaddedRow *, count),
                       .at = ARENA_ARRAY(scratch, int, count)};
    if (plan->has_checks || plan->target.watches_stores)
        return;
    for (uint32_t i = 0; i <= plan->kernel->next_id; i++)
        stretch.defined_at[i] = -1;
    plan->steps.items = NULL;
    plan->steps.count = plan->steps.capacity = 0;
    for (int first = 0, end; first < count; first = end) {
        end = end_of_stretch(stretch.steps, count, first);
        if (end > first)
            pad_stretch(&stretch, first, end);
        else
            vec_push(arena, &plan->steps, stretch.steps[end++]);
    }
}
