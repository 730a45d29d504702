/* The entry point: its attributes, its parameters' semantics, and what it reaches. */
#include "check_priv.h"

#include <strings.h>

enum { MOST_THREADS = 1024, MOST_THREADS_Z = 64, GROUPSHARED_LIMIT = 32768, MOST_TEST_GROUPS = 1024 };

static const struct { const char *name; SystemValue system; int most_components; } SYSTEM_VALUES[] = {
    {"SV_GroupID", SYSTEM_GROUP_ID, 3}, {"SV_GroupThreadID", SYSTEM_GROUP_THREAD_ID, 3},
    {"SV_DispatchThreadID", SYSTEM_DISPATCH_THREAD_ID, 3}, {"SV_GroupIndex", SYSTEM_GROUP_INDEX, 1},
    {"SV_GroupWaveIndex", SYSTEM_GROUP_WAVE_INDEX, 1},
};

SystemValue system_value(Name semantic)
{
    for (int i = 0; i < COUNT_OF(SYSTEM_VALUES); i++)
        if (strcasecmp(SYSTEM_VALUES[i].name, semantic) == 0) /* semantics have no case */
            return SYSTEM_VALUES[i].system;
    return SYSTEM_NONE;
}

const AstAttribute *attribute_find(const AstAttribute *list, const char *name)
{
    for (; list != NULL; list = list->next)
        if (list->scope == NULL && list->name != NULL && strcasecmp(list->name, name) == 0)
            return list;
    return NULL;
}

/* ---- shader models ---- */

bool model_is_before(const Checker *checker, int minor)
{
    const CheckOptions *options = checker->options;
    return options->shader_model_major < 6 || (options->shader_model_major == 6 && options->shader_model_minor < minor);
}

void report_old_model(Checker *checker, SourcePos pos, const char *what, int minor)
{
    diag_report(checker->diagnostics, pos, DIAG_needs_shader_model, what, 6, minor, checker->options->shader_model_major,
                checker->options->shader_model_minor);
}

/* ---- finding it ---- */

/* The function of that name with a body; one that says what group it runs in goes first. */
static const AstDecl *better_entry(const AstDecl *found, const AstDecl *decl, const char *name)
{
    bool fits = decl->kind == AST_FUNCTION && decl->body != NULL && decl->name != NULL && strcmp(decl->name, name) == 0 && decl->path.count <= 1;
    bool is_marked = found != NULL && (attribute_find(found->attributes, "numthreads") != NULL || attribute_find(found->attributes, "Test") != NULL);
    return fits && !is_marked ? decl : found;
}

static const AstDecl *find_among(AstDecl *const *decls, int count, const AstDecl *found, const char *name)
{
    for (int i = 0; i < count; i++) {
        found = better_entry(found, decls[i], name);
        if (decls[i]->kind == AST_NAMESPACE)
            found = find_among(decls[i]->members, decls[i]->member_count, found, name);
    }
    return found;
}

/* In namespaces too: their functions are listed by their own name. */
const AstDecl *entry_find(const AstUnit *unit, const char *name)
{
    return find_among(unit->decls, unit->decl_count, NULL, name);
}

/* ---- numthreads ---- */

static bool evaluate_threads(Checker *checker, const AstAttribute *attribute, uint32_t threads[3])
{
    int64_t product = 1;
    if (attribute->argument_count != 3) {
        diag_report(checker->diagnostics, attribute->pos, DIAG_numthreads_count, attribute->argument_count);
        return false;
    }
    for (int i = 0; i < 3; i++) {
        int64_t value;
        if (!constant_evaluate_integer(checker, attribute->arguments[i], "a thread count", &value))
            return false;
        if (value < 1 || value > (i == 2 ? MOST_THREADS_Z : MOST_THREADS)) {
            diag_report(checker->diagnostics, attribute->arguments[i]->start, DIAG_numthreads_range, (long long)value, i == 2 ? MOST_THREADS_Z : MOST_THREADS);
            return false;
        }
        threads[i] = (uint32_t)value;
        product *= value;
    }
    if (product > MOST_THREADS)
        diag_report(checker->diagnostics, attribute->pos, DIAG_numthreads_product, (long long)product, MOST_THREADS);
    return product <= MOST_THREADS;
}

