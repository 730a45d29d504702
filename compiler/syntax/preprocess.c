/* The preprocessor: a file comes in, a list of tokens without directives and macros goes out.
 *
 * Tokens are lexed straight into the output list; only what macros make is copied. */
#include "preprocess_priv.h"

static void add_keyword(Preprocessor *pp, const char *text, TokenKind kind)
{
    pp_get_word(pp, names_intern_text(pp->context->names, text))->keyword = kind;
}

static void add_keywords(Preprocessor *pp)
{
    bool has_templates = pp->context->options->hlsl_version >= 2021;
    for (int kind = 0; kind < TOKEN_COUNT; kind++) {
        TokenClass class = token_infos[kind].class;
        if (class >= TOKEN_CLASS_KEYWORD && (class != TOKEN_CLASS_KEYWORD_2021 || has_templates))
            add_keyword(pp, token_infos[kind].text, (TokenKind)kind);
    }
    add_keyword(pp, "_Static_assert", TOKEN_STATIC_ASSERT);
    add_keyword(pp, "unsigned", TOKEN_UNSIGNED);
}

static void init(Preprocessor *pp, SyntaxContext *context, Arena *scratch)
{
    *pp = (Preprocessor){.context = context, .scratch = scratch};
    pp->words = name_map_new(scratch);
    pp->once = name_map_new(scratch);
    pp->name_defined = names_intern_text(context->names, "defined");
    pp->name_va_args = names_intern_text(context->names, "__VA_ARGS__");
    pp->name_has_include = names_intern_text(context->names, "__has_include");
    pp->name_true = names_intern_text(context->names, "true");
    add_keywords(pp);
}

/* The list is given room at once: a token takes two bytes of source or more, with its space.
 * Untouched pages cost nothing. */
static void reserve_output(Preprocessor *pp, const SourceFile *file)
{
    int capacity = (int)(file->length / 2) + 64;
    pp->output.tokens.items = ARENA_ARRAY(pp->context->arena, Token, capacity);
    pp->output.tokens.capacity = capacity;
}

/* -rootsig-define: what the macro is at the file's end, as one text; strings lose their quotes. */
static AstRootSignature root_signature(Preprocessor *pp)
{
    const char *name = pp->context->options->root_signature_macro;
    if (name == NULL || pp->is_over)
        return (AstRootSignature){0};
    Token use = {.kind = TOKEN_IDENTIFIER, .name = names_intern_text(pp->context->names, name)};
    const WordInfo *word = pp_find_word(pp, use.name);
    if (word == NULL || word->macro == NULL || word->macro->kind != MACRO_OBJECT) {
        pp_report(pp, SOURCE_NOWHERE, DIAG_no_root_signature_macro, name);
        return (AstRootSignature){0};
    }
    SourcePos pos = word->macro->pos;
    TokenBuffer *expanded = pp_take_buffer(pp);
    pp_expand_tokens(pp, &use, 1, expanded);
    for (int i = 0; i < expanded->tokens.count; i++)
        if (expanded->tokens.items[i].kind == TOKEN_STRING)
            expanded->tokens.items[i].text = string_value(pp->scratch, expanded->tokens.items[i].text).text;
    Slice text = pp_spell(pp, expanded->tokens.items, expanded->tokens.count);
    pp_give_buffer(pp, expanded);
    return (AstRootSignature){text, pos};
}

TokenList *syntax_preprocess(SyntaxContext *context, const SourceFile *file)
{
    Preprocessor pp;
    Arena *scratch = arena_new("preprocessor");
    init(&pp, context, scratch);
    reserve_output(&pp, file);
    if (file->length == 0)
        pp_report(&pp, file->start, DIAG_empty_file, file->path);
    if (pp_enter_file(&pp, file)) {
        pp_predefine(&pp);
        pp_expand_all(&pp, &pp.output);
    }
    SourcePos end = file->start + (SourcePos)file->length;
    Token last = {.kind = TOKEN_END, .line_start = true, .pos = end};
    vec_push(context->arena, &pp.output.tokens, last);
    TokenList *list = ARENA_NEW(context->arena, TokenList);
    memcpy(&list->tokens, &pp.output.tokens, sizeof list->tokens);
    list->root_signature = root_signature(&pp);
    arena_drop(scratch);
    return list;
}
