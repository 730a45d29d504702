/* Calls of intrinsics and of resource methods: the row of builtin.def or method.def that fits
 * best. */
#include "conversions_priv.h"

/* ---- the best row ---- */

typedef struct Best {
    Match match;
    int row;   /* -1: none so far */
    int count; /* of the rows considered: those of one name */
} Best;

static const Best NO_ROW = {.match = {.score = UINT64_MAX, .bad_argument = -1}, .row = -1};

static void consider_row(Best *best, int row, Match match)
{
    best->count++;
    if (best->row >= 0 && match.score >= best->match.score)
        return;
    best->match = match;
    best->row = row;
}

static Expr *report_no_match(Checker *checker, const char *name, const Best *best,
                             Expr **arguments, int count, SourcePos pos)
{
    int bad = best->count == 1 ? best->match.bad_argument : -1;
    if (any_is_error(arguments, count))
        return expr_error(checker, pos);
    if (bad >= 0)
        diag_report(checker->diagnostics, arguments[bad]->pos, DIAG_bad_argument, bad + 1, name,
                    arguments[bad]->type);
    else
        diag_report(checker->diagnostics, pos, DIAG_no_overload, name,
                    spell_arguments(checker, arguments, count));
    return expr_error(checker, pos);
}

/* ---- intrinsics ---- */

static bool is_part(const Expr *place)
{
    bool is_element = place->kind == EXPR_INDEX && place->left->type->kind != TYPE_RESOURCE;
    return place->kind == EXPR_FIELD || place->kind == EXPR_BASE || place->kind == EXPR_SWIZZLE ||
           is_element;
}

/* The places where an atomic may work: groupshared memory, and elements of writable resources; of
 * typed ones whole elements only. What object a method has is known where its calls are lowered. */
static bool is_atomic_place(const Expr *place)
{
    const Expr *whole = place;
    if (is_bit_field(place))
        return false;
    while (is_part(place))
        place = place->left;
    if (place->kind == EXPR_INDEX) {
        const ResourceInfo *info = resource_info(place->left->type->resource);
        return info->is_writable && (info->element != ELEMENT_TYPED || place == whole ||
                                     type_component_count(place->type) == 1);
    }
    return place->kind == EXPR_VARIABLE &&
           (place->variable->storage == STORAGE_GROUPSHARED || place->variable->is_reference ||
            place->variable->is_self);
}

/* max(1, 2) of literals is a literal, so that it adapts as they would. NULL: it cannot be computed
 * here. */
static Expr *fold_literals(Checker *checker, BuiltinId id, Expr **arguments, int count,
                           SourcePos pos)
{
    ScalarKind kind = SCALAR_LITERAL_INT;
    for (int i = 0; i < count; i++) {
        if (arguments[i]->kind != EXPR_CONSTANT || arguments[i]->type->kind != TYPE_SCALAR ||
            !type_is_scalar_literal(arguments[i]->type))
            return NULL;
        if (arguments[i]->type->scalar == SCALAR_LITERAL_FLOAT)
            kind = SCALAR_LITERAL_FLOAT;
    }
    Item result = signature_read(builtin_row(id)->signature).result;
    if (count == 0 || strchr("fgn", result.component) == NULL || result.dimensions[0] != '*')
        return NULL;
    kind = result.component == 'n' ? kind : SCALAR_LITERAL_FLOAT;
    Expr *call = expr_new(checker, EXPR_BUILTIN, type_scalar(checker, kind), pos);
    call->builtin = id;
    call->argument_count = count;
    call->arguments = ARENA_ARRAY(checker->arena, Expr *, count);
    for (int i = 0; i < count; i++)
        call->arguments[i] = expr_convert_node(checker, arguments[i], call->type);
    Expr *folded = constant_fold(checker, call);
    return folded->kind == EXPR_CONSTANT ? folded : NULL;
}

