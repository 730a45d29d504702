/* Types as written become types: built-in names with their numbers (float3x4) and arguments
 * (vector<float, 3>, Texture2D<float4>), names of the program, array dimensions. */
#include "core_priv.h"

enum { LONGEST_VECTOR = 1024 }; /* components, of Shader Model 6.9 */

typedef struct ScalarName {
    const char *name;
    ScalarKind plain, native; /* without and with -enable-16bit-types */
} ScalarName;

/* `half` without 16-bit types computes as a minimum-precision type, and is a kind of its own in overloads. */
static const ScalarName SCALAR_NAMES[] = {
    {"bool", SCALAR_BOOL, SCALAR_BOOL},          {"int", SCALAR_I32, SCALAR_I32},
    {"uint", SCALAR_U32, SCALAR_U32},            {"dword", SCALAR_U32, SCALAR_U32},
    {"half", SCALAR_HALF32, SCALAR_F16},         {"float", SCALAR_F32, SCALAR_F32},
    {"double", SCALAR_F64, SCALAR_F64},          {"min16float", SCALAR_MIN16F, SCALAR_F16},
    {"min10float", SCALAR_MIN10F, SCALAR_F16},   {"min16int", SCALAR_MIN16I, SCALAR_I16},
    {"min12int", SCALAR_MIN12I, SCALAR_I16},     {"min16uint", SCALAR_MIN16U, SCALAR_U16},
    {"float16_t", SCALAR_F16, SCALAR_F16},       {"int16_t", SCALAR_I16, SCALAR_I16},
    {"uint16_t", SCALAR_U16, SCALAR_U16},        {"int32_t", SCALAR_I32, SCALAR_I32},
    {"uint32_t", SCALAR_U32, SCALAR_U32},        {"int64_t", SCALAR_I64, SCALAR_I64},
    {"uint64_t", SCALAR_U64, SCALAR_U64},        {"float32_t", SCALAR_F32, SCALAR_F32},
    {"float64_t", SCALAR_F64, SCALAR_F64},       {"int8_t4_packed", SCALAR_U32, SCALAR_U32},
    {"uint8_t4_packed", SCALAR_U32, SCALAR_U32},
};

/* "", "3" or "3x4" behind a scalar's name. */
static bool shape_suffix(const char *text, int *rows, int *columns)
{
    size_t length = strlen(text);
    bool is_digit = length > 0 && text[0] >= '1' && text[0] <= '4';
    bool is_matrix = length == 3 && is_digit && text[1] == 'x' && text[2] >= '1' && text[2] <= '4';
    *rows = is_matrix ? text[0] - '0' : 0;
    *columns = is_matrix ? text[2] - '0' : length == 1 && is_digit ? text[0] - '0' : 0;
    return length == 0 || (length == 1 && is_digit) || is_matrix;
}

static const Type *numeric_by_name(Checker *checker, const char *name)
{
    for (int i = 0; i < COUNT_OF(SCALAR_NAMES); i++) {
        size_t length = strlen(SCALAR_NAMES[i].name);
        int rows, columns;
        if (strncmp(name, SCALAR_NAMES[i].name, length) != 0 ||
            !shape_suffix(name + length, &rows, &columns))
            continue;
        ScalarKind scalar = checker->options->native_16bit ? SCALAR_NAMES[i].native
                                                           : SCALAR_NAMES[i].plain;
        if (rows > 0)
            return type_matrix(checker, scalar, rows, columns,
                               checker->options->default_row_major);
        return columns > 0 ? type_vector(checker, scalar, columns) : type_scalar(checker, scalar);
    }
    return NULL;
}

bool resource_by_name(const char *name, ResourceKind *kind)
{
    if (strcmp(name, "sampler") == 0 || strcmp(name, "SamplerState") == 0) {
        *kind = RESOURCE_SAMPLER;
        return true;
    }
    for (int i = 0; i < RESOURCE_KIND_COUNT; i++)
        if (strcmp(name, resource_info((ResourceKind)i)->name) == 0) {
            *kind = (ResourceKind)i;
            return true;
        }
    return false;
}

