/* The interpreter of random programs: D3D's rules for conversions and shifts, C's arithmetic. It
 * walks the tree that was printed as HLSL, and knows nothing of the compiler. */
#include "program_interpret_priv.h"

#include <math.h>
#include <stdlib.h>

typedef struct Machine {
    Arena *arena;
    Leaf *result; /* of the function that returns */
    Path path;
    Thread *thread;
    int met;      /* how many of what the thread was given it has used */
    jmp_buf stop; /* where it has to wait */
    const ProgramInput *input;
    ProgramResult *output;
    ProgramPrints *prints; /* of this thread */
    struct { int cell; uint32_t value; } atomics[MOST_MET];
    int atomic_count;
} Machine;

typedef enum Flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN } Flow;

static void evaluate(Machine *machine, const Expr *expr, Leaf *out);
static Flow run_block(Machine *machine, Stmt *const *stmts, int count);

static Leaf *leaves_new(Machine *machine, int count)
{
    return ARENA_ARRAY(machine->arena, Leaf, count + 1);
}

/* ---- scalars ---- */

int64_t interpret_wrap(Scalar kind, uint64_t value)
{
    int unused = 64 - SCALARS[kind].bits;
    if (kind == KIND_BOOL)
        return value & 1;
    return SCALARS[kind].is_signed ? (int64_t)(value << unused) >> unused
                                   : (int64_t)(value << unused >> unused);
}

/* Toward zero; what does not fit becomes the nearest, NaN 0 (D3D functional specification). */
static int64_t integer_of(float number, Scalar kind)
{
    const ScalarRow *row = &SCALARS[kind];
    double least = row->is_signed ? -ldexp(1, row->bits - 1) : 0;
    double most = ldexp(1, row->is_signed ? row->bits - 1 : row->bits);
    if (number != number)
        return 0;
    if (number <= least)
        return row->is_signed ? (int64_t)least : 0;
    if (number >= most)
        return row->is_signed ? (int64_t)(((uint64_t)1 << (row->bits - 1)) - 1)
                              : interpret_wrap(kind, ~(uint64_t)0);
    return row->is_signed ? (int64_t)number : (int64_t)(uint64_t)number;
}

static Leaf convert(Leaf leaf, Scalar from, Scalar to)
{
    bool from_float = SCALARS[from].is_float;
    if (to == KIND_BOOL)
        return (Leaf){.integer = from_float ? leaf.number != 0 : leaf.integer != 0};
    if (SCALARS[to].is_float && from_float)
        return leaf;
    if (SCALARS[to].is_float)
        return (Leaf){.number = from == KIND_UINT64 ? (float)(uint64_t)leaf.integer
                                                    : (float)leaf.integer};
    return (Leaf){.integer = from_float ? integer_of(leaf.number, to)
                                        : interpret_wrap(to, (uint64_t)leaf.integer)};
}

static bool compare(const char *operation, int order, bool is_ordered)
{
    switch (operation[0]) {
    case '=': return is_ordered && order == 0;
    case '!': return !is_ordered || order != 0;
    case '<': return is_ordered && (order < 0 || (operation[1] == '=' && order == 0));
    default: return is_ordered && (order > 0 || (operation[1] == '=' && order == 0));
    }
}

static Leaf float_operation(const char *operation, float a, float b)
{
    switch (operation[0]) {
    case '+': return (Leaf){.number = a + b};
    case '-': return (Leaf){.number = a - b};
    case '*': return (Leaf){.number = a * b};
    case '/': return (Leaf){.number = a / b};
    default:
        return (Leaf){.integer = compare(operation, (a > b) - (a < b), a == a && b == b)};
    }
}

static bool is_comparison(const char *operation)
{
    return strchr("=!", operation[0]) != NULL ||
           (strchr("<>", operation[0]) != NULL && operation[1] != operation[0]);
}

