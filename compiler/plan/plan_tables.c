/* Which private arrays hold constants and nothing else: `static const float weights[7] = {...}`.
 * They are C constants, and the stores that fill them no steps.
 *
 * All that is ever stored to an element is one constant, at a constant index. Whatever loads stands
 * behind stores to all of these elements in one region, that of the load or one around it, so that
 * the lanes that load have stored, each time that the region runs. Unrolled loops store again and
 * again. */
#include "ir/range.h"
#include "plan_priv.h"

enum { MOST_ELEMENTS = 1 << 16 };

typedef struct Filling { /* a region's stores, so far */
    const IrRegion *region;
    bool *is_stored;
    int64_t count;
} Filling;

typedef struct Table {
    uint64_t *bits; /* by component and element */
    bool *is_stored;
    int64_t count; /* of those that are stored to, somewhere */
    VEC(Filling) fillings;
    bool is_loaded, is_none;
} Table;

/* ---- what is stored ---- */

static bool is_nan(const IrInstr *value)
{
    IrRange range = ir_range_of(value);
    return op_scalar_is_float(value->type.scalar) && !(range.flags & RANGE_NOT_NAN);
}

/* A NaN is no C constant with its bits. */
static bool is_one_constant(Table *table, int64_t cell, const IrInstr *value)
{
    if (value->op != IR_const || is_nan(value) ||
        (table->is_stored[cell] && table->bits[cell] != value->bits))
        return false;
    table->count += !table->is_stored[cell];
    table->is_stored[cell] = true;
    table->bits[cell] = value->bits;
    return true;
}

/* Of the value in operand i of a store. */
static int64_t cell_of(const IrInstr *store, int i)
{
    return (store->component + i - 1) * store->variable->count +
           (int64_t)store->operands[0]->bits;
}

static bool stores_constants(Table *table, const IrInstr *store)
{
    const IrInstr *index = store->operands[0];
    if (index->op != IR_const || index->bits >= (uint64_t)store->variable->count)
        return false;
    for (int i = 1; i < store->operand_count; i++)
        if (!is_one_constant(table, cell_of(store, i), store->operands[i]))
            return false;
    return true;
}

/* ---- what is loaded ---- */

static Filling *filling_of(Arena *arena, Table *table, const IrInstr *store)
{
    const IrVariable *variable = store->variable;
    for (int i = 0; i < table->fillings.count; i++)
        if (table->fillings.items[i].region == store->region)
            return &table->fillings.items[i];
    bool *is_stored = ARENA_ARRAY(arena, bool, variable->count * variable->type.components);
    vec_push(arena, &table->fillings, (Filling){store->region, is_stored, 0});
    return &table->fillings.items[table->fillings.count - 1];
}

static void fill(Arena *arena, Table *table, const IrInstr *store)
{
    Filling *filling = filling_of(arena, table, store);
    for (int i = 1; i < store->operand_count; i++) {
        int64_t cell = cell_of(store, i);
        filling->count += !filling->is_stored[cell];
        filling->is_stored[cell] = true;
    }
}

static bool is_filled_around(const Table *table, const IrInstr *load)
{
    for (const IrRegion *region = load->region; region != NULL;
         region = region->owner != NULL ? region->owner->region : NULL)
        for (int i = 0; i < table->fillings.count; i++)
            if (table->fillings.items[i].region == region &&
                table->fillings.items[i].count == table->count)
                return true;
    return false;
}

/* ---- both ---- */

static Table *new_tables(Arena *arena, const IrKernel *kernel)
{
    Table *tables = ARENA_ARRAY(arena, Table, kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        int64_t cells = variable->count * variable->type.components;
        tables[i].is_none = variable->kind != IR_LOCAL || cells > MOST_ELEMENTS;
        if (tables[i].is_none)
            continue;
        tables[i].bits = ARENA_ARRAY(arena, uint64_t, cells);
        tables[i].is_stored = ARENA_ARRAY(arena, bool, cells);
    }
    return tables;
}

static void find_constants(const IrKernel *kernel, Table *tables)
{
    EACH_INSTR (kernel->body, instr) {
        Table *table = instr->variable != NULL ? &tables[instr->variable->index] : NULL;
        if (table == NULL || table->is_none || instr->op == IR_check_var)
            continue;
        bool loads = instr->op == IR_load_var;
        table->is_loaded |= loads;
        table->is_none =
            !loads && (instr->op != IR_store_var || !stores_constants(table, instr));
    }
}

static void find_unfilled(Arena *arena, const IrKernel *kernel, Table *tables)
{
    EACH_INSTR (kernel->body, instr) {
        Table *table = instr->variable != NULL ? &tables[instr->variable->index] : NULL;
        if (table == NULL || table->is_none)
            continue;
        if (instr->op == IR_store_var)
            fill(arena, table, instr);
        else if (instr->op == IR_load_var)
            table->is_none = !is_filled_around(table, instr);
    }
}

/* One, two or four vectors, where they hold all of it: the way `permuted`. */
static int64_t room_of(const Plan *plan, const IrVariable *variable)
{
    int64_t vectors = 1;
    while (vectors * plan->lanes < variable->count)
        vectors *= 2;
    return vectors <= PLAN_MOST_PERMUTED ? vectors * plan->lanes : variable->count;
}

void plan_tables(Arena *arena, Plan *plan)
{
    const IrKernel *kernel = plan->kernel;
    Table *tables = new_tables(arena, kernel);
    find_constants(kernel, tables);
    find_unfilled(arena, kernel, tables);
    for (int i = 0; i < kernel->variables.count; i++)
        if (tables[i].is_loaded && !tables[i].is_none)
            plan->variables[i] = (PlanVariable){.home = HOME_CONSTANT,
                                                .bits = tables[i].bits,
                                                .room = room_of(plan, kernel->variables.items[i])};
}
