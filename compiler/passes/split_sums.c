/* split_sums: loops that keep more sums than there are registers are several, of some of the sums each.
 *
 *     loop (%k = 0, %s0 = 0, ... %s15 = 0) {        loop (%k = 0, %s0 = 0, ... %s7 = 0) {
 *       %a0 .. %a3 = load $a ...                      %a0, %a1 = load $a ...
 *       %b0 .. %b3 = load $b ...             ->       %b0 .. %b3 = load $b ...
 *       %s0 + %a0 * %b0, ... %s15 + %a3 * %b3         ...
 *     }                                             }
 *                                                   loop (%k = 0, %s8 = 0, ... %s15 = 0) { %a2, %a3, %b0 .. %b3 ... }
 *
 * A product of matrices with 4 x 4 results a thread has 16 vectors of sums for each machine vector of threads, and AVX2
 * has 16 registers: each turn loads and stores some of them. Half of the sums at a time fit, and what both halves load
 * is loaded twice, which is less. AVX-512 has 32 registers: 8 x 8 results are four loops of 16.
 *
 * Sums that follow from the same loads stay together: sums which go by what differs between the lanes of a vector, a
 * column each, and by what these share, a row each, are parted into tiles of rows and columns, those for which least is
 * loaded.
 *
 * All that such a loop does is to load and to compute, as many turns for all lanes, and no sum follows from another one.
 *
 * What is kept over barriers is loaded before the loop that begins with it, and stored behind the one that leaves with it.
 *
 * Needs: uniformity, and the words that join_words joins. */
#include "base/machine.h"
#include "interchange.h"

enum {
    MOST_SUMS = 128,
    MOST_LOADS = 64,
    FAR = 4,      /* a load of words that do not lie side by side, in such as do */
    OPERAND = 1,  /* registers: what all lanes share, as it is wanted */
    SPILL = 2     /* what is kept elsewhere is loaded and stored */
};

typedef struct Sum {
    IrInstr *parameter;
    uint64_t rows, columns; /* loads that it follows from, a bit each: what lanes of a vector share; others */
    int row, column;        /* which of those that there are */
} Sum;

typedef struct Family {
    uint64_t loads;
    int cost;      /* in loads of vectors */
    int registers; /* that its loads take at a time */
} Family;

typedef struct Families {
    Family items[MOST_SUMS];
    int count;
} Families;

typedef struct Split {
    PassContext *context;
    IrInstr *loop, *test; /* by which all leave */
    int *seen;            /* by id: by the sum of that number and 1 */
    IrInstr *loads[MOST_LOADS];
    int load_count;
    Sum sums[MOST_SUMS];
    int sum_count;
    Families rows, columns;
    int high, wide; /* of a part: so many rows, columns */
} Split;

/* ---- what the loop does ---- */

static bool is_load(const IrInstr *instr)
{
    return ir_is(instr, OP_READS) && (instr->variable != NULL || instr->resource != NULL) && instr->sampler == NULL;
}

/* It loads and computes, and all lanes leave by one test. */
static bool find_test(Split *split)
{
    split->test = interchange_only_test(split->context->scratch, split->loop);
    EACH_IN (split->loop->regions[0], instr) {
        bool is_simple = !ir_is(instr, OP_WRITES | OP_SYNC | OP_CONVERGENT) && (ir_is(instr, OP_PURE) || is_load(instr));
        if (!is_simple && instr != split->test && instr->op != IR_continue)
            return false;
    }
    return split->test != NULL && split->test->operands[0]->level <= LEVEL_WAVE;
}

static const IrInstr *break_of(const Split *split) { return split->test->regions[1]->first; }

/* What all lanes of a machine vector share. */
static bool is_alike_in_vectors(const Split *split, const IrInstr *value)
{
    const IrShape *shape = &value->shape;
    return value->level < LEVEL_VARYING || (shape->length >= split->context->lanes && shape->stride == 0);
}

