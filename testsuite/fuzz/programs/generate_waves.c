/* Statements in which threads meet: operations of waves, waterfalls, atomics, values that change hands at barriers. */
#include "generate_program_priv.h"

/* What `wave` takes; NULL: nothing. */
static const Type *draw_operand(Generator *g, const WaveRow *row)
{
    static const Scalar UNSIGNED[] = {KIND_UINT, KIND_UINT, KIND_UINT64};
    static const Scalar INTEGERS[] = {KIND_INT, KIND_UINT, KIND_INT64, KIND_UINT64, KIND_INT16,
                                      KIND_UINT16};
    Scalar kind = KIND_BOOL;
    if (row->of == WAVE_OF_NOTHING)
        return NULL;
    if (row->of == WAVE_OF_BOOL)
        return gen_numbers(g, KIND_BOOL, 1);
    if (row->of == WAVE_OF_UNSIGNED)
        kind = UNSIGNED[gen_draw(g, COUNT_OF(UNSIGNED))];
    else if (row->of == WAVE_OF_INTEGERS)
        kind = INTEGERS[gen_draw(g, COUNT_OF(INTEGERS))];
    else
        do
            kind = gen_draw_scalar(g);
        while (kind == KIND_BOOL && row->of == WAVE_OF_NUMBERS);
    return gen_numbers(g, kind, gen_one_in(g, 3) ? 1 + (int)gen_draw(g, 4) : 1);
}

static const Type *result_of(Generator *g, const WaveRow *row, const Type *operand)
{
    switch (row->gives) {
    case WAVE_GIVES_SAME: return operand;
    case WAVE_GIVES_BOOLS: return gen_numbers(g, KIND_BOOL, operand != NULL ? operand->columns : 1);
    case WAVE_GIVES_UINT: return gen_numbers(g, KIND_UINT, 1);
    default: return gen_numbers(g, KIND_UINT, 4);
    }
}

/* A lane of the wave, which need not run. */
static Expr *draw_lane(Generator *g)
{
    const Type *type = gen_numbers(g, KIND_UINT, 1);
    Expr *value = gen_typed(g, gen_value(g, type, 2));
    return gen_binary(g, "%", value, gen_read_variable(g, g->program->lanes), type);
}

static Expr *new_wave(Generator *g, Wave wave, const Type *operand)
{
    Expr *expr = gen_node(g, WAVE, result_of(g, &WAVES[wave], operand));
    expr->wave = wave;
    if (operand != NULL)
        expr->arguments[expr->argument_count++] = gen_typed(g, gen_value(g, operand, 3));
    if (wave == WAVE_READ_AT)
        expr->arguments[expr->argument_count++] = draw_lane(g);
    return expr;
}

static void declare(Generator *g, Stmt *block, Expr *value)
{
    Stmt *stmt = gen_stmt_new(g, block, DECLARE);
    stmt->value = value;
    stmt->variable = gen_declare(g, gen_new_variable(g, "w", value->type), true, false);
}

void gen_wave_statement(Generator *g, Stmt *block)
{
    Wave wave = (Wave)gen_draw(g, WAVE_COUNT);
    declare(g, block, new_wave(g, wave, draw_operand(g, &WAVES[wave])));
}

/* for (...) { first = WaveReadLaneFirst(x); if (first == x) { ...; break; } } */
void gen_waterfall(Generator *g, Stmt *block, int depth)
{
    const Type *type = gen_numbers(g, gen_one_in(g, 2) ? KIND_INT : KIND_UINT, 1);
    int outside = g->visible_count;
    Stmt *stmt = gen_stmt_new(g, block, FOR);
    stmt->turns = 3 + (int)gen_draw(g, 6);
    stmt->variable = gen_declare(g, gen_new_variable(g, "k", gen_numbers(g, KIND_INT, 1)), false,
                                 false);
    Expr *value = gen_typed(g, gen_value(g, type, 2));
    declare(g, stmt, gen_binary(g, "%", value, gen_integer(g, type->scalar, 5), type));
    Variable *own = stmt->body.items[0]->variable;
    Expr *first = gen_node(g, WAVE, type);
    first->wave = WAVE_READ_FIRST;
    first->arguments[first->argument_count++] = gen_read_variable(g, own);
    declare(g, stmt, first);
    Stmt *test = gen_stmt_new(g, stmt, IF);
    test->value = gen_binary(g, "==", gen_read_variable(g, stmt->body.items[1]->variable),
                             gen_read_variable(g, own), gen_numbers(g, KIND_BOOL, 1));
    bool is_alike = g->is_alike;
    g->is_alike = false;
    g->loops++;
    gen_block(g, test, depth - 1);
    g->loops--;
    g->is_alike = is_alike;
    gen_stmt_new(g, test, BREAK);
    g->visible_count = outside;
}

void gen_atomic(Generator *g, Stmt *block)
{
    const Type *type = gen_numbers(g, KIND_UINT, 1);
    Stmt *stmt = gen_stmt_new(g, block, ATOMIC);
    stmt->cell = (int)gen_draw(g, CELL_XOR + 1);
    stmt->place = gen_draw_index(g, CELL_COUNT / CELL_KINDS, 2);
    stmt->value = gen_typed(g, gen_value(g, type, 3));
}

void gen_exchange(Generator *g, Stmt *block)
{
    const Type *type = gen_draw_numbers(g);
    Stmt *stmt = gen_stmt_new(g, block, EXCHANGE);
    stmt->value = gen_typed(g, gen_value(g, type, 3));
    stmt->turns = (int)gen_draw(g, THREADS);
    stmt->shared = gen_new_name(g, "passed");
    text_printf(&g->program->text, "groupshared %s %s[%d];\n", type->name, stmt->shared, THREADS);
    stmt->variable = gen_declare(g, gen_new_variable(g, "v", type), true, false);
}
