/* Entry points as written: the one of a name; and all that there could be, with the wave sizes
 * that their [WaveSize] asks for.
 *
 * The list comes before any check, since a check is of one wave size: hence a small evaluator of
 * constants as written, for literals, arithmetic and the file's `static const` numbers. What it
 * cannot evaluate counts as not said; check_program then evaluates it with all of the language,
 * and reports a size that does not fit. */
#include "scopes_priv.h"

#include <strings.h>

/* ---- by name ---- */

const AstAttribute *attribute_find(const AstAttribute *list, const char *name)
{
    for (; list != NULL; list = list->next)
        if (list->scope == NULL && list->name != NULL && strcasecmp(list->name, name) == 0)
            return list;
    return NULL;
}

/* The function of that name with a body; one that says what group it runs in goes first. */
static const AstDecl *better_entry(const AstDecl *found, const AstDecl *decl, const char *name)
{
    bool fits = decl->kind == AST_FUNCTION && decl->body != NULL && decl->name != NULL &&
                strcmp(decl->name, name) == 0 && decl->path.count <= 1;
    bool is_marked = found != NULL && (attribute_find(found->attributes, "numthreads") != NULL ||
                                       attribute_find(found->attributes, "Test") != NULL);
    return fits && !is_marked ? decl : found;
}

static const AstDecl *find_among(AstDecl *const *decls, int count, const AstDecl *found,
                                 const char *name)
{
    for (int i = 0; i < count; i++)
        found = better_entry(found, decls[i], name);
    for (int i = 0; i < count; i++)
        if (decls[i]->kind == AST_NAMESPACE)
            found = find_among(decls[i]->members, decls[i]->member_count, found, name);
    return found;
}

/* In namespaces too, behind what stands around them: their functions are listed by their own
 * name. */
const AstDecl *entry_find(const AstUnit *unit, const char *name)
{
    return find_among(unit->decls, unit->decl_count, NULL, name);
}

/* ---- all of them ---- */

enum { DEEPEST_CONSTANT = 16 }; /* constants named by constants */

typedef struct Lister {
    Arena *arena;
    const AstUnit *unit;
    CheckEntryList list;
    Map functions; /* from a name to its Overload; filled when it is first needed */
} Lister;

typedef struct Overload { /* a function with a body, and the one before it of that name */
    const AstDecl *decl;
    struct Overload *next;
} Overload;
typedef VEC(const AstDecl *) DeclList;

static bool evaluate(const Lister *lister, const AstExpr *expr, int depth, int64_t *value);

/* The initialiser of a number at file scope, or NULL. */
static const AstExpr *find_constant(const Lister *lister, Name name)
{
    for (int i = 0; i < lister->unit->decl_count; i++) {
        const AstDecl *decl = lister->unit->decls[i];
        if (decl->kind == AST_VARIABLE && decl->name == name && decl->extent_count == 0)
            return (decl->qualifiers | decl->type->qualifiers) & AST_STATIC ? decl->init : NULL;
    }
    return NULL;
}

static bool evaluate_binary(AstOp op, int64_t left, int64_t right, int64_t *value)
{
    switch (op) {
    case AST_OP_ADD: return !__builtin_add_overflow(left, right, value);
    case AST_OP_SUB: return !__builtin_sub_overflow(left, right, value);
    case AST_OP_MUL: return !__builtin_mul_overflow(left, right, value);
    case AST_OP_DIV: *value = right > 0 ? left / right : 0; return right > 0;
    case AST_OP_SHL:
        *value = (int64_t)((uint64_t)left << (right & 31));
        return left >= 0 && left <= INT32_MAX;
    case AST_OP_SHR: *value = left >> (right & 31); return true;
    default: return false;
    }
}

static bool evaluate(const Lister *lister, const AstExpr *expr, int depth, int64_t *value)
{
    int64_t left, right;
    if (expr == NULL || depth == DEEPEST_CONSTANT)
        return false;
    switch (expr->kind) {
    case AST_INT: *value = (int64_t)expr->integer; return true;
    case AST_NAME:
        return expr->path.count == 1 &&
               evaluate(lister, find_constant(lister, expr->path.parts[0]), depth + 1, value);
    case AST_CAST: return evaluate(lister, expr->left, depth, value);
    case AST_BINARY:
        return evaluate(lister, expr->left, depth, &left) &&
               evaluate(lister, expr->right, depth, &right) &&
               evaluate_binary(expr->op, left, right, value);
    default: return false;
    }
}