static bool check_places(Checker *checker, const Match *match, Expr **arguments, const char *name)
{
    for (int i = 0; i < match->count; i++)
        if (match->kinds[i] == '&' && !expr_is_error(arguments[i]) &&
            !is_atomic_place(arguments[i])) {
            diag_report(checker->diagnostics, arguments[i]->pos, DIAG_atomic_place, name);
            return false;
        }
    return true;
}

/* No -T allows everything. */
static void check_model(Checker *checker, const Intrinsic *row, SourcePos pos)
{
    const ModelRule *model = &row->model;
    bool is_exempt = model->is_wave_index && checker->options->group_wave_index;
    if (model->minor > 0 && !is_exempt && model_is_before(checker, model->minor))
        report_old_model(checker, pos, row->name, model->minor);
    Candidate *candidate = running_candidate(checker);
    if (model->reads_quads && candidate != NULL && candidate->quads_by == NULL) {
        candidate->quads_pos = pos;
        candidate->quads_by = row->name;
    }
}

/* Of the places' width. */
static void check_wide_model(Checker *checker, BuiltinId id, const Match *match, Expr **arguments)
{
    int minor = builtin_row(id)->model.wide_minor;
    if (minor == 0 || !model_is_before(checker, minor))
        return;
    for (int i = 0; i < match->count; i++) {
        const Type *type = arguments[i]->type;
        if (match->kinds[i] == '&' && type_is_numeric(type) && scalar_bits(type->scalar) == 64)
            report_old_model(checker, arguments[i]->pos,
                             arena_printf(checker->arena, "64-bit %s", builtin_name(id)), minor);
    }
}

/* The bits of Expr.written. */
static uint32_t written_arguments(const Match *match)
{
    uint32_t written = 0;
    for (int i = 0; i < match->count; i++)
        written |= (uint32_t)(match->kinds[i] != ' ') << i;
    return written;
}

/* Barrier's flags, as constant.def has them. */
enum {
    MEMORY_UAV = 1, MEMORY_NODES = 4 | 8, MEMORY_ALL = 15,
    SEMANTICS_GROUP_SCOPE = 2, SEMANTICS_DEVICE_SCOPE = 4, SEMANTICS_REORDER_SCOPE = 8,
};

/* The value of an argument of Barrier() that holds flags, *is_known where it is a constant. */
static int64_t read_flags(Checker *checker, const Expr *argument, int64_t most, const char *what,
                          bool *is_known)
{
    int64_t value = 0;
    *is_known = !expr_is_error(argument) && constant_is_integer(argument, &value);
    if (*is_known && (value < 0 || value > most)) {
        diag_report(checker->diagnostics, argument->pos, DIAG_barrier_flags, (long long)value,
                    what);
        *is_known = false;
    }
    return value;
}

/* Of a compute shader, in which ALL_MEMORY stands for what it has. */
static void check_barrier_scopes(Checker *checker, Expr *const *arguments, int64_t memory,
                                 int64_t semantics)
{
    SourcePos pos = arguments[1]->pos;
    if (memory != MEMORY_ALL && memory & MEMORY_NODES)
        report_if_reached(checker, arguments[0]->pos, DIAG_barrier_node_memory, NULL, NULL);
    if (semantics & SEMANTICS_DEVICE_SCOPE && !(memory & (MEMORY_UAV | MEMORY_NODES)))
        report_if_reached(checker, pos, DIAG_barrier_scope, "DEVICE_SCOPE", NULL);
    if (semantics & SEMANTICS_GROUP_SCOPE && memory == 0)
        report_if_reached(checker, pos, DIAG_barrier_scope, "GROUP_SCOPE", NULL);
}