static int64_t divide(Scalar kind, char operation, int64_t a, int64_t b)
{
    if (SCALARS[kind].is_signed)
        return operation == '/' ? a / b : a % b;
    return (int64_t)(operation == '/' ? (uint64_t)a / (uint64_t)b : (uint64_t)a % (uint64_t)b);
}

static int64_t shift(Scalar kind, char operation, int64_t a, int64_t b)
{
    int count = (int)(b & (SCALARS[kind].bits - 1));
    if (operation == '<')
        return (int64_t)((uint64_t)a << count);
    return SCALARS[kind].is_signed ? a >> count : (int64_t)((uint64_t)a >> count);
}

static Leaf integer_operation(const char *operation, Scalar kind, int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    bool is_below = SCALARS[kind].is_signed ? a < b : x < y;
    if (is_comparison(operation))
        return (Leaf){.integer = compare(operation, a == b ? 0 : is_below ? -1 : 1, true)};
    switch (operation[0]) {
    case '+': x += y; break;
    case '-': x -= y; break;
    case '*': x *= y; break;
    case '&': x &= y; break;
    case '|': x |= y; break;
    case '^': x ^= y; break;
    case '/': case '%': x = (uint64_t)divide(kind, operation[0], a, b); break;
    default: x = (uint64_t)shift(kind, operation[0], a, b); break;
    }
    return (Leaf){.integer = interpret_wrap(kind, x)};
}

Leaf interpret_operate(const char *operation, Scalar kind, Leaf a, Leaf b)
{
    return SCALARS[kind].is_float ? float_operation(operation, a.number, b.number)
                                  : integer_operation(operation, kind, a.integer, b.integer);
}

/* ---- places: where an expression's leaves lie ---- */

typedef struct Place { Leaf *leaves[64]; } Place;

static int64_t index_of(Machine *machine, const Expr *expr)
{
    Leaf index;
    evaluate(machine, expr, &index);
    return index.integer;
}

static void find_place(Machine *machine, const Expr *expr, Place *place)
{
    Place whole;
    const Type *type;
    const char *name;
    int first = 0;
    if (expr->kind == READ) {
        for (int i = 0; i < expr->type->leaf_count; i++)
            place->leaves[i] = &expr->variable->leaves[i];
        return;
    }
    find_place(machine, expr->left, &whole);
    if (expr->kind == SWIZZLE) {
        for (int i = 0; i < expr->component_count; i++)
            place->leaves[i] = whole.leaves[expr->components[i]];
        return;
    }
    if (expr->kind == FIELD)
        first = type_field(expr->left->type, expr->field, &type, &name);
    else
        first = (int)index_of(machine, expr->right) * expr->type->leaf_count;
    for (int i = 0; i < expr->type->leaf_count; i++)
        place->leaves[i] = whole.leaves[first + i];
}

static bool is_place(const Expr *expr)
{
    return expr->kind == READ || ((expr->kind == FIELD || expr->kind == ELEMENT ||
                                   expr->kind == SWIZZLE) && is_place(expr->left));
}

/* ---- calls ---- */

/* A parameter takes its argument's numbers as its own kind, and gives them back as the argument's.
 */
static void convert_all(Leaf *leaves, const Type *from, const Type *to)
{
    for (int i = 0; from->shape == SHAPE_NUMBERS && i < from->leaf_count; i++)
        leaves[i] = convert(leaves[i], from->scalar, to->scalar);
}

/* The object's leaves lie together. */
static void bind_self(Machine *machine, const Function *method, const Expr *object)
{
    Place place;
    const Type *type;
    const char *name;
    find_place(machine, object, &place);
    for (int i = 0; i < type_all_fields(method->owner); i++)
        method->self[i]->leaves = place.leaves[0] + type_field(method->owner, i, &type, &name);
}

