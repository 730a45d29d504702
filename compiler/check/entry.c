/* The entry point: its attributes, and the last steps of its check. */
#include "stage_priv.h"

enum { MOST_TEST_GROUPS = 1024 };

static bool is_wave_size(int64_t value)
{
    return value >= 4 && value <= 128 && (value & (value - 1)) == 0;
}

/* [WaveSize(n)] came with Shader Model 6.6, ranges with 6.8. */
static void check_wave_size_model(Checker *checker, const AstAttribute *attribute)
{
    int needed = attribute->argument_count > 1 ? 8 : 6;
    if (model_is_before(checker, needed))
        report_old_model(checker, attribute->pos,
                         needed == 8 ? "[WaveSize(min, max)]" : "[WaveSize]", needed);
}

/* [WaveSize(n)], [WaveSize(min, max)], [WaveSize(min, max, preferred)] */
static void apply_wave_size(Checker *checker, const AstAttribute *attribute)
{
    int64_t values[3] = {0, 0, 0};
    CheckedProgram *program = checker->program;
    const AstAttribute *again = attribute_find(attribute->next, "WaveSize");
    if (again != NULL)
        diag_report(checker->diagnostics, again->pos, DIAG_attribute_twice, "WaveSize");
    check_wave_size_model(checker, attribute);
    if (attribute->argument_count < 1 || attribute->argument_count > 3) {
        diag_report(checker->diagnostics, attribute->pos, DIAG_wave_size_value);
        return;
    }
    for (int i = 0; i < attribute->argument_count; i++) {
        if (!check_constant_integer(checker, attribute->arguments[i], "a wave size", &values[i]))
            return;
        if (!is_wave_size(values[i]) && !(i == 2 && values[i] == 0)) {
            diag_report(checker->diagnostics, attribute->arguments[i]->start,
                        DIAG_wave_size_value);
            return;
        }
    }
    if (attribute->argument_count > 1 && values[0] >= values[1]) {
        diag_report(checker->diagnostics, attribute->pos, DIAG_wave_size_order, (int)values[0],
                    (int)values[1]);
        return;
    }
    program->wave_size_min = (int)values[0];
    program->wave_size_max = (int)(attribute->argument_count > 1 ? values[1] : values[0]);
    program->wave_size_preferred = (int)values[2];
    bool is_outside = values[2] != 0 && (values[2] < values[0] || values[2] > values[1]);
    if (is_outside)
        diag_report(checker->diagnostics, attribute->arguments[2]->start, DIAG_wave_size_preferred,
                    (int)values[2], (int)values[0], (int)values[1]);
    else if (program->wave_size < program->wave_size_min ||
             program->wave_size > program->wave_size_max)
        diag_report(checker->diagnostics, attribute->pos, DIAG_wave_size_conflict,
                    program->wave_size, program->wave_size_min, program->wave_size_max);
}

static void apply_shader(Checker *checker, const AstAttribute *attribute)
{
    bool is_string = attribute->argument_count == 1 && attribute->arguments[0]->kind == AST_STRING;
    Slice stage = is_string ? attribute->arguments[0]->string : (Slice){"", 0};
    if (!slice_is(stage, "compute"))
        diag_report(checker->diagnostics, attribute->pos, DIAG_not_compute, (int)stage.length,
                    stage.text);
}

static void apply_limit(Checker *checker, const AstAttribute *attribute)
{
    int64_t limit;
    if (attribute->argument_count != 1 ||
        !check_constant_integer(checker, attribute->arguments[0], "a groupshared limit", &limit))
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
        if (!check_constant_integer(checker, attribute->arguments[i], "a number of groups",
                                    &value))
            return;
        if (value < 1 || value > MOST_TEST_GROUPS)
            diag_report(checker->diagnostics, attribute->arguments[i]->start, DIAG_test_groups,
                        MOST_TEST_GROUPS);
        else
            groups[i] = (uint32_t)value;
    }
}

/* Where the assertions of a unit test report: a hidden buffer, so that all stages know what it
 * is. */
void entry_add_report(Checker *checker)
{
    const AstDecl *ast = checker->entry_decl;
    if (!checker->options->tests || ast == NULL || attribute_find(ast->attributes, "Test") == NULL)
        return;
    Name name = names_intern_text(checker->names, "test report");
    Resource *report = new_resource(checker, name,
                                    type_resource(checker, RESOURCE_RWBYTEADDRESS, NULL, 0, false,
                                                  false),
                                    ast->pos);
    report->register_index = 0;
    report->space = REPORT_SPACE;
    report->is_used = true;
    register_resource(checker, report, NULL);
    checker->program->report = report;
}

static void apply_attributes(Checker *checker, const AstDecl *entry)
{
    static const struct {
        const char *name;
        void (*apply)(Checker *, const AstAttribute *);
    } table[] = {
        {"WaveSize", apply_wave_size},
        {"shader", apply_shader},
        {"GroupSharedLimit", apply_limit},
        {"Test", apply_test},
    };
    for (int i = 0; i < COUNT_OF(table); i++) {
        const AstAttribute *attribute = attribute_find(entry->attributes, table[i].name);
        if (attribute != NULL)
            table[i].apply(checker, attribute);
    }
}

/* ---- the whole ---- */

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
    checker->program->groupshared_limit = GROUPSHARED_LIMIT;
    if (entry == NULL) {
        if (ast == NULL)
            diag_report(checker->diagnostics, SOURCE_NOWHERE,
                        strstr(checker->options->entry, "::") != NULL ? DIAG_no_entry_in_namespace
                                                                      : DIAG_no_entry,
                        checker->options->entry);
        return;
    }
    know_threads(checker, ast->pos);
    apply_attributes(checker, ast);
    if (entry->function->result->kind != TYPE_VOID && !type_is_error(entry->function->result))
        diag_report(checker->diagnostics, ast->pos, DIAG_entry_result, ast->name);
    check_inputs(checker, ast, entry->function);
    list_groupshared(checker, entry);
    checker->program->entry = entry->function;
}
