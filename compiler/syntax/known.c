/* What is declared before the first line, for files that name it: std::is_same, as dxc has it
 * (AddStdIsEqualImplementation in its ASTContextHLSL.cpp). */
#include "parse_priv.h"

static const char STD[] =
    "namespace std {"
    " struct true_type { static const bool value = true; };"
    " struct false_type { static const bool value = false; };"
    " template<typename T, typename U> struct is_same : false_type {};"
    " template<typename T> struct is_same<T, T> : true_type {};"
    " }\n";

static bool is_named(const Token *token, const char *word)
{
    return token->kind == TOKEN_IDENTIFIER && strcmp(token->name, word) == 0;
}

/* ... `std::is_same`, and no `namespace std` of its own. */
static bool names_std(const TokenList *tokens)
{
    bool is_there = false;
    for (int i = 0; i + 2 < tokens->tokens.count; i++) {
        const Token *token = &tokens->tokens.items[i];
        if (token->kind == TOKEN_NAMESPACE && is_named(&token[1], "std"))
            return false;
        is_there |= is_named(token, "std") && token[1].kind == TOKEN_SCOPE &&
                    is_named(&token[2], "is_same");
    }
    return is_there;
}

const TokenList *syntax_add_known(const SyntaxContext *context, const TokenList *tokens)
{
    const SourceFile *file = NULL;
    if (names_std(tokens))
        file = sources_add_text(context->sources, "<std>", STD, sizeof STD - 1, SOURCE_NOWHERE);
    if (file == NULL)
        return tokens;
    SyntaxOptions options = {.hlsl_version = 2021}; /* it has templates, whatever the program has */
    SyntaxContext inner = *context;
    inner.options = &options;
    TokenList *all = syntax_preprocess(&inner, file);
    all->tokens.count--; /* END */
    for (int i = 0; i < tokens->tokens.count; i++)
        vec_push(context->arena, &all->tokens, tokens->tokens.items[i]);
    all->root_signature = tokens->root_signature;
    return all;
}
