/* sharing: may the groups of a kernel be shared out over machines, and how does each resource come
 * together again (ir/sharing.def)?
 *
 *     gOut[id.x] = gIn[id.x + 1];                  $gOut slices: group x touches 64 * x + 0..63
 *     InterlockedAdd(gCount[v & 15], 1);           $gCount sum
 *     gList.Append(v);                             $gList append
 *     if (gFlag[0] == 0) gFlag[0] = 1;             $gFlag not shared out: written and read
 *
 * Each machine starts with the same memory and runs some of the groups; none sees what the others'
 * groups write. That is sound where a group reads nothing that another may write: then no group can
 * wait for another either. So each group has to touch what is read and written in a part of its
 * own, which is known of indices that are a step times the group's number and something less than
 * the step (find_range). What is only written comes together by what was done: KIND_... of each
 * access, and the first of RULES that holds of all of them together. Where this does not know, it
 * says that one machine has to run all groups.
 *
 * Two declarations may name the same memory; that is for the host to see, which binds them.
 *
 * Needs: `ranges`, before form_waves; changes nothing. */
#include "ir/range.h"
#include "ir/sharing.h"
#include "passes/passes_priv.h"
#include "passes/reach.h"

/* ---- what an access does ---- */

enum {
    KIND_LOAD = 1,
    KIND_STORE = 2,
    KIND_UPDATE = 4,    /* an atomic operation of sharing.def, whose old value nothing reads */
    KIND_FETCH = 8,     /* likewise, which something reads */
    KIND_EXCHANGE = 16, /* any other atomic operation */
    KIND_APPEND = 32,   /* of a whole element where the counter says */
    KIND_COUNT = 64,    /* the counter otherwise */
    KIND_MIXED = 128,   /* atomic operations of more than one kind */
    KIND_COHERENT = 256, /* written, and globallycoherent */
    KIND_ASKEW = 512,   /* 64 bits at an address that may be no multiple of 8 */
    KIND_COUNTS = 10
};

typedef struct Rule {
    unsigned all, any; /* kinds that are there; any 0: no matter which others */
    IrMerge merge;
    const char *why; /* MERGE_NONE: the first place of a kind of `all` */
} Rule;

static const Rule RULES[] = {
    {KIND_COHERENT, 0, MERGE_NONE, "it is globallycoherent: groups may wait for each other"},
    {KIND_COUNT, 0, MERGE_NONE, "its counter does more than append whole elements"},
    {KIND_APPEND, ~(unsigned)KIND_APPEND, MERGE_NONE, "it is appended to, and accessed otherwise"},
    {KIND_FETCH, 0, MERGE_NONE, "what an atomic operation gives is used"},
    {KIND_EXCHANGE, 0, MERGE_NONE, "what an exchange leaves depends on which comes last"},
    {KIND_LOAD, ~(unsigned)KIND_LOAD, MERGE_NONE,
     "it is read where another group may have written"},
    {KIND_MIXED, 0, MERGE_NONE, "atomic operations of different kinds change it"},
    {KIND_ASKEW, 0, MERGE_NONE, "its 64-bit numbers may lie across multiples of 8 bytes"},
    {KIND_UPDATE, KIND_STORE, MERGE_NONE, "it is changed by atomic operations and by stores"},
    {KIND_APPEND, 0, MERGE_APPEND, NULL},
    {KIND_STORE, 0, MERGE_STORES, NULL},
    {0, 0, MERGE_READ, NULL}, /* or changed by atomic operations of one kind */
};

/* By the operation that combines. */
static const IrMerge MERGE_OF[IR_OP_COUNT] = {
    [IR_iadd] = MERGE_SUM,  [IR_ixor] = MERGE_XOR,  [IR_imin] = MERGE_MIN, [IR_imax] = MERGE_MAX,
    [IR_umin] = MERGE_UMIN, [IR_umax] = MERGE_UMAX, [IR_iand] = MERGE_AND, [IR_ior] = MERGE_OR};