/* Evaluated when first needed: GroupGetWaveCount() may stand before the entry point. */
static bool know_threads(Checker *checker, SourcePos use)
{
    uint32_t *threads = checker->program->threads;
    const AstAttribute *attribute = checker->entry_decl != NULL ? attribute_find(checker->entry_decl->attributes, "numthreads") : NULL;
    if (threads[0] != 0)
        return true;
    if (attribute == NULL && checker->program->report != NULL) { /* a test is one wave unless it says otherwise */
        threads[0] = (uint32_t)checker->options->wave_size;
        threads[1] = threads[2] = 1;
        return true;
    }
    if (attribute == NULL) {
        diag_report(checker->diagnostics, use, DIAG_no_numthreads, checker->options->entry);
        return false;
    }
    if (checker->knows_threads) {
        diag_report(checker->diagnostics, use, DIAG_numthreads_cycle);
        return false;
    }
    checker->knows_threads = true;
    Scope *scope = checker->scope;
    checker->scope = scope_new(checker, checker->global);
    declare_constants_ahead(checker, attribute);
    bool ok = evaluate_threads(checker, attribute, threads);
    checker->scope = scope;
    if (!ok)
        threads[0] = threads[1] = threads[2] = 1;
    return ok;
}

/* GroupGetWaveCount(): ceil(X * Y * Z / W), and the extra ones. */
int entry_wave_count(Checker *checker, SourcePos use)
{
    const uint32_t *threads = checker->program->threads;
    if (!know_threads(checker, use))
        return 1;
    int size = (int)(threads[0] * threads[1] * threads[2]);
    return (size + checker->options->wave_size - 1) / checker->options->wave_size + checker->options->extra_waves;
}

/* ---- other attributes ---- */

static bool is_wave_size(int64_t value) { return value >= 4 && value <= 128 && (value & (value - 1)) == 0; }

/* [WaveSize(n)] came with Shader Model 6.6, ranges with 6.8. */
static bool check_wave_size_model(Checker *checker, const AstAttribute *attribute)
{
    int needed = attribute->argument_count > 1 ? 8 : 6;
    if (model_is_before(checker, needed))
        report_old_model(checker, attribute->pos, needed == 8 ? "[WaveSize(min, max)]" : "[WaveSize]", needed);
    return !model_is_before(checker, needed);
}

/* [WaveSize(n)], [WaveSize(min, max)], [WaveSize(min, max, preferred)] */
static void apply_wave_size(Checker *checker, const AstAttribute *attribute)
{
    int64_t values[3] = {0, 0, 0};
    CheckedProgram *program = checker->program;
    const AstAttribute *again = attribute_find(attribute->next, "WaveSize");
    if (again != NULL)
        diag_report(checker->diagnostics, again->pos, DIAG_attribute_twice, "WaveSize");
    if (!check_wave_size_model(checker, attribute))
        return;
    if (attribute->argument_count < 1 || attribute->argument_count > 3) {
        diag_report(checker->diagnostics, attribute->pos, DIAG_wave_size_value);
        return;
    }
    for (int i = 0; i < attribute->argument_count; i++) {
        if (!constant_evaluate_integer(checker, attribute->arguments[i], "a wave size", &values[i]))
            return;
        if (!is_wave_size(values[i]) && !(i == 2 && values[i] == 0)) {
            diag_report(checker->diagnostics, attribute->arguments[i]->start, DIAG_wave_size_value);
            return;
        }
    }
    if (attribute->argument_count > 1 && values[0] >= values[1]) {
        diag_report(checker->diagnostics, attribute->pos, DIAG_wave_size_order, (int)values[0], (int)values[1]);
        return;
    }
    program->wave_size_min = (int)values[0];
    program->wave_size_max = (int)(attribute->argument_count > 1 ? values[1] : values[0]);
    program->preferred_wave_size = (int)(attribute->argument_count == 1 ? values[0] : values[2]);
    bool is_outside = values[2] != 0 && (values[2] < values[0] || values[2] > values[1]);
    if (is_outside)
        diag_report(checker->diagnostics, attribute->arguments[2]->start, DIAG_wave_size_preferred, (int)values[2], (int)values[0], (int)values[1]);
    else if (program->wave_size < program->wave_size_min || program->wave_size > program->wave_size_max)
        diag_report(checker->diagnostics, attribute->pos, DIAG_wave_size_conflict, program->wave_size, program->wave_size_min, program->wave_size_max);
}

