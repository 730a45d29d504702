/* Functions, static and groupshared variables that nothing names, told by their tokens: whatever else the file holds may be for
 * another stage and is not checked. */
#include "lex_priv.h"

#include "ast.h"

/* How often each name stands in the file. */
static NameMap *count_names(SyntaxContext *context, const TokenList *tokens)
{
    NameMap *counts = name_map_new(context->arena);
    for (int i = 0; i < tokens->tokens.count; i++) {
        Name name = tokens->tokens.items[i].name;
        if (tokens->tokens.items[i].kind == TOKEN_IDENTIFIER)
            name_map_set(counts, name, (void *)((uintptr_t)name_map_find(counts, name) + 1));
    }
    return counts;
}

/* Its result or a parameter. */
static bool has_semantic(const AstDecl *function)
{
    bool has = function->semantic != NULL;
    for (int i = 0; i < function->parameter_count; i++)
        has |= function->parameters[i]->semantic != NULL;
    return has;
}

/* What has attributes or semantics may be an entry point, of another stage too. */
static bool is_plain_function(const AstDecl *decl)
{
    return decl->kind == AST_FUNCTION && decl->name != NULL && decl->body != NULL &&
           decl->attributes == NULL && !has_semantic(decl) && !decl->is_operator &&
           decl->path.count == 0 && (decl->qualifiers & AST_EXPORT) == 0;
}

/* No host sees it, and no other file. */
static bool is_own_variable(const AstDecl *decl)
{
    return decl->kind == AST_VARIABLE && decl->name != NULL && decl->path.count == 0 &&
           (decl->qualifiers & (AST_STATIC | AST_GROUPSHARED)) != 0;
}

void syntax_warn_of_unused(SyntaxContext *context, const AstUnit *unit, const TokenList *tokens)
{
    bool asked = diag_is_enabled(context->diagnostics, DIAG_unused_function) ||
                 diag_is_enabled(context->diagnostics, DIAG_unused_variable);
    if (!asked)
        return;
    NameMap *counts = count_names(context, tokens);
    const SourceFile *main_file = sources_file(context->sources, 0);
    for (int i = 0; i < unit->decl_count; i++) {
        const AstDecl *decl = unit->decls[i];
        bool is_function = is_plain_function(decl);
        if ((is_function || is_own_variable(decl)) &&
            (uintptr_t)name_map_find(counts, decl->name) == 1 &&
            sources_place(context->sources, decl->pos).file == main_file)
            diag_report(context->diagnostics, decl->pos,
                        is_function ? DIAG_unused_function : DIAG_unused_variable, decl->name);
    }
}
