/* reach: where each access of a kernel lies, as terms that hosts compute before a dispatch
 * (ir/term.def), to know what a share of its groups touches.
 *
 *     gOut[id.y * gWidth + id.x]              GROUP y * 8 + 0..7, times CBUFFER gWidth, plus
 *                                             GROUP x * 8 + 0..7
 *     gIn[min(id.x + 1, gWidth - 1)]          UMIN(GROUP x * 64 + 1..64, CBUFFER gWidth - 1)
 *     if (id.x < gWidth) gIn[id.x]            UMOST(GROUP x * 64 + 0..63, CBUFFER gWidth - 1)
 *     for (i = -gR; i <= gR; i++) gIn[i]      ICOUNT from -CBUFFER gR to CBUFFER gR
 *
 * Terms are bounds, so each operand may be followed by itself: what is not followed is what its
 * range says. A comparison that holds where the access stands narrows what it compares; so
 * `if (id.x < gWidth)` keeps a row's accesses in the row.
 *
 * Needs: `ranges`, before form_waves; changes nothing. */
#include "passes/reach.h"

#include "ir/range.h"
#include "passes/passes_priv.h"

enum { MOST_TERMS = 2000, MOST_REACHES = 300, MOST_ACCESSES = 5000, MOST_STEP = 65536 };
enum { DEPTH = 200 }; /* of operands that are followed */

/* less + gap <= more, where an access stands. */
typedef struct Bound {
    const IrInstr *less, *more;
    int gap;
    bool is_signed;
    const IrRegion *region; /* from the comparison's `if` on, it holds there */
} Bound;

typedef struct Reaching {
    Arena *arena;
    const IrKernel *kernel;
    IrSharing *sharing;
    VEC(Bound) bounds; /* of the access at hand */
    /* By id, of values with and without what the bounds say: the number of the access, from 1 on,
     * and 1 + term. */
    uint32_t *known[2];
    uint32_t id_count, access_count;
    int depth;
} Reaching;

enum { TERM_BITS = 11 }; /* of `known`; the number is above */

enum { PLAIN, BOUNDED };

/* ---- terms ---- */

static bool is_same_term(const IrTerm *left, const IrTerm *right)
{
    return left->kind == right->kind && left->a == right->a && left->b == right->b &&
           left->low == right->low && left->high == right->high;
}

static int add_term(Reaching *reaching, IrTerm term)
{
    IrSharing *sharing = reaching->sharing;
    for (int i = sharing->terms.count - 1; i >= 0; i--)
        if (is_same_term(&sharing->terms.items[i], &term))
            return i;
    if (sharing->terms.count == MOST_TERMS)
        return TERM_ALL;
    vec_push(reaching->arena, &sharing->terms, term);
    return sharing->terms.count - 1;
}

static int add_range(Reaching *reaching, int64_t low, int64_t high)
{
    return add_term(reaching, (IrTerm){.kind = TERM_RANGE, .low = low, .high = high});
}

/* Of two terms; TERM_ALL where one of them is. */
static int add_operation(Reaching *reaching, IrTermKind kind, int a, int b)
{
    if (a == TERM_ALL || b == TERM_ALL)
        return TERM_ALL;
    return add_term(reaching, (IrTerm){.kind = kind, .a = a, .b = b});
}

IrSlice reach_of_range(IrRange range)
{
    IrSlice slice = {.low = (int64_t)range.umin, .high = (int64_t)range.umax};
    if (range.smax - range.smin < slice.high - slice.low)
        slice = (IrSlice){.low = range.smin, .high = range.smax};
    return slice;
}

static int add_known(Reaching *reaching, IrRange range)
{
    IrSlice known = reach_of_range(range);
    return add_range(reaching, known.low, known.high);
}

/* ---- values ---- */

static int find_term(Reaching *reaching, const IrInstr *value, int way);

static int find_shift(Reaching *reaching, const IrInstr *instr, int way)
{
    int value = find_term(reaching, instr->operands[0], way);
    if (instr->operands[1]->op != IR_const)
        return TERM_ALL;
    return add_operation(reaching, instr->op == IR_ishl   ? TERM_SHL
                                   : instr->op == IR_ushr ? TERM_USHR
                                                          : TERM_SSHR,
                         value, add_range(reaching, instr->operands[1]->bits & 31,
                                          instr->operands[1]->bits & 31));
}

static int find_negative(Reaching *reaching, const IrInstr *instr, int way)
{
    return add_operation(reaching, TERM_SUB, add_range(reaching, 0, 0),
                         find_term(reaching, instr->operands[0], way));
}

static int find_choice(Reaching *reaching, const IrInstr *instr, int way)
{
    return add_operation(reaching, TERM_EITHER, find_term(reaching, instr->operands[1], way),
                         find_term(reaching, instr->operands[2], way));
}