static bool take_load(Split *split, IrInstr *load, Sum *sum)
{
    int at = 0;
    while (at < split->load_count && split->loads[at] != load)
        at++;
    if (at == MOST_LOADS)
        return false;
    if (at == split->load_count)
        split->loads[split->load_count++] = load;
    *(is_alike_in_vectors(split, load) ? &sum->rows : &sum->columns) |= (uint64_t)1 << at;
    return true;
}

/* What `value` is made of in a turn; false: of another sum. */
static bool follow(Split *split, IrInstr *value, Sum *sum)
{
    int number = (int)(sum - split->sums) + 1;
    if (!ir_is_defined_in(value, split->loop) || value == sum->parameter || split->seen[value->id] == number)
        return true;
    if (value->op == IR_parameter)
        return value->level < LEVEL_VARYING;
    split->seen[value->id] = number;
    if (is_load(value) && !take_load(split, value, sum))
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!follow(split, value->operands[i], sum))
            return false;
    return true;
}

static bool find_sums(Split *split)
{
    split->sum_count = split->load_count = 0;
    for (int i = 0; i < split->loop->parameter_count; i++) {
        IrInstr *parameter = split->loop->parameters[i], *next = loop_next_of(parameter);
        if (next == NULL || (parameter->level < LEVEL_VARYING && next->level == LEVEL_VARYING))
            return false;
        if (parameter->level < LEVEL_VARYING)
            continue;
        if (split->sum_count == MOST_SUMS || parameter->type.components != 1)
            return false;
        Sum *sum = &split->sums[split->sum_count++];
        *sum = (Sum){.parameter = parameter};
        if (!follow(split, next, sum))
            return false;
    }
    const IrInstr *leaves = break_of(split);
    for (int i = 0; i < leaves->operand_count; i++) {
        const IrInstr *with = leaves->operands[i];
        if (with->level == LEVEL_VARYING && !(with->op == IR_parameter && with->owner == split->loop))
            return false;
    }
    return true;
}

/* ---- rows and columns ---- */

static bool is_beside(const IrInstr *load)
{
    int operand = load->operand_count > 1 ? op_row_count(load->op) : 0;
    const IrShape *shape = &load->operands[operand]->shape;
    return shape->stride == 1 || load->type.components > 1;
}

static Family new_family(const Split *split, uint64_t loads)
{
    Family family = {.loads = loads};
    for (int i = 0; i < split->load_count; i++) {
        const IrInstr *load = split->loads[i];
        int words = load->type.components;
        if (!(loads >> i & 1))
            continue;
        family.cost += is_alike_in_vectors(split, load) || is_beside(load) ? words : FAR;
        if (!is_alike_in_vectors(split, load) && words > family.registers)
            family.registers = words;
    }
    return family;
}

static int family_of(const Split *split, Families *families, uint64_t loads)
{
    for (int i = 0; i < families->count; i++)
        if (families->items[i].loads == loads)
            return i;
    families->items[families->count] = new_family(split, loads);
    return families->count++;
}

static void find_families(Split *split)
{
    split->rows.count = split->columns.count = 0;
    for (int i = 0; i < split->sum_count; i++) {
        Sum *sum = &split->sums[i];
        sum->row = family_of(split, &split->rows, sum->rows);
        sum->column = family_of(split, &split->columns, sum->columns);
    }
}

static int registers_of(const Sum *sum) { return op_scalar_bytes(sum->parameter->type.scalar) == 8 ? 2 : 1; }

static bool is_in_part(const Split *split, const Sum *sum, int row, int column)
{
    return sum->row / split->high == row && sum->column / split->wide == column;
}

static int parts_down(const Split *split) { return (split->rows.count + split->high - 1) / split->high; }
static int parts_across(const Split *split) { return (split->columns.count + split->wide - 1) / split->wide; }

