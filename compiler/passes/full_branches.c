/* Of full_waves.c: branches behind each other, or in each other, whose conditions differ by constants, as those of a
 * thread that goes over several elements do, are asked once of the wave, and what is from the first of them on is there
 * twice.
 *
 *     if ult %i, %n { A }                  %all = wave_all (ult %i + 15, %n) & (ule %i, %i + 15)
 *     ...                                  if %all {
 *     %j = iadd %i, 15            ->         A  ...  B
 *     if ult %j, %n { B }                  } else {
 *                                            as it was
 *                                          }
 *
 * For all lanes the greatest of `i + k` is below the bound, and nothing wraps from the least to the greatest: then all
 * conditions hold. Without branches the accesses of A .. B stand side by side, and become those of whole rows
 * (join_words.c). A few waves go the other way. Bounds that are constants are not asked: who meets them is known
 * (known_threads.c). */
#include "full_waves.h"

enum {
    LEAST_BRANCHES = 3,
    MOST_BRANCHES = 64,
    MOST_KINDS = 8,
    MOST_APART = 1 << 20,
    MOST_SIZE = 480,  /* of what is there twice */
    MOST_ADDED = 640, /* of a kernel */
    DEPTH = 12
};

/* Comparisons that are alike but for a constant that is added to one side. */
typedef struct Kind {
    IrInstr *first;
    int count;
    bool is_known, is_right; /* which side moves; one that does not is both */
    int64_t least, most;     /* constants of that side */
} Kind;

typedef struct Branches {
    IrInstr *items[MOST_BRANCHES];
    int count;
    Kind kinds[MOST_KINDS];
    int kind_count;
    bool changed; /* sides of one */
} Branches;

/* ---- conditions ---- */

static bool are_same(const IrInstr *left, const IrInstr *right)
{
    return left == right || (left->op == IR_const && right->op == IR_const && left->bits == right->bits);
}

static int64_t constant_of(const IrInstr *comparison, bool is_right)
{
    return ir_constant_addend(comparison->operands[is_right]);
}

static void widen(Kind *kind, int64_t constant)
{
    kind->least = constant < kind->least ? constant : kind->least;
    kind->most = constant > kind->most ? constant : kind->most;
}

/* Whether the comparison is of the kind if that side moves; the kind then knows it. */
static bool joins(Kind *kind, const IrInstr *comparison, bool is_right)
{
    IrInstr *const *sides = comparison->operands, *const *first = kind->first->operands;
    if ((kind->is_known && kind->is_right != is_right) || !are_same(sides[!is_right], first[!is_right]) ||
        !ir_has_same_addends(sides[is_right], first[is_right]))
        return false;
    if (!kind->is_known)
        kind->least = kind->most = constant_of(kind->first, is_right);
    widen(kind, constant_of(comparison, is_right));
    kind->is_known = true;
    kind->is_right = is_right;
    kind->count++;
    return true;
}

/* Where pictures begin: 0, or -1 below it. */
static bool is_beginning(const IrInstr *bound)
{
    return bound->op == IR_const && (int32_t)bound->bits >= -1 && (int32_t)bound->bits <= 0;
}

static bool is_of_bound(const IrInstr *comparison)
{
    IrInstr *const *sides = comparison->operands;
    return op_is_order(comparison->op) && sides[0]->type.scalar == IR_I32 &&
           (sides[0]->op != IR_const || is_beginning(sides[0])) && sides[1]->op != IR_const;
}

static bool add_comparison(Branches *found, IrInstr *comparison)
{
    for (int i = 0; i < found->kind_count; i++) {
        Kind *kind = &found->kinds[i];
        if (kind->first->op != comparison->op)
            continue;
        if (are_same(kind->first->operands[0], comparison->operands[0]) &&
            are_same(kind->first->operands[1], comparison->operands[1])) {
            kind->count++;
            return true;
        }
        if (joins(kind, comparison, false) || joins(kind, comparison, true))
            return true;
    }
    if (found->kind_count == MOST_KINDS || !is_of_bound(comparison))
        return false;
    found->kinds[found->kind_count++] = (Kind){.first = comparison, .count = 1};
    return true;
}

static bool add_condition(Branches *found, IrInstr *condition)
{
    if (condition->op == IR_iand)
        return add_condition(found, condition->operands[0]) && add_condition(found, condition->operands[1]);
    return condition->operand_count == 2 && add_comparison(found, condition);
}

/* ---- branches ---- */

/* Waves that are not whole may differ there, or it holds something that takes as long under a mask. */
static bool may_be_twice(const IrInstr *first)
{
    for (const IrInstr *instr = first; instr != NULL; instr = instr->next) {
        if (instr->sampler != NULL || instr->op == IR_loop || ir_is(instr, OP_SYNC) || ir_has_jump_out(instr))
            return false;
        EACH_REGION (instr, inner)
            EACH_INSTR (inner, other)
                if (other->sampler != NULL || other->op == IR_loop || ir_is(other, OP_SYNC | OP_CONVERGENT))
                    return false;
    }
    return true;
}

static bool is_asked(const IrKernel *kernel, const IrInstr *instr)
{
    return instr->op == IR_if && instr->operands[0]->level > LEVEL_WAVE &&
           full_waves_can_ask(kernel, instr->operands[0]) && full_waves_touches_memory(instr->regions[0]);
}