static int find_group(Reaching *reaching, const IrInstr *instr, int way)
{
    (void)way;
    return add_term(reaching, (IrTerm){.kind = TERM_GROUP, .a = instr->immediate});
}

static int find_thread(Reaching *reaching, const IrInstr *instr, int way)
{
    (void)way;
    return add_range(reaching, 0, (int64_t)reaching->kernel->threads[instr->immediate] - 1);
}

static int find_index(Reaching *reaching, const IrInstr *instr, int way)
{
    (void)instr;
    (void)way;
    return add_range(reaching, 0, (int64_t)ir_group_size(reaching->kernel) - 1);
}

static bool is_alone(const IrResource *resource) { return resource->array_count == 0; }

static int find_size(Reaching *reaching, const IrInstr *instr, int way)
{
    (void)way;
    if (!is_alone(instr->resource))
        return TERM_ALL;
    return add_term(reaching, (IrTerm){.kind = TERM_SIZE, .a = instr->resource->index,
                                       .b = instr->immediate});
}

/* Component `component` of a load of whole words. */
static int find_constant(Reaching *reaching, const IrInstr *load, int component)
{
    if (load->op != IR_load_cbuffer || load->type.scalar != IR_I32 || !is_alone(load->resource))
        return TERM_ALL;
    const IrInstr *offset = load->operands[1];
    if (offset->op != IR_const)
        return TERM_ALL;
    return add_term(reaching, (IrTerm){.kind = TERM_CBUFFER, .a = load->resource->index,
                                       .b = (int)offset->bits + 4 * component});
}

static int find_load(Reaching *reaching, const IrInstr *instr, int way)
{
    (void)way;
    return instr->type.components == 1 ? find_constant(reaching, instr, 0) : TERM_ALL;
}

static int find_component(Reaching *reaching, const IrInstr *instr, int way)
{
    (void)way;
    return find_constant(reaching, instr->operands[0], instr->component);
}

static int find_yielded(Reaching *reaching, const IrInstr *owner, int position, int way)
{
    int found[2];
    for (int i = 0; i < 2; i++) {
        const IrInstr *last = owner->regions[i] != NULL ? owner->regions[i]->last : NULL;
        if (last == NULL || last->op != IR_yield)
            return TERM_ALL;
        found[i] = find_term(reaching, last->operands[position], way);
    }
    return add_operation(reaching, TERM_EITHER, found[0], found[1]);
}

static int find_result(Reaching *reaching, const IrInstr *instr, int way)
{
    return instr->owner->op == IR_if ? find_yielded(reaching, instr->owner, instr->position, way)
                                     : TERM_ALL;
}

/* What each turn of its loop adds to the parameter, the same in all; 0: that is not known. */
static int64_t step_of(const IrInstr *parameter, const IrRegion **region)
{
    int64_t step = 0;
    EACH_INSTR (parameter->owner->regions[0], instr) {
        if (instr->op != IR_continue || instr->target != parameter->owner)
            continue;
        const IrInstr *next = instr->operands[parameter->position];
        bool grows = next->op == IR_iadd && next->operands[0] == parameter &&
                     next->operands[1]->op == IR_const &&
                     next->operands[1]->bits - 1 < MOST_STEP;
        if (!grows || (step != 0 && step != (int64_t)next->operands[1]->bits))
            return 0;
        step = (int64_t)next->operands[1]->bits;
        *region = instr->region;
    }
    return *region == parameter->owner->regions[0] ? step : 0;
}

/* Of what is bounded in each turn before it grows. */
static int find_parameter(Reaching *reaching, const IrInstr *parameter, int way)
{
    const IrRegion *region = NULL;
    int64_t step = way == BOUNDED && parameter->owner->op == IR_loop ? step_of(parameter, &region)
                                                                     : 0;
    for (int i = 0; step > 0 && i < reaching->bounds.count; i++) {
        const Bound *bound = &reaching->bounds.items[i];
        if (bound->less != parameter || bound->region != region)
            continue;
        int first = find_term(reaching, parameter->owner->operands[parameter->position], PLAIN);
        int last = add_operation(reaching, TERM_SUB, find_term(reaching, bound->more, PLAIN),
                                 add_range(reaching, bound->gap, bound->gap));
        if (first == TERM_ALL || last == TERM_ALL)
            return TERM_ALL;
        return add_term(reaching, (IrTerm){.kind = bound->is_signed ? TERM_ICOUNT : TERM_UCOUNT,
                                           .a = first, .b = last, .low = step});
    }
    return TERM_ALL;
}

