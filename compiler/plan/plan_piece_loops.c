/* Loops that each piece goes through by itself. Where what goes round in a loop and what it loads are
 * more vectors than there are registers, each turn takes them out of memory and puts them back, as
 * the 16 sums of 4 x 4 results for each piece of a matrix product; those of one piece are a fraction.
 *
 *     assign %99 = 0                       assign %99 = 0
 *     loop %98                             pieces
 *       access %122 = load $b      ->        assign %99 = 0
 *       run ... %138 = fadd %100, %137       loop %98 ...
 *       assign %100 = %138                   label exit 98
 *     label exit 98                        end_pieces
 *
 * What the loop does must be done piece by piece anyway: no jumps further out, nothing across lanes,
 * and nothing that other lanes could see, since a piece is through with all turns before the next one
 * begins. Where lanes leave in different turns, each piece stops by itself. What is the same in all
 * lanes is computed again for each piece. And pieces side by side hide how long an operation takes
 * from the next one that waits for it, which one piece alone must do by what else is in a turn.
 *
 * Where each lane goes along a row of its own, element by element of several words, a line of memory is good for a few
 * turns, if it is still there: of 32 rows a multiple of 4 KiB apart a cache of eight ways keeps eight.
 *
 * Needs all steps. */
#include "base/machine.h"
#include "plan_priv.h"

enum {
    TURN_SCALARS = 2, /* that a turn itself takes */
    WAYS = 8          /* lines that a cache keeps of places that share one of it */
};

typedef struct PieceLoop {
    int loop, end; /* steps: where it begins, the last one of it */
    int vectors;   /* operations of a turn, for each piece; of loads each component */
    int loaded;    /* of these */
    int scalars;
    bool has_rows; /* each lane loads along a row of its own */
    int waits; /* cycles from a turn's start until what goes round is there */
} PieceLoop;

typedef struct Survey {
    const Plan *plan;
    const PlanStep *steps;
    int count;
    int *cycles; /* by id: until it is there, and 1; 0: it does not come of what goes round */
} Survey;

/* Other lanes would see it, or other pieces, which write what is the same in all of them again. */
static bool is_seen_by_others(const Plan *plan, const PlanAccess *access)
{
    const IrVariable *variable = access->instr->variable;
    return access->is_store && (variable == NULL || variable->kind != IR_LOCAL ||
                                !plan->variables[variable->index].is_vector);
}

static bool may_be_in(const Plan *plan, const PlanStep *step)
{
    switch (step->kind) {
    case STEP_scalar:
    case STEP_straight:
    case STEP_together:
    case STEP_run:
    case STEP_piece:
    case STEP_numbers:
    case STEP_end_run:
    case STEP_declare:
    case STEP_start_next:
    case STEP_take_next:
    case STEP_if:
    case STEP_else:
    case STEP_loop:
    case STEP_end:
    case STEP_mask:
    case STEP_set_mask:
    case STEP_if_any:
    case STEP_clear:
    case STEP_assign:
    case STEP_goto:
    case STEP_goto_if_none:
    case STEP_break_if_none:
    case STEP_label: return true;
    case STEP_access:
        return plan_goes_by_pieces(plan, step->access) && !is_seen_by_others(plan, step->access);
    default: return false;
    }
}

static int registers_of(const IrInstr *value)
{
    return value->type.components * (op_scalar_bits(value->type.scalar) == 64 ? 2 : 1);
}

static int cycles_until(const Survey *survey, const IrInstr *instr)
{
    int cycles = 0;
    for (int i = 0; i < instr->operand_count; i++) {
        int component = 0, from;
        from = survey->cycles[plan_resolve(instr->operands[i], &component)->id];
        cycles = from > cycles ? from : cycles;
    }
    return cycles;
}