typedef struct Usage { /* of one resource */
    IrShare share;
    unsigned kinds;
    SourcePos first[KIND_COUNTS]; /* by kind's bit */
    IrMerge update;               /* of KIND_UPDATE; MERGE_NONE: none yet */
    bool is_apart;                /* so far, by share.slices */
    bool is_touched;
} Usage;

static void note_kind(Usage *usage, unsigned kind, SourcePos pos)
{
    if (!(usage->kinds & kind))
        usage->first[__builtin_ctz(kind)] = pos;
    usage->kinds |= kind;
}

static bool is_whole_word(IrScalar scalar) { return scalar == IR_I32 || scalar == IR_I64; }

/* Raw buffers have 64-bit numbers wherever the address says. */
static bool may_lie_askew(const IrInstr *instr, int bytes)
{
    return instr->resource->shape == IR_SHAPE_RAW && bytes == 8 &&
           (ir_range_of_operand(instr, op_row_count(instr->op)).zeros & 7) != 7;
}

static void note_atomic(Usage *usage, const IrInstr *instr)
{
    IrMerge merge = MERGE_OF[instr->combine];
    IrScalar scalar = ir_accessed_type(instr).scalar;
    if (merge == MERGE_NONE || !is_whole_word(scalar)) {
        note_kind(usage, KIND_EXCHANGE, instr->pos);
        return;
    }
    int bytes = op_scalar_bytes(scalar);
    if (usage->update != MERGE_NONE && (usage->update != merge || usage->share.bytes != bytes))
        note_kind(usage, KIND_MIXED, instr->pos);
    if (may_lie_askew(instr, bytes))
        note_kind(usage, KIND_ASKEW, instr->pos);
    usage->update = merge;
    usage->share.bytes = bytes;
    note_kind(usage, instr->mark != 0 ? KIND_FETCH : KIND_UPDATE, instr->pos);
}

/* ---- appending ---- */

static bool appends(const IrInstr *value)
{
    return value->op == IR_counter && value->immediate > 0;
}

static bool is_at_counter(const IrInstr *instr)
{
    return instr->op == IR_store_struct && appends(instr->operands[1]) &&
           instr->operands[1]->resource == instr->resource &&
           ir_same_value(instr->operands[1]->operands[0], instr->operands[0]);
}

static int stored_bytes(const IrInstr *store)
{
    IrType type = ir_accessed_type(store);
    return type.components * op_scalar_bytes(type.scalar);
}

/* The stores that follow it, with no way out between, fill the element, and nothing else asks for
 * its number: no thread counts and leaves a hole. */
static bool fills_element(const IrKernel *kernel, const IrInstr *counter)
{
    uint32_t bytes = 0;
    int stores = 0;
    for (const IrInstr *next = counter->next; next && !is_construct(next) && !is_jump(next);
         next = next->next) {
        if (!is_at_counter(next) || next->operands[1] != counter)
            continue;
        bytes += (uint32_t)stored_bytes(next);
        stores++;
    }
    return bytes == counter->resource->stride && stores == ir_count_uses(kernel, counter);
}

static void note_counter(const IrKernel *kernel, Usage *usage, const IrInstr *instr)
{
    bool is_append = appends(instr) && fills_element(kernel, instr);
    note_kind(usage, is_append ? KIND_APPEND : KIND_COUNT, instr->pos);
}

/* ---- parts of groups ---- */

enum { RANGE_DEPTH = 12 };
#define FURTHEST ((int64_t)1 << 32) /* bounds beyond it say nothing */

static IrSlice find_range(const IrKernel *kernel, const IrInstr *value, int depth);

static bool is_within_reach(const IrSlice *slice)
{
    return slice->low > -FURTHEST && slice->high < FURTHEST;
}

static IrSlice times(IrSlice slice, int64_t factor)
{
    int64_t step;
    if (factor < 0 || __builtin_mul_overflow((int64_t)slice.step, factor, &step) ||
        step > UINT32_MAX || !is_within_reach(&slice))
        return (IrSlice){.high = FURTHEST};
    return (IrSlice){slice.axis, (uint32_t)step, slice.low * factor, slice.high * factor};
}

/* One of them does not step by groups. */
static IrSlice plus(IrSlice left, IrSlice right)
{
    const IrSlice *stepping = left.step > 0 ? &left : &right;
    return (IrSlice){stepping->axis, stepping->step, left.low + right.low, left.high + right.high};
}

