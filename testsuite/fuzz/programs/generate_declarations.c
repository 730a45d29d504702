/* Functions, structs with methods and operators, templates, globals. */
#include "generate_program_priv.h"

/* ---- functions ---- */

/* Those with defaults come last; a default is a literal. */
static void draw_parameters(Generator *g, Function *function)
{
    bool has_default = false;
    function->parameter_count = (int)gen_draw(g, 4);
    for (int i = 0; i < function->parameter_count; i++) {
        const Type *type = function->is_pure ? gen_draw_numbers(g) : gen_draw_type(g);
        Variable *parameter = gen_new_variable(g, "p", type);
        parameter->way = function->is_pure || has_default ? WAY_IN : gen_draw(g, 3);
        if (has_default || (type->shape == SHAPE_NUMBERS && parameter->way == WAY_IN &&
                            gen_one_in(g, 6))) {
            has_default = true;
            parameter->type = type = gen_numbers(g, KIND_INT, 1);
            parameter->init = gen_literal(g, type);
        }
        function->parameters[i] = parameter;
    }
}

static void write_outs(Generator *g, Stmt *body, const Function *function)
{
    for (int i = 0; i < function->parameter_count; i++) {
        Variable *parameter = function->parameters[i];
        if (parameter->way != WAY_OUT)
            continue;
        Stmt *stmt = gen_stmt_new(g, body, ASSIGN);
        stmt->place = gen_read_variable(g, parameter);
        stmt->value = parameter->type->shape == SHAPE_NUMBERS ? gen_value(g, parameter->type, 2)
                                                              : gen_value_of(g, parameter->type, 2);
    }
}

/* Lists cannot be written as values, so that nothing of a list is only `out`. */
static void mend_outs(Function *function)
{
    for (int i = 0; i < function->parameter_count; i++)
        if (function->parameters[i]->way == WAY_OUT &&
            function->parameters[i]->type->shape == SHAPE_LIST)
            function->parameters[i]->way = WAY_INOUT;
}

static void generate_body(Generator *g, Function *function, int statements)
{
    int outside = g->visible_count, budget = g->budget, first = 0;
    Visible kept[MOST_VISIBLE];
    memcpy(kept, g->visible, sizeof kept);
    g->visible_count = 0;
    g->current = function;
    g->budget = statements;
    mend_outs(function);
    function->body = gen_stmt_new(g, NULL, BLOCK);
    for (int i = 0; i < outside; i++)
        if (kept[i].is_global)
            g->visible[g->visible_count++] =
                (Visible){kept[i].variable, kept[i].is_writable && !function->is_pure, true};
    for (int i = 0; function->owner != NULL && i < type_all_fields(function->owner); i++)
        gen_declare(g, function->self[i], !function->is_pure, true);
    for (int i = 0; i < function->parameter_count; i++)
        if (function->parameters[i]->way != WAY_OUT)
            gen_declare(g, function->parameters[i], true, false);
    gen_declare(g, g->program->thread, false, true);
    bool is_alike = g->is_alike;
    g->is_alike = false;
    write_outs(g, function->body, function);
    for (; first < function->parameter_count; first++)
        if (function->parameters[first]->way == WAY_OUT)
            gen_declare(g, function->parameters[first], true, false);
    while (g->budget > 0)
        gen_statement(g, function->body, 2);
    if (function->result != NULL)
        gen_stmt_new(g, function->body, RETURN)->value = gen_value_of(g, function->result, 3);
    memcpy(g->visible, kept, sizeof kept);
    g->visible_count = outside;
    g->is_alike = is_alike;
    g->current = NULL;
    g->budget = budget;
}

static Function *new_method(Generator *g, Type *record, const char *name)
{
    Function *method = ARENA_NEW(g->arena, Function);
    *method = (Function){.name = name, .owner = record};
    for (int i = 0; i < type_all_fields(record); i++) {
        const Type *type;
        const char *field_name;
        type_field(record, i, &type, &field_name);
        method->self[i] = gen_new_variable(g, "", type);
        method->self[i]->name = field_name;
    }
    record->methods[record->method_count++] = method;
    return method;
}

static void add_method(Generator *g, Type *record)
{
    Function *method = new_method(g, record, gen_new_name(g, "m"));
    method->is_pure = gen_one_in(g, 2);
    if (method->is_pure || gen_one_in(g, 2))
        method->result = gen_draw_numbers(g);
    draw_parameters(g, method);
    generate_body(g, method, 3);
}