/* The built-in type of that name, or NULL; those that take <> get their defaults. */
static const Type *builtin_type(Checker *checker, Name name)
{
    const Type *type = map_find(&checker->builtin_types, name);
    ResourceKind kind;
    if (type != NULL)
        return type;
    type = numeric_by_name(checker, name);
    if (type == NULL && strcmp(name, "void") == 0)
        type = type_void(checker);
    else if (type == NULL && strcmp(name, "string") == 0)
        type = type_string(checker);
    else if (type == NULL && strcmp(name, "vector") == 0)
        type = type_vector(checker, SCALAR_F32, 4);
    else if (type == NULL && strcmp(name, "matrix") == 0)
        type = type_matrix(checker, SCALAR_F32, 4, 4, checker->options->default_row_major);
    else if (type == NULL && resource_by_name(name, &kind)) {
        bool is_typed = resource_info(kind)->element == ELEMENT_TYPED;
        type = type_resource(checker, kind, is_typed ? type_vector(checker, SCALAR_F32, 4) : NULL,
                             0, false, false);
    } else if (type == NULL) {
        type = known_struct(checker, name);
    }
    if (type != NULL)
        map_put(checker->arena, &checker->builtin_types, name, (void *)(uintptr_t)type);
    return type;
}

/* ---- template arguments ---- */

static Expr *value_argument(Checker *checker, const AstExpr *ast)
{
    Expr *value = settle_literal(checker, check_value(checker, ast));
    if (!expr_is_error(value) && constant_leaves(value) == NULL) {
        diag_report(checker->diagnostics, ast->start, DIAG_not_constant, "a template argument");
        return expr_error(checker, ast->pos);
    }
    return value;
}

/* The grammar cannot always tell a type's name from a value's: settle by what the name means. */
TemplateArgument resolve_template_argument(Checker *checker, const AstTemplateArg *argument)
{
    const AstPath *path = argument->type != NULL            ? &argument->type->name
                        : argument->value->kind == AST_NAME ? &argument->value->path
                                                            : NULL;
    bool is_plain = argument->type != NULL
                      ? argument->type->kind == AST_TYPE_NAMED && !argument->type->has_arguments
                      : path != NULL;
    bool failed = false;
    Found found = is_plain && path->count > 0 ? scope_lookup_path(checker, path, &failed)
                                              : NOT_FOUND;
    bool means_value = found.symbol != NULL && (found.symbol->kind == SYMBOL_CONSTANT ||
                                                found.symbol->kind == SYMBOL_VARIABLE);
    bool means_type = found.symbol != NULL && found.symbol->kind == SYMBOL_TYPE;
    if (argument->extent_count > 0) {
        const Type *element = resolve_type(checker, argument->type, 0);
        return (TemplateArgument){.type = resolve_array(checker, element, argument->extents,
                                                        argument->extent_count, ARRAY_SIZED,
                                                        argument->type->pos)};
    }
    if (argument->type != NULL && !means_value)
        return (TemplateArgument){.type = resolve_type(checker, argument->type, 0)};
    if (argument->type == NULL && !means_type)
        return (TemplateArgument){.value = value_argument(checker, argument->value)};
    AstExpr name = {.kind = AST_NAME, .path = *path, .pos = path->pos, .start = path->pos};
    AstType type = {.kind = AST_TYPE_NAMED, .name = *path, .pos = path->pos};
    return means_value ? (TemplateArgument){.value = value_argument(checker, &name)}
                       : (TemplateArgument){.type = resolve_type(checker, &type, 0)};
}

static bool integer_argument(Checker *checker, const AstType *type, int index, int64_t least,
                             int64_t most, int *result)
{
    int64_t value;
    TemplateArgument argument = resolve_template_argument(checker, &type->arguments[index]);
    if (argument.value != NULL && expr_is_error(argument.value))
        return false;
    bool is_integer = argument.value != NULL && constant_is_integer(argument.value, &value);
    if (!is_integer || value < least || value > most) {
        diag_report(checker->diagnostics, type->pos, DIAG_bad_dimension, (int)least, (int)most);
        return false;
    }
    *result = (int)value;
    return true;
}

static const Type *scalar_argument(Checker *checker, const AstType *type)
{
    const Type *scalar = resolve_template_argument(checker, &type->arguments[0]).type;
    if (scalar == NULL || (scalar->kind != TYPE_SCALAR && !type_is_error(scalar))) {
        diag_report(checker->diagnostics, type->pos, DIAG_needs_scalar_argument,
                    type->name.parts[0]);
        return type_error(checker);
    }
    return scalar;
}