static void call(Machine *machine, const Expr *expr, Leaf *out)
{
    const Function *function = expr->function;
    Place places[6];
    Leaf *outer = machine->result, *values[6];
    for (int i = 0; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        const Expr *argument = i < expr->argument_count ? expr->arguments[i] : parameter->init;
        values[i] = leaves_new(machine, parameter->type->leaf_count);
        if (parameter->way != WAY_IN)
            find_place(machine, argument, &places[i]);
        if (parameter->way != WAY_OUT) {
            evaluate(machine, argument, values[i]);
            convert_all(values[i], argument->type, parameter->type);
        }
    }
    if (function->owner != NULL)
        bind_self(machine, function, expr->left);
    for (int i = 0; i < function->parameter_count; i++)
        function->parameters[i]->leaves = values[i];
    machine->result = out;
    run_block(machine, function->body->body.items, function->body->body.count);
    machine->result = outer;
    for (int i = 0; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        if (parameter->way == WAY_IN)
            continue;
        convert_all(values[i], parameter->type, expr->arguments[i]->type);
        for (int k = 0; k < parameter->type->leaf_count; k++)
            *places[i].leaves[k] = values[i][k];
    }
}

/* ---- intrinsics ---- */

static Leaf bits_of(Intrinsic intrinsic, uint32_t value)
{
    uint32_t result = 0;
    for (int i = 0; i < 32 && intrinsic == FN_COUNTBITS; i++)
        result += value >> i & 1;
    for (int i = 0; i < 32 && intrinsic == FN_REVERSEBITS; i++)
        result |= (value >> i & 1) << (31 - i);
    if (intrinsic == FN_FIRSTBITLOW)
        for (result = 0; result < 32 && (value >> result & 1) == 0; result++)
            ;
    return (Leaf){.integer = intrinsic == FN_FIRSTBITLOW && value == 0 ? UINT32_MAX : result};
}

Leaf interpret_smaller(Scalar kind, Leaf a, Leaf b)
{
    if (SCALARS[kind].is_float)
        return (Leaf){.number = fminf(a.number, b.number)};
    return integer_operation("<", kind, a.integer, b.integer).integer ? a : b;
}

Leaf interpret_larger(Scalar kind, Leaf a, Leaf b)
{
    if (SCALARS[kind].is_float)
        return (Leaf){.number = fmaxf(a.number, b.number)};
    return integer_operation("<", kind, a.integer, b.integer).integer ? b : a;
}

static Leaf componentwise(Intrinsic intrinsic, Scalar kind, Leaf a, Leaf b, Leaf c)
{
    bool is_float = SCALARS[kind].is_float;
    switch (intrinsic) {
    case FN_MIN: return interpret_smaller(kind, a, b);
    case FN_MAX: return interpret_larger(kind, a, b);
    case FN_CLAMP: return interpret_smaller(kind, interpret_larger(kind, a, b), c);
    case FN_ABS:
        return is_float ? (Leaf){.number = fabsf(a.number)}
                        : (Leaf){.integer = a.integer < 0
                                              ? interpret_wrap(kind, 0 - (uint64_t)a.integer) : a.integer};
    case FN_FLOOR: return (Leaf){.number = floorf(a.number)};
    case FN_TRUNC: return (Leaf){.number = truncf(a.number)};
    case FN_MAD: return interpret_operate("+", kind, interpret_operate("*", kind, a, b), c);
    case FN_ASUINT: return (Leaf){.integer = interpret_wrap(KIND_UINT, (uint64_t)a.integer)};
    case FN_ASINT: return (Leaf){.integer = interpret_wrap(KIND_INT, (uint64_t)a.integer)};
    default: return bits_of(intrinsic, (uint32_t)a.integer);
    }
}

/* Of a matrix and a column, a row and a matrix, or two matrices. */
static void multiply(const Type *left, const Type *right, const Leaf *a, const Leaf *b, Leaf *out)
{
    bool is_column = !right->is_matrix;
    int rows = left->is_matrix ? left->rows : 1, inner = left->columns;
    int columns = is_column ? 1 : right->columns;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            Leaf sum = {.integer = 0};
            for (int k = 0; k < inner; k++)
                sum = interpret_operate("+", left->scalar, sum,
                              interpret_operate("*", left->scalar, a[r * inner + k], b[k * columns + c]));
            out[r * columns + c] = sum;
        }
}