static IrSlice minus(IrSlice left, IrSlice right)
{
    return (IrSlice){left.axis, left.step, left.low - right.high, left.high - right.low};
}

static bool is_small(const IrInstr *constant)
{
    return constant->op == IR_const && constant->bits < UINT32_MAX / 2;
}

/* What a sum, a difference or a product with a constant comes to by its operands. */
static bool find_by_operands(const IrKernel *kernel, const IrInstr *value, int depth,
                             IrSlice *found)
{
    static const bool IS_FOLLOWED[IR_OP_COUNT] = {
        [IR_iadd] = true, [IR_isub] = true, [IR_imul] = true, [IR_ishl] = true};
    if (!IS_FOLLOWED[value->op] || value->type.scalar != IR_I32 || depth == 0)
        return false;
    IrSlice left = find_range(kernel, value->operands[0], depth - 1);
    IrSlice right = find_range(kernel, value->operands[1], depth - 1);
    const IrInstr *factor = value->operands[1];
    if (value->op == IR_iadd && (left.step == 0 || right.step == 0))
        *found = plus(left, right);
    else if (value->op == IR_isub && right.step == 0)
        *found = minus(left, right);
    else if (value->op == IR_imul && is_small(factor))
        *found = times(left, (int64_t)factor->bits);
    else if (value->op == IR_imul && is_small(value->operands[0]))
        *found = times(right, (int64_t)value->operands[0]->bits);
    else if (value->op == IR_ishl && is_small(factor) && factor->bits < 31)
        *found = times(left, (int64_t)1 << factor->bits);
    else
        return false;
    return is_within_reach(found);
}

static int64_t width_of(IrSlice slice) { return slice.high - slice.low; }

/* Of an i32: what it is of the group's number, and what is added to that. */
static IrSlice find_range(const IrKernel *kernel, const IrInstr *value, int depth)
{
    IrSlice found, known = reach_of_range(ir_range_of(value));
    if (value->op == IR_group_id)
        return (IrSlice){.axis = value->immediate, .step = 1};
    if (value->op == IR_group_thread_id)
        return (IrSlice){.high = (int64_t)kernel->threads[value->immediate] - 1};
    if (value->op == IR_group_index)
        return (IrSlice){.high = (int64_t)ir_group_size(kernel) - 1};
    if (find_by_operands(kernel, value, depth, &found) &&
        (found.step > 0 || width_of(found) <= width_of(known)))
        return found;
    return known;
}

/* Along one axis of the resource. Bytes of a raw buffer are counted from the word's start, and to
 * the end of what is accessed. */
static IrSlice touched_part(const IrKernel *kernel, const IrInstr *instr, int axis)
{
    const IrResource *resource = instr->resource;
    int first = op_row_count(instr->op);
    if (!reach_has_axis(instr, axis))
        return (IrSlice){0};
    const IrInstr *index = instr->operands[first + axis];
    IrSlice slice = find_range(kernel, index, RANGE_DEPTH);
    if (slice.step == 0)
        slice = reach_of_range(ir_range_of_operand(instr, first + axis));
    if (resource->shape == IR_SHAPE_RAW) {
        IrType type = ir_accessed_type(instr);
        if (slice.step % 4 != 0)
            return (IrSlice){.high = FURTHEST};
        slice.low -= slice.low & 3;
        slice.high += type.components * op_scalar_bytes(type.scalar) - 1;
    }
    return slice;
}

static bool steps_alike(const IrSlice *left, const IrSlice *right)
{
    return left->step == right->step && (left->step == 0 || left->axis == right->axis);
}

static void widen(IrSlice *slice, const IrSlice *by)
{
    slice->low = by->low < slice->low ? by->low : slice->low;
    slice->high = by->high > slice->high ? by->high : slice->high;
}

