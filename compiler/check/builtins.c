/* Calls of intrinsics and of resource methods: the row of builtin.def or method.def that fits best. */
#include "check_priv.h"

typedef struct Row { const char *name, *signature; } Row;

#define EACH(float_op, signed_op, unsigned_op) false
#define WAVE(op, float_op, signed_op, unsigned_op) false
#define EXPAND(name) false
#define CONSTANT true
#define UNSUPPORTED(why) false
static const bool IS_CONSTANT[] = {
#define BUILTIN(id, name, signature, lower) lower,
#include "builtin.def"
#undef BUILTIN
};

static const Row BUILTINS[] = {
#define BUILTIN(id, name, signature, lower) {name, signature},
#include "builtin.def"
#undef BUILTIN
};

enum { BUFFER = METHODS_BUFFER, STRUCTURED = METHODS_STRUCTURED, RWSTRUCTURED = METHODS_RWSTRUCTURED, APPEND = METHODS_APPEND,
       CONSUME = METHODS_CONSUME, RAW = METHODS_RAW, RWRAW = METHODS_RWRAW, TEXTURE = METHODS_TEXTURE, TEXTURE2D = METHODS_TEXTURE2D,
       CUBE = METHODS_CUBE, MULTISAMPLED = METHODS_MULTISAMPLED, RWTEXTURE = METHODS_RWTEXTURE };

static const struct { const char *name, *signature; unsigned families; } METHODS[] = {
#define METHOD(id, families, name, signature, lower) {name, signature, families},
#include "method.def"
#undef METHOD
};

const char *builtin_name(BuiltinId id) { return BUILTINS[id].name; }
const char *method_name(MethodId id) { return METHODS[id].name; }

bool builtin_exists(Checker *checker, Name name)
{
    (void)checker;
    for (int i = 0; i < BUILTIN_COUNT; i++)
        if (strcmp(BUILTINS[i].name, name) == 0)
            return true;
    return false;
}

static bool has_method(const Type *resource, int row)
{
    return (METHODS[row].families & resource_info(resource->resource)->families) != 0;
}

bool method_exists(const Type *resource, const char *name)
{
    for (int i = 0; i < METHOD_COUNT; i++)
        if (has_method(resource, i) && strcmp(METHODS[i].name, name) == 0)
            return true;
    return false;
}

void suggest_builtins(Suggestion *suggestion, const char *wanted)
{
    for (int i = 0; i < BUILTIN_COUNT; i++)
        suggest_consider(suggestion, wanted, BUILTINS[i].name);
}

const char *suggest_method(const Type *resource, const char *name)
{
    Suggestion suggestion = {NULL, 0};
    for (int i = 0; i < METHOD_COUNT; i++)
        if (has_method(resource, i))
            suggest_consider(&suggestion, name, METHODS[i].name);
    return suggestion.best;
}

/* ---- messages ---- */

/* "(float3, int)", for messages. */
static const char *spell_arguments(Checker *checker, Expr **arguments, int count)
{
    Text text = {0};
    for (int i = 0; i < count; i++)
        text_printf(&text, "%s%s", i == 0 ? "" : ", ", type_spelling(type_of_argument(arguments[i])));
    const char *spelling = arena_printf(checker->arena, "(%s)", text.length > 0 ? text.bytes : "");
    text_free(&text);
    return spelling;
}

static bool any_is_error(Expr **arguments, int count)
{
    for (int i = 0; i < count; i++)
        if (expr_is_error(arguments[i]))
            return true;
    return false;
}

/* `single` is the one row's match where there is but one. */
static Expr *report_no_match(Checker *checker, const char *name, const Match *single, Expr **arguments, int count, SourcePos pos)
{
    if (any_is_error(arguments, count))
        return expr_error(checker, pos);
    if (single != NULL && single->bad_argument >= 0)
        diag_report(checker->diagnostics, arguments[single->bad_argument]->pos, DIAG_bad_argument, single->bad_argument + 1, name,
                    type_of_argument(arguments[single->bad_argument]));
    else
        diag_report(checker->diagnostics, pos, DIAG_no_overload, name, spell_arguments(checker, arguments, count));
    return expr_error(checker, pos);
}

/* ---- intrinsics ---- */

static bool is_part(const Expr *place)
{
    bool is_element = place->kind == EXPR_INDEX && place->left->type->kind != TYPE_RESOURCE;
    return place->kind == EXPR_FIELD || place->kind == EXPR_BASE || place->kind == EXPR_SWIZZLE || is_element;
}

/* The places where an atomic may work: groupshared memory, and elements of writable resources; of typed ones
 * whole elements only. */
