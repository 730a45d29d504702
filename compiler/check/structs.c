/* Structs, enums and typedefs. */
#include "core_priv.h"

/* ---- structs ---- */

typedef struct FieldList { VEC(Field) items; } FieldList;

static StructInfo *new_struct_info(Checker *checker, Type *type, const AstDecl *ast, Scope *outer)
{
    StructInfo *info = ARENA_NEW(checker->arena, StructInfo);
    info->type = type;
    info->decl = ast;
    info->scope = scope_new(checker, outer);
    info->scope->structure = type;
    map_put(checker->arena, &checker->structs, type, info);
    return info;
}

/* HLSL has single inheritance; the base's fields come first. */
static void add_bases(Checker *checker, const AstDecl *ast, Type *type, FieldList *fields)
{
    if (ast->is_interface && ast->base_count > 0)
        diag_report(checker->diagnostics, ast->bases[0]->pos, DIAG_interface_base);
    for (int i = 0; i < ast->base_count; i++) {
        const Type *base = resolve_type(checker, ast->bases[i], 0);
        type_finish(checker, base);
        StructInfo *info = struct_info(checker, base);
        if (info != NULL && info->decl->is_interface)
            vec_push(checker->arena, &struct_info(checker, type)->interfaces, info);
        /* an interface has no fields, and calls are of known types */
        if (type_is_error(base) || (info != NULL && info->decl->is_interface))
            continue;
        if (info == NULL || !info->is_complete) {
            diag_report(checker->diagnostics, ast->bases[i]->pos, DIAG_bad_base, base);
        } else if (type->base != NULL) {
            diag_report(checker->diagnostics, ast->bases[i]->pos, DIAG_several_bases);
        } else {
            type->base = base;
            for (int field = 0; field < base->field_count; field++)
                vec_push(checker->arena, &fields->items, base->fields[field]);
        }
    }
}

/* As place_bit_field. */
static bool check_bit_field(Checker *checker, const AstDecl *ast, Field *before, Field *field)
{
    int64_t width;
    if (!check_constant_integer(checker, ast->bit_width, "the width of a bit-field", &width))
        return ast->name != NULL;
    return place_bit_field(checker, ast, width, before, field);
}

static void add_field(Checker *checker, const AstDecl *ast, const Type *structure,
                      FieldList *fields)
{
    const Type *type = without_strings(checker, ast, declared_type(checker, ast, ARRAY_SIZED));
    if (ast->init != NULL)
        diag_report(checker->diagnostics, ast->init->start, DIAG_field_initialiser, ast->name);
    int first = structure->base != NULL ? structure->base->field_count : 0;
    for (int i = first; i < fields->items.count; i++)
        if (fields->items.items[i].name == ast->name && ast->name != NULL) {
            diag_report(checker->diagnostics, ast->pos, DIAG_redeclared, ast->name);
            diag_report(checker->diagnostics, fields->items.items[i].pos, DIAG_declared_here,
                        ast->name);
        }
    Field field = {.name = ast->name,
                   .type = type,
                   .pos = ast->pos,
                   .follows_base = structure->base != NULL && fields->items.count == first,
                   .semantic = ast->semantic,
                   .system = ast->semantic != NULL ? (int)system_value(ast->semantic)
                                                   : SYSTEM_NONE};
    Field *before = fields->items.count > first ? &fields->items.items[fields->items.count - 1]
                                                : NULL;
    if (ast->bit_width == NULL || check_bit_field(checker, ast, before, &field))
        vec_push(checker->arena, &fields->items, field);
}

/* An alias in a template's instance makes no instances either. */
static void declare_alias(Checker *checker, const AstDecl *ast, const StructInfo *info)
{
    bool names_only = checker->names_only;
    checker->names_only = info->template != NULL;
    check_global(checker, ast);
    checker->names_only = names_only;
}

static void add_member(Checker *checker, const AstDecl *ast, StructInfo *info, FieldList *fields)
{
    uint32_t qualifiers = ast->kind == AST_VARIABLE ? ast->qualifiers | ast->type->qualifiers : 0;
    if (ast->kind == AST_FUNCTION)
        return; /* once the fields are known */
    if (ast->kind == AST_USING_DECLARATION) {
        use_others(checker, ast); /* methods once the struct's own are known */
        return;
    }
    if (ast->kind == AST_VARIABLE && info->decl->is_interface)
        diag_report(checker->diagnostics, ast->pos, DIAG_interface_field);
    else if (ast->kind == AST_TYPEDEF)
        declare_alias(checker, ast, info);
    else if (ast->kind != AST_VARIABLE || (qualifiers & AST_STATIC))
        check_global(checker, ast);
    else
        add_field(checker, ast, info->type, fields);
}