/* [WaveSize(n)], [WaveSize(min, max)], [WaveSize(min, max, preferred)] */
static void find_wave_sizes(const Lister *lister, const AstAttribute *attribute, CheckEntry *entry)
{
    int64_t sizes[3] = {0, 0, 0};
    int count = attribute != NULL ? attribute->argument_count : 0;
    if (count < 1 || count > 3)
        return;
    for (int i = 0; i < count; i++)
        if (!evaluate(lister, attribute->arguments[i], 0, &sizes[i]) || sizes[i] < 0 ||
            sizes[i] > 128)
            return;
    entry->wave_min = (int)sizes[0];
    entry->wave_max = (int)sizes[count == 1 ? 0 : 1];
    entry->preferred = (int)sizes[count == 1 ? 0 : 2];
}

/* ---- stages, by what is called ---- */

static void add_functions(Lister *lister, AstDecl *const *decls, int count)
{
    for (int i = 0; i < count; i++) {
        if (decls[i]->kind == AST_NAMESPACE)
            add_functions(lister, decls[i]->members, decls[i]->member_count);
        if (decls[i]->kind != AST_FUNCTION || decls[i]->body == NULL || decls[i]->name == NULL)
            continue;
        Overload *overload = ARENA_NEW(lister->arena, Overload);
        *overload = (Overload){decls[i], map_find(&lister->functions, decls[i]->name)};
        map_put(lister->arena, &lister->functions, decls[i]->name, overload);
    }
}

/* Adds what `decl` names of the file's functions, if `reached` does not have it; true: it calls
 * what only another stage has. */
static bool add_called(Lister *lister, const AstDecl *decl, Map *reached, DeclList *list)
{
    NameList named = names_in_statement(lister->arena, decl->body);
    for (int i = 0; i < named.names.count; i++) {
        Overload *overload = map_find(&lister->functions, named.names.items[i]);
        if (overload == NULL && function_is_of_stage(named.names.items[i]))
            return true;
        for (; overload != NULL && map_find(reached, overload->decl) == NULL;
             overload = overload->next) {
            map_put(lister->arena, reached, overload->decl, overload);
            vec_push(lister->arena, list, overload->decl);
        }
    }
    return false;
}

/* An amplification shader has numthreads, as a compute shader has, and DispatchMesh(), perhaps in a
 * function that it calls. */
static bool calls_other_stage(Lister *lister, const AstDecl *entry)
{
    Map reached = {0};
    DeclList list = {0};
    if (lister->functions.count == 0)
        add_functions(lister, lister->unit->decls, lister->unit->decl_count);
    vec_push(lister->arena, &list, entry);
    for (int i = 0; i < list.count; i++)
        if (add_called(lister, list.items[i], &reached, &list))
            return true;
    return false;
}

/* ---- the list ---- */

/* Those of other stages do not count beside compute shaders. */
static void list_entries(Lister *lister, AstDecl *const *decls, int count, bool takes_foreign,
                         bool in_namespace)
{
    for (int i = 0; i < count; i++) {
        const AstDecl *decl = decls[i];
        if (decl->kind == AST_NAMESPACE)
            list_entries(lister, decl->members, decl->member_count, takes_foreign, true);
        bool is_test = attribute_find(decl->attributes, "Test") != NULL;
        if (decl->kind != AST_FUNCTION || decl->body == NULL ||
            (!is_test && attribute_find(decl->attributes, "numthreads") == NULL))
            continue;
        if (!takes_foreign && (entry_is_foreign(decl) || calls_other_stage(lister, decl)))
            continue;
        CheckEntry entry = {.name = decl->name, .pos = decl->pos, .is_test = is_test,
                            .in_namespace = in_namespace};
        find_wave_sizes(lister, attribute_find(decl->attributes, "WaveSize"), &entry);
        vec_push(lister->arena, &lister->list.entries, entry);
    }
}

CheckEntryList check_find_entries(Arena *arena, const AstUnit *unit)
{
    Lister lister = {.arena = arena, .unit = unit};
    list_entries(&lister, unit->decls, unit->decl_count, false, false);
    if (lister.list.entries.count == 0)
        list_entries(&lister, unit->decls, unit->decl_count, true, false);
    return lister.list;
}