/* What goes round is there at a turn's start; how long what comes of it takes. */
static void follow(const Survey *survey, const PlanStep *step, PieceLoop *found)
{
    const IrInstr *instr = step->instr;
    if (step->kind == STEP_assign) {
        int component = 0, cycles = survey->cycles[plan_resolve(step->value, &component)->id];
        bool goes_round = instr->owner == survey->steps[found->loop].instr;
        if (goes_round && cycles > found->waits)
            found->waits = cycles;
        else if (!goes_round && cycles > survey->cycles[instr->id])
            survey->cycles[instr->id] = cycles;
    }
    bool is_load = step->kind == STEP_access && !step->access->is_store;
    if (step->kind == STEP_piece || is_load) {
        int until = cycles_until(survey, instr);
        survey->cycles[instr->id] =
            until == 0 ? 0 : until + (is_load ? PLAN_LOAD_CYCLES : plan_cycles(instr));
    }
}

/* Addresses, which are most of what scalars are for, have two parts and a displacement. */
static bool is_part_of_address(const IrInstr *instr) { return instr->op == IR_iadd; }

/* Elements of several words, each in a line of its own. */
static bool goes_along_rows(const PlanAccess *access)
{
    return plan_lanes_are_apart(access, PLAN_LINE_BYTES) && access->components > 1;
}

static void count_step(const Survey *survey, const PlanStep *step, PieceLoop *found)
{
    bool is_vector = step->instr != NULL && plan_is_vector(survey->plan, step->instr);
    bool is_second = step->numbers != NULL; /* of two that do the same */
    if (step->kind == STEP_access && step->access->is_store)
        found->vectors++;
    else if (step->kind == STEP_access && is_vector) {
        found->loaded += registers_of(step->instr);
        found->has_rows |= goes_along_rows(step->access);
    }
    else if (step->kind == STEP_access || (step->kind == STEP_scalar && !is_part_of_address(step->instr)))
        found->scalars += step->instr->type.components * plan_instructions(step->instr);
    else if (step->kind == STEP_piece && !is_second)
        found->vectors += registers_of(step->instr);
}

/* The step that gives a parameter what the loop is entered with; NULL: there is none of its own. */
static const PlanStep *find_start(const PlanStep *steps, int loop, const IrInstr *parameter)
{
    int depth = 0; /* of what stands before, beside it */
    for (int i = loop - 1; i >= 0; i--) {
        PlanIndent indent = plan_step_indent(steps[i].kind);
        bool is_else = indent == STEP_BETWEEN && depth == 0;
        if (depth == 0 && steps[i].kind == STEP_assign && steps[i].instr == parameter)
            return &steps[i];
        depth += indent == STEP_CLOSES || is_else ? 1 : indent == STEP_OPENS && depth > 0 ? -1 : 0;
    }
    return NULL;
}

static bool has_starts(const Survey *survey, int loop)
{
    const IrInstr *owner = survey->steps[loop].instr;
    for (int i = 0; i < owner->parameter_count; i++)
        if (!plan_is_vector(survey->plan, owner->parameters[i]) &&
            find_start(survey->steps, loop, owner->parameters[i]) == NULL)
            return false;
    return true;
}

/* Jumps lead to where all pieces come: not out of what each goes through by itself. */
static bool stays_inside(const Survey *survey, const PieceLoop *found)
{
    for (int i = found->loop; i <= found->end; i++) {
        const PlanStep *jump = &survey->steps[i];
        bool jumps = jump->kind == STEP_goto || jump->kind == STEP_goto_if_none;
        if (jumps && !plan_has_label(survey->steps, found->loop, found->end, jump))
            return false;
    }
    return true;
}

/* The loop that begins there, and the label behind it, where jumps out of it lead. */
static bool look_through(const Survey *survey, int at, PieceLoop *found)
{
    int depth = 0;
    *found = (PieceLoop){.loop = at, .scalars = TURN_SCALARS};
    const IrInstr *loop = survey->steps[at].instr;
    memset(survey->cycles, 0, (survey->plan->kernel->next_id + 1) * sizeof *survey->cycles);
    for (int i = 0; i < loop->parameter_count; i++)
        survey->cycles[loop->parameters[i]->id] = plan_is_vector(survey->plan, loop->parameters[i]);
    for (int i = at; i < survey->count; i++) {
        const PlanStep *step = &survey->steps[i];
        if (!may_be_in(survey->plan, step))
            return false;
        count_step(survey, step, found);
        follow(survey, step, found);
        depth += plan_depth_by(step);
        found->end = i;
        if (depth == 0)
            break;
    }
    if (found->end + 1 < survey->count && survey->steps[found->end + 1].kind == STEP_label)
        found->end++;
    return depth == 0;
}

