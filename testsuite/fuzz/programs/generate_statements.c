/* Statements. */
#include "generate_program_priv.h"

/* ---- statements ---- */

Stmt *gen_stmt_new(Generator *g, Stmt *block, StmtKind kind)
{
    Stmt *stmt = ARENA_NEW(g->arena, Stmt);
    *stmt = (Stmt){.kind = kind};
    if (block != NULL)
        vec_push(g->arena, &block->body, stmt);
    return stmt;
}

static int count_numbers(const Type *type)
{
    int count = 0;
    const Type *part;
    const char *name;
    if (type->shape == SHAPE_NUMBERS)
        return 1;
    if (type->shape == SHAPE_LIST)
        return type->count * count_numbers(type->element);
    for (int i = 0; i < type_all_fields(type); i++) {
        type_field(type, i, &part, &name);
        count += count_numbers(part);
    }
    return count;
}

/* A value for every number, in order. */
static void fill_list(Generator *g, Stmt *stmt, const Type *type)
{
    const Type *part;
    const char *name;
    if (type->shape == SHAPE_NUMBERS) {
        stmt->list[stmt->list_count++] = gen_value(g, type, 2);
        return;
    }
    for (int i = 0; type->shape == SHAPE_LIST && i < type->count; i++)
        fill_list(g, stmt, type->element);
    for (int i = 0; type->shape == SHAPE_RECORD && i < type_all_fields(type); i++) {
        type_field(type, i, &part, &name);
        fill_list(g, stmt, part);
    }
}

/* What declares a variable and what it is: false where no value of the type can be written. */
static bool give_value(Generator *g, Stmt *stmt, const Type *type)
{
    if (type->shape == SHAPE_NUMBERS) {
        stmt->value = gen_value(g, type, MOST_DEPTH);
        return true;
    }
    if (count_numbers(type) <= COUNT_OF(stmt->list) && gen_one_in(g, 2)) {
        fill_list(g, stmt, type);
        return true;
    }
    stmt->value = gen_value_of(g, type, 2);
    if (stmt->value == NULL && count_numbers(type) <= COUNT_OF(stmt->list))
        fill_list(g, stmt, type);
    return stmt->value != NULL || stmt->list_count > 0;
}

static Variable *declare_local(Generator *g, Stmt *block)
{
    const Type *type = gen_draw_type(g);
    Stmt *stmt = gen_stmt_new(g, NULL, DECLARE);
    if (!give_value(g, stmt, type))
        return NULL;
    stmt->variable = gen_new_variable(g, "v", type);
    stmt->variable->is_constant = gen_one_in(g, 8) && type->shape == SHAPE_NUMBERS; /* methods change their objects */
    vec_push(g->arena, &block->body, stmt);
    return gen_declare(g, stmt->variable, !stmt->variable->is_constant, false);
}

/* Implicitly where kinds meet by themselves. */
static Expr *assigned_value(Generator *g, const Type *type)
{
    if (type->scalar <= KIND_FLOAT && !type->is_matrix && gen_one_in(g, 3)) {
        Scalar kind = (Scalar)gen_draw(g, KIND_FLOAT + 1);
        return gen_converted(g, gen_value(g, gen_numbers(g, kind, type->columns), MOST_DEPTH - 1), type,
                         true);
    }
    return gen_value(g, type, MOST_DEPTH);
}

static void assign(Generator *g, Stmt *block)
{
    static const char *const OPERATIONS[] = {"", "", "+", "-", "*", "&", "|", "^", "<<", ">>"};
    Visible *visible = gen_draw_visible(g, true);
    if (visible == NULL)
        return;
    Expr *place = gen_walk(g, gen_read_variable(g, visible->variable), 2, true);
    if (place->type->shape != SHAPE_NUMBERS) {
        Expr *value = place->type->shape == SHAPE_RECORD ? gen_value_of(g, place->type, 2)
                                                         : gen_draw_object(g, place->type, false);
        if (value == NULL)
            return;
        Stmt *copy = gen_stmt_new(g, block, ASSIGN);
        copy->place = place;
        copy->value = value;
        return;
    }
    if (place->type->leaf_count > 1 && gen_one_in(g, 3))
        place = gen_one_in(g, 2) && !place->type->is_matrix
                  ? gen_element(g, place, gen_draw_index(g, place->type->columns, 2))
                  : gen_swizzle(g, place, 1 + (int)gen_draw(g, place->type->leaf_count < 3 ? 2 : 3),
                            false);
    const Type *type = place->type;
    bool is_bool = type->scalar == KIND_BOOL, is_float = SCALARS[type->scalar].is_float;
    bool steps = !is_bool && gen_one_in(g, 5);
    Stmt *stmt = gen_stmt_new(g, block, steps ? STEP : ASSIGN);
    stmt->place = place;
    stmt->is_prefix = gen_one_in(g, 2);
    if (steps) {
        strcpy(stmt->operation, gen_one_in(g, 2) ? "+" : "-");
        return;
    }
    strcpy(stmt->operation, is_bool ? "" : OPERATIONS[gen_draw(g, is_float ? 5 : 10)]);
    stmt->value = stmt->operation[0] == '\0' ? assigned_value(g, type)
                                             : gen_typed(g, gen_value(g, type, MOST_DEPTH));
}