/* Of two of the record, or of one and a number. */
static void add_operator(Generator *g, Type *record)
{
    static const char *const NAMES[] = {"operator+", "operator-", "operator*", "operator<",
                                        "operator==", "operator%"};
    Function *method = new_method(g, record, NAMES[gen_draw(g, COUNT_OF(NAMES))]);
    method->is_pure = method->is_overloaded = true;
    method->result = gen_one_in(g, 2) ? record : gen_draw_numbers(g);
    method->parameters[0] = gen_new_variable(g, "p", gen_one_in(g, 2) ? record : gen_draw_numbers(g));
    method->parameter_count = 1;
    generate_body(g, method, 3);
}

/* static const int c = 5; */
static void add_constant(Generator *g, const Type *record)
{
    Program *program = g->program;
    const char *name = gen_new_name(g, "c");
    Variable *constant = gen_new_variable(g, "", gen_numbers(g, KIND_INT, 1));
    if (program->globals.count == COUNT_OF(program->global_values))
        return;
    constant->name = arena_printf(g->arena, "%s::%s", record->name, name);
    program->global_values[program->globals.count] = gen_literal(g, constant->type);
    text_printf(&program->text, "    static const int %s = ", name);
    print_expr(&program->text, program->global_values[program->globals.count]);
    text_printf(&program->text, ";\n");
    vec_push(g->arena, &program->globals, constant);
    gen_declare(g, constant, false, true);
}

/* A number of each thread's own in memory that all share. */
static void add_element(Generator *g, const Type *type)
{
    Program *program = g->program;
    bool is_shared = gen_one_in(g, 2);
    const char *name = gen_new_name(g, is_shared ? "shared" : "stored");
    if (program->globals.count == COUNT_OF(program->global_values))
        return;
    Variable *variable = gen_new_variable(g, "", type);
    variable->name = arena_printf(g->arena, "%s[thread]", name);
    if (is_shared)
        text_printf(&program->text, "groupshared %s %s[%d];\n\n", type->name, name, THREADS);
    else
        text_printf(&program->text, "RWStructuredBuffer<%s> %s;\n\n", type->name, name);
    program->clears[program->globals.count] = is_shared;
    program->global_values[program->globals.count] = NULL;
    vec_push(g->arena, &program->globals, variable);
    gen_declare(g, variable, true, true);
}

void gen_add_record(Generator *g)
{
    Type *record = ARENA_NEW(g->arena, Type);
    *record = (Type){.shape = SHAPE_RECORD, .name = gen_new_name(g, "S")};
    Text *out = &g->program->text;
    if (g->record_count > 0 && gen_one_in(g, 3))
        record->base = g->records[gen_draw(g, (uint32_t)g->record_count)];
    if (record->base != NULL && (record->base->leaf_count > 20 || type_all_fields(record->base) > 8))
        record->base = NULL;
    record->leaf_count = record->base != NULL ? record->base->leaf_count : 0;
    for (int count = 1 + (int)gen_draw(g, 4); record->field_count < count;) {
        const Type *type = gen_draw_type(g);
        if (record->leaf_count + type->leaf_count > 40)
            break;
        record->fields[record->field_count] = type;
        record->field_names[record->field_count++] = gen_new_name(g, "f");
        record->leaf_count += type->leaf_count;
    }
    if (record->field_count == 0) {
        record->fields[0] = gen_numbers(g, KIND_INT, 1);
        record->field_names[record->field_count++] = gen_new_name(g, "f");
        record->leaf_count++;
    }
    for (int i = (int)gen_draw(g, 3); i > 0; i--)
        add_method(g, record);
    if (gen_one_in(g, 3))
        add_operator(g, record);
    text_printf(out, "struct %s%s%s {\n", record->name, record->base != NULL ? " : " : "",
                record->base != NULL ? record->base->name : "");
    for (int i = 0; i < record->field_count; i++) {
        text_printf(out, "    ");
        print_declared(out, record->fields[i], record->field_names[i]);
        text_printf(out, ";\n");
    }
    for (int i = 0; i < record->method_count; i++)
        print_function(out, record->methods[i], record->methods[i]->name, 1);
    if (gen_one_in(g, 3))
        add_constant(g, record);
    text_printf(out, "};\n\n");
    g->records[g->record_count++] = record;
    if (gen_one_in(g, 2))
        add_element(g, record);
}

