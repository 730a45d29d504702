/* lane_stretch: how much of a kernel runs for one lane after the other, and making it so.
 *
 *     store_var $stack [0], %1             lane_loop {
 *     ^5 loop {                              %2 wave = wave_read_first %1
 *       ... $stack ...                       store_var $stack [0], %2
 *     } -> %6                                ^5 loop {
 *                                              ... $stack ...
 *                                            } -> %6
 *                                            yield %6
 *                                          } -> %7
 *
 * A private array of which each lane has another is one array of scalars there, cleared for each
 * lane. So all that uses it stands in the lane_loop, and nothing goes round outside that would find
 * what was stored the turn before.
 *
 * Needs: uniformity. Marks are places in the text, notes are not used. */
#include "passes/lane_stretch.h"

#include <stdlib.h>

enum { MOST_BYTES = 1 << 14 }; /* of a lane's own array */

IrInstr *stretch_index_of(const IrInstr *access)
{
    return op_address_count(access->op) > 0 ? access->operands[op_row_count(access->op)] : NULL;
}

bool stretch_is_scattered(const IrInstr *access)
{
    const IrInstr *index = stretch_index_of(access);
    return index != NULL && index->level == LEVEL_VARYING && index->shape.length == 1;
}

/* ---- what lanes compute again ---- */

static bool is_quick(const IrInstr *instr)
{
    static const bool IS_QUICK[IR_OP_COUNT] = {
        [IR_iadd] = true, [IR_isub] = true, [IR_imul] = true, [IR_iand] = true, [IR_ior] = true,
        [IR_ixor] = true, [IR_ishl] = true, [IR_ushr] = true, [IR_sshr] = true, [IR_imin] = true,
        [IR_imax] = true, [IR_umin] = true, [IR_umax] = true, [IR_bitcast] = true};
    return IS_QUICK[instr->op] && instr->type.components == 1;
}

int stretch_operations_to_redo(const IrKernel *kernel, const IrInstr *value, int most,
                               StretchIsThere *is_there)
{
    int operations = 1;
    if (value->level != LEVEL_VARYING || spans_wave(kernel, value) || is_there(kernel, value))
        return 0;
    if (!is_quick(value))
        return most + 1;
    for (int i = 0; i < value->operand_count && operations <= most; i++)
        operations += stretch_operations_to_redo(kernel, value->operands[i], most, is_there);
    return operations;
}

IrInstr *stretch_redo(IrBuilder *builder, IrReplacements *copies, IrInstr *value)
{
    IrInstr *copy = ir_replacement_of(copies, value);
    if (value->level != LEVEL_VARYING || !is_quick(value))
        return value;
    if (copy != NULL)
        return copy;
    copy = ir_copy_instr(builder->kernel, value);
    for (int i = 0; i < copy->operand_count; i++)
        copy->operands[i] = stretch_redo(builder, copies, copy->operands[i]);
    ir_insert(builder, copy);
    vec_push(builder->kernel->arena, &copies->from, value);
    vec_push(builder->kernel->arena, &copies->to, copy);
    return copy;
}

void stretch_add_sources(Arena *arena, StretchSources *sources, const IrInstr *value)
{
    if (value->level != LEVEL_VARYING)
        return;
    bool is_operation = is_quick(value);
    for (int i = 0; i < (is_operation ? sources->operations.count : sources->sources.count); i++)
        if ((is_operation ? sources->operations.items[i] : sources->sources.items[i]) == value)
            return;
    if (!is_operation) {
        vec_push(arena, &sources->sources, value);
        return;
    }
    vec_push(arena, &sources->operations, value);
    for (int i = 0; i < value->operand_count; i++)
        stretch_add_sources(arena, sources, value->operands[i]);
}

/* ---- stretches ---- */

static const void *memory_of(const IrInstr *access)
{
    return access->variable != NULL ? (const void *)access->variable
                                    : (const void *)access->resource;
}