/* Flags are judged where they are constants; a resource has memory that the device sees. */
static void check_barrier(Checker *checker, Expr *const *arguments)
{
    int64_t memory = MEMORY_ALL;
    bool is_known = true, has_semantics;
    const Type *type = arguments[0]->type;
    if (type->kind != TYPE_RESOURCE)
        memory = read_flags(checker, arguments[0], MEMORY_ALL, "the memory of Barrier()",
                            &is_known);
    else if (!resource_info(type->resource)->is_writable)
        diag_report(checker->diagnostics, arguments[0]->pos, DIAG_barrier_read_only, type);
    bool is_old = model_is_before(checker, 9);
    int64_t most = (is_old ? SEMANTICS_REORDER_SCOPE : 2 * SEMANTICS_REORDER_SCOPE) - 1;
    int64_t semantics = read_flags(checker, arguments[1], most, "the semantics of Barrier()",
                                   &has_semantics);
    if (is_known && has_semantics)
        check_barrier_scopes(checker, arguments, memory, semantics);
}

static Expr *build_builtin(Checker *checker, BuiltinId id, const Match *match, Expr **arguments,
                           int count, SourcePos pos)
{
    check_model(checker, builtin_row(id), pos);
    Expr *folded = fold_literals(checker, id, arguments, count, pos);
    if (folded != NULL)
        return folded;
    if (!check_places(checker, match, arguments, builtin_name(id)))
        return expr_error(checker, pos);
    if (id == BUILTIN_BARRIER || id == BUILTIN_BARRIER_UAV)
        check_barrier(checker, arguments);
    check_wide_model(checker, id, match, arguments);
    signature_convert_arguments(checker, match, arguments, count);
    if (any_is_error(arguments, count) ||
        (id == BUILTIN_PRINTF && !check_format(checker, arguments, count)))
        return expr_error(checker, pos);
    Expr *call = expr_new(checker, EXPR_BUILTIN, match->result, pos);
    call->builtin = id;
    call->arguments = arguments;
    call->argument_count = count;
    call->written = written_arguments(match);
    if (id == BUILTIN_SELECT && count == 3)
        return build_select(checker, arguments[0], arguments[1], arguments[2], pos);
    call = constant_fold(checker, call);
    return match->is_of_bools ? as_float_of_bools(checker, call) : call;
}

/* select() of structs, arrays, samplers and other resources: both are evaluated. NULL: it is none. */
static Expr *select_aggregate(Checker *checker, Name name, Expr **arguments, int count,
                              SourcePos pos)
{
    bool is_one = count == 3 && strcmp(name, builtin_name(BUILTIN_SELECT)) == 0 &&
                  (type_is_aggregate(arguments[1]->type) || arguments[1]->type->kind == TYPE_RESOURCE) &&
                  type_same(arguments[1]->type, arguments[2]->type);
    if (!is_one || expr_is_error(arguments[0]))
        return NULL;
    Expr *setups[3];
    Expr *condition = convert_condition(checker, arguments[0], "select");
    if (expr_is_error(condition))
        return condition;
    condition = expr_temporary(checker, condition, &setups[0]);
    Expr *left = expr_temporary(checker, arguments[1], &setups[1]);
    Expr *right = expr_temporary(checker, arguments[2], &setups[2]);
    Expr *choice = build_choice(checker, condition, left, right, pos);
    for (int i = 2; i >= 0; i--)
        choice = expr_comma(checker, setups[i], choice, pos);
    return choice;
}

static Best best_builtin(Checker *checker, Name name, Expr **arguments, int count)
{
    Best best = NO_ROW;
    for (int i = 0; i < BUILTIN_COUNT; i++) {
        const Intrinsic *row = builtin_row((BuiltinId)i);
        if (strcmp(row->name, name) == 0)
            consider_row(&best, i,
                         signature_match(checker, row->signature, NULL, NULL, arguments, count));
    }
    return best;
}

uint64_t builtin_score(Checker *checker, Name name, Expr **arguments, int count)
{
    return best_builtin(checker, name, arguments, count).match.score;
}

Expr *check_builtin_call(Checker *checker, Name name, SourcePos pos, Expr **arguments, int count)
{
    Expr *chosen = select_aggregate(checker, name, arguments, count, pos);
    if (chosen != NULL)
        return chosen;
    Best best = best_builtin(checker, name, arguments, count);
    const Match *match = &best.match;
    bool is_half_a_pair = best.row == BUILTIN_ADDUINT64 && match->score != UINT64_MAX &&
                          type_component_count(match->result) % 2 != 0;
    if (match->score == UINT64_MAX || is_half_a_pair)
        return report_no_match(checker, name, &best, arguments, count, pos);
    return build_builtin(checker, (BuiltinId)best.row, match, arguments, count, pos);
}

