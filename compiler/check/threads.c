/* How many threads and waves a group has. GroupGetWaveCount() is a constant, which may stand
 * before the entry point, and even before the constants that its numthreads names: these are then
 * declared ahead, for a look at their values. */
#include "core_priv.h"

enum { MOST_THREADS = 1024, MOST_THREADS_Z = 64 };

static bool evaluate_threads(Checker *checker, const AstAttribute *attribute, uint32_t threads[3])
{
    int64_t product = 1;
    const AstAttribute *again = attribute_find(attribute->next, "numthreads");
    if (again != NULL)
        diag_report(checker->diagnostics, again->pos, DIAG_attribute_twice, "numthreads");
    if (attribute->argument_count != 3) {
        diag_report(checker->diagnostics, attribute->pos, DIAG_numthreads_count,
                    attribute->argument_count);
        return false;
    }
    for (int i = 0; i < 3; i++) {
        int64_t value;
        if (!check_constant_integer(checker, attribute->arguments[i], "a thread count", &value))
            return false;
        if (value < 1 || value > (i == 2 ? MOST_THREADS_Z : MOST_THREADS)) {
            diag_report(checker->diagnostics, checker->entry_decl->pos, DIAG_numthreads_invalid,
                        checker->entry_decl->name);
            diag_report(checker->diagnostics, attribute->arguments[i]->start,
                        DIAG_numthreads_range, (long long)value,
                        i == 2 ? MOST_THREADS_Z : MOST_THREADS);
            return false;
        }
        threads[i] = (uint32_t)value;
        product *= value;
    }
    if (product > MOST_THREADS) {
        diag_report(checker->diagnostics, checker->entry_decl->pos, DIAG_numthreads_invalid,
                    checker->entry_decl->name);
        diag_report(checker->diagnostics, attribute->pos, DIAG_numthreads_product,
                    (long long)product, MOST_THREADS);
    }
    return product <= MOST_THREADS;
}

/* ---- constants declared ahead ---- */

static bool declares(const AstDecl *decl, Name name)
{
    uint32_t qualifiers = decl->kind == AST_VARIABLE ? decl->qualifiers | decl->type->qualifiers
                                                     : 0;
    bool found = decl->name == name && (qualifiers & AST_STATIC) != 0 &&
                 (qualifiers & AST_CONST) != 0;
    for (int i = 0; !found && decl->kind == AST_ENUM && !decl->is_class && i < decl->member_count;
         i++)
        found = decl->members[i]->name == name;
    return found;
}

static void declare_names_ahead(Checker *checker, const AstExpr *expr);

/* And first those before it that its value needs. */
static void declare_ahead(Checker *checker, Name name)
{
    int end = checker->ahead_end;
    Found found = scope_lookup(checker, name);
    for (int i = 0; found.symbol == NULL && i < end; i++) {
        const AstDecl *decl = checker->unit->decls[i];
        if (!declares(decl, name))
            continue;
        checker->ahead_end = i;
        declare_names_ahead(checker, decl->init);
        check_global(checker, decl);
        checker->ahead_end = end;
        return;
    }
}

static void declare_names_ahead(Checker *checker, const AstExpr *expr)
{
    NameList list = names_in(checker, expr);
    for (int i = 0; i < list.names.count; i++)
        declare_ahead(checker, list.names.items[i]);
}

/* Declares in the current scope, for a look at their values only, those constants of the file's
 * end that these arguments need. */
static void declare_constants_ahead(Checker *checker, const AstAttribute *attribute)
{
    int statics = checker->statics.count;
    checker->ahead_end = checker->unit->decl_count;
    for (int i = 0; i < attribute->argument_count; i++)
        declare_names_ahead(checker, attribute->arguments[i]);
    checker->statics.count = statics;
}

/* ---- the counts ---- */

/* Evaluated when first needed: GroupGetWaveCount() may stand before the entry point. */
bool know_threads(Checker *checker, SourcePos use)
{
    uint32_t *threads = checker->program->threads;
    const AstAttribute *attribute = checker->entry_decl != NULL
                                      ? attribute_find(checker->entry_decl->attributes,
                                                       "numthreads")
                                      : NULL;
    if (threads[0] != 0)
        return true;
    /* a test is one wave unless it says otherwise */
    if (attribute == NULL && checker->program->report != NULL) {
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
    DiagTrap *trap = diag_set_trap(checker->diagnostics, NULL);
    checker->scope = scope_new(checker, checker->global);
    declare_constants_ahead(checker, attribute);
    bool ok = evaluate_threads(checker, attribute, threads);
    checker->scope = scope;
    diag_set_trap(checker->diagnostics, trap);
    if (!ok)
        threads[0] = threads[1] = threads[2] = 1;
    return ok;
}

/* GroupGetWaveCount(): ceil(X * Y * Z / W), and the extra ones. */
static int wave_count(Checker *checker, SourcePos use)
{
    const uint32_t *threads = checker->program->threads;
    if (!know_threads(checker, use))
        return 1;
    int size = (int)(threads[0] * threads[1] * threads[2]);
    return (size + checker->options->wave_size - 1) / checker->options->wave_size +
           checker->options->extra_waves;
}

Expr *fold_group_constant(Checker *checker, Expr *call)
{
    if (call->kind != EXPR_BUILTIN)
        return call;
    switch (call->builtin) {
    case BUILTIN_ISHELPERLANE: return expr_integer(checker, SCALAR_BOOL, 0, call->pos);
    case BUILTIN_WAVEGETLANECOUNT:
        return expr_integer(checker, SCALAR_U32, checker->options->wave_size, call->pos);
    case BUILTIN_GROUPGETWAVECOUNT: case BUILTIN_GETGROUPWAVECOUNT:
        return expr_integer(checker, SCALAR_U32, wave_count(checker, call->pos), call->pos);
    default: return call;
    }
}
