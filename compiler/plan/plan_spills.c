/* How much steps load and store of vectors that do not fit into the registers, if each step does all
 * pieces before the next one, and if each piece goes through all steps before the next one.
 *
 *     access %9 = load $in           by steps:  9.0 9.1 9.2 9.3   9.0 12.0 9.1 12.1 ...
 *     run ... %12 = fadd %9, %3      by pieces: 9.0 9.0 12.0      9.1 9.1 12.1      ...
 *
 * Both orders of reading and writing go through a file of registers that gives the vector up that is
 * read last of all, as Belady's rule has it: no C compiler does better, and what it does else, both
 * orders have. Scalars are vectors, too, of which each piece reads the same one; they need not be
 * stored. What is there before the steps lies in memory. */
#include "base/machine.h"
#include "plan_priv.h"

enum {
    STORE_COST = 2,
    LOAD_COST = 1,
    SPLAT_COST = 2, /* a load of its own, where others are part of an operation */
    NEVER = INT32_MAX,
    BEHIND = INT32_MAX - 1, /* behind all steps */
    MOST_REGISTERS = 32,
};

typedef struct Touch {
    int vector;     /* of piece 0 */
    bool is_write;
    bool is_shared; /* by all pieces */
} Touch;

typedef struct Survey {
    Arena *scratch;
    const Plan *plan;
    int *first_vector, *vector_count; /* by id: of its components, 0: none yet */
    VEC(int) masks;                   /* by number: its vector and 1; 0: none yet */
    int vectors;                      /* of one piece */
    VEC(Touch) touches;               /* of piece 0 */
    VEC(int) units; /* what all pieces do before the next, if by steps: its first touch */
} Survey;

/* ---- what each step reads and writes ---- */

static int vectors_of_component(const IrInstr *value)
{
    return op_scalar_bits(value->type.scalar) == 64 ? 2 : 1;
}

static int vector_of(Survey *survey, const IrInstr *value)
{
    if (survey->vector_count[value->id] == 0) {
        int count = value->type.components * vectors_of_component(value);
        survey->first_vector[value->id] = survey->vectors;
        survey->vector_count[value->id] = count;
        survey->vectors += count;
    }
    return survey->first_vector[value->id];
}

static void touch(Survey *survey, int vector, bool is_write, bool is_shared)
{
    vec_push(survey->scratch, &survey->touches, (Touch){vector, is_write, is_shared});
}

/* Linear integers are computed from a scalar where they are wanted. */
static void read_value(Survey *survey, const IrInstr *value)
{
    int component = 0;
    value = plan_resolve(value, &component);
    int count = vectors_of_component(value);
    PlanForm form = plan_form(survey->plan, value);
    for (int i = 0; i < count && form != FORM_LINEAR; i++)
        touch(survey, vector_of(survey, value) + component * count + i, false, form != FORM_VECTOR);
}

static void write_value(Survey *survey, const IrInstr *value)
{
    int first = vector_of(survey, value);
    for (int i = 0; i < survey->vector_count[value->id]; i++)
        touch(survey, first + i, true, false);
}

static void touch_mask(Survey *survey, int mask, bool is_write)
{
    if (mask == 0)
        return;
    while (survey->masks.count <= mask)
        vec_push(survey->scratch, &survey->masks, 0);
    if (survey->masks.items[mask] == 0)
        survey->masks.items[mask] = ++survey->vectors;
    touch(survey, survey->masks.items[mask] - 1, is_write, false);
}

static void touch_of_access(Survey *survey, const PlanAccess *access)
{
    const IrInstr *instr = access->instr;
    bool reads_index = plan_is_vector(survey->plan, access->index) && !access->by_scalars &&
                       access->cold.count == 0;
    if (!access->is_store && !plan_is_vector(survey->plan, instr))
        return;
    if (reads_index)
        read_value(survey, access->index);
    for (int i = instr->operand_count - access->components; i < instr->operand_count; i++)
        if (access->is_store)
            read_value(survey, instr->operands[i]);
    if (access->is_store)
        touch_mask(survey, access->mask, false);
    else
        write_value(survey, instr);
}

static void touch_of_assign(Survey *survey, const PlanStep *step)
{
    read_value(survey, step->value);
    touch_mask(survey, step->a, false);
    if (step->a != 0)
        read_value(survey, step->instr);
    write_value(survey, step->instr);
}

static void touch_of_piece(Survey *survey, const PlanStep *step)
{
    bool is_second = step->numbers != NULL; /* of two that do the same */
    for (int i = 0; i < step->instr->operand_count && !is_second; i++)
        read_value(survey, step->instr->operands[i]);
    if (!is_second)
        write_value(survey, step->instr);
}

static void look_at_step(Survey *survey, const PlanStep *step)
{
    switch (step->kind) {
    case STEP_piece: touch_of_piece(survey, step); break;
    case STEP_access: touch_of_access(survey, step->access); break;
    case STEP_clear: write_value(survey, step->instr); break;
    case STEP_assign: touch_of_assign(survey, step); break;
    case STEP_if_any: touch_mask(survey, step->a, false); break;
    case STEP_set_mask:
        touch_mask(survey, step->b, false);
        touch_mask(survey, step->c, false);
        if (step->value != NULL)
            read_value(survey, step->value);
        touch_mask(survey, step->a, true);
        break;
    default: break;
    }
}