static void apply_shader(Checker *checker, const AstAttribute *attribute)
{
    bool is_string = attribute->argument_count == 1 && attribute->arguments[0]->kind == AST_STRING;
    Slice stage = is_string ? attribute->arguments[0]->string : (Slice){"", 0};
    if (stage.length != 7 || memcmp(stage.text, "compute", 7) != 0)
        diag_report(checker->diagnostics, attribute->pos, DIAG_not_compute, (int)stage.length, stage.text);
}

static void apply_limit(Checker *checker, const AstAttribute *attribute)
{
    int64_t limit;
    if (attribute->argument_count != 1 || !constant_evaluate_integer(checker, attribute->arguments[0], "a groupshared limit", &limit))
        return;
    if (limit < 0)
        diag_report(checker->diagnostics, attribute->pos, DIAG_groupshared_limit);
    else
        checker->program->groupshared_limit = limit;
}

/* [Test(x, y, z)]: how many groups run; those left out are 1. */
static void apply_test(Checker *checker, const AstAttribute *attribute)
{
    uint32_t *groups = checker->program->test_groups;
    groups[0] = groups[1] = groups[2] = 1;
    if (attribute->argument_count > 3)
        diag_report(checker->diagnostics, attribute->pos, DIAG_test_groups, MOST_TEST_GROUPS);
    for (int i = 0; i < attribute->argument_count && i < 3; i++) {
        int64_t value;
        if (!constant_evaluate_integer(checker, attribute->arguments[i], "a number of groups", &value))
            return;
        if (value < 1 || value > MOST_TEST_GROUPS)
            diag_report(checker->diagnostics, attribute->arguments[i]->start, DIAG_test_groups, MOST_TEST_GROUPS);
        else
            groups[i] = (uint32_t)value;
    }
}

/* Where the assertions of a unit test report: a hidden buffer, so that all stages know what it is. */
void entry_add_report(Checker *checker)
{
    const AstDecl *ast = checker->entry_decl;
    if (!checker->options->tests || ast == NULL || attribute_find(ast->attributes, "Test") == NULL)
        return;
    Name name = names_intern_text(checker->names, "test report");
    Resource *report = new_resource(checker, name, type_resource(checker, RESOURCE_RWBYTEADDRESS, NULL, 0, false, false), ast->pos);
    report->register_index = 0;
    report->space = REPORT_SPACE;
    report->is_used = true;
    register_resource(checker, report, NULL);
    checker->program->report = report;
}

static void apply_attributes(Checker *checker, const AstDecl *entry)
{
    static const struct { const char *name; void (*apply)(Checker *, const AstAttribute *); } table[] = {
        {"WaveSize", apply_wave_size}, {"shader", apply_shader}, {"GroupSharedLimit", apply_limit}, {"Test", apply_test},
    };
    for (int i = 0; i < COUNT_OF(table); i++) {
        const AstAttribute *attribute = attribute_find(entry->attributes, table[i].name);
        if (attribute != NULL)
            table[i].apply(checker, attribute);
    }
}