/* `if (i >= n) break;` of a turn that is no loop's any more. */
static bool face_those_who_stay(IrKernel *kernel, IrInstr *instr)
{
    bool leaves = instr->op == IR_if && instr->result_count == 0 && instr->operands[0]->level > LEVEL_WAVE &&
                  op_is_order(instr->operands[0]->op) && instr->regions[0]->first->op == IR_yield &&
                  instr->regions[1]->first->op != IR_yield && !ir_has_jump_out(instr);
    if (leaves)
        change_sides(kernel, instr);
    return leaves;
}

/* And in these. A branch whose conditions are of no kind ends them. */
static bool find_branches(IrKernel *kernel, const IrRegion *region, Branches *found)
{
    EACH_IN (region, instr) {
        if (found->count > 0)
            found->changed |= face_those_who_stay(kernel, instr);
        if (!is_asked(kernel, instr))
            continue;
        Branches before = *found;
        if (found->count == MOST_BRANCHES || !add_condition(found, instr->operands[0])) {
            *found = before;
            return false;
        }
        found->items[found->count++] = instr;
        if (!find_branches(kernel, instr->regions[0], found))
            return false;
    }
    return true;
}

/* Each kind is met more than once, not far apart: it is a chain of elements, not something else that stands beside it. */
static bool are_chains(const Branches *found)
{
    for (int i = 0; i < found->kind_count; i++)
        if (found->kinds[i].count < 2 || found->kinds[i].most - found->kinds[i].least > MOST_APART)
            return false;
    return found->count >= LEAST_BRANCHES;
}

static int size_from(const IrInstr *first)
{
    int size = 0;
    for (const IrInstr *instr = first; instr != NULL; instr = instr->next) {
        size++;
        EACH_REGION (instr, region)
            size += full_waves_size(region);
    }
    return size;
}

static bool can_be_built(const Branches *found)
{
    const IrInstr *construct = found->items[0]->region->owner;
    for (int i = 0; i < found->kind_count; i++)
        for (int side = 0; side < 2; side++)
            if (!can_build_outside(found->kinds[i].first->operands[side], construct, DEPTH))
                return false;
    return true;
}

/* ---- what is asked ---- */

static IrInstr *build_moved(IrBuilder *before, IrInstr *value, int64_t by)
{
    if (by == 0)
        return value;
    IrInstr *moved = IR_BUILD(before, IR_iadd, value, ir_const_i32(before, (int32_t)by));
    moved->level = value->level;
    moved->shape = value->shape;
    return moved;
}

static IrInstr *build_for_all(IrBuilder *before, IrOp op, IrInstr *left, IrInstr *right)
{
    IrInstr *comparison = IR_BUILD(before, op, left, right);
    comparison->level = left->level > right->level ? left->level : right->level;
    return comparison->level <= LEVEL_WAVE ? comparison : full_waves_build_all(before, comparison);
}

static IrInstr *build_kind(IrBuilder *before, const Kind *kind, const IrInstr *construct, IrInstr *all)
{
    IrOp op = kind->first->op;
    bool is_signed = op == IR_slt || op == IR_sle;
    IrInstr *sides[2];
    for (int side = 0; side < 2; side++)
        sides[side] = build_outside(before, kind->first->operands[side], construct);
    if (!kind->is_known || kind->least == kind->most)
        return build_both(before, all, build_for_all(before, op, sides[0], sides[1]));
    int64_t constant = constant_of(kind->first, kind->is_right);
    IrInstr *moving = sides[kind->is_right], *low = build_moved(before, moving, kind->least - constant),
            *high = build_moved(before, moving, kind->most - constant);
    sides[kind->is_right] = kind->is_right ? low : high;
    all = build_both(before, all, build_for_all(before, op, sides[0], sides[1]));
    return build_both(before, all, build_for_all(before, is_signed ? IR_sle : IR_ule, low, high));
}

IrInstr *full_branches_split(PassContext *context, IrRegion *region, int *added, bool *changed)
{
    IrKernel *kernel = context->kernel;
    Branches found = {.count = 0};
    find_branches(kernel, region, &found);
    *changed |= found.changed;
    if (!are_chains(&found) || region->last->op != IR_yield || region->last->operand_count > 0)
        return NULL;
    IrInstr *first = found.items[0];
    int size = size_from(first);
    if (size > MOST_SIZE || *added + size > MOST_ADDED || !may_be_twice(first) || !can_be_built(&found))
        return NULL;
    IrBuilder before = ir_builder_before(kernel, first);
    before.pos = first->pos;
    IrInstr *whole = ir_if(&before, first->operands[0]), *all = NULL;
    move_to_end(kernel, first, region->last, whole->regions[1]);
    before = ir_builder_before(kernel, whole);
    before.pos = whole->pos;
    for (int i = 0; i < found.kind_count; i++)
        all = build_kind(&before, &found.kinds[i], whole, all);
    whole->operands[0] = all;
    IrBuilder inside = ir_builder_at_end(kernel, whole->regions[0]);
    IrReplacements copies = {0};
    ir_clone_region(&inside, whole->regions[1], &copies);
    for (int i = found.count - 1; i >= 0; i--)
        take_first_side(kernel, ir_replacement_of(&copies, found.items[i]));
    ir_close_region(kernel, whole->regions[0]);
    ir_close_region(kernel, whole->regions[1]);
    pass_explain(context, whole->pos, "twice: for waves that take all these branches");
    *added += size;
    *changed = true;
    return whole;
}