static bool is_atomic_place(const Expr *place)
{
    const Expr *whole = place;
    if (place->kind == EXPR_FIELD && place->left->type->kind == TYPE_STRUCT && place->left->type->fields[place->field].bit_width > 0)
        return false;
    while (is_part(place))
        place = place->left;
    if (place->kind == EXPR_INDEX) {
        const ResourceInfo *info = resource_info(place->left->type->resource);
        return info->is_writable && (info->element != ELEMENT_TYPED || place == whole || type_component_count(place->type) == 1);
    }
    return place->kind == EXPR_VARIABLE && (place->variable->storage == STORAGE_GROUPSHARED || place->variable->is_reference);
}

static Expr *fold_group_constant(Checker *checker, BuiltinId id, SourcePos pos)
{
    if (id == BUILTIN_ISHELPERLANE)
        return expr_integer(checker, SCALAR_BOOL, 0, pos);
    bool is_lane_count = id == BUILTIN_WAVEGETLANECOUNT;
    return expr_integer(checker, SCALAR_U32, is_lane_count ? checker->options->wave_size : entry_wave_count(checker, pos), pos);
}

/* max(1, 2) of literals is a literal, so that it adapts as they would. NULL: it cannot be computed here. */
static Expr *fold_literals(Checker *checker, BuiltinId id, Expr **arguments, int count, SourcePos pos)
{
    ScalarKind kind = SCALAR_LITERAL_INT;
    for (int i = 0; i < count; i++) {
        if (arguments[i]->kind != EXPR_CONSTANT || arguments[i]->type->kind != TYPE_SCALAR || !type_is_scalar_literal(arguments[i]->type))
            return NULL;
        if (arguments[i]->type->scalar == SCALAR_LITERAL_FLOAT)
            kind = SCALAR_LITERAL_FLOAT;
    }
    const char *signature = BUILTINS[id].signature;
    if (count == 0 || strchr("fgn", signature[0]) == NULL || signature[1] != '*')
        return NULL;
    kind = signature[0] == 'n' ? kind : SCALAR_LITERAL_FLOAT;
    Expr *call = expr_new(checker, EXPR_BUILTIN, type_scalar(checker, kind), pos);
    call->builtin = id;
    call->argument_count = count;
    call->arguments = ARENA_ARRAY(checker->arena, Expr *, count);
    for (int i = 0; i < count; i++)
        call->arguments[i] = expr_convert_node(checker, arguments[i], call->type);
    Expr *folded = constant_fold(checker, call);
    return folded->kind == EXPR_CONSTANT ? folded : NULL;
}

/* 64-bit atomics came with Shader Model 6.6. */
static void check_atomic_width(Checker *checker, const Match *match, Expr **arguments, const char *name)
{
    for (int i = 0; i < match->count && model_is_before(checker, 6); i++)
        if (match->kinds[i] == '&' && type_is_numeric(arguments[i]->type) && scalar_bits(arguments[i]->type->scalar) == 64)
            report_old_model(checker, arguments[i]->pos, arena_printf(checker->arena, "64-bit %s", name), 6);
}

static bool check_places(Checker *checker, const Match *match, Expr **arguments, const char *name)
{
    for (int i = 0; i < match->count; i++)
        if (match->kinds[i] == '&' && !expr_is_error(arguments[i]) && !is_atomic_place(arguments[i])) {
            diag_report(checker->diagnostics, arguments[i]->pos, DIAG_atomic_place, name);
            return false;
        }
    return true;
}

/* What Shader Model 6.10 has and earlier ones have not; no -T allows everything, -fgroup-wave-index the wave index. */
static void check_shader_model(Checker *checker, BuiltinId id, SourcePos pos)
{
    bool is_wave_index = id == BUILTIN_GETGROUPWAVECOUNT || id == BUILTIN_GETGROUPWAVEINDEX || id == BUILTIN_GROUPGETWAVECOUNT;
    bool is_new = id == BUILTIN_DEBUGBREAK || id == BUILTIN_ISDEBUGGERPRESENT || (is_wave_index && !checker->options->group_wave_index);
    if (is_new && model_is_before(checker, 10))
        report_old_model(checker, pos, builtin_name(id), 10);
}