static int compare_accesses(const void *left, const void *right)
{
    const StretchAccess *one = left, *other = right;
    uintptr_t memory = (uintptr_t)one->memory, other_memory = (uintptr_t)other->memory;
    if (memory != other_memory)
        return memory < other_memory ? -1 : 1;
    return one->place < other->place ? -1 : one->place > other->place;
}

/* The first one of that memory at that place or behind it, or of a later memory. */
static int find_access(const StretchPlaces *places, const void *memory, int64_t place)
{
    StretchAccess wanted = {.memory = memory, .place = place};
    int low = 0, high = places->accesses.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_accesses(&places->accesses.items[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int find_place(const StretchPlaces *places, const IrInstr *access)
{
    return find_access(places, memory_of(access), access->mark);
}

/* Of atomics, for which alone somebody asks. */
static void find_used(StretchPlaces *places)
{
    EACH_INSTR (places->kernel->body, instr)
        EACH_USE (instr, use)
            if (op_is_atomic((*use)->op))
                places->accesses.items[find_place(places, *use)].is_used = true;
}

void stretch_number(const PassContext *context, StretchPlaces *places)
{
    int64_t place = 0;
    bool has_atomics = false;
    if (places->are_known)
        return;
    places->kernel = context->kernel;
    places->are_known = true;
    places->accesses.count = 0;
    EACH_INSTR (context->kernel->body, instr) {
        instr->mark = ++place;
        has_atomics |= op_is_atomic(instr->op);
        if (memory_of(instr) != NULL)
            vec_push(context->scratch, &places->accesses,
                     (StretchAccess){memory_of(instr), place, instr, false});
    }
    if (places->accesses.count > 0)
        qsort(places->accesses.items, (size_t)places->accesses.count,
              sizeof *places->accesses.items, compare_accesses);
    if (has_atomics)
        find_used(places);
}

/* All accesses of that memory that a stretch may hold. */
#define EACH_ACCESS_IN(places, stretch, at, access)                                                \
    for (const StretchAccess *access = (places)->accesses.items +                                  \
                                       find_access((places), (at), (stretch)->first->mark),        \
                             *access##_end = (places)->accesses.items + (places)->accesses.count;  \
         access < access##_end && access->memory == (const void *)(at) &&                          \
         access->place < (stretch)->last->next->mark;                                              \
         access++)

static bool holds(const Stretch *stretch, const IrInstr *value)
{
    const IrInstr *instr = value->owner != NULL ? value->owner : value;
    return instr->mark >= stretch->first->mark && instr->mark < stretch->last->next->mark;
}

/* What follows `instr` in it, nested or not, up to what stands behind it. */
static IrInstr *next_in(const Stretch *stretch, const IrInstr *instr)
{
    return ir_into_or(instr, ir_after(stretch->first->region, instr));
}

/* Each lane has another. */
bool stretch_is_own_array(const IrVariable *variable)
{
    return variable != NULL && variable->kind == IR_LOCAL && variable->level == LEVEL_VARYING;
}

bool stretch_uses_own_array(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (stretch_is_own_array(instr->variable))
            return true;
    return false;
}

/* ---- how far it goes ---- */

static IrInstr *ancestor_in(const IrRegion *region, IrInstr *instr)
{
    while (instr != NULL && instr->region != region)
        instr = instr->region->owner;
    return instr;
}

/* False: they are not in one wave_loop. */
static bool grow_to(Stretch *stretch, IrInstr *instr)
{
    IrInstr *place;
    while ((place = ancestor_in(stretch->first->region, instr)) == NULL) {
        IrInstr *around = stretch->first->region->owner;
        if (around == NULL || around->op == IR_wave_loop)
            return false;
        *stretch = (Stretch){around, around};
    }
    if (place->mark < stretch->first->mark)
        stretch->first = place;
    if (place->mark > stretch->last->mark)
        stretch->last = place;
    return true;
}

static bool uses(const StretchPlaces *places, const Stretch *stretch, const IrVariable *variable,
                 unsigned flags)
{
    EACH_ACCESS_IN (places, stretch, variable, access)
        if (holds(stretch, access->instr) && ir_is(access->instr, flags))
            return true;
    return false;
}

/* From the variable's first use to its last one; false: these are not in one wave_loop. */
static bool grow_to_all(Stretch *stretch, const StretchAccess *first, const StretchAccess *last,
                        bool *grew)
{
    *grew |= !holds(stretch, first->instr) || !holds(stretch, last->instr);
    return grow_to(stretch, first->instr) && grow_to(stretch, last->instr);
}

/* False: some array is used elsewhere, too, in another wave_loop or for the group. */
static bool has_all_uses(const StretchPlaces *places, Stretch *stretch, bool *has_arrays)
{
    const StretchAccess *end = places->accesses.items + places->accesses.count, *next;
    bool grew;
    do {
        grew = false;
        for (const StretchAccess *first = places->accesses.items; first < end; first = next) {
            const IrVariable *variable = first->instr->variable;
            for (next = first + 1; next < end && next->memory == first->memory;)
                next++;
            if (!stretch_is_own_array(variable) || !uses(places, stretch, variable, OP_READS | OP_WRITES))
                continue;
            *has_arrays = true;
            if (!grow_to_all(stretch, first, next - 1, &grew))
                return false;
        }
        IrInstr *around = (IrInstr *)ir_loop_around(stretch->first);
        if (*has_arrays && around != NULL) {
            *stretch = (Stretch){around, around};
            grew = true;
        }
    } while (grew);
    return true;
}

/* ---- what may be in it ---- */

bool stretch_retries(const IrKernel *kernel, const IrInstr *atomic)
{
    const IrInstr *loop = ir_loop_around(atomic);
    if (!op_is_atomic(atomic->op) || atomic->combine != IR_select || loop == NULL)
        return false;
    for (int i = 0; i < atomic->operand_count; i++)
        if (atomic->operands[i]->op != IR_const && ir_is_defined_in(atomic->operands[i], loop))
            return ir_count_uses(kernel, atomic) > 0;
    return false;
}

/* Lanes come to it from the lowest to the highest, as they did, nothing else goes to its memory, and what it
 * gives is wanted here alone. */
static bool keeps_order(const StretchPlaces *places, const Stretch *stretch, const IrInstr *atomic)
{
    EACH_ACCESS_IN (places, stretch, memory_of(atomic), access)
        if (access->instr != atomic && holds(stretch, access->instr))
            return false;
    EACH_INSTR (places->kernel->body, instr)
        EACH_USE (instr, use)
            if (*use == atomic && !holds(stretch, instr))
                return false;
    return atomic->region == stretch->first->region;
}

/* All its loops, of which the atomic stands in one. No lane waits there for another one, whatever atomics tell it: who
 * comes first is anybody's guess. */
static bool all_count_turns(const Stretch *stretch, const IrInstr *atomic)
{
    const IrInstr *end = stretch->last->next, *around = ir_loop_around(atomic);
    if (around == NULL || !holds(stretch, around))
        return false;
    for (const IrInstr *instr = stretch->first; instr != end; instr = next_in(stretch, instr))
        if (instr->op == IR_loop && !ir_ends_by_counting(instr))
            return false;
    return true;
}

/* It comes to the same in any order, or to what it might in some. */
static bool has_no_order(const StretchPlaces *places, const Stretch *stretch, const IrInstr *atomic)
{
    const StretchAccess *access = &places->accesses.items[find_place(places, atomic)];
    bool is_plain = atomic->combine != IR_const && atomic->combine != IR_select;
    return (is_plain && !access->is_used) || keeps_order(places, stretch, atomic) ||
           stretch_retries(places->kernel, atomic) || all_count_turns(stretch, atomic);
}

static bool may_use_array(const StretchPlaces *places, const Stretch *stretch,
                          const IrVariable *variable)
{
    if (stretch_is_own_array(variable))
        return variable->count * op_scalar_bytes(variable->type.scalar) <= MOST_BYTES;
    return variable->kind == IR_LOCAL && !uses(places, stretch, variable, OP_WRITES);
}

/* Atomics read, too, but nobody looks. */
static bool is_read_and_written(const StretchPlaces *places, const Stretch *stretch,
                                const IrInstr *load)
{
    if (!ir_is(load, OP_READS) || op_is_atomic(load->op))
        return false;
    EACH_ACCESS_IN (places, stretch, memory_of(load), access) {
        const IrInstr *instr = access->instr;
        bool clashes = load->variable != NULL ? ir_is(instr, OP_WRITES) : op_is_atomic(instr->op);
        bool may_come_first = stretch_retries(places->kernel, instr) || /* that looks again */
                              (load->variable == NULL && all_count_turns(stretch, instr));
        if (clashes && holds(stretch, instr) && !may_come_first)
            return true;
    }
    return false;
}

static bool may_run(const StretchPlaces *places, const Stretch *stretch, const IrInstr *instr)
{
    OpDomain domain = op_info(instr->op)->domain;
    if (ir_is(instr, OP_CONVERGENT | OP_SYNC) || domain == DOMAIN_SAMPLE || domain == DOMAIN_TEST ||
        instr->op == IR_wave_loop || instr->op == IR_lane_loop)
        return false;
    if (op_is_atomic(instr->op) && (domain == DOMAIN_TEXTURE || !has_no_order(places, stretch, instr)))
        return false;
    if (instr->resource != NULL && (instr->resource->is_coherent || instr->resource->array_count))
        return false;
    if (instr->variable != NULL && instr->variable->kind != IR_GROUPSHARED)
        return may_use_array(places, stretch, instr->variable);
    return (instr->variable == NULL && instr->resource == NULL) ||
           !is_read_and_written(places, stretch, instr);
}

/* It needs nothing of the stretch, and can as well be done before, for all lanes at once. */
static bool may_go_before(const Stretch *stretch, const IrInstr *instr)
{
    bool is_free = is_pure_of_lane(instr);
    if (!is_free && !reads_constant_memory(instr))
        return false;
    EACH_USE (instr, use)
        if (holds(stretch, *use))
            return false;
    return true;
}

enum { BEFORE = 0 }; /* the mark of what goes before */

static void leave_out(StretchPlaces *places, const Stretch *stretch)
{
    for (IrInstr *instr = stretch->first; instr != stretch->last->next; instr = instr->next)
        if (may_go_before(stretch, instr)) {
            instr->mark = BEFORE;
            places->are_known = false;
        }
}

/* Some value whose components are not scalars that a lane_loop gives. */
static bool an_aggregate_leaves(const IrKernel *kernel, const Stretch *stretch)
{
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use)
            if ((*use)->type.components > 1 && (*use)->owner == NULL && !holds(stretch, instr) &&
                holds(stretch, *use))
                return true;
    return false;
}

static bool all_may_run(const StretchPlaces *places, const Stretch *stretch)
{
    bool has_aggregates = false;
    for (const IrInstr *instr = stretch->first; instr != stretch->last->next; instr = next_in(stretch, instr)) {
        bool is_outermost = instr->region == stretch->first->region;
        if (!holds(stretch, instr))
            continue;
        has_aggregates |= instr->type.components > 1;
        if (!may_run(places, stretch, instr) ||
            (is_outermost && is_construct(instr) && ir_has_jump_out(instr)))
            return false;
    }
    return !has_aggregates || !an_aggregate_leaves(places->kernel, stretch);
}

bool stretch_around(StretchPlaces *places, IrInstr *loop, Stretch *stretch)
{
    bool has_arrays = false;
    *stretch = (Stretch){loop, loop};
    if (!has_all_uses(places, stretch, &has_arrays))
        return false;
    leave_out(places, stretch);
    return all_may_run(places, stretch);
}

bool stretch_between(StretchPlaces *places, IrInstr *first, IrInstr *last, Stretch *stretch)
{
    *stretch = (Stretch){first, last};
    leave_out(places, stretch);
    return all_may_run(places, stretch);
}

bool stretch_of_region(StretchPlaces *places, const IrRegion *region, Stretch *stretch)
{
    *stretch = (Stretch){region->first, region->last->prev};
    return stretch->last != NULL && all_may_run(places, stretch);
}

/* ---- making it so ---- */

typedef struct Brought { /* what differs between lanes, and where one lane reads its own */
    Arena *scratch;
    IrBuilder start;
    IrReplacements own; /* `to` for `from` */
} Brought;

static IrInstr *own_of(Brought *brought, IrInstr *value)
{
    IrInstr *own = ir_replacement_of(&brought->own, value);
    if (own != NULL)
        return own;
    own = IR_BUILD(&brought->start, IR_wave_read_first, value);
    vec_push(brought->scratch, &brought->own.from, value);
    vec_push(brought->scratch, &brought->own.to, own);
    return own;
}

static void move_if_before(const Stretch *stretch, IrInstr *instr, IrInstr *lane_loop)
{
    bool is_part = instr->op == IR_extract && !holds(stretch, instr->operands[0]);
    if (instr->mark == BEFORE || is_part || op_info(instr->op)->domain == DOMAIN_ID) {
        ir_move_before(instr, lane_loop);
        instr->mark = BEFORE;
    }
}

/* What needs nothing of the stretch, which lane it is, and parts of what comes from outside. */
static void move_before(const Stretch *stretch, IrInstr *lane_loop)
{
    const IrInstr *end = stretch->last->next;
    for (IrInstr *instr = stretch->first, *next; instr != end; instr = next) {
        next = instr->next;
        EACH_REGION (instr, region)
            EACH_INSTR (region, inner)
                move_if_before(stretch, inner, lane_loop);
        move_if_before(stretch, instr, lane_loop);
    }
}

static void bring_all(Brought *brought, const Stretch *stretch)
{
    for (const IrInstr *instr = stretch->first; instr != stretch->last->next; instr = next_in(stretch, instr)) {
        if (!holds(stretch, instr))
            continue;
        EACH_USE (instr, use)
            if ((*use)->level == LEVEL_VARYING && !holds(stretch, *use))
                *use = own_of(brought, *use);
    }
}

/* What is used behind the lane_loop it gives. */
static void give_results(IrKernel *kernel, IrInstr *lane_loop)
{
    IrReplacements results = {0};
    EACH_INSTR (kernel->body, instr) {
        if (ir_is_within(instr, lane_loop))
            continue;
        EACH_USE (instr, use) {
            if ((*use)->owner == lane_loop || !ir_is_defined_in(*use, lane_loop))
                continue;
            IrInstr *result = ir_replacement_of(&results, *use);
            if (result == NULL) {
                result = ir_add_result(kernel, lane_loop, (*use)->type);
                vec_push(kernel->arena, &results.from, *use);
                vec_push(kernel->arena, &results.to, result);
            }
            *use = result;
        }
    }
    yield_at_end(kernel, lane_loop->regions[0], results.from.items, results.from.count);
}

void stretch_run_in_turn(PassContext *context, Stretch stretch)
{
    IrKernel *kernel = context->kernel;
    IrBuilder before = ir_builder_before(kernel, stretch.first);
    before.pos = stretch.first->pos;
    IrInstr *lane_loop = ir_lane_loop(&before);
    Brought brought = {.scratch = context->scratch,
                       .start = ir_builder_at_end(kernel, lane_loop->regions[0])};
    brought.start.pos = stretch.first->pos;
    const IrInstr *end = stretch.last->next;
    move_before(&stretch, lane_loop);
    stretch = (Stretch){lane_loop->next, end->prev}; /* what is left of it */
    bring_all(&brought, &stretch);
    move_to_end(kernel, lane_loop->next, end, lane_loop->regions[0]);
    give_results(kernel, lane_loop);
}