/* `template<typename T> struct B { T f; T a[2]; ... }`, for two kinds of T. */
void gen_add_class_template(Generator *g)
{
    const char *stem = gen_new_name(g, "B");
    const char *names[] = {gen_new_name(g, "f"), gen_new_name(g, "f"), gen_new_name(g, "m"), gen_new_name(g, "m"),
                           gen_new_name(g, "m")};
    Scalar first = gen_draw_scalar(g);
    for (int i = 0; i < 2; i++) {
        Type *own = ARENA_NEW(g->arena, Type), *record = ARENA_NEW(g->arena, Type);
        Scalar scalar = i == 0 || first == KIND_INT ? KIND_UINT : KIND_INT;
        *own = *gen_numbers(g, scalar, i == 0 ? 2 : 1);
        const char *spelling = own->name;
        own->name = "T";
        *record = (Type){.shape = SHAPE_RECORD, .name = arena_printf(g->arena, "%s<T>", stem),
                         .fields = {own, type_list(g->arena, own, 2)},
                         .field_names = {names[0], names[1]}, .field_count = 2,
                         .leaf_count = own->leaf_count * 3};
        Function *add = new_method(g, record, names[2]);
        Function *made = new_method(g, record, names[3]);
        add->result = own;
        made->result = record;
        made->is_pure = true;
        for (int k = 0; k < 2; k++) {
            Function *method = k == 0 ? add : made;
            method->parameters[0] = gen_new_variable(g, "p", own);
            method->parameter_count = 1;
            method->is_overloaded = true;
            method->body = gen_stmt_new(g, NULL, BLOCK);
        }
        Stmt *sum = gen_stmt_new(g, add->body, ASSIGN);
        sum->place = gen_element(g, gen_read_variable(g, add->self[1]), gen_integer(g, KIND_UINT, 1));
        strcpy(sum->operation, "+");
        sum->value = gen_read_variable(g, add->parameters[0]);
        gen_stmt_new(g, add->body, RETURN)->value =
            gen_binary(g, "*", gen_read_variable(g, add->self[0]),
                   gen_element(g, gen_read_variable(g, add->self[1]), gen_integer(g, KIND_UINT, 1)), own);
        Stmt *copy = gen_stmt_new(g, made->body, DECLARE), *set = gen_stmt_new(g, made->body, ASSIGN);
        copy->variable = gen_new_variable(g, "v", record);
        copy->value = gen_converted(g, gen_integer(g, KIND_INT, 0), record, false);
        set->place = gen_element(g, gen_field(g, gen_read_variable(g, copy->variable), 1),
                             gen_integer(g, KIND_UINT, 0));
        set->value = gen_binary(g, "-", gen_read_variable(g, made->parameters[0]),
                            gen_read_variable(g, made->self[0]), own);
        gen_stmt_new(g, made->body, RETURN)->value = gen_read_variable(g, copy->variable);
        if (i == 0) {
            text_printf(&g->program->text, "template<typename T>\nstruct %s {\n    T %s;\n"
                        "    T %s[2];\n", stem, names[0], names[1]);
            print_function(&g->program->text, add, add->name, 1);
            print_function(&g->program->text, made, made->name, 1);
            text_printf(&g->program->text, "};\n\n");
        }
        own->name = spelling;
        record->name = arena_printf(g->arena, "%s<%s>", stem, spelling);
        g->records[g->record_count++] = record;
        if (gen_one_in(g, 2))
            add_element(g, record);
    }
}

/* Calls tell overloads apart by kinds and numbers of components alone, as dxc does: uint1x3 is as
 * good as uint3. */
static bool is_told_apart(const Type *left, const Type *right)
{
    return left->shape != SHAPE_NUMBERS || right->shape != SHAPE_NUMBERS
             ? !type_is_same(left, right)
             : left->scalar != right->scalar || left->leaf_count != right->leaf_count;
}