/* Of a part; 0: there is no sum in it. */
static int registers_of_part(const Split *split, int row, int column)
{
    int sums = 0, loaded = 0;
    for (int i = 0; i < split->sum_count; i++)
        sums += is_in_part(split, &split->sums[i], row, column) ? registers_of(&split->sums[i]) : 0;
    for (int i = column * split->wide; i < (column + 1) * split->wide && i < split->columns.count; i++)
        loaded += split->columns.items[i].registers;
    return sums == 0 ? 0 : sums + loaded + OPERAND;
}

static int most_registers(const Split *split)
{
    int most = 0;
    for (int row = 0; row < parts_down(split); row++)
        for (int column = 0; column < parts_across(split); column++) {
            int registers = registers_of_part(split, row, column);
            most = registers > most ? registers : most;
        }
    return most;
}

static int sum_of_costs(const Families *families)
{
    int cost = 0;
    for (int i = 0; i < families->count; i++)
        cost += families->items[i].cost;
    return cost;
}

/* What all parts load. */
static int cost_of_parts(const Split *split)
{
    return parts_across(split) * sum_of_costs(&split->rows) + parts_down(split) * sum_of_costs(&split->columns);
}

/* As few rows and columns of as many parts. */
static int evenly(int count, int most)
{
    int parts = (count + most - 1) / most;
    return (count + parts - 1) / parts;
}

/* The tiles that fit and load least; false: none pays. */
static bool choose_tiles(Split *split)
{
    split->high = split->rows.count;
    split->wide = split->columns.count;
    int as_it_is = cost_of_parts(split), spilled = most_registers(split) - machine_vector_registers(split->context->lanes), best = 0, high = 0, wide = 0;
    if (spilled <= 0)
        return false;
    for (int rows = 1; rows <= split->rows.count; rows++)
        for (int columns = 1; columns <= split->columns.count; columns++) {
            split->high = evenly(split->rows.count, rows);
            split->wide = evenly(split->columns.count, columns);
            int cost = cost_of_parts(split);
            if (most_registers(split) > machine_vector_registers(split->context->lanes) || (best > 0 && cost >= best))
                continue;
            best = cost;
            high = split->high;
            wide = split->wide;
        }
    split->high = high;
    split->wide = wide;
    return best > 0 && best - as_it_is <= SPILL * spilled;
}

/* ---- doing it ---- */

static bool is_result_of_part(const Split *split, const IrInstr *with, int row, int column)
{
    for (int i = 0; i < split->sum_count; i++)
        if (split->sums[i].parameter == with)
            return is_in_part(split, &split->sums[i], row, column);
    return false;
}

/* A copy of the loop gives these results. */
static IrInstr *take_part(Split *split, int row, int column)
{
    IrInstr *loop = split->loop;
    IrReplacements copies = {0};
    IrBuilder before = ir_builder_before(split->context->kernel, loop);
    before.pos = loop->pos;
    IrInstr *copy = clone_loop_and_results(split->context, &before, loop, &copies);
    const IrInstr *leaves = break_of(split);
    for (int i = 0; i < loop->result_count; i++)
        if (is_result_of_part(split, leaves->operands[i], row, column))
            loop->results[i]->note = copy->results[i];
    return copy;
}

typedef VEC(IrInstr *) Loops;

static void split_loop(Split *split, Loops *made)
{
    int down = parts_down(split), across = parts_across(split), parts = 0;
    for (int row = 0; row < down; row++)
        for (int column = 0; column < across; column++) {
            bool is_last = row == down - 1 && column == across - 1;
            if (registers_of_part(split, row, column) == 0)
                continue;
            parts++;
            vec_push(split->context->scratch, made, is_last ? split->loop : take_part(split, row, column));
        }
    pass_explain(split->context, split->loop->pos, "%d sums, which registers do not hold: %d loops of some of them",
                 split->sum_count, parts);
}

/* ---- what is kept, where it is wanted ---- */