/* What goes round and does not fit is loaded and stored in each turn; what is loaded is stored and
 * loaded again. Where what goes round fits, stretches in the loop do as well, with pieces side by
 * side. */
static bool pays(const Survey *survey, const PieceLoop *found)
{
    const Plan *plan = survey->plan;
    const IrInstr *loop = survey->steps[found->loop].instr;
    int registers = machine_vector_registers(plan->target.lanes), kept = found->loaded;
    for (int i = 0; i < loop->parameter_count; i++)
        if (plan_is_vector(plan, loop->parameters[i]))
            kept += registers_of(loop->parameters[i]);
    int of_one = kept > registers ? kept - registers : 0; /* of one piece does not fit either */
    int spilled = kept * plan->pieces - registers - of_one * plan->pieces, carried = kept - found->loaded;
    int operations = found->vectors + found->loaded; /* two a cycle */
    bool spills = carried * plan->pieces >= registers && 2 * spilled > found->scalars * (plan->pieces - 1);
    return (spills || (found->has_rows && plan->lanes <= WAYS)) && operations >= 2 * found->waits;
}

typedef struct Rewriter {
    Arena *arena;
    Plan *plan;            /* its steps are those made so far */
    const PlanStep *steps; /* as they were */
} Rewriter;

static PlanStep *append(Rewriter *rewriter, const PlanStep *step)
{
    vec_push(rewriter->arena, &rewriter->plan->steps, *step);
    return &rewriter->plan->steps.items[rewriter->plan->steps.count - 1];
}

static void append_mark(Rewriter *rewriter, int at, PlanStepKind kind)
{
    PlanStep step = rewriter->steps[at];
    step.kind = kind;
    step.instr = NULL;
    append(rewriter, &step);
}

/* Scalars that turns count by begin anew for each piece. */
static void append_starts(Rewriter *rewriter, int loop)
{
    const IrInstr *owner = rewriter->steps[loop].instr;
    for (int i = 0; i < owner->parameter_count; i++)
        if (!plan_is_vector(rewriter->plan, owner->parameters[i]))
            append(rewriter, find_start(rewriter->steps, loop, owner->parameters[i]));
}

static void append_by_pieces(Rewriter *rewriter, const PieceLoop *found)
{
    append_mark(rewriter, found->loop, STEP_pieces);
    append_starts(rewriter, found->loop);
    for (int i = found->loop; i <= found->end; i++)
        append(rewriter, &rewriter->steps[i])->is_rolled |= i == found->loop;
    append_mark(rewriter, found->end, STEP_end_pieces);
}

void plan_piece_loops(Arena *arena, Arena *scratch, Plan *plan)
{
    Rewriter rewriter = {arena, plan, plan->steps.items};
    int count = plan->steps.count;
    Survey survey = {plan, rewriter.steps, count,
                     ARENA_ARRAY(scratch, int, plan->kernel->next_id + 1)};
    PieceLoop found;
    if (plan->pieces == 1 || plan->writes_pieces_out || plan->has_checks)
        return;
    plan->steps.items = NULL;
    plan->steps.count = plan->steps.capacity = 0;
    for (int i = 0; i < count; i++) {
        bool is_one = rewriter.steps[i].kind == STEP_loop &&
                      look_through(&survey, i, &found) && pays(&survey, &found) &&
                      stays_inside(&survey, &found) && has_starts(&survey, i);
        if (is_one)
            append_by_pieces(&rewriter, &found);
        else
            append(&rewriter, &rewriter.steps[i]);
        i = is_one ? found.end : i;
    }
}