/* Methods may use members that are declared after them. */
static void add_methods(Checker *checker, const AstDecl *ast, StructInfo *info, bool check_bodies)
{
    int first = checker->functions.count;
    checker->names_only = !check_bodies;
    for (int i = 0; i < ast->member_count; i++)
        if (ast->members[i]->kind == AST_FUNCTION)
            declare_method(checker, ast->members[i], info);
    checker->names_only = false;
    for (int i = 0; i < ast->member_count; i++)
        if (ast->members[i]->kind == AST_USING_DECLARATION)
            use_functions(checker, ast->members[i]);
    for (int i = first, last = checker->functions.count; i < last; i++) {
        Candidate *method = checker->functions.items[i];
        method->is_lazy = !check_bodies;
        if (check_bodies && method->structure == info->type && body_is_due(checker, method))
            check_function_body(checker, method);
    }
}

void complete_struct(Checker *checker, const AstDecl *ast, const Type *type, BodyChecks bodies)
{
    StructInfo *info = struct_info(checker, type);
    Scope *outer = checker->scope;
    FieldList fields = {0};
    bool names_only = checker->names_only;
    checker->names_only = false;
    checker->scope = info->scope;
    add_bases(checker, ast, info->type, &fields);
    for (int i = 0; i < ast->member_count; i++)
        add_member(checker, ast->members[i], info, &fields);
    info->type->fields = fields.items.items;
    info->type->field_count = fields.items.count;
    for (int i = 0; i < fields.items.count && info->type->foreign == NULL; i++)
        info->type->foreign = fields.items.items[i].type->foreign;
    for (int i = 0; i < fields.items.count; i++)
        info->type->has_bit_fields |= fields.items.items[i].bit_width > 0 ||
                                      type_has_bit_fields(fields.items.items[i].type);
    type_measure(checker, info->type);
    if (type_is_too_large(checker, info->type, ast->pos)) {
        info->type->field_count = 0;
        info->type->measured = NULL;
        type_measure(checker, info->type);
    }
    info->is_complete = true;
    add_methods(checker, ast, info, bodies == BODIES_NOW);
    checker->names_only = names_only;
    checker->scope = outer;
}

Type *begin_struct(Checker *checker, const AstDecl *ast, Name name, Scope *scope)
{
    Symbol *known = ast->name != NULL ? scope_find_here(scope, ast->name) : NULL;
    StructInfo *info = known != NULL && known->kind == SYMBOL_TYPE
                         ? struct_info(checker, known->type)
                         : NULL;
    if (info != NULL && (ast->is_forward || !info->is_complete))
        return info->type;
    Scope *outer = checker->scope;
    checker->scope = scope;
    name_is_declared(checker, ast->name, ast->pos, SYMBOL_TYPE);
    checker->scope = outer;
    Type *type = type_new_struct(checker, name);
    scope_add(checker, scope, SYMBOL_TYPE, ast->name, ast->pos)->type = type;
    new_struct_info(checker, type, ast, scope);
    return type;
}

/* `struct S {...} a, b;` is met once per variable: it declares one type per scope. */
const Type *declare_struct(Checker *checker, const AstDecl *ast)
{
    const Type *type = map_find(&checker->scope->structs, ast);
    if (type != NULL)
        return type;
    Name name = ast->name != NULL ? ast->name
                                  : names_intern_text(checker->names, "(unnamed struct)");
    Scope *scope = checker->scope;
    type = begin_struct(checker, ast, name, scope);
    if (!ast->is_forward)
        complete_struct(checker, ast, type, BODIES_NOW);
    map_put(checker->arena, &scope->structs, ast, (void *)(uintptr_t)type);
    return type;
}

/* ---- structs that exist before the first line ---- */

static const struct { const char *structure, *field; int components; } KNOWN_FIELDS[] = {
    {"RayDesc", "Origin", 3},
    {"RayDesc", "TMin", 1},
    {"RayDesc", "Direction", 3},
    {"RayDesc", "TMax", 1},
    {"BuiltInTriangleIntersectionAttributes", "barycentrics", 2},
};

const Type *known_struct(Checker *checker, Name name)
{
    static const AstDecl written = {.kind = AST_STRUCT};
    FieldList fields = {0};
    for (int i = 0; i < COUNT_OF(KNOWN_FIELDS); i++) {
        int components = KNOWN_FIELDS[i].components;
        Field field = {.name = names_intern_text(checker->names, KNOWN_FIELDS[i].field),
                       .type = components == 1 ? type_scalar(checker, SCALAR_F32)
                                               : type_vector(checker, SCALAR_F32, components),
                       .system = SYSTEM_NONE};
        if (strcmp(KNOWN_FIELDS[i].structure, name) == 0)
            vec_push(checker->arena, &fields.items, field);
    }
    if (fields.items.count == 0)
        return NULL;
    Type *type = type_new_struct(checker, name);
    type->fields = fields.items.items;
    type->field_count = fields.items.count;
    type_measure(checker, type);
    new_struct_info(checker, type, &written, checker->global)->is_complete = true;
    return type;
}

/* ---- enums ---- */