/* Shader Model 6.9 has them. */
static const Type *long_vector(Checker *checker, const Type *scalar, int size)
{
    const char *name = arena_printf(checker->arena, "vector<%s, %d>", type_spelling(scalar), size);
    return type_foreign(checker, names_intern_text(checker->names, name),
                        "long vectors are not there, a vector has at most 4 components");
}

/* vector<T, N> and matrix<T, R, C>. */
static const Type *shaped_type(Checker *checker, const AstType *type)
{
    bool is_vector = strcmp(type->name.parts[0], "vector") == 0;
    int rows = 4, columns = 4;
    if (type->argument_count == 0)
        return builtin_type(checker, type->name.parts[0]);
    if (type->argument_count > (is_vector ? 2 : 3)) {
        diag_report(checker->diagnostics, type->pos, DIAG_template_argument_count,
                    type->name.parts[0], is_vector ? 2 : 3, type->argument_count);
        return type_error(checker);
    }
    const Type *scalar = scalar_argument(checker, type);
    bool ok = !type_is_error(scalar);
    if (is_vector)
        ok = ok &&
             (type->argument_count < 2 || integer_argument(checker, type, 1, 1, LONGEST_VECTOR,
                                                             &columns));
    else
        ok = ok && (type->argument_count < 2 || integer_argument(checker, type, 1, 1, 4, &rows)) &&
             (type->argument_count < 3 || integer_argument(checker, type, 2, 1, 4, &columns));
    if (!ok)
        return type_error(checker);
    if (is_vector && columns > 4)
        return long_vector(checker, scalar, columns);
    return is_vector ? type_vector(checker, scalar->scalar, columns)
                     : type_matrix(checker, scalar->scalar, rows, columns,
                                   checker->options->default_row_major);
}

/* ---- resources ---- */

/* A struct of at most four scalars of one kind stands for the vector of them; not in textures. */
static bool is_typed_struct(Checker *checker, const ResourceInfo *info, const Type *type)
{
    int leaves = type->kind == TYPE_STRUCT && !resource_is_texture(info) ? type_leaf_count(type) : 0;
    for (int i = 0; i < leaves; i++)
        if (type_leaf(checker, type, i) != type_leaf(checker, type, 0) ||
            !type_is_numeric(type_leaf(checker, type, i)))
            return false;
    return leaves > 0 && leaves * scalar_info(type_leaf(checker, type, 0)->scalar)->bytes <= 16;
}

static bool element_fits(Checker *checker, const AstType *use, const ResourceInfo *info,
                         const Type *element)
{
    bool is_typed = info->element == ELEMENT_TYPED;
    if (type_is_error(element))
        return false;
    if (is_typed && is_typed_struct(checker, info, element))
        return true;
    if (report_incomplete(checker, use->pos, element))
        return false;
    if (is_typed && element->kind != TYPE_SCALAR && element->kind != TYPE_VECTOR)
        diag_report(checker->diagnostics, use->pos, DIAG_typed_element, info->name, element);
    else if (is_typed && type_component_count(element) * scalar_info(element->scalar)->bytes > 16)
        diag_report(checker->diagnostics, use->pos, DIAG_typed_element_size, info->name, element);
    else if (info->element == ELEMENT_CONSTANTS && element->kind != TYPE_STRUCT)
        diag_report(checker->diagnostics, use->pos, DIAG_needs_struct, info->name, element);
    else if (!is_typed && (type_has_resources(element) || element->kind == TYPE_VOID ||
                           type_array_base(element)->kind == TYPE_STRING))
        diag_report(checker->diagnostics, use->pos, DIAG_structured_element, info->name, element);
    else
        return true;
    return false;
}