static Expr *build_builtin(Checker *checker, BuiltinId id, const Match *match, Expr **arguments, int count, SourcePos pos)
{
    check_shader_model(checker, id, pos);
    if (IS_CONSTANT[id])
        return fold_group_constant(checker, id, pos);
    Expr *folded = fold_literals(checker, id, arguments, count, pos);
    if (folded != NULL)
        return folded;
    if (!check_places(checker, match, arguments, builtin_name(id)))
        return expr_error(checker, pos);
    check_atomic_width(checker, match, arguments, builtin_name(id));
    signature_convert_arguments(checker, match, arguments, count);
    if (any_is_error(arguments, count))
        return expr_error(checker, pos);
    Expr *call = expr_new(checker, EXPR_BUILTIN, match->result, pos);
    call->builtin = id;
    call->arguments = arguments;
    call->argument_count = count;
    if (id == BUILTIN_SELECT && count == 3)
        return build_select(checker, arguments[0], arguments[1], arguments[2], pos);
    return constant_fold(checker, call);
}

Expr *check_builtin_call(Checker *checker, Name name, const AstExpr *ast, Expr **arguments, int count)
{
    Match best = {.score = UINT64_MAX, .bad_argument = -1};
    int best_row = -1, rows = 0;
    for (int i = 0; i < BUILTIN_COUNT; i++) {
        if (strcmp(BUILTINS[i].name, name) != 0)
            continue;
        Match match = signature_match(checker, BUILTINS[i].signature, NULL, NULL, arguments, count);
        rows++;
        if (best_row < 0 || match.score < best.score) {
            best = match;
            best_row = i;
        }
    }
    SourcePos pos = ast->left->pos;
    bool is_half_a_pair = best_row == BUILTIN_ADDUINT64 && best.score != UINT64_MAX && type_component_count(best.result) % 2 != 0;
    if (best.score == UINT64_MAX || is_half_a_pair)
        return report_no_match(checker, name, rows == 1 ? &best : NULL, arguments, count, pos);
    return build_builtin(checker, (BuiltinId)best_row, &best, arguments, count, pos);
}

/* ---- methods of resources ---- */

/* The type between < and > of Load<T> and Store<T>; the value's own type for Store; else uint. */
static const Type *function_type(Checker *checker, const AstExpr *callee, Expr **arguments, int count)
{
    if (callee->has_template_arguments && callee->template_argument_count == 1) {
        const Type *type = resolve_template_argument(checker, &callee->template_arguments[0]).type;
        bool is_data = type != NULL && type->kind != TYPE_VOID && type->kind != TYPE_STRING && !type_has_resources(type) &&
                       !type_is_incomplete(checker, type);
        if (!is_data)
            diag_report(checker->diagnostics, callee->pos, DIAG_load_type, callee->member);
        return is_data ? type : type_error(checker);
    }
    if (strncmp(callee->member, "Store", 5) == 0 && count == 2)
        return settle_literal(checker, arguments[1])->type;
    return type_scalar(checker, SCALAR_U32);
}

/* Which resources have counters: the one named, or all of a type where a local variable stands for one. */
static void note_counter(Checker *checker, const Expr *object)
{
    const Type *type = object->type;
    while (object->kind == EXPR_INDEX)
        object = object->left;
    Resource *resource = object->kind == EXPR_VARIABLE ? object->variable->resource : NULL;
    for (int i = 0; i < checker->resources.count; i++)
        if (checker->resources.items[i] == resource || (resource == NULL && checker->resources.items[i]->type == type))
            checker->resources.items[i]->has_counter = true;
}

static Expr *build_method(Checker *checker, MethodId id, Expr *object, const Match *match, Expr **arguments, int count, SourcePos pos)
{
    signature_convert_arguments(checker, match, arguments, count);
    if (any_is_error(arguments, count))
        return expr_error(checker, pos);
    Expr *call = expr_new(checker, EXPR_METHOD, match->result, pos);
    call->method = id;
    call->left = object;
    call->arguments = arguments;
    call->argument_count = count;
    if (id == METHOD_INCREMENT_COUNTER || id == METHOD_DECREMENT_COUNTER)
        note_counter(checker, object);
    return call;
}

Expr *check_method_call(Checker *checker, Expr *object, const AstExpr *ast, Expr **arguments, int count)
{
    const AstExpr *callee = ast->left;
    const Type *type = function_type(checker, callee, arguments, count);
    Match best = {.score = UINT64_MAX, .bad_argument = -1};
    int best_row = -1, rows = 0;
    for (int i = 0; i < METHOD_COUNT; i++) {
        if (!has_method(object->type, i) || strcmp(METHODS[i].name, callee->member) != 0)
            continue;
        Match match = signature_match(checker, METHODS[i].signature, object->type, type, arguments, count);
        rows++;
        if (best_row < 0 || match.score < best.score) {
            best = match;
            best_row = i;
        }
    }
    if (best.score == UINT64_MAX)
        return report_no_match(checker, callee->member, rows == 1 ? &best : NULL, arguments, count, callee->pos);
    return build_method(checker, (MethodId)best_row, object, &best, arguments, count, callee->pos);
}
