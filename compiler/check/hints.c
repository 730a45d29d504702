/* Attributes: [branch], [unroll(4)] and the like of statements, and whether those of functions are known. As in dxc
 * (clang's AttributeList::getKind) their case does not matter. */
#include "core_priv.h"
#include <strings.h>

enum { /* bits: what they stand before */
    IFS = 1 << 0, SWITCHES = 1 << 1, LOOPS = 1 << 2, FUNCTIONS = 1 << 3
};

static const struct Hint { const char *name; unsigned places; OpHint hint; } HINTS[] = {
    {"branch", IFS | SWITCHES, HINT_BRANCH}, {"flatten", IFS | SWITCHES, HINT_FLATTEN},
    {"loop", LOOPS, HINT_LOOP},              {"unroll", LOOPS, HINT_UNROLL},
    {"fastopt", LOOPS, HINT_NONE},           {"allow_uav_condition", LOOPS, HINT_NONE},
    {"call", SWITCHES, HINT_NONE},           {"forcecase", SWITCHES, HINT_NONE},
    {"numthreads", FUNCTIONS, HINT_NONE}, {"WaveSize", FUNCTIONS, HINT_NONE},
    {"shader", FUNCTIONS, HINT_NONE}, {"RootSignature", FUNCTIONS, HINT_NONE},
    {"GroupSharedLimit", FUNCTIONS, HINT_NONE}, {"WaveOpsIncludeHelperLanes", FUNCTIONS, HINT_NONE},
    {"noinline", FUNCTIONS, HINT_NONE}, {"export", FUNCTIONS, HINT_NONE},
    {"experimental", FUNCTIONS, HINT_NONE}, {"maybe_unused", FUNCTIONS, HINT_NONE},
    {"nodiscard", FUNCTIONS, HINT_NONE}, {"Test", FUNCTIONS, HINT_NONE},
    {"clipplanes", FUNCTIONS, HINT_NONE}, {"domain", FUNCTIONS, HINT_NONE},
    {"earlydepthstencil", FUNCTIONS, HINT_NONE}, {"instance", FUNCTIONS, HINT_NONE},
    {"maxtessfactor", FUNCTIONS, HINT_NONE}, {"maxvertexcount", FUNCTIONS, HINT_NONE},
    {"outputcontrolpoints", FUNCTIONS, HINT_NONE}, {"outputtopology", FUNCTIONS, HINT_NONE},
    {"partitioning", FUNCTIONS, HINT_NONE}, {"patchconstantfunc", FUNCTIONS, HINT_NONE},
    {"NodeLaunch", FUNCTIONS, HINT_NONE}, {"NodeIsProgramEntry", FUNCTIONS, HINT_NONE},
    {"NodeId", FUNCTIONS, HINT_NONE}, {"NodeLocalRootArgumentsTableIndex", FUNCTIONS, HINT_NONE},
    {"NodeShareInputOf", FUNCTIONS, HINT_NONE}, {"NodeDispatchGrid", FUNCTIONS, HINT_NONE},
    {"NodeMaxDispatchGrid", FUNCTIONS, HINT_NONE}, {"NodeMaxRecursionDepth", FUNCTIONS, HINT_NONE},
    {"NodeTrackRWInputSharing", FUNCTIONS, HINT_NONE}, {"NodeArraySize", FUNCTIONS, HINT_NONE},
};

/* Neither makes sense where the other does. */
static const char *const CONFLICTS[][2] = {
    {"unroll", "loop"}, {"unroll", "fastopt"}, {"branch", "flatten"},
};

static unsigned place_of(AstStmtKind kind)
{
    return kind == AST_IF       ? IFS
         : kind == AST_SWITCH ? SWITCHES
         : kind == AST_FOR || kind == AST_WHILE || kind == AST_DO ? LOOPS
                                                                  : 0;
}

static const char *spell_places(unsigned places)
{
    return places == LOOPS     ? "loops"
         : places == SWITCHES  ? "switch"
         : places == FUNCTIONS ? "functions"
                               : "if and switch";
}

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

static void report_unknown_attribute(Checker *checker, const AstAttribute *attribute,
                                     unsigned place)
{
    NearestName nearest = {attribute->name, NULL, 0};
    for (int i = 0; i < COUNT_OF(HINTS); i++)
        if ((HINTS[i].places & place) != 0)
            nearest_consider(&nearest, HINTS[i].name);
    if (nearest.best != NULL)
        diag_report(checker->diagnostics, attribute->pos, DIAG_unknown_attribute_did_you_mean,
                    attribute->name, nearest.best);
    else
        diag_report(checker->diagnostics, attribute->pos, DIAG_unknown_attribute, attribute->name);
}

static void check_conflicts(Checker *checker, const AstAttribute *attributes)
{
    for (int i = 0; i < COUNT_OF(CONFLICTS); i++) {
        const AstAttribute *one = attribute_find(attributes, CONFLICTS[i][0]),
                           *other = attribute_find(attributes, CONFLICTS[i][1]);
        if (one == NULL || other == NULL)
            continue;
        diag_report(checker->diagnostics, other->pos, DIAG_hints_conflict, other->name, one->name);
        return;
    }
}

static const struct Hint *find_hint(const AstAttribute *attribute)
{
    for (int i = 0; i < COUNT_OF(HINTS); i++)
        if (attribute->scope == NULL && strcasecmp(HINTS[i].name, attribute->name) == 0)
            return &HINTS[i];
    return NULL;
}

static void judge_attributes(Checker *checker, const AstAttribute *attributes, unsigned place)
{
    check_conflicts(checker, attributes);
    for (const AstAttribute *at = attributes; at != NULL; at = at->next) {
        const struct Hint *hint = find_hint(at);
        if (hint == NULL && at->scope == NULL)
            report_unknown_attribute(checker, at, place);
        else if (hint != NULL && (hint->places & place) == 0)
            diag_report(checker->diagnostics, at->pos, DIAG_hint_misplaced, at->name,
                        spell_places(hint->places));
    }
}

void judge_hints(Checker *checker, const AstStmt *ast)
{
    judge_attributes(checker, ast->attributes, place_of(ast->kind));
}

void judge_function_attributes(Checker *checker, const AstDecl *ast)
{
    judge_attributes(checker, ast->attributes, FUNCTIONS);
}

void apply_hints(Checker *checker, const AstAttribute *attribute, Stmt *stmt)
{
    unsigned place = stmt->kind == STMT_IF ? IFS : stmt->kind == STMT_LOOP ? LOOPS : 0;
    for (; attribute != NULL; attribute = attribute->next) {
        const struct Hint *row = find_hint(attribute);
        if (row == NULL || (row->places & place) == 0 || row->hint == HINT_NONE)
            continue;
        stmt->hint = row->hint == HINT_UNROLL ? unroll_hint(checker, attribute) : row->hint;
    }
}