/* Of a function without defaults whose parameters are others; or a new one. */
static const char *overload_or_new(Generator *g, Function *function)
{
    for (int i = 0; i < g->function_count && gen_one_in(g, 2); i++) {
        Function *other = g->functions[i];
        bool is_same = other->parameter_count == function->parameter_count;
        bool has_default = strncmp(other->name, "fn", 2) != 0;
        for (int k = 0; k < other->parameter_count; k++) {
            has_default |= other->parameters[k]->init != NULL;
            is_same = is_same && k < function->parameter_count &&
                      !is_told_apart(other->parameters[k]->type, function->parameters[k]->type);
        }
        for (int k = 0; k < function->parameter_count; k++)
            has_default |= function->parameters[k]->init != NULL;
        if (is_same || has_default || other->is_overloaded)
            continue;
        function->is_overloaded = other->is_overloaded = true;
        return other->name;
    }
    return gen_new_name(g, "fn");
}

void gen_add_function(Generator *g)
{
    Function *function = ARENA_NEW(g->arena, Function);
    bool is_inside = gen_one_in(g, 4);
    *function = (Function){.is_pure = gen_one_in(g, 2)};
    if (function->is_pure || gen_one_in(g, 2))
        function->result = gen_one_in(g, 3) && g->record_count > 0
                             ? g->records[gen_draw(g, (uint32_t)g->record_count)]
                             : gen_draw_numbers(g);
    draw_parameters(g, function);
    const char *name = is_inside ? gen_new_name(g, "fn") : overload_or_new(g, function);
    function->name = is_inside ? arena_printf(g->arena, "Space::%s", name) : name;
    generate_body(g, function, 5);
    if (is_inside)
        text_printf(&g->program->text, "namespace Space {\n");
    print_function(&g->program->text, function, name, 0);
    text_printf(&g->program->text, is_inside ? "}\n\n" : "\n");
    g->functions[g->function_count++] = function;
}

/* The same functions for two kinds of T: what is drawn is drawn anew from where it began. */
void gen_add_template(Generator *g)
{
    static const Scalar KINDS[] = {KIND_INT, KIND_UINT, KIND_INT64, KIND_INT16};
    const char *name = gen_new_name(g, "tp");
    uint32_t state = g->state;
    int names = g->names;
    for (int i = 0; i < 2; i++) {
        g->state = state;
        g->names = names;
        Type *type = ARENA_NEW(g->arena, Type);
        *type = *gen_numbers(g, KINDS[(gen_draw(g, 4) + (uint32_t)i) % 4], 1);
        const char *own = type->name;
        Function *function = ARENA_NEW(g->arena, Function);
        *function = (Function){.name = name, .is_pure = true, .result = type,
                               .is_overloaded = true, .parameter_count = 2,
                               .body = gen_stmt_new(g, NULL, BLOCK)};
        for (int k = 0; k < 2; k++)
            function->parameters[k] = gen_new_variable(g, "p", type);
        type->name = "T";
        Variable *p = function->parameters[0], *q = function->parameters[1];
        static const char *const OPERATIONS[] = {"+", "-", "*", "&", "^"};
        Stmt *stmt = gen_stmt_new(g, function->body, ASSIGN);
        stmt->place = gen_read_variable(g, p);
        strcpy(stmt->operation, OPERATIONS[gen_draw(g, 5)]);
        stmt->value = gen_binary(g, OPERATIONS[gen_draw(g, 5)], gen_read_variable(g, q), gen_read_variable(g, p),
                             type);
        Stmt *test = gen_stmt_new(g, function->body, IF);
        test->value = gen_binary(g, "<", gen_read_variable(g, q), gen_read_variable(g, p),
                             gen_numbers(g, KIND_BOOL, 1));
        Stmt *inner = gen_stmt_new(g, test, RETURN);
        inner->value = gen_node(g, NEGATE, type);
        inner->value->left = gen_read_variable(g, q);
        gen_stmt_new(g, function->body, RETURN)->value = gen_read_variable(g, p);
        if (i == 0) {
            text_printf(&g->program->text, "template<typename T>\n");
            print_function(&g->program->text, function, name, 0);
            text_printf(&g->program->text, "\n");
        }
        type->name = own;
        g->functions[g->function_count++] = function;
    }
}

void gen_add_global(Generator *g)
{
    const Type *type = gen_draw_numbers(g);
    Program *program = g->program;
    Variable *global = gen_new_variable(g, "g", type);
    program->global_values[program->globals.count] = gen_literal(g, type);
    text_printf(&program->text, "static ");
    print_declared(&program->text, type, global->name);
    text_printf(&program->text, " = ");
    print_expr(&program->text, program->global_values[program->globals.count]);
    text_printf(&program->text, ";\n");
    vec_push(g->arena, &program->globals, global);
    gen_declare(g, global, true, true);
}