static void call_intrinsic(Machine *machine, const Expr *expr, Leaf *out)
{
    Leaf *values[3] = {NULL, NULL, NULL};
    const Type *first = expr->arguments[0]->type;
    for (int i = 0; i < expr->argument_count; i++) {
        values[i] = leaves_new(machine, expr->arguments[i]->type->leaf_count);
        evaluate(machine, expr->arguments[i], values[i]);
    }
    int count = first->leaf_count;
    Leaf sum = {.integer = expr->intrinsic == FN_ALL};
    switch (expr->intrinsic) {
    case FN_DOT:
        for (int i = 0; i < count; i++)
            sum = interpret_operate("+", first->scalar, sum,
                          interpret_operate("*", first->scalar, values[0][i], values[1][i]));
        *out = sum;
        break;
    case FN_ANY: case FN_ALL:
        for (int i = 0; i < count; i++) {
            bool is_true = convert(values[0][i], first->scalar, KIND_BOOL).integer != 0;
            sum.integer = expr->intrinsic == FN_ALL ? sum.integer && is_true
                                                    : sum.integer || is_true;
        }
        *out = sum;
        break;
    case FN_MUL: multiply(first, expr->arguments[1]->type, values[0], values[1], out); break;
    case FN_TRANSPOSE:
        for (int i = 0; i < count; i++)
            out[i % first->columns * first->rows + i / first->columns] = values[0][i];
        break;
    default:
        for (int i = 0; i < count; i++)
            out[i] = componentwise(expr->intrinsic, first->scalar, values[0][i],
                                   values[1] != NULL ? values[1][i] : sum,
                                   values[2] != NULL ? values[2][i] : sum);
    }
}

/* ---- waiting for others ---- */

/* What the thread has been given here, or it ends here for now. */
static void wait_for(Machine *machine, const Expr *expr, const Stmt *stmt, Leaf *out)
{
    Thread *thread = machine->thread;
    if (machine->met == thread->met_count) {
        thread->path = machine->path;
        thread->waits = expr;
        thread->exchanges = stmt;
        longjmp(machine->stop, 1);
    }
    const Leaf *met = thread->met[machine->met++];
    const Type *type = expr != NULL ? expr->type : stmt->variable->type;
    memcpy(out, met, sizeof *out * (size_t)type->leaf_count);
}

static void evaluate_wave(Machine *machine, const Expr *expr, Leaf *out)
{
    Thread *thread = machine->thread;
    if (expr->argument_count > 0)
        evaluate(machine, expr->arguments[0], thread->values);
    if (expr->argument_count > 1)
        evaluate(machine, expr->arguments[1], &thread->asked);
    wait_for(machine, expr, NULL, out);
}

/* ---- expressions ---- */

static void evaluate_binary(Machine *machine, const Expr *expr, Leaf *out)
{
    const Type *type = expr->left->type;
    Leaf *left = leaves_new(machine, type->leaf_count);
    Leaf *right = leaves_new(machine, type->leaf_count);
    bool is_logical = strcmp(expr->operation, "&&") == 0 || strcmp(expr->operation, "||") == 0;
    evaluate(machine, expr->left, left);
    if (is_logical && left->integer == (expr->operation[0] == '|')) {
        *out = *left;
        return;
    }
    evaluate(machine, expr->right, right);
    for (int i = 0; i < type->leaf_count; i++)
        out[i] = is_logical ? right[i] : interpret_operate(expr->operation, type->scalar, left[i], right[i]);
}