/* ---- parameters ---- */

typedef struct Inputs { bool has[SYSTEM_GROUP_WAVE_INDEX + 1]; SourcePos wave_index_pos; } Inputs;

static void report_unknown_semantic(Checker *checker, Name semantic, SourcePos pos)
{
    Suggestion suggestion = {NULL, 0};
    for (int i = 0; i < COUNT_OF(SYSTEM_VALUES); i++)
        suggest_consider(&suggestion, semantic, SYSTEM_VALUES[i].name);
    if (suggestion.best != NULL)
        diag_report(checker->diagnostics, pos, DIAG_unknown_semantic_did_you_mean, semantic, suggestion.best);
    else
        diag_report(checker->diagnostics, pos, DIAG_unknown_semantic, semantic);
}

static void check_input(Checker *checker, Name semantic, SystemValue system, const Type *type, SourcePos pos, Inputs *inputs)
{
    int most = 0;
    for (int i = 0; i < COUNT_OF(SYSTEM_VALUES); i++)
        most = SYSTEM_VALUES[i].system == system ? SYSTEM_VALUES[i].most_components : most;
    if (type_is_error(type))
        return;
    if (system == SYSTEM_NONE)
        report_unknown_semantic(checker, semantic, pos);
    else if ((type->kind != TYPE_SCALAR && type->kind != TYPE_VECTOR) || type->columns > most || type->scalar == SCALAR_BOOL)
        diag_report(checker->diagnostics, pos, DIAG_semantic_type, semantic, type);
    inputs->has[system] = true;
    if (system == SYSTEM_GROUP_WAVE_INDEX)
        inputs->wave_index_pos = pos;
}

static void check_input_struct(Checker *checker, const Type *type, SourcePos pos, Inputs *inputs)
{
    for (int i = 0; i < type->field_count; i++) {
        const Field *field = &type->fields[i];
        if (field->type->kind == TYPE_STRUCT)
            check_input_struct(checker, field->type, pos, inputs);
        else if (field->semantic == NULL)
            diag_report(checker->diagnostics, field->pos, DIAG_no_semantic, field->name);
        else
            check_input(checker, field->semantic, (SystemValue)field->system, field->type, field->pos, inputs);
    }
}

static void check_parameter(Checker *checker, const AstDecl *ast, Variable *parameter, Inputs *inputs)
{
    if (parameter->direction != DIRECTION_IN)
        diag_report(checker->diagnostics, ast->pos, DIAG_entry_output, ast->name);
    else if (ast->semantic != NULL) {
        parameter->system = system_value(ast->semantic);
        check_input(checker, ast->semantic, parameter->system, parameter->type, ast->semantic_pos != SOURCE_NOWHERE ? ast->semantic_pos : ast->pos, inputs);
    } else if (parameter->type->kind == TYPE_STRUCT)
        check_input_struct(checker, parameter->type, ast->pos, inputs);
    else if (!type_is_error(parameter->type))
        diag_report(checker->diagnostics, ast->pos, DIAG_no_semantic, ast->name);
}

/* The Group Wave Index paper: SV_GroupWaveIndex excludes the two inputs that tell a thread's place otherwise. */
static void check_mixing(Checker *checker, const Inputs *inputs)
{
    bool mixes = inputs->has[SYSTEM_DISPATCH_THREAD_ID] || inputs->has[SYSTEM_GROUP_THREAD_ID];
    if (inputs->has[SYSTEM_GROUP_WAVE_INDEX] && mixes && !checker->options->allow_group_wave_mixing)
        diag_report(checker->diagnostics, inputs->wave_index_pos, DIAG_group_wave_mixing,
                    inputs->has[SYSTEM_DISPATCH_THREAD_ID] ? "SV_DispatchThreadID" : "SV_GroupThreadID");
    if (inputs->has[SYSTEM_GROUP_WAVE_INDEX] && model_is_before(checker, 10) && !checker->options->group_wave_index)
        report_old_model(checker, inputs->wave_index_pos, "SV_GroupWaveIndex", 10);
}