/* The part that it has so far, and what this access touches. */
static void note_slices(const IrKernel *kernel, Usage *usage, const IrInstr *instr)
{
    usage->is_apart &= op_address_count(instr->op) > 0;
    for (int axis = 0; axis < IR_SLICE_AXES && usage->is_apart; axis++) {
        IrSlice touched = touched_part(kernel, instr, axis), *slice = &usage->share.slices[axis];
        if (!usage->is_touched)
            *slice = touched;
        usage->is_apart = steps_alike(slice, &touched) && is_within_reach(&touched);
        widen(slice, &touched);
    }
    usage->is_touched = true;
}

static bool has_own_part(const Usage *usage)
{
    bool is_apart = false;
    for (int axis = 0; axis < IR_SLICE_AXES; axis++)
        is_apart |= ir_slice_is_apart(&usage->share.slices[axis]);
    return usage->is_touched && usage->is_apart && is_apart;
}

/* ---- verdicts ---- */

static void note_access(const IrKernel *kernel, Usage *usage, const IrInstr *instr)
{
    bool reads = ir_is(instr, OP_READS), writes = ir_is(instr, OP_WRITES);
    if (writes && instr->resource->is_coherent)
        note_kind(usage, KIND_COHERENT, instr->pos);
    if (instr->op == IR_counter) {
        note_counter(kernel, usage, instr);
        usage->is_apart = false;
        return;
    }
    if (reads && writes)
        note_atomic(usage, instr);
    else if (reads || (writes && !is_at_counter(instr)))
        note_kind(usage, reads ? KIND_LOAD : KIND_STORE, instr->pos);
    if (reads || writes)
        note_slices(kernel, usage, instr);
}

static void judge(Usage *usage)
{
    IrShare *share = &usage->share;
    const Rule *rule = RULES;
    while ((usage->kinds & rule->all) != rule->all ||
           (rule->any != 0 && !(usage->kinds & rule->any)))
        rule++;
    share->merge = rule->merge;
    share->why = rule->why;
    if (rule->merge == MERGE_NONE)
        share->pos = usage->first[__builtin_ctz(rule->all)];
    if (rule->merge == MERGE_READ && usage->kinds & KIND_UPDATE)
        share->merge = usage->update;
    share->locks = (usage->kinds & ~(unsigned)(KIND_LOAD | KIND_STORE)) != 0 && !ir_merge_is_update(share->merge);
    share->may_part = (usage->kinds & (KIND_COHERENT | KIND_COUNT | KIND_APPEND)) == 0;
    share->is_sliced = share->merge != MERGE_READ && share->may_part && has_own_part(usage);
}

/* What no memory shows, or in an order that machines do not keep. */
static const char *does_besides(const IrInstr *instr)
{
    static const char *const BESIDES[IR_OP_COUNT] = {
        [IR_print] = "it prints, in the order of the groups",
        [IR_report] = "it is a unit test"};
    return BESIDES[instr->op];
}

static Usage *find_usage(const IrKernel *kernel, Usage *usages, const IrResource *resource)
{
    for (int i = 0; i < kernel->resources.count; i++)
        if (kernel->resources.items[i] == resource)
            return &usages[i];
    return NULL;
}

const IrSharing *passes_find_sharing(Arena *arena, const IrKernel *kernel)
{
    IrSharing *sharing = ARENA_NEW(arena, IrSharing);
    Usage *usages = ARENA_ARRAY(arena, Usage, kernel->resources.count + 1);
    IrShare besides = {0};
    for (int i = 0; i < kernel->resources.count; i++)
        usages[i] = (Usage){.share.resource = kernel->resources.items[i], .is_apart = true};
    mark_used(kernel);
    EACH_INSTR (kernel->body, instr) {
        const char *why = does_besides(instr);
        if (instr->resource != NULL)
            note_access(kernel, find_usage(kernel, usages, instr->resource), instr);
        if (why != NULL && besides.why == NULL)
            besides = (IrShare){.merge = MERGE_NONE, .why = why, .pos = instr->pos};
    }
    for (int i = 0; i < kernel->resources.count; i++) {
        judge(&usages[i]);
        vec_push(arena, &sharing->shares, usages[i].share);
    }
    if (besides.why != NULL)
        vec_push(arena, &sharing->shares, besides);
    passes_find_reaches(arena, kernel, sharing);
    return sharing;
}
