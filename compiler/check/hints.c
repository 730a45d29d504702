/* Attributes of statements: [branch], [unroll(4)] and the like. */
#include "core_priv.h"

static const struct { const char *name; StmtKind kind; OpHint hint; } HINTS[] = {
    {"branch", STMT_IF, HINT_BRANCH},  {"flatten", STMT_IF, HINT_FLATTEN},
    {"loop", STMT_LOOP, HINT_LOOP},    {"unroll", STMT_LOOP, HINT_UNROLL},
    {"fastopt", STMT_LOOP, HINT_NONE}, {"allow_uav_condition", STMT_LOOP, HINT_NONE},
    {"call", STMT_SWITCH, HINT_NONE},  {"forcecase", STMT_SWITCH, HINT_NONE},
};

/* The turns that [unroll] names, or HINT_UNROLL: all of them. */
static int32_t unroll_hint(Checker *checker, const AstAttribute *attribute)
{
    int64_t count;
    bool has_count = attribute->argument_count > 0 &&
                     check_constant_integer(checker, attribute->arguments[0], "an unroll count",
                                            &count);
    if (has_count && (count < 0 || count > INT32_MAX))
        diag_report(checker->diagnostics, attribute->pos, DIAG_bad_unroll_count);
    return has_count && count > 0 && count <= INT32_MAX ? (int32_t)count : HINT_UNROLL;
}

static void report_unknown_attribute(Checker *checker, const AstAttribute *attribute)
{
    NearestName nearest = {attribute->name, NULL, 0};
    for (int i = 0; i < COUNT_OF(HINTS); i++)
        nearest_consider(&nearest, HINTS[i].name);
    if (nearest.best != NULL)
        diag_report(checker->diagnostics, attribute->pos, DIAG_unknown_attribute_did_you_mean,
                    attribute->name, nearest.best);
    else
        diag_report(checker->diagnostics, attribute->pos, DIAG_unknown_attribute, attribute->name);
}

/* [unroll] beside what keeps a loop. */
static void check_conflict(Checker *checker, const AstAttribute *attributes)
{
    const AstAttribute *unroll = attribute_find(attributes, "unroll"),
                       *loop = attribute_find(attributes, "loop"),
                       *fastopt = attribute_find(attributes, "fastopt");
    const AstAttribute *other = loop != NULL ? loop : fastopt;
    if (unroll != NULL && other != NULL)
        diag_report(checker->diagnostics, other->pos, DIAG_hints_conflict, other->name,
                    unroll->name);
}

void apply_hints(Checker *checker, const AstAttribute *attribute, Stmt *stmt)
{
    check_conflict(checker, attribute);
    for (; attribute != NULL; attribute = attribute->next) {
        int row = 0;
        while (row < COUNT_OF(HINTS) && strcmp(HINTS[row].name, attribute->name) != 0)
            row++;
        if (attribute->scope != NULL)
            continue;
        if (row == COUNT_OF(HINTS)) {
            report_unknown_attribute(checker, attribute);
            continue;
        }
        int32_t hint = HINTS[row].hint == HINT_UNROLL ? unroll_hint(checker, attribute)
                                                      : HINTS[row].hint;
        if (hint != HINT_NONE && stmt->kind == HINTS[row].kind)
            stmt->hint = hint;
    }
}