/* `T v = f(...);` or `f(...);` */
static void call_statement(Generator *g, Stmt *block)
{
    Function *function = gen_draw_function(g, false);
    Expr *expr = function != NULL ? gen_call(g, function, 3) : NULL;
    if (expr == NULL)
        return;
    if (function->result == NULL || gen_one_in(g, 4)) {
        gen_stmt_new(g, block, EVALUATE)->value = expr;
        return;
    }
    Stmt *stmt = gen_stmt_new(g, block, DECLARE);
    stmt->value = expr;
    stmt->variable = gen_declare(g, gen_new_variable(g, "v", function->result), true, false);
}

static void branch(Generator *g, Stmt *block, int depth)
{
    Stmt *stmt = gen_stmt_new(g, block, IF), *other = gen_stmt_new(g, NULL, BLOCK);
    bool is_alike = g->is_alike;
    g->is_alike = false;
    stmt->value = gen_value(g, gen_numbers(g, KIND_BOOL, 1), 3);
    gen_block(g, stmt, depth - 1);
    if (gen_one_in(g, 2))
        gen_block(g, other, depth - 1);
    g->is_alike = is_alike;
    for (int i = 0; i < other->body.count; i++)
        vec_push(g->arena, &stmt->else_body, other->body.items[i]);
    bool may_leave = g->loops > 0 || (g->current != NULL && g->current->result != NULL);
    if (!may_leave || !gen_one_in(g, 3))
        return;
    bool returns = g->loops == 0 || (g->current != NULL && g->current->result != NULL &&
                                     gen_one_in(g, 3));
    Expr *value = returns ? gen_value_of(g, g->current->result, 3) : NULL;
    Stmt *leave = gen_stmt_new(g, stmt, returns ? RETURN : gen_one_in(g, 2) ? BREAK : CONTINUE);
    leave->value = value;
}

static void loop(Generator *g, Stmt *block, int depth)
{
    static const StmtKind KINDS[] = {FOR, FOR, WHILE, DO};
    Stmt *stmt = gen_stmt_new(g, block, KINDS[gen_draw(g, COUNT_OF(KINDS))]);
    int outside = g->visible_count;
    stmt->turns = 1 + (int)gen_draw(g, 4);
    stmt->variable = gen_declare(g, gen_new_variable(g, "k", gen_numbers(g, KIND_INT, 1)), false, false);
    int loops = g->loops;
    bool is_alike = g->is_alike;
    g->is_alike = is_alike && gen_one_in(g, 2);
    g->loops = g->is_alike ? 0 : loops + 1; /* nobody leaves it */
    gen_block(g, stmt, depth - 1);
    g->loops = loops;
    g->is_alike = is_alike;
    g->visible_count = outside;
}

/* Its blocks end with a break, or a return. */
static void select_case(Generator *g, Stmt *block, int depth)
{
    Stmt *stmt = gen_stmt_new(g, block, SWITCH);
    int cases = 1 + (int)gen_draw(g, 3), loops = g->loops;
    stmt->value = gen_typed(g, gen_value(g, gen_numbers(g, KIND_INT, 1), 3));
    bool is_alike = g->is_alike;
    g->is_alike = false;
    g->loops = 0; /* a break is the switch's, a continue would leave it */
    for (int i = 0; i <= cases; i++) {
        Stmt *body = gen_stmt_new(g, stmt, BLOCK);
        if (i < cases)
            stmt->labels[i] = i * 3 - 1;
        gen_block(g, body, depth - 1);
        gen_stmt_new(g, body, BREAK);
    }
    g->is_alike = is_alike;
    g->loops = loops;
}

/* What pure functions have none of. */
static void meeting(Generator *g, Stmt *block, int depth)
{
    switch (gen_draw(g, 8)) {
    case 0: gen_atomic(g, block); break;
    case 1:
        if (depth > 0)
            gen_waterfall(g, block, depth);
        break;
    case 2: case 3:
        if (g->is_alike)
            gen_exchange(g, block);
        break;
    default: gen_wave_statement(g, block); break;
    }
}

void gen_statement(Generator *g, Stmt *block, int depth)
{
    g->budget--;
    if (g->meets && (g->current == NULL || !g->current->is_pure) && gen_one_in(g, 4)) {
        meeting(g, block, depth);
        return;
    }
    switch (gen_draw(g, depth > 0 ? 12 : 7)) {
    case 0: case 1: declare_local(g, block); break;
    case 2: case 3: call_statement(g, block); break;
    case 7: case 8: branch(g, block, depth); break;
    case 9: loop(g, block, depth); break;
    case 10: select_case(g, block, depth); break;
    case 11: gen_block(g, gen_stmt_new(g, block, BLOCK), depth - 1); break;
    default: assign(g, block); break;
    }
}

/* Into `block`; what is declared there is seen there. */
void gen_block(Generator *g, Stmt *block, int depth)
{
    int outside = g->visible_count;
    for (int i = 1 + (int)gen_draw(g, 4); i > 0 && g->budget > 0; i--)
        gen_statement(g, block, depth);
    g->visible_count = outside;
}