/* The operations of two operands that terms have. */
static int find_by_operands(Reaching *reaching, const IrInstr *instr, int way)
{
    static const IrOp OPERATIONS[] = {
#define TERM(name, operation, text) IR_##operation,
#include "ir/term.def"
    };
    int kind = 0;
    while (OPERATIONS[kind] != instr->op)
        kind++;
    return add_operation(reaching, (IrTermKind)kind,
                         find_term(reaching, instr->operands[0], way),
                         find_term(reaching, instr->operands[1], way));
}

typedef int FindTerm(Reaching *reaching, const IrInstr *instr, int way);

/* NULL: its range is all that is known. */
static FindTerm *const FINDERS[IR_OP_COUNT] = {
    [IR_group_id] = find_group,        [IR_group_thread_id] = find_thread,
    [IR_group_index] = find_index,     [IR_resource_size] = find_size,
    [IR_load_cbuffer] = find_load,     [IR_extract] = find_component,
    [IR_iadd] = find_by_operands,      [IR_isub] = find_by_operands,
    [IR_imul] = find_by_operands,      [IR_udiv] = find_by_operands,
    [IR_urem] = find_by_operands,      [IR_iand] = find_by_operands,
    [IR_umin] = find_by_operands,      [IR_umax] = find_by_operands,
    [IR_imin] = find_by_operands,      [IR_imax] = find_by_operands,
    [IR_ishl] = find_shift,            [IR_ushr] = find_shift,
    [IR_sshr] = find_shift,            [IR_ineg] = find_negative,
    [IR_select] = find_choice,         [IR_result] = find_result,
    [IR_parameter] = find_parameter,
};

static int narrow(Reaching *reaching, const IrInstr *value, int term)
{
    for (int i = 0; i < reaching->bounds.count; i++) {
        const Bound *bound = &reaching->bounds.items[i];
        if (bound->less != value && bound->more != value)
            continue;
        bool is_less = bound->less == value;
        int other = find_term(reaching, is_less ? bound->more : bound->less, PLAIN);
        int gap = add_range(reaching, bound->gap, bound->gap);
        int limit = add_operation(reaching, is_less ? TERM_SUB : TERM_ADD, other, gap);
        IrTermKind kind = is_less ? (bound->is_signed ? TERM_IMOST : TERM_UMOST)
                                  : (bound->is_signed ? TERM_ILEAST : TERM_ULEAST);
        int narrowed = add_operation(reaching, kind, term, limit);
        term = narrowed != TERM_ALL ? narrowed : term;
    }
    return term;
}

static int find_new_term(Reaching *reaching, const IrInstr *value, int way)
{
    bool is_followed = value->type.scalar == IR_I32 && reaching->depth < DEPTH;
    FindTerm *finder = is_followed ? FINDERS[value->op] : NULL;
    reaching->depth++;
    int term = finder != NULL ? finder(reaching, value, way) : TERM_ALL;
    reaching->depth--;
    if (term == TERM_ALL)
        term = add_known(reaching, ir_range_of(value));
    return way == BOUNDED && value->op != IR_const ? narrow(reaching, value, term) : term;
}

/* Of an i32; TERM_ALL: there are too many terms already. */
static int find_term(Reaching *reaching, const IrInstr *value, int way)
{
    uint32_t *known = &reaching->known[way][value->id];
    if (*known >> TERM_BITS != reaching->access_count)
        *known = reaching->access_count << TERM_BITS |
                 (uint32_t)(1 + find_new_term(reaching, value, way));
    return (int)(*known & ((1u << TERM_BITS) - 1)) - 1;
}

/* ---- what holds where an access stands ---- */

static void note_condition(Reaching *reaching, const IrRegion *region, const IrInstr *condition,
                           bool holds)
{
    static const struct {
        bool is_order, is_signed, is_strict;
    } ORDERS[IR_OP_COUNT] = {[IR_ult] = {true, false, true}, [IR_ule] = {true, false, false},
                             [IR_slt] = {true, true, true}, [IR_sle] = {true, true, false}};
    if (condition->op == IR_inot)
        note_condition(reaching, region, condition->operands[0], !holds);
    if (condition->op == (holds ? IR_iand : IR_ior))
        for (int i = 0; i < 2; i++)
            note_condition(reaching, region, condition->operands[i], holds);
    if (!ORDERS[condition->op].is_order || condition->operands[0]->type.scalar != IR_I32)
        return;
    const IrInstr *left = condition->operands[0], *right = condition->operands[1];
    bool is_strict = ORDERS[condition->op].is_strict == holds;
    vec_push(reaching->arena, &reaching->bounds,
             (Bound){holds ? left : right, holds ? right : left, is_strict,
                     ORDERS[condition->op].is_signed, region});
}