/* A value as one of another kind, splatted or cut to its upper left part. */
static void evaluate_conversion(Machine *machine, const Expr *expr, Leaf *out)
{
    const Type *from = expr->left->type, *to = expr->type;
    Leaf *value = leaves_new(machine, from->leaf_count);
    evaluate(machine, expr->left, value);
    if (to->shape != SHAPE_NUMBERS || from->shape != SHAPE_NUMBERS) { /* to the base, or 0 */
        for (int i = 0; i < to->leaf_count; i++)
            out[i] = expr->left->kind == LITERAL ? (Leaf){.integer = 0} : value[i];
        return;
    }
    for (int r = 0; r < to->rows; r++)
        for (int c = 0; c < to->columns; c++) {
            int at = from->leaf_count == 1 ? 0 : r * from->columns + c;
            out[r * to->columns + c] = convert(value[at], from->scalar, to->scalar);
        }
}

static void evaluate_choice(Machine *machine, const Expr *expr, Leaf *out)
{
    Leaf condition[16];
    evaluate(machine, expr->left, condition);
    if (expr->kind == CHOICE) {
        evaluate(machine, condition->integer ? expr->middle : expr->right, out);
        return;
    }
    Leaf *other = leaves_new(machine, expr->type->leaf_count);
    evaluate(machine, expr->middle, out);
    evaluate(machine, expr->right, other);
    for (int i = 0; i < expr->type->leaf_count; i++)
        if (!condition[i].integer)
            out[i] = other[i];
}

/* A part of what is no place: the whole is computed first. */
static void evaluate_part(Machine *machine, const Expr *expr, Leaf *out)
{
    Leaf *whole = leaves_new(machine, expr->left->type->leaf_count);
    const Type *type;
    const char *name;
    evaluate(machine, expr->left, whole);
    if (expr->kind == SWIZZLE) {
        for (int i = 0; i < expr->component_count; i++)
            out[i] = whole[expr->components[i]];
        return;
    }
    int first = expr->kind == FIELD
                  ? type_field(expr->left->type, expr->field, &type, &name)
                  : (int)index_of(machine, expr->right) * expr->type->leaf_count;
    memcpy(out, whole + first, sizeof *out * (size_t)expr->type->leaf_count);
}

static void evaluate_unary(Machine *machine, const Expr *expr, Leaf *out)
{
    evaluate(machine, expr->left, out);
    for (int i = 0; i < expr->type->leaf_count; i++) {
        if (SCALARS[expr->type->scalar].is_float)
            out[i].number = -out[i].number;
        else if (expr->kind == NOT)
            out[i].integer = !out[i].integer;
        else
            out[i].integer = interpret_wrap(expr->type->scalar, expr->kind == NEGATE
                                                          ? 0 - (uint64_t)out[i].integer
                                                          : ~(uint64_t)out[i].integer);
    }
}

static void evaluate_fetch(Machine *machine, const Expr *expr, Leaf *out)
{
    uint32_t at[4];
    for (int i = 0; i < expr->argument_count; i++)
        at[i] = (uint32_t)index_of(machine, expr->arguments[i]);
    interpret_fetch(machine->input, expr, at, out);
}

static void evaluate(Machine *machine, const Expr *expr, Leaf *out)
{
    Place place;
    switch (expr->kind) {
    case LITERAL: *out = expr->leaf; break;
    case READ: case FIELD: case ELEMENT: case SWIZZLE:
        if (!is_place(expr)) {
            evaluate_part(machine, expr, out);
            break;
        }
        find_place(machine, expr, &place);
        for (int i = 0; i < expr->type->leaf_count; i++)
            out[i] = *place.leaves[i];
        break;
    case NEGATE: case COMPLEMENT: case NOT: evaluate_unary(machine, expr, out); break;
    case BINARY: evaluate_binary(machine, expr, out); break;
    case CHOICE: case SELECT: evaluate_choice(machine, expr, out); break;
    case CONVERT: evaluate_conversion(machine, expr, out); break;
    case CONSTRUCT:
        for (int i = 0, at = 0; i < expr->argument_count; i++) {
            evaluate(machine, expr->arguments[i], out + at);
            at += expr->arguments[i]->type->leaf_count;
        }
        break;
    case CALL: case OPERATOR: call(machine, expr, out); break;
    case INTRINSIC: call_intrinsic(machine, expr, out); break;
    case WAVE: evaluate_wave(machine, expr, out); break;
    case FETCH: evaluate_fetch(machine, expr, out); break;
    case STEPPED:
        find_place(machine, expr->left, &place);
        place.leaves[0]->integer =
            interpret_wrap(expr->type->scalar, (uint64_t)place.leaves[0]->integer + 1);
        *out = *place.leaves[0];
        break;
    }
}