static const Type *resource_type(Checker *checker, const AstType *use, ResourceKind kind)
{
    const ResourceInfo *info = resource_info(kind);
    int samples = 0, most = kind == RESOURCE_TEXTURE2DMS || kind == RESOURCE_TEXTURE2DMS_ARRAY ? 2
                          : info->element == ELEMENT_NOTHING                                   ? 0
                                                                                               : 1;
    bool has_default = info->element == ELEMENT_TYPED && !info->is_writable && most == 1;
    if (use->argument_count > most || (use->argument_count == 0 && most > 0 && !has_default)) {
        diag_report(checker->diagnostics, use->pos, DIAG_template_argument_count, info->name, most,
                    use->argument_count);
        return type_error(checker);
    }
    if (use->argument_count == 0)
        return builtin_type(checker, use->name.parts[0]);
    const Type *element = resolve_template_argument(checker, &use->arguments[0]).type;
    if (element == NULL) {
        diag_report(checker->diagnostics, use->pos, DIAG_needs_type_argument, info->name);
        return type_error(checker);
    }
    if (element->foreign != NULL)
        return element->foreign;
    uint32_t modifiers = use->arguments[0].type != NULL ? use->arguments[0].type->qualifiers : 0;
    if (!element_fits(checker, use, info, element) ||
        (use->argument_count == 2 && !integer_argument(checker, use, 1, 0, 64, &samples)))
        return type_error(checker);
    return type_resource(checker, kind, element, samples, (modifiers & AST_SNORM) != 0,
                         (modifiers & AST_UNORM) != 0);
}

/* ---- names ---- */

static const Type *unknown_type(Checker *checker, const AstType *type)
{
    Name name = type->name.parts[type->name.count - 1];
    NearestName nearest = {name, scope_suggest(checker, name), 0};
    for (int i = 0; i < COUNT_OF(SCALAR_NAMES) && nearest.best == NULL; i++)
        nearest_consider(&nearest, SCALAR_NAMES[i].name);
    for (int i = 0; i < RESOURCE_KIND_COUNT && nearest.best == NULL; i++)
        nearest_consider(&nearest, resource_info((ResourceKind)i)->name);
    DiagTrap *trap = set_trap_for_missing(checker, type->name.count);
    if (nearest.best != NULL)
        diag_report(checker->diagnostics, type->pos, DIAG_unknown_type_did_you_mean, name,
                    nearest.best);
    else
        diag_report(checker->diagnostics, type->pos, DIAG_unknown_type, name);
    diag_set_trap(checker->diagnostics, trap);
    return type_error(checker);
}

static const Type *builtin_use(Checker *checker, const AstType *type)
{
    Name name = type->name.parts[type->name.count - 1];
    const Type *builtin = builtin_type(checker, name);
    const Type *foreign = builtin == NULL ? foreign_type_named(checker, name) : NULL;
    if (foreign != NULL)
        return foreign;
    if (builtin == NULL)
        return unknown_type(checker, type);
    if (strcmp(name, "vector") == 0 || strcmp(name, "matrix") == 0)
        return shaped_type(checker, type);
    if (builtin->kind == TYPE_RESOURCE)
        return resource_type(checker, type, builtin->resource);
    if (type->has_arguments) {
        diag_report(checker->diagnostics, type->pos, DIAG_not_a_template, name);
        return type_error(checker);
    }
    bool is_16bit = type_is_numeric(builtin) &&
                    (builtin->scalar == SCALAR_F16 || builtin->scalar == SCALAR_I16 ||
                     builtin->scalar == SCALAR_U16);
    if (is_16bit && !checker->options->native_16bit) {
        diag_report(checker->diagnostics, type->pos, DIAG_needs_16bit, name);
        return type_error(checker);
    }
    return builtin;
}

/* `struct S` as a type: no alias, and nothing built in. */
static bool is_struct_of_name(const Checker *checker, const Symbol *symbol)
{
    const StructInfo *info = symbol != NULL && symbol->kind == SYMBOL_TYPE
                               ? struct_info(checker, symbol->type)
                               : NULL;
    return (info != NULL && info->decl->name == symbol->name) ||
           (symbol != NULL && symbol->kind == SYMBOL_TEMPLATE);
}

static const Type *named_type(Checker *checker, const AstType *type)
{
    bool failed;
    const char *foreign = foreign_path_reason(checker, &type->name);
    if (foreign != NULL)
        return type_foreign(checker, foreign_path_name(checker, &type->name), foreign);
    Found found = scope_lookup_path(checker, &type->name, &failed);
    if (failed)
        return type_error(checker);
    if (type->has_arguments && type->name.count == 1 && !type->name.global)
        found.symbol = scope_prefer_template(checker, found.symbol);
    if (type->decl != NULL && !is_struct_of_name(checker, found.symbol)) {
        diag_report(checker->diagnostics, type->pos, DIAG_not_a_struct,
                    type->name.parts[type->name.count - 1]);
        return type_error(checker);
    }
    if (found.symbol == NULL && found.structure == NULL)
        return builtin_use(checker, type);
    if (found.symbol != NULL && found.symbol->kind == SYMBOL_TEMPLATE)
        return template_struct(checker, found.symbol->template, type);
    if (found.symbol != NULL && found.symbol->kind == SYMBOL_TYPE && !type->has_arguments)
        return found.symbol->type;
    Name name = type->name.parts[type->name.count - 1];
    bool is_type = found.symbol != NULL && found.symbol->kind == SYMBOL_TYPE;
    diag_report(checker->diagnostics, type->pos, is_type ? DIAG_not_a_template : DIAG_not_a_type,
                name);
    return type_error(checker);
}

