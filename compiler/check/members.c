/* left.member and left[index]: fields, swizzles, matrix elements, elements of arrays and
 * resources. */
#include "core_priv.h"

/* ---- swizzles ---- */

/* The component that a letter of xyzw or rgba names, or -1; *set tells the two sets apart. */
static int swizzle_component(char letter, int *set)
{
    static const char sets[2][5] = {"xyzw", "rgba"};
    for (*set = 0; *set < 2; (*set)++) {
        const char *at = strchr(sets[*set], letter);
        if (at != NULL && letter != '\0')
            return (int)(at - sets[*set]);
    }
    return -1;
}

/* What other languages and habits call components, in the order of xyzw. */
static const char *const COMPONENT_HABITS[] = {"xyzw", "rgba", "XYZW", "RGBA", "stpq",
                                               "STPQ", "uv",   "UV",   "0123"};

/* The component that the letter was probably meant to name, or -1. */
static int meant_component(char letter)
{
    for (int i = 0; i < COUNT_OF(COMPONENT_HABITS); i++) {
        const char *at = strchr(COMPONENT_HABITS[i], letter);
        if (at != NULL)
            return (int)(at - COMPONENT_HABITS[i]);
    }
    return -1;
}

/* `member` in the letters of its first known one's set; NULL where that has no meaning either. */
static const char *meant_swizzle(Checker *checker, Name member, const Type *type)
{
    char *meant = arena_copy_text(checker->arena, member, strlen(member));
    const char *letters = strchr("rgbaRGBA", member[0]) != NULL ? "rgba" : "xyzw";
    for (int i = 0; meant[i] != '\0'; i++) {
        int component = meant_component(meant[i]);
        if (i >= 4 || component < 0 || component >= type->columns)
            return NULL;
        meant[i] = letters[component];
    }
    return meant;
}

static Expr *report_no_component(Checker *checker, const Type *type, Name member, SourcePos pos)
{
    const char *meant = meant_swizzle(checker, member, type);
    if (strlen(member) > 4)
        diag_report(checker->diagnostics, pos, DIAG_swizzle_too_long, member, type);
    else if (meant != NULL)
        diag_report(checker->diagnostics, pos, DIAG_no_such_component_did_you_mean, member, type,
                    meant);
    else
        diag_report(checker->diagnostics, pos, DIAG_no_such_component, member, type);
    return expr_error(checker, pos);
}

static Expr *report_mixed_swizzle(Checker *checker, const Type *type, Name member, SourcePos pos)
{
    const char *meant = meant_swizzle(checker, member, type);
    if (meant != NULL)
        diag_report(checker->diagnostics, pos, DIAG_swizzle_mixed_did_you_mean, member, meant);
    else
        diag_report(checker->diagnostics, pos, DIAG_swizzle_mixed, member);
    return expr_error(checker, pos);
}

static Expr *check_swizzle(Checker *checker, Expr *left, Name member, SourcePos pos)
{
    uint8_t components[4];
    int count = (int)strlen(member), first_set = -1;
    for (int i = 0; i < count; i++) {
        int set, component = swizzle_component(member[i], &set);
        if (component < 0 || count > 4)
            return report_no_component(checker, left->type, member, pos);
        if (first_set >= 0 && set != first_set)
            return report_mixed_swizzle(checker, left->type, member, pos);
        if (component >= left->type->columns) {
            diag_report(checker->diagnostics, pos, DIAG_swizzle_out_of_range, member, member[i],
                        left->type);
            return expr_error(checker, pos);
        }
        first_set = set;
        components[i] = (uint8_t)component;
    }
    return expr_swizzle(checker, left, components, count, pos);
}

/* One element of a matrix swizzle at *at: "_m01" counts from 0, "_12" from 1; *base tells which,
 * -1 before the first. Moves past it; gives row * 4 + column, or -1. */
static int matrix_component(const char **at, int *base)
{
    const char *text = *at;
    if (*text++ != '_')
        return -1;
    int new_base = *text == 'm' ? 0 : 1;
    text += new_base == 0;
    if (text[0] < '0' || text[0] > '4' || text[1] < '0' || text[1] > '4' ||
        (*base >= 0 && *base != new_base))
        return -1;
    *base = new_base;
    *at = text + 2;
    /* 8: room for what is out of range */
    return (text[0] - '0' - new_base) * 8 + (text[1] - '0' - new_base);
}

