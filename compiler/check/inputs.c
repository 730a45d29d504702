/* What the entry point takes: the semantics of its parameters. */
#include "scopes_priv.h"

#include <strings.h>

static const struct {
    const char *name;
    SystemValue system;
    int most_components;
} SYSTEM_VALUES[] = {
    {"SV_GroupID", SYSTEM_GROUP_ID, 3},
    {"SV_GroupThreadID", SYSTEM_GROUP_THREAD_ID, 3},
    {"SV_DispatchThreadID", SYSTEM_DISPATCH_THREAD_ID, 3},
    {"SV_GroupIndex", SYSTEM_GROUP_INDEX, 1},
    {"SV_GroupWaveIndex", SYSTEM_GROUP_WAVE_INDEX, 1},
};

SystemValue system_value(Name semantic)
{
    for (int i = 0; i < COUNT_OF(SYSTEM_VALUES); i++)
        if (strcasecmp(SYSTEM_VALUES[i].name, semantic) == 0) /* semantics have no case */
            return SYSTEM_VALUES[i].system;
    return SYSTEM_NONE;
}

typedef struct Inputs { bool has[SYSTEM_GROUP_WAVE_INDEX + 1]; SourcePos wave_index_pos; } Inputs;

static void report_unknown_semantic(Checker *checker, Name semantic, SourcePos pos)
{
    NearestName nearest = {semantic, NULL, 0};
    for (int i = 0; i < COUNT_OF(SYSTEM_VALUES); i++)
        nearest_consider(&nearest, SYSTEM_VALUES[i].name);
    if (nearest.best != NULL)
        diag_report(checker->diagnostics, pos, DIAG_unknown_semantic_did_you_mean, semantic,
                    nearest.best);
    else
        diag_report(checker->diagnostics, pos, DIAG_unknown_semantic, semantic);
}

static void check_input(Checker *checker, Name semantic, SystemValue system, const Type *type,
                        SourcePos pos, Inputs *inputs)
{
    int most = 0;
    for (int i = 0; i < COUNT_OF(SYSTEM_VALUES); i++)
        most = SYSTEM_VALUES[i].system == system ? SYSTEM_VALUES[i].most_components : most;
    if (type_is_error(type))
        return;
    if (system == SYSTEM_NONE)
        report_unknown_semantic(checker, semantic, pos);
    else if ((type->kind != TYPE_SCALAR && type->kind != TYPE_VECTOR) || type->columns > most ||
             type->scalar == SCALAR_BOOL)
        diag_report(checker->diagnostics, pos, DIAG_semantic_type, semantic, type);
    else if (inputs->has[system])
        diag_report(checker->diagnostics, pos, DIAG_semantic_twice, semantic);
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
            check_input(checker, field->semantic, (SystemValue)field->system, field->type,
                        field->pos, inputs);
    }
}

static void check_parameter(Checker *checker, const AstDecl *ast, Variable *parameter,
                            Inputs *inputs)
{
    if (parameter->direction != DIRECTION_IN)
        diag_report(checker->diagnostics, ast->pos, DIAG_entry_output, ast->name);
    else if (ast->semantic != NULL) {
        parameter->system = system_value(ast->semantic);
        check_input(checker, ast->semantic, parameter->system, parameter->type,
                    ast->semantic_pos != SOURCE_NOWHERE ? ast->semantic_pos : ast->pos, inputs);
    } else if (parameter->type->kind == TYPE_STRUCT)
        check_input_struct(checker, parameter->type, ast->pos, inputs);
    else if (!type_is_error(parameter->type))
        diag_report(checker->diagnostics, ast->pos, DIAG_no_semantic, ast->name);
}

/* The Group Wave Index paper: SV_GroupWaveIndex excludes the two inputs that tell a thread's place
 * otherwise. */
static void check_mixing(Checker *checker, const Inputs *inputs)
{
    bool mixes = inputs->has[SYSTEM_DISPATCH_THREAD_ID] || inputs->has[SYSTEM_GROUP_THREAD_ID];
    if (inputs->has[SYSTEM_GROUP_WAVE_INDEX] && mixes &&
        !checker->options->allow_group_wave_mixing)
        diag_report(checker->diagnostics, inputs->wave_index_pos, DIAG_group_wave_mixing,
                    inputs->has[SYSTEM_DISPATCH_THREAD_ID] ? "SV_DispatchThreadID"
                                                           : "SV_GroupThreadID");
    if (inputs->has[SYSTEM_GROUP_WAVE_INDEX] && model_is_before(checker, 10) &&
        !checker->options->group_wave_index)
        report_old_model(checker, inputs->wave_index_pos, "SV_GroupWaveIndex", 10);
}

void check_inputs(Checker *checker, const AstDecl *ast, const Function *entry)
{
    Inputs inputs = {0};
    for (int i = 0, written = 0; i < entry->parameter_count; i++, written++) {
        while (ast->parameters[written]->pos != entry->parameters[i]->pos)
            written++; /* a uniform one, which is none any more */
        check_parameter(checker, ast->parameters[written], entry->parameters[i], &inputs);
    }
    check_mixing(checker, &inputs);
}