/* row_major and column_major reach the matrices in an array. */
static const Type *with_orientation(Checker *checker, const Type *type, bool row_major)
{
    if (type->kind == TYPE_ARRAY)
        return type_array(checker, with_orientation(checker, type->element, row_major),
                          type->count);
    return type->kind == TYPE_MATRIX
             ? type_matrix(checker, type->scalar, type->rows, type->columns, row_major)
             : type;
}

/* Whether `__decltype(value)` is a reference, as dxc has it by C++'s [dcl.type.simple]: of what can
 * be assigned to and what was, but for names and members, which have the type they were declared
 * with. */
static bool is_type_of_reference(const AstExpr *ast, const Expr *value)
{
    bool is_assigned = value->kind == EXPR_ASSIGN ||
                       (value->kind == EXPR_INCREMENT && !value->postfix);
    bool is_named = ast->kind == AST_NAME ||
                    (ast->kind == AST_MEMBER && value->kind != EXPR_SWIZZLE);
    return is_assigned || (value->is_lvalue && (ast->parenthesised || !is_named));
}

typedef enum TypeUse { USE_ANY, USE_DECLARES } TypeUse;

/* Of a value that is not computed. References are refused only where they are what is declared:
 * casts and template arguments take them for their values, and so do templates, where dxc does not
 * know yet. */
static const Type *type_of(Checker *checker, const AstType *ast, TypeUse use)
{
    const Expr *value = settle_literal(checker, check_value(checker, ast->value));
    if (value->type->kind == TYPE_DESCRIPTOR) {
        diag_report(checker->diagnostics, ast->value->start, DIAG_auto_descriptor);
        return type_error(checker);
    }
    if (use == USE_DECLARES && checker->template_depth == 0 &&
        is_type_of_reference(ast->value, value)) {
        diag_report(checker->diagnostics, ast->pos, DIAG_decltype_reference);
        return type_error(checker);
    }
    return value->type;
}

/* Of the typedef that the name is of. */
static uint32_t typedef_order(Checker *checker, const AstType *type)
{
    bool failed;
    if (type->kind != AST_TYPE_NAMED)
        return 0;
    const Symbol *symbol = scope_lookup_path(checker, &type->name, &failed).symbol;
    return symbol != NULL ? symbol->order : 0;
}

uint32_t matrix_order(Checker *checker, const AstType *type, uint32_t qualifiers)
{
    uint32_t order = (qualifiers | type->qualifiers) & AST_MATRIX_ORDERS;
    return order != 0 ? order : typedef_order(checker, type);
}

static const char *spell_order(uint32_t order)
{
    return (order & AST_ROW_MAJOR) != 0 ? "row_major" : "column_major";
}

/* row_major and column_major of a matrix, which its typedef cannot contradict. */
static void judge_order(Checker *checker, const AstType *type, uint32_t order, const Type *base)
{
    if (type_is_error(base))
        return;
    if (base->kind != TYPE_MATRIX)
        diag_report(checker->diagnostics, type->pos, DIAG_order_of_no_matrix, spell_order(order),
                    base);
    else if ((typedef_order(checker, type) & ~order) != 0)
        diag_report(checker->diagnostics, type->pos, DIAG_order_of_typedef, spell_order(order),
                    spell_order(typedef_order(checker, type)));
}