/* "m01", "m12_m13" and "_00" are meant as "_m01", "_m12_m13" and "_m00"; NULL: no idea. */
static const char *meant_matrix_swizzle(Checker *checker, Name member, const Type *type)
{
    Text text = {0};
    bool is_meant = true;
    for (const char *at = member; *at != '\0' && is_meant; at += 2) {
        at += *at == '_';
        at += *at == 'm' || *at == 'M';
        is_meant = at[0] >= '0' && at[0] < '0' + type->rows && at[1] >= '0' &&
                   at[1] < '0' + type->columns && text.length < 16;
        if (is_meant)
            text_printf(&text, "_m%.2s", at);
    }
    const char *meant = is_meant ? arena_copy_text(checker->arena, text.bytes, text.length) : NULL;
    text_free(&text);
    return meant;
}

static Expr *report_bad_matrix_swizzle(Checker *checker, const Type *type, Name member,
                                       SourcePos pos)
{
    const char *meant = meant_matrix_swizzle(checker, member, type);
    if (meant != NULL)
        diag_report(checker->diagnostics, pos, DIAG_bad_matrix_swizzle_did_you_mean, member, type,
                    meant);
    else
        diag_report(checker->diagnostics, pos, DIAG_bad_matrix_swizzle, member, type);
    return expr_error(checker, pos);
}

static Expr *check_matrix_swizzle(Checker *checker, Expr *left, Name member, SourcePos pos)
{
    uint8_t components[4];
    int count = 0, base = -1;
    for (const char *at = member; *at != '\0';) {
        int component = matrix_component(&at, &base);
        int row = component / 8, column = component % 8;
        if (component < 0 && count < 4)
            return report_bad_matrix_swizzle(checker, left->type, member, pos);
        if (count == 4) {
            diag_report(checker->diagnostics, pos, DIAG_swizzle_too_long, member, left->type);
            return expr_error(checker, pos);
        }
        if (row >= left->type->rows || column >= left->type->columns) {
            diag_report(checker->diagnostics, pos, DIAG_matrix_swizzle_out_of_range, member,
                        left->type);
            return expr_error(checker, pos);
        }
        components[count++] = (uint8_t)(row * 4 + column);
    }
    return expr_swizzle(checker, left, components, count, pos);
}

/* ---- structs ---- */

static Expr *report_no_member(Checker *checker, const Type *type, Name member, SourcePos pos)
{
    NearestName nearest = {member, NULL, 0};
    for (int i = 0; i < type->field_count; i++)
        if (type->fields[i].name != NULL)
            nearest_consider(&nearest, type->fields[i].name);
    if (nearest.best != NULL)
        diag_report(checker->diagnostics, pos, DIAG_no_member_did_you_mean, type, member,
                    nearest.best);
    else
        diag_report(checker->diagnostics, pos, DIAG_no_member, type, member);
    return expr_error(checker, pos);
}

static Expr *check_field(Checker *checker, Expr *left, Name member, SourcePos pos)
{
    const Type *owner;
    int field = struct_find_field(left->type, member);
    if (field >= 0)
        return expr_field(checker, left, field, pos);
    Symbol *symbol = struct_find_member(checker, left->type, member, &owner);
    if (symbol != NULL && symbol->kind == SYMBOL_VARIABLE)
        return expr_variable(checker, symbol->variable, pos);
    if (symbol != NULL && symbol->kind == SYMBOL_CONSTANT)
        return symbol->constant;
    if (symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS) {
        diag_report(checker->diagnostics, pos, DIAG_function_not_called, member);
        return expr_error(checker, pos);
    }
    return report_no_member(checker, left->type, member, pos);
}

static Expr *report_no_resource_member(Checker *checker, const Type *type, Name member,
                                       SourcePos pos)
{
    const char *meant = suggest_method(type, member);
    if (method_exists(type, member))
        diag_report(checker->diagnostics, pos, DIAG_function_not_called, member);
    else if (meant != NULL)
        diag_report(checker->diagnostics, pos, DIAG_no_member_did_you_mean, type, member, meant);
    else
        diag_report(checker->diagnostics, pos, DIAG_no_member, type, member);
    return expr_error(checker, pos);
}

/* .Length of textures and buffers, which Direct3D 11's compiler has. NULL: it is none. */
static Expr *check_length(Checker *checker, Expr *object, const AstExpr *ast)
{
    Name property = names_intern_text(checker->names, ".Length");
    if (strcmp(ast->member, "Length") != 0 || !method_exists(object->type, property))
        return NULL;
    if (checker->options->legacy)
        return check_method_call(checker, object, property, NULL, ast->pos, NULL, 0);
    diag_report(checker->diagnostics, ast->pos, DIAG_legacy_length, object->type);
    return expr_error(checker, ast->pos);
}