static ScalarKind enum_scalar(Checker *checker, const AstDecl *ast)
{
    const Type *type = ast->type != NULL ? resolve_type(checker, ast->type, 0)
                                         : type_scalar(checker, SCALAR_I32);
    if (type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar))
        return type->scalar;
    if (!type_is_error(type))
        diag_report(checker->diagnostics, ast->type->pos, DIAG_enum_type, type);
    return SCALAR_I32;
}

/* What an enumerator is before its enum is whole: of the type of its value (C++11 7.2). */
static ScalarKind scalar_of_value(int64_t value)
{
    if (value >= INT32_MIN && value <= INT32_MAX)
        return SCALAR_I32;
    return value >= 0 && value <= UINT32_MAX ? SCALAR_U32 : SCALAR_I64;
}

/* An enum without a type of its own has 64 bits where its values need them. */
static void fit_values(Type *type, Expr *const *constants, int count)
{
    int64_t least = 0, most = 0;
    for (int i = 0; i < count; i++) {
        int64_t value = constants[i]->value[0].integer;
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    type->is_never_negative = least == 0;
    if (most > (least < 0 ? INT32_MAX : UINT32_MAX) || least < INT32_MIN)
        type->scalar = least < 0 ? SCALAR_I64 : SCALAR_U64;
}

/* Between the braces it is still an integer; the caller ends that. */
static Expr *declare_enumerator(Checker *checker, const AstDecl *ast, const Type *type,
                                Scope *inner, ScalarKind scalar, int64_t value)
{
    Expr *constant = expr_integer(checker, scalar, value, ast->pos);
    Scope *outer = checker->scope;
    checker->scope = inner;
    name_is_declared(checker, ast->name, ast->pos, SYMBOL_CONSTANT);
    scope_add(checker, inner, SYMBOL_CONSTANT, ast->name, ast->pos)->constant = constant;
    checker->scope = outer;
    if (!type->is_scoped) {
        name_is_declared(checker, ast->name, ast->pos, SYMBOL_CONSTANT);
        scope_add(checker, outer, SYMBOL_CONSTANT, ast->name, ast->pos)->constant = constant;
    }
    return constant;
}

/* The written value, or one more than the last. Values may name earlier enumerators. */
static int64_t enumerator_value(Checker *checker, const AstDecl *ast, Scope *inner, int64_t next)
{
    int64_t value;
    if (ast->init == NULL)
        return next;
    Scope *outer = checker->scope;
    inner->parent = outer;
    checker->scope = inner;
    bool ok = check_constant_integer(checker, ast->init, "an enumerator's value", &value);
    checker->scope = outer;
    return ok ? value : next;
}

/* `enum E {...} a, b;` is met once per variable, too. */
const Type *declare_enum(Checker *checker, const AstDecl *ast)
{
    const Type *known = map_find(&checker->scope->structs, ast);
    if (known != NULL)
        return known;
    Name name = ast->name != NULL ? ast->name
                                  : names_intern_text(checker->names, "(unnamed enum)");
    if (checker->options->hlsl_version < 2017)
        diag_report(checker->diagnostics, ast->pos, DIAG_enum_version);
    name_is_declared(checker, ast->name, ast->pos, SYMBOL_TYPE);
    Type *type = type_new_enum(checker, name, enum_scalar(checker, ast));
    type->is_scoped = ast->is_class;
    scope_add(checker, checker->scope, SYMBOL_TYPE, ast->name, ast->pos)->type = type;
    Scope *inner = scope_new(checker, checker->scope);
    map_put(checker->arena, &checker->structs, type, inner); /* scope_lookup_path finds it there */
    Expr **constants = ARENA_ARRAY(checker->arena, Expr *, ast->member_count + 1);
    bool is_open = ast->type == NULL && !ast->is_class;
    int64_t next = 0;
    for (int i = 0; i < ast->member_count; i++) {
        int64_t value = enumerator_value(checker, ast->members[i], inner, next);
        constants[i] = declare_enumerator(checker, ast->members[i], type, inner,
                                          is_open ? scalar_of_value(value) : type->scalar, value);
        next = value + 1;
    }
    if (is_open)
        fit_values(type, constants, ast->member_count);
    for (int i = 0; i < ast->member_count; i++)
        constants[i]->type = type;
    map_put(checker->arena, &checker->scope->structs, ast, type);
    return type;
}

/* ---- typedef and using ---- */

void declare_typedef(Checker *checker, const AstDecl *ast)
{
    const Type *type = resolve_declared(checker, ast->type, ast->qualifiers);
    type = resolve_array(checker, type, ast->extents, ast->extent_count, ARRAY_SIZED, ast->pos);
    Symbol *known = scope_find_here(checker->scope, ast->name);
    if (known != NULL && known->kind == SYMBOL_TYPE && known->type == type)
        return; /* said twice alike */
    name_is_declared(checker, ast->name, ast->pos, SYMBOL_TYPE);
    Symbol *symbol = scope_add(checker, checker->scope, SYMBOL_TYPE, ast->name, ast->pos);
    symbol->type = type;
    symbol->order = matrix_order(checker, ast->type, ast->qualifiers);
}