static const Type *resolve_for(Checker *checker, const AstType *type, uint32_t qualifiers,
                               TypeUse use)
{
    qualifiers |= type->qualifiers;
    if (type->kind == AST_TYPE_AUTO) {
        diag_report(checker->diagnostics, type->pos, DIAG_auto_needs_initialiser);
        return type_error(checker);
    }
    bool is_enum = type->kind == AST_TYPE_STRUCT && type->decl->kind == AST_ENUM;
    const Type *resolved = is_enum                       ? declare_enum(checker, type->decl)
                         : type->kind == AST_TYPE_STRUCT ? declare_struct(checker, type->decl)
                         : type->kind == AST_TYPE_OF     ? type_of(checker, type, use)
                                                         : named_type(checker, type);
    if (resolved->foreign != NULL) {
        report_foreign_type(checker, type->pos, resolved->foreign);
        return resolved->foreign;
    }
    const Type *base = type_array_base(resolved);
    if ((type->qualifiers & (AST_SNORM | AST_UNORM)) == (AST_SNORM | AST_UNORM))
        diag_report(checker->diagnostics, type->pos, DIAG_both_norms, base);
    if ((qualifiers & (AST_SNORM | AST_UNORM)) != 0 && type_is_numeric(base) &&
        !type_is_floating(base))
        diag_report(checker->diagnostics, type->pos, DIAG_norm_of_integers,
                    qualifiers & AST_SNORM ? "snorm" : "unorm", base);
    uint32_t order = qualifiers & AST_MATRIX_ORDERS;
    if (order == 0)
        return resolved;
    judge_order(checker, type, order, base);
    return with_orientation(checker, resolved, (order & AST_ROW_MAJOR) != 0);
}

const Type *resolve_type(Checker *checker, const AstType *type, uint32_t qualifiers)
{
    return resolve_for(checker, type, qualifiers, USE_ANY);
}

const Type *resolve_declared(Checker *checker, const AstType *type, uint32_t qualifiers)
{
    return resolve_for(checker, type, qualifiers, USE_DECLARES);
}

/* ---- arrays ---- */

static bool array_extent(Checker *checker, const AstExpr *ast, ArrayUse use, bool is_outermost,
                         SourcePos pos, int64_t *count)
{
    *count = -1;
    if (ast == NULL && is_outermost && use == ARRAY_OPEN)
        return true;
    if (ast == NULL) {
        diag_report(checker->diagnostics, pos, DIAG_array_size_missing);
        return false;
    }
    if (!check_constant_integer(checker, ast, "an array size", count))
        return false;
    if (*count < (use == ARRAY_GROUPSHARED ? 0 : 1) || *count > INT32_MAX) {
        diag_report(checker->diagnostics, ast->start, DIAG_bad_array_size, (long long)*count);
        return false;
    }
    return true;
}

bool type_is_too_large(Checker *checker, const Type *type, SourcePos pos)
{
    int64_t bytes = layout_size(type, LAYOUT_STRUCTURED), least = 4LL * type_leaf_count(type);
    if (type_has_resources(type) && bytes < least) /* which have no size of their own */
        bytes = least;
    if (bytes <= LARGEST_TYPE)
        return false;
    diag_report(checker->diagnostics, pos, DIAG_type_too_large, type, (long long)bytes,
                LARGEST_TYPE);
    return true;
}

/* An array of what is itself small enough; resources have no bytes but are counted all the
 * same. */
static const Type *new_array(Checker *checker, const Type *element, int64_t count, SourcePos pos)
{
    if (element->kind == TYPE_VOID) {
        diag_report(checker->diagnostics, pos, DIAG_void_elements);
        return type_error(checker);
    }
    const Type *array = type_array(checker, element, count);
    if (type_is_too_large(checker, array, pos))
        return type_error(checker);
    if (count * type_leaf_count(element) <= LARGEST_TYPE)
        return array;
    diag_report(checker->diagnostics, pos, DIAG_bad_array_size, (long long)count);
    return type_error(checker);
}

const Type *resolve_array(Checker *checker, const Type *element, AstExpr *const *extents,
                          int extent_count, ArrayUse use, SourcePos pos)
{
    if (use == ARRAY_PARAMETER && type_array_base(element)->kind == TYPE_RESOURCE)
        use = ARRAY_OPEN; /* of resources as many as there are */
    for (int i = extent_count - 1; i >= 0; i--) {
        int64_t count;
        if (!array_extent(checker, extents[i], use, i == 0, pos, &count))
            return type_error(checker);
        element = new_array(checker, element, count, extents[i] != NULL ? extents[i]->start : pos);
        if (type_is_error(element))
            return element;
    }
    return element;
}