/* ---- statements ---- */

static Leaf one_of(Scalar kind)
{
    return SCALARS[kind].is_float ? (Leaf){.number = 1} : (Leaf){.integer = 1};
}

static void run_assignment(Machine *machine, const Stmt *stmt)
{
    const Type *type = stmt->place->type;
    Place place;
    Leaf *value = leaves_new(machine, type->leaf_count);
    if (stmt->kind == ASSIGN)
        evaluate(machine, stmt->value, value);
    find_place(machine, stmt->place, &place);
    for (int i = 0; i < type->leaf_count; i++) {
        Leaf right = stmt->kind == STEP ? one_of(type->scalar) : value[i];
        bool is_plain = stmt->operation[0] == '\0';
        *place.leaves[i] = is_plain ? right
                                    : interpret_operate(stmt->operation, type->scalar, *place.leaves[i],
                                              right);
    }
}

static void run_declaration(Machine *machine, const Stmt *stmt)
{
    Leaf *leaves = leaves_new(machine, stmt->variable->type->leaf_count);
    if (stmt->value != NULL)
        evaluate(machine, stmt->value, leaves);
    for (int i = 0, at = 0; i < stmt->list_count; i++) {
        evaluate(machine, stmt->list[i], leaves + at);
        at += stmt->list[i]->type->leaf_count;
    }
    stmt->variable->leaves = leaves;
}

static void enter(Machine *machine, int step)
{
    if (machine->path.count == MOST_PATH) {
        machine->thread->is_lost = true;
        longjmp(machine->stop, 1);
    }
    machine->path.steps[machine->path.count++] = step;
}

static void leave(Machine *machine) { machine->path.count--; }

static Flow run_stmt(Machine *machine, const Stmt *stmt);

static Flow run_block(Machine *machine, Stmt *const *stmts, int count)
{
    Flow flow = FLOW_NEXT;
    for (int i = 0; i < count && flow == FLOW_NEXT; i++) {
        enter(machine, i);
        flow = run_stmt(machine, stmts[i]);
        leave(machine);
    }
    return flow;
}

/* `step`: a side or a turn. */
static Flow run_part(Machine *machine, int step, Stmt *const *stmts, int count)
{
    enter(machine, step);
    Flow flow = run_block(machine, stmts, count);
    leave(machine);
    return flow;
}

static Flow run_loop(Machine *machine, const Stmt *stmt)
{
    stmt->variable->leaves = leaves_new(machine, 1);
    for (int turn = 0; turn < stmt->turns; turn++) {
        /* `while` and `do` count at the start of a turn */
        stmt->variable->leaves->integer = stmt->kind == FOR ? turn : turn + 1;
        if (loop_prints(stmt))
            add_program_print(machine->prints, stmt->variable->name, turn);
        Flow flow = run_part(machine, turn, stmt->body.items, stmt->body.count);
        if (flow == FLOW_RETURN)
            return flow;
        if (flow == FLOW_BREAK)
            break;
    }
    return FLOW_NEXT;
}