Expr *check_member(Checker *checker, const AstExpr *ast)
{
    Expr *length;
    Expr *left = build_content(checker, check_value(checker, ast->left));
    if (expr_is_error(left))
        return expr_error(checker, ast->pos);
    switch (left->type->kind) {
    case TYPE_SCALAR: case TYPE_VECTOR: return check_swizzle(checker, left, ast->member, ast->pos);
    case TYPE_MATRIX: return check_matrix_swizzle(checker, left, ast->member, ast->pos);
    case TYPE_STRUCT: return check_field(checker, left, ast->member, ast->pos);
    case TYPE_RESOURCE:
        length = check_length(checker, left, ast);
        if (length != NULL)
            return length;
        return report_no_resource_member(checker, left->type, ast->member, ast->pos);
    case TYPE_ARRAY:
        if (left->type->count >= 0 &&
            (strcmp(ast->member, "Length") == 0 || strcmp(ast->member, "length") == 0))
            return expr_integer(checker, SCALAR_I32, left->type->count, ast->pos);
        break;
    default: break;
    }
    return report_no_member(checker, left->type, ast->member, ast->pos);
}

/* The object of `object.Base::member`. */
Expr *check_as_base(Checker *checker, const AstExpr *ast)
{
    Expr *object = build_content(checker, check_value(checker, ast->left));
    if (ast->type->name.count == 0) { /* `object.::member` */
        diag_report(checker->diagnostics, ast->pos, DIAG_unknown_qualifier, "::");
        return expr_error(checker, ast->pos);
    }
    const Type *base = resolve_type(checker, ast->type, 0);
    if (expr_is_error(object) || type_is_error(base))
        return expr_error(checker, ast->pos);
    ConversionShape shape = conversion_shape(checker, object->type, base, CAST_IMPLICIT);
    if (base->kind == TYPE_STRUCT && (shape == SHAPE_BASE || object->type == base))
        return convert_implicitly(checker, object, base);
    diag_report(checker->diagnostics, ast->pos, DIAG_no_base, base, object->type);
    return expr_error(checker, ast->pos);
}

/* ---- indices ---- */

static Expr *convert_index(Checker *checker, Expr *index)
{
    index = decay(checker, index);
    if (expr_is_error(index))
        return index;
    if (!type_is_numeric(index->type) || type_component_count(index->type) != 1) {
        diag_report(checker->diagnostics, index->pos, DIAG_index_not_integer, index->type);
        return expr_error(checker, index->pos);
    }
    bool is_unsigned = scalar_info(index->type->scalar)->class == CLASS_UNSIGNED;
    return convert_implicitly(checker, settle_literal(checker, index),
                              type_scalar(checker, is_unsigned ? SCALAR_U32 : SCALAR_I32));
}

static bool index_is_in_range(Checker *checker, const Expr *left, const Expr *index, int64_t count)
{
    int64_t value;
    if (count < 0 || !constant_is_integer(index, &value) || (value >= 0 && value < count))
        return true;
    diag_report(checker->diagnostics, index->pos, DIAG_index_out_of_range, (long long)value,
                left->type, (long long)count);
    return false;
}

/* What stands in [] is neither cut nor filled up: `count` numbers, which `words` call by name. */
static Expr *convert_subscript(Checker *checker, const Type *resource, int count, const char *words,
                               Expr *index)
{
    index = decay(checker, index);
    if (expr_is_error(index))
        return index;
    if (type_is_numeric(index->type) && type_component_count(index->type) != count) {
        diag_report(checker->diagnostics, index->pos, DIAG_coordinate_count, resource, words,
                    index->type);
        return expr_error(checker, index->pos);
    }
    return convert_implicitly(checker, index,
                              count == 1 ? type_scalar(checker, SCALAR_U32)
                                         : type_vector(checker, SCALAR_U32, count));
}

/* As many as the resource has. */
static Expr *convert_coordinates(Checker *checker, const Type *resource, Expr *index)
{
    static const char *const COUNTS[] = {NULL, "one coordinate", "2 coordinates", "3 coordinates"};
    int count = resource_info(resource->resource)->index;
    return convert_subscript(checker, resource, count, COUNTS[count], index);
}