static const IrInstr *kept_load_of(const IrInstr *value)
{
    const IrInstr *load = value->op == IR_extract ? value->operands[0] : value;
    return load->op == IR_load_var && is_kept_access(load) ? load : NULL;
}

/* The loop alone begins with all of it. */
static bool is_for(const IrInstr *load, const IrInstr *loop, const int *uses)
{
    int found = 0;
    for (int i = 0; i < loop->operand_count; i++)
        found += kept_load_of(loop->operands[i]) == load && (loop->operands[i] == load || uses[loop->operands[i]->id] == 1);
    return found == uses[load->id] && load->region == loop->region;
}

static bool is_accessed_in(const IrInstr *construct, const IrVariable *variable)
{
    EACH_REGION (construct, region)
        EACH_INSTR (region, instr)
            if (instr->variable == variable)
                return true;
    return false;
}

static bool is_accessed_between(const IrInstr *first, const IrInstr *end, const IrVariable *variable)
{
    for (const IrInstr *instr = first->next; instr != end; instr = instr->next)
        if (instr->variable == variable || is_accessed_in(instr, variable))
            return true;
    return false;
}

/* What it begins with is loaded before it: else it is alive in the loops before, too. */
static void load_before(IrInstr *loop, const int *uses)
{
    for (int i = 0; i < loop->operand_count; i++) {
        IrInstr *load = (IrInstr *)kept_load_of(loop->operands[i]);
        if (load == NULL || !is_for(load, loop, uses) || is_accessed_between(load, loop, load->variable))
            continue;
        ir_move_before(load, loop);
        for (int k = 0; k < loop->operand_count; k++)
            if (loop->operands[k]->op == IR_extract && loop->operands[k]->operands[0] == load)
                ir_move_before(loop->operands[k], loop);
    }
}

static bool stores_results_of(const IrInstr *store, const IrInstr *loop)
{
    if (store->op != IR_store_var || !is_kept_access(store))
        return false;
    int first = store->operand_count - ir_accessed_type(store).components;
    for (int i = first; i < store->operand_count; i++)
        if (store->operands[i]->op != IR_result || store->operands[i]->owner != loop)
            return false;
    return true;
}

static void store_behind(IrInstr *loop)
{
    IrInstr *place = loop->next;
    for (IrInstr *next = place, *store = next; store != NULL; store = next) {
        next = store->next;
        if (!stores_results_of(store, loop) || is_accessed_between(loop, store, store->variable))
            continue;
        if (store == place)
            place = next;
        else
            ir_move_before(store, place);
    }
}

static void bring_near(PassContext *context, const Loops *loops)
{
    const int *uses = count_uses_by_id(context->scratch, context->kernel);
    for (int i = 0; i < loops->count; i++) {
        load_before(loops->items[i], uses);
        store_behind(loops->items[i]);
    }
}

static void try_loop(PassContext *context, IrInstr *loop, Loops *made)
{
    Split *split = ARENA_NEW(context->scratch, Split);
    *split = (Split){.context = context, .loop = loop};
    if (!find_test(split))
        return;
    split->seen = ARENA_ARRAY(context->scratch, int, context->kernel->next_id + 1);
    if (!find_sums(split) || split->sum_count < 1)
        return;
    find_families(split);
    if (choose_tiles(split))
        split_loop(split, made);
}

bool pass_split_sums(PassContext *context)
{
    Loops loops = {0}, made = {0};
    int least = machine_vector_registers(context->lanes) / 2;
    if (context->lanes == 0)
        return false;
    clear_notes(context->kernel);
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_loop && instr->parameter_count > least)
            vec_push(context->scratch, &loops, instr);
    for (int i = 0; i < loops.count; i++)
        try_loop(context, loops.items[i], &made);
    if (made.count == 0)
        return false;
    EACH_INSTR (context->kernel->body, instr)
        use_current_operands(instr);
    pass_drop_dead(context);
    bring_near(context, &made);
    return true;
}