static Flow run_switch(Machine *machine, const Stmt *stmt)
{
    Leaf value;
    evaluate(machine, stmt->value, &value);
    int taken = 0, cases = stmt->body.count - 1;
    while (taken < cases && stmt->labels[taken] != value.integer)
        taken++;
    const Stmt *block = stmt->body.items[taken];
    Flow flow = run_part(machine, taken, block->body.items, block->body.count);
    return flow == FLOW_BREAK ? FLOW_NEXT : flow;
}

static void run_atomic(Machine *machine, const Stmt *stmt)
{
    Leaf row, value;
    evaluate(machine, stmt->place, &row);
    evaluate(machine, stmt->value, &value);
    if (machine->atomic_count == MOST_MET) {
        machine->thread->is_lost = true;
        longjmp(machine->stop, 1);
    }
    machine->atomics[machine->atomic_count].cell = (int)row.integer * CELL_KINDS + stmt->cell;
    machine->atomics[machine->atomic_count++].value = (uint32_t)value.integer;
}

static void run_exchange(Machine *machine, const Stmt *stmt)
{
    Leaf *leaves = leaves_new(machine, 16);
    evaluate(machine, stmt->value, machine->thread->values);
    wait_for(machine, NULL, stmt, leaves);
    stmt->variable->leaves = leaves;
}

static Flow run_stmt(Machine *machine, const Stmt *stmt)
{
    Leaf leaf, *values;
    switch (stmt->kind) {
    case BLOCK: return run_block(machine, stmt->body.items, stmt->body.count);
    case DECLARE: run_declaration(machine, stmt); return FLOW_NEXT;
    case ASSIGN: case STEP: run_assignment(machine, stmt); return FLOW_NEXT;
    case IF:
        evaluate(machine, stmt->value, &leaf);
        return leaf.integer
                 ? run_part(machine, 0, stmt->body.items, stmt->body.count)
                 : run_part(machine, 1, stmt->else_body.items, stmt->else_body.count);
    case FOR: case WHILE: case DO: return run_loop(machine, stmt);
    case SWITCH: return run_switch(machine, stmt);
    case BREAK: return FLOW_BREAK;
    case CONTINUE: return FLOW_CONTINUE;
    case RETURN:
        if (stmt->value != NULL)
            evaluate(machine, stmt->value, machine->result);
        return FLOW_RETURN;
    case EVALUATE:
        values = leaves_new(machine, stmt->value->type != NULL ? stmt->value->type->leaf_count : 1);
        evaluate(machine, stmt->value, values);
        return FLOW_NEXT;
    case ATOMIC: run_atomic(machine, stmt); return FLOW_NEXT;
    case EXCHANGE: run_exchange(machine, stmt); return FLOW_NEXT;
    }
    return FLOW_NEXT;
}

/* ---- a thread ---- */

/* Which scalar the leaf is of. */
static Scalar leaf_scalar(const Type *type, int leaf)
{
    const Type *field;
    const char *name;
    if (type->shape == SHAPE_NUMBERS)
        return type->scalar;
    if (type->shape == SHAPE_LIST)
        return leaf_scalar(type->element, leaf % type->element->leaf_count);
    int i = type_all_fields(type) - 1;
    while (type_field(type, i, &field, &name) > leaf)
        i--;
    return leaf_scalar(field, leaf - type_field(type, i, &field, &name));
}

static uint32_t hash_leaf(uint32_t hash, Scalar kind, Leaf leaf)
{
    uint32_t word = (uint32_t)leaf.integer;
    if (SCALARS[kind].is_float) {
        memcpy(&word, &leaf.number, 4);
        word = leaf.number != leaf.number ? 0x7fc00000 : leaf.number == 0 ? 0 : word;
    }
    hash = hash * 31 + word;
    return SCALARS[kind].bits == 64 ? hash * 31 + (uint32_t)((uint64_t)leaf.integer >> 32) : hash;
}