/* A run is one unit, and so is a loop that each piece goes through by itself. */
static void look_at_steps(Survey *survey, const PlanStep *steps, int count)
{
    PlanStepKind end = PLAN_STEP_COUNT; /* of the unit at hand */
    for (int i = 0; i < count; i++) {
        if (steps[i].kind == end)
            end = PLAN_STEP_COUNT;
        if (end == PLAN_STEP_COUNT)
            vec_push(survey->scratch, &survey->units, survey->touches.count);
        if (end == PLAN_STEP_COUNT && steps[i].kind == STEP_run)
            end = STEP_end_run;
        if (end == PLAN_STEP_COUNT && steps[i].kind == STEP_pieces)
            end = STEP_end_pieces;
        look_at_step(survey, &steps[i]);
    }
}

/* ---- the order of all pieces ---- */

typedef struct Use {
    int vector, next; /* the use after this one */
    bool is_write, is_shared;
} Use;

typedef struct Order {
    Use *uses;
    int count;
} Order;

static void add_unit(const Survey *survey, Order *order, int unit, int piece)
{
    bool is_last = unit + 1 == survey->units.count;
    int end = is_last ? survey->touches.count : survey->units.items[unit + 1];
    for (int i = survey->units.items[unit]; i < end; i++) {
        const Touch *touch = &survey->touches.items[i];
        int vector = touch->vector + (touch->is_shared ? 0 : piece * survey->vectors);
        order->uses[order->count++] = (Use){vector, 0, touch->is_write, touch->is_shared};
    }
}

static bool *find_outliving(const Survey *survey, const bool *is_read_behind)
{
    bool *outlives = ARENA_ARRAY(survey->scratch, bool, survey->vectors + 1);
    for (uint32_t id = 0; id <= survey->plan->kernel->next_id; id++)
        for (int i = 0; is_read_behind[id] && i < survey->vector_count[id]; i++)
            outlives[survey->first_vector[id] + i] = true;
    return outlives;
}

static void find_next_uses(const Survey *survey, Order *order, const bool *outlives)
{
    int count = survey->vectors * survey->plan->pieces;
    int *next = ARENA_ARRAY(survey->scratch, int, count + 1);
    for (int i = 0; i < count; i++)
        next[i] = outlives[i % survey->vectors] ? BEHIND : NEVER;
    for (int i = order->count - 1; i >= 0; i--) {
        Use *use = &order->uses[i];
        use->next = next[use->vector];
        next[use->vector] = use->is_write ? NEVER : i;
    }
}

/* ---- the registers ---- */

typedef struct Registers {
    int room, count;
    struct {
        int vector, next;
        bool is_stored; /* or need not be */
    } held[MOST_REGISTERS];
} Registers;

static int find_register(const Registers *registers, int vector)
{
    for (int i = 0; i < registers->count; i++)
        if (registers->held[i].vector == vector)
            return i;
    return -1;
}

static void drop_register(Registers *registers, int at)
{
    registers->held[at] = registers->held[--registers->count];
}

/* Says what that costs. */
static int make_room(Registers *registers)
{
    int last = 0;
    if (registers->count < registers->room)
        return 0;
    for (int i = 1; i < registers->count; i++)
        if (registers->held[i].next > registers->held[last].next)
            last = i;
    int cost = registers->held[last].is_stored ? 0 : STORE_COST;
    drop_register(registers, last);
    return cost;
}

static int cost_of(const Plan *plan, const Order *order)
{
    Registers registers = {.room = machine_vector_registers(plan->target.lanes)};
    int cost = 0;
    for (int i = 0; i < order->count; i++) {
        const Use *use = &order->uses[i];
        int at = find_register(&registers, use->vector);
        if (at < 0) {
            cost += make_room(&registers);
            cost += use->is_write ? 0 : use->is_shared ? SPLAT_COST : LOAD_COST;
            at = registers.count++;
            registers.held[at].vector = use->vector;
            registers.held[at].is_stored = true;
        }
        registers.held[at].is_stored &= !use->is_write;
        registers.held[at].next = use->next;
        if (use->next == NEVER)
            drop_register(&registers, at);
    }
    return cost;
}

PlanSpills plan_count_spills(Arena *scratch, const Plan *plan, const PlanStep *steps, int count,
                             const bool *is_read_behind)
{
    int ids = plan->kernel->next_id + 1;
    Survey survey = {.scratch = scratch,
                     .plan = plan,
                     .first_vector = ARENA_ARRAY(scratch, int, ids),
                     .vector_count = ARENA_ARRAY(scratch, int, ids)};
    look_at_steps(&survey, steps, count);
    const bool *outlives = find_outliving(&survey, is_read_behind);
    int uses = survey.touches.count * plan->pieces;
    Order by_steps = {ARENA_ARRAY(scratch, Use, uses + 1), 0},
          by_pieces = {ARENA_ARRAY(scratch, Use, uses + 1), 0};
    for (int unit = 0; unit < survey.units.count; unit++)
        for (int piece = 0; piece < plan->pieces; piece++)
            add_unit(&survey, &by_steps, unit, piece);
    for (int piece = 0; piece < plan->pieces; piece++)
        for (int unit = 0; unit < survey.units.count; unit++)
            add_unit(&survey, &by_pieces, unit, piece);
    find_next_uses(&survey, &by_steps, outlives);
    find_next_uses(&survey, &by_pieces, outlives);
    return (PlanSpills){cost_of(plan, &by_steps), cost_of(plan, &by_pieces)};
}