static Expr *index_resource(Checker *checker, Expr *left, Expr *index, SourcePos pos)
{
    const ResourceInfo *info = resource_info(left->type->resource);
    bool is_cube = left->type->resource == RESOURCE_TEXTURECUBE ||
                   left->type->resource == RESOURCE_TEXTURECUBE_ARRAY;
    if (info->index == 0 || is_cube) {
        diag_report(checker->diagnostics, pos, DIAG_not_indexable, left->type);
        return expr_error(checker, pos);
    }
    index = convert_coordinates(checker, left->type, index);
    return expr_is_error(index) ? index
                                : expr_index(checker, left, index, left->type->element, pos);
}

/* What [] gives of an array, vector or matrix, and how many of it there are. */
static const Type *element_of(Checker *checker, const Type *type, int64_t *count)
{
    switch (type->kind) {
    case TYPE_ARRAY: *count = type->count; return type->element;
    case TYPE_VECTOR: *count = type->columns; return type_scalar(checker, type->scalar);
    case TYPE_MATRIX:
        *count = type->rows;
        return type_vector(checker, type->scalar, type->columns);
    default: return NULL;
    }
}

/* texture.mips[mip][coordinate] and texture.sample[index][coordinate]; NULL: `ast` is neither. */
static Expr *check_mips(Checker *checker, const AstExpr *ast)
{
    const AstExpr *inner = ast->left, *member = inner->kind == AST_INDEX ? inner->left : NULL;
    if (member == NULL || member->kind != AST_MEMBER ||
        (strcmp(member->member, "mips") != 0 && strcmp(member->member, "sample") != 0))
        return NULL;
    Expr *object = check_value(checker, member->left);
    if (object->type->kind != TYPE_RESOURCE || !method_exists(object->type, member->member))
        return expr_is_error(object) ? object : NULL;
    Expr **arguments = ARENA_ARRAY(checker->arena, Expr *, 2);
    arguments[0] = convert_subscript(checker, object->type, 1,
                                     member->member[0] == 'm' ? "one level" : "one sample",
                                     check_value(checker, inner->right));
    arguments[1] = convert_coordinates(checker, object->type, check_value(checker, ast->right));
    return check_method_call(checker, object, member->member, NULL, member->pos, arguments, 2);
}

/* ResourceDescriptorHeap[i], SamplerDescriptorHeap[i]; NULL: `ast` is neither, or the program
 * declares that name. */
static Expr *check_descriptor(Checker *checker, const AstExpr *ast)
{
    const AstExpr *heap = ast->left;
    if (heap->kind != AST_NAME || heap->path.count != 1 || !is_heap_name(heap->path.parts[0]))
        return NULL;
    Name name = heap->path.parts[0];
    Found found = scope_lookup(checker, name);
    if (found.symbol != NULL || found.structure != NULL)
        return NULL;
    Expr *index = decay(checker, check_value(checker, ast->right));
    if (model_is_before(checker, 6))
        report_old_model(checker, heap->pos, name, 6);
    index = convert_implicitly(checker, index, type_scalar(checker, SCALAR_U32));
    return expr_is_error(index) ? index : build_descriptor(checker, name, index, ast->pos);
}

Expr *check_index(Checker *checker, const AstExpr *ast)
{
    Expr *mips = check_mips(checker, ast);
    Expr *descriptor = mips == NULL ? check_descriptor(checker, ast) : NULL;
    if (mips != NULL || descriptor != NULL)
        return mips != NULL ? mips : descriptor;
    Expr *left = check_value(checker, ast->left);
    if (left->type->kind == TYPE_RESOURCE && left->type->element != NULL &&
        resource_info(left->type->resource)->index == 0)
        left = build_content(checker, left);
    Expr *index = check_value(checker, ast->right);
    if (expr_is_error(left) || expr_is_error(index))
        return expr_error(checker, ast->pos);
    if (left->type->kind == TYPE_RESOURCE)
        return index_resource(checker, left, index, ast->pos);
    Expr *overloaded = call_operator(checker, AST_OP_INDEX, left, &index, 1, ast->pos);
    if (overloaded != NULL)
        return overloaded;
    int64_t count = 0;
    const Type *element = element_of(checker, left->type, &count);
    if (element == NULL) {
        diag_report(checker->diagnostics, ast->pos, DIAG_not_indexable, left->type);
        return expr_error(checker, ast->pos);
    }
    index = convert_index(checker, index);
    if (expr_is_error(index) || !index_is_in_range(checker, left, index, count))
        return expr_error(checker, ast->pos);
    return expr_index(checker, left, index, element, ast->pos);
}