/* ---- methods of resources ---- */

/* A value has no order in memory: a variable's counts where that lies. */
static const Type *in_usual_order(Checker *checker, const Type *type)
{
    return type->kind != TYPE_MATRIX ? type
                                     : type_matrix(checker, type->scalar, type->rows, type->columns,
                                                   checker->options->default_row_major);
}

/* Of Load<T> and Store<T>: T as given, else the value's own type for Store and uint for Load. */
static const Type *function_type(Checker *checker, Name name, const Type *given, Expr **arguments,
                                 int count)
{
    if (given != NULL)
        return given;
    if (strncmp(name, "Store", 5) == 0 && count == 2)
        return in_usual_order(checker, settle_literal(checker, arguments[1])->type);
    return type_scalar(checker, SCALAR_U32);
}

/* Which resources have counters: the one named, or all of a type where a local variable stands for
 * one. */
static void note_counter(Checker *checker, const Expr *object)
{
    const Type *type = object->type;
    while (object->kind == EXPR_INDEX)
        object = object->left;
    Resource *resource = object->kind == EXPR_VARIABLE ? object->variable->resource : NULL;
    for (int i = 0; i < checker->resources.count; i++)
        if (checker->resources.items[i] == resource ||
            (resource == NULL && checker->resources.items[i]->type == type))
            checker->resources.items[i]->has_counter = true;
}

/* Of texels of integers, of which it is the nearest one. */
static void check_sampled_model(Checker *checker, const Intrinsic *row, const Type *texel,
                                SourcePos pos)
{
    bool gives_texels = strncmp(row->signature, "T Y ", 4) == 0;
    bool is_of_floats = !gives_texels || scalar_info(texel->scalar)->class == CLASS_FLOAT;
    if (!is_of_floats && model_is_before(checker, 7))
        report_old_model(checker, pos, arena_printf(checker->arena, "%s of integers", row->name), 7);
}

static Expr *build_method(Checker *checker, MethodId id, Expr *object, const Match *match,
                          Expr **arguments, int count, SourcePos pos)
{
    check_model(checker, method_row(id), pos);
    check_sampled_model(checker, method_row(id), object->type->element, pos);
    signature_convert_arguments(checker, match, arguments, count);
    if (any_is_error(arguments, count))
        return expr_error(checker, pos);
    if (id == METHOD_RAW_STORE && arguments[1]->type != match->types[1]) /* which has another order in memory */
        arguments[1] = expr_convert_node(checker, arguments[1], match->types[1]);
    Expr *call = expr_new(checker, EXPR_METHOD, match->result, pos);
    call->method = id;
    call->left = object;
    call->arguments = arguments;
    call->argument_count = count;
    call->written = written_arguments(match);
    if (id == METHOD_INCREMENT_COUNTER || id == METHOD_DECREMENT_COUNTER)
        note_counter(checker, object);
    return call;
}

Expr *check_method_call(Checker *checker, Expr *object, Name name, const Type *given,
                        SourcePos pos, Expr **arguments, int count)
{
    const Type *type = function_type(checker, name, given, arguments, count);
    Best best = NO_ROW;
    for (int i = 0; i < METHOD_COUNT; i++) {
        const Intrinsic *row = method_row((MethodId)i);
        if (type_has_method(object->type, (MethodId)i) && strcmp(row->name, name) == 0)
            consider_row(&best, i, signature_match(checker, row->signature, object->type, type,
                                                   arguments, count));
    }
    if (best.match.score == UINT64_MAX)
        return report_no_match(checker, name, &best, arguments, count, pos);
    return build_method(checker, (MethodId)best.row, object, &best.match, arguments, count, pos);
}