static bool leaves(const IrRegion *region)
{
    return region != NULL && region->last != NULL && is_jump(region->last) &&
           region->last->op != IR_yield;
}

/* What an `if` that the access stands behind has let through. */
static void note_passed(Reaching *reaching, const IrInstr *passed)
{
    for (int i = 0; passed->op == IR_if && i < 2; i++)
        if (leaves(passed->regions[i]) && !leaves(passed->regions[1 - i]))
            note_condition(reaching, passed->region, passed->operands[0], i == 1);
}

static void note_bounds(Reaching *reaching, const IrInstr *access)
{
    reaching->bounds.count = 0;
    for (const IrInstr *at = access; at != NULL; at = at->region->owner) {
        for (const IrInstr *prev = at->prev; prev != NULL; prev = prev->prev)
            note_passed(reaching, prev);
        const IrInstr *owner = at->region->owner;
        if (owner != NULL && owner->op == IR_if)
            note_condition(reaching, at->region, owner->operands[0],
                           owner->regions[0] == at->region);
    }
}

/* ---- accesses ---- */

bool reach_has_axis(const IrInstr *access, int axis)
{
    return axis < op_address_count(access->op) &&
           (axis == 0 || access->resource->shape >= IR_SHAPE_TEX1D);
}

/* Loads of a texture have the level behind x, y and z. */
static bool is_of_first_level(const IrInstr *instr)
{
    const IrInstr *level = instr->op == IR_load_texture ? instr->operands[4] : NULL;
    return level == NULL || (level->op == IR_const && level->bits == 0);
}

static int find_place(Reaching *reaching, const IrInstr *instr, int axis)
{
    int operand = op_row_count(instr->op) + axis;
    if (!reach_has_axis(instr, axis) || !is_of_first_level(instr))
        return TERM_ALL;
    int term = find_term(reaching, instr->operands[operand], BOUNDED);
    IrSlice known = reach_of_range(ir_range_of_operand(instr, operand));
    IrTerm clipped = {.kind = TERM_CLIP, .a = term, .low = known.low, .high = known.high};
    bool says_more = term != TERM_ALL && clipped.high - clipped.low < UINT32_MAX;
    return says_more ? add_term(reaching, clipped) : term;
}

static void add_reach(Reaching *reaching, const IrReach *reach)
{
    for (int i = 0; i < reaching->sharing->reaches.count; i++) {
        IrReach *other = &reaching->sharing->reaches.items[i];
        bool is_same = other->resource == reach->resource && other->bytes == reach->bytes;
        for (int axis = 0; axis < IR_SLICE_AXES; axis++)
            is_same &= other->at[axis] == reach->at[axis];
        if (is_same) {
            other->reads |= reach->reads;
            other->writes |= reach->writes;
            return;
        }
    }
    vec_push(reaching->arena, &reaching->sharing->reaches, *reach);
}

static void note_access(Reaching *reaching, const IrInstr *instr)
{
    IrReach reach = {.resource = instr->resource, .reads = ir_is(instr, OP_READS),
                     .writes = ir_is(instr, OP_WRITES)};
    bool is_known = reaching->sharing->reaches.count < MOST_REACHES &&
                    reaching->access_count < MOST_ACCESSES;
    if (is_known)
        note_bounds(reaching, instr);
    reaching->access_count += is_known;
    for (int axis = 0; axis < IR_SLICE_AXES; axis++)
        reach.at[axis] = is_known ? find_place(reaching, instr, axis) : TERM_ALL;
    if (instr->resource->shape == IR_SHAPE_RAW && op_address_count(instr->op) > 0) {
        IrType type = ir_accessed_type(instr);
        reach.bytes = type.components * op_scalar_bytes(type.scalar);
    }
    add_reach(reaching, &reach);
}

void passes_find_reaches(Arena *arena, const IrKernel *kernel, IrSharing *sharing)
{
    Reaching reaching = {.arena = arena, .kernel = kernel, .sharing = sharing};
    EACH_INSTR (kernel->body, instr) {
        uint32_t most = instr->id;
        EACH_PHI (instr, phi)
            most = phi->id > most ? phi->id : most;
        reaching.id_count = most + 1 > reaching.id_count ? most + 1 : reaching.id_count;
    }
    for (int way = 0; way < 2; way++)
        reaching.known[way] = ARENA_ARRAY(arena, uint32_t, (int)reaching.id_count + 1);
    EACH_INSTR (kernel->body, instr)
        if (instr->resource != NULL && instr->resource->shape != IR_SHAPE_CBUFFER &&
            instr->op != IR_counter && (ir_is(instr, OP_READS) || ir_is(instr, OP_WRITES)))
            note_access(&reaching, instr);
}