/* ---- what it reaches ---- */

/* Collects groupshared variables, and reports what matters only in functions that are reached. */
static void visit_reached(Checker *checker, Candidate *candidate, Map *used)
{
    enum { MARK_REACHED = 3 };
    if (candidate->mark == MARK_REACHED)
        return;
    candidate->mark = MARK_REACHED;
    for (int i = 0; i < candidate->groupshared.capacity; i++)
        if (candidate->groupshared.keys[i] != NULL)
            map_put(checker->arena, used, candidate->groupshared.keys[i], candidate->groupshared.values[i]);
    for (int i = 0; i < candidate->deferred.count; i++) {
        const Deferred *deferred = &candidate->deferred.items[i];
        diag_report(checker->diagnostics, deferred->pos, deferred->id, deferred->first, deferred->second);
    }
    for (int i = 0; i < candidate->callees.count; i++) {
        if (!candidate->callees.items[i]->is_defined)
            diag_report(checker->diagnostics, candidate->call_positions.items[i], DIAG_undefined_function, candidate->callees.items[i]->function->name);
        visit_reached(checker, candidate->callees.items[i], used);
    }
}

/* D3D's limit is 32 KiB; since drivers differ in what they take, only Direct3D 11's profiles and a limit that is
 * written make more an error. */
static void list_groupshared(Checker *checker, Candidate *entry)
{
    Map used = {0};
    int64_t bytes = 0;
    CheckedProgram *program = checker->program;
    visit_reached(checker, entry, &used);
    program->groupshared = ARENA_ARRAY(checker->arena, Variable *, checker->groupshared.count + 1);
    for (int i = 0; i < checker->groupshared.count; i++) {
        Variable *variable = checker->groupshared.items[i];
        if (map_find(&used, variable) == NULL)
            continue;
        program->groupshared[program->groupshared_count++] = variable;
        bytes += layout_size(variable->type, LAYOUT_STRUCTURED);
    }
    bool is_soft = program->groupshared_limit == GROUPSHARED_LIMIT && checker->options->shader_model_major >= 6 && bytes <= LARGEST_TYPE;
    if (bytes > program->groupshared_limit)
        diag_report(checker->diagnostics, entry->decl->pos, is_soft ? DIAG_groupshared_large : DIAG_groupshared_too_big, (long long)bytes,
                    (long long)program->groupshared_limit);
}

static Candidate *entry_candidate(Checker *checker)
{
    for (int i = 0; i < checker->functions.count; i++)
        if (checker->functions.items[i]->decl == checker->entry_decl)
            return checker->functions.items[i];
    return NULL;
}

void entry_finish(Checker *checker)
{
    const AstDecl *ast = checker->entry_decl;
    Candidate *entry = ast != NULL ? entry_candidate(checker) : NULL;
    Inputs inputs = {0};
    checker->program->groupshared_limit = GROUPSHARED_LIMIT;
    if (entry == NULL) {
        if (ast == NULL)
            diag_report(checker->diagnostics, SOURCE_NOWHERE, DIAG_no_entry, checker->options->entry);
        return;
    }
    know_threads(checker, ast->pos);
    apply_attributes(checker, ast);
    if (entry->function->result->kind != TYPE_VOID && !type_is_error(entry->function->result))
        diag_report(checker->diagnostics, ast->pos, DIAG_entry_result, ast->name);
    for (int i = 0; i < ast->parameter_count; i++)
        check_parameter(checker, ast->parameters[i], entry->function->parameters[i], &inputs);
    check_mixing(checker, &inputs);
    list_groupshared(checker, entry);
    checker->program->entry = entry->function;
}