/* As its bytes say. */
static Leaf leaf_of_bytes(const uint8_t *bytes, Scalar kind)
{
    uint64_t bits = 0;
    Leaf leaf = {.integer = 0};
    memcpy(&bits, bytes, (size_t)(SCALARS[kind].bits == 1 ? 32 : SCALARS[kind].bits) / 8);
    if (SCALARS[kind].is_float)
        memcpy(&leaf.number, &bits, sizeof leaf.number);
    else
        leaf.integer = kind == KIND_BOOL ? bits != 0 : interpret_wrap(kind, bits);
    return leaf;
}

static void give_global(Machine *machine, const Program *program, int index)
{
    Variable *global = program->globals.items[index];
    global->leaves = leaves_new(machine, global->type->leaf_count);
    for (int i = 0; global->offsets != NULL && i < global->type->leaf_count; i++)
        global->leaves[i] = leaf_of_bytes(&program->constants[global->offsets[i]],
                                          leaf_scalar(global->type, i));
    if (program->global_values[index] != NULL)
        evaluate(machine, program->global_values[index], global->leaves);
}

static void give_number(Machine *machine, Variable *variable, int64_t value)
{
    variable->leaves = leaves_new(machine, 1);
    variable->leaves->integer = value;
}

static void store_sinks(const Program *program, uint32_t *sinks)
{
    for (int i = 0; i < program->sink_count; i++) {
        const Variable *sink = program->sinks[i];
        sinks[i] = 17;
        for (int k = 0; k < sink->type->leaf_count; k++)
            sinks[i] = hash_leaf(sinks[i], leaf_scalar(sink->type, k), sink->leaves[k]);
    }
}

static void do_atomics(const Machine *machine, uint32_t *cells)
{
    for (int i = 0; i < machine->atomic_count; i++) {
        uint32_t *cell = &cells[machine->atomics[i].cell], value = machine->atomics[i].value;
        switch (machine->atomics[i].cell % CELL_KINDS) {
        case CELL_ADD: *cell += value; break;
        case CELL_MIN: *cell = *cell < value ? *cell : value; break;
        case CELL_MAX: *cell = *cell > value ? *cell : value; break;
        case CELL_AND: *cell &= value; break;
        case CELL_OR: *cell |= value; break;
        default: *cell ^= value; break;
        }
    }
}

void add_program_print(ProgramPrints *prints, const char *name, int value)
{
    size_t room = sizeof prints->text - (size_t)prints->length;
    int length = snprintf(prints->text + prints->length, room, "%s %d\n", name, value);
    prints->is_full |= (size_t)length >= room;
    if (prints->is_full)
        prints->text[prints->length] = '\0';
    else
        prints->length += length;
}

static void run_thread(Machine *machine, Program *program, const ProgramInput *input,
                       uint32_t index)
{
    machine->prints = &machine->output->prints[index];
    *machine->prints = (ProgramPrints){{0}, 0, false};
    give_number(machine, program->thread, index);
    give_number(machine, program->lane, index % (uint32_t)input->wave_size);
    give_number(machine, program->lanes, input->wave_size);
    for (int i = 0; i < program->globals.count; i++)
        give_global(machine, program, i);
    for (int i = 0; i < COUNT_OF(program->source); i++)
        give_number(machine, program->source[i],
                    input->source[(index + (uint32_t)i * 7) % SOURCE_COUNT]);
    run_block(machine, program->main->body.items, program->main->body.count);
    machine->thread->is_done = true;
    store_sinks(program, &machine->output->sinks[index * MOST_SINKS]);
    do_atomics(machine, machine->output->cells);
}

void interpret_thread(Program *program, Thread *thread, const ProgramInput *input, uint32_t index,
                      ProgramResult *result)
{
    Machine *machine = calloc(1, sizeof *machine);
    machine->arena = arena_new("thread");
    machine->thread = thread;
    machine->input = input;
    machine->output = result;
    if (setjmp(machine->stop) == 0)
        run_thread(machine, program, input, index);
    arena_drop(machine->arena);
    free(machine);
}
