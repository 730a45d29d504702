/* What the files of the preprocessor stand on: what a word means, lists of tokens to be used again,
 * and the text of tokens. */
#include "preprocess_priv.h"

/* ---- words ---- */

WordInfo *pp_get_word(Preprocessor *pp, Name name)
{
    WordInfo *info = name_map_find(pp->words, name);
    if (info == NULL) {
        info = ARENA_NEW(pp->scratch, WordInfo);
        info->keyword = TOKEN_IDENTIFIER;
        name_map_set(pp->words, name, info);
    }
    return info;
}

Macro *pp_name_word(Preprocessor *pp, Token *token)
{
    token->name = names_intern(pp->context->names, token->text);
    const WordInfo *info = name_map_find(pp->words, token->name);
    if (info == NULL)
        return NULL;
    token->kind = info->keyword;
    if (info->macro == NULL || token->no_expand)
        return NULL;
    token->no_expand = info->macro->is_disabled;
    return token->no_expand ? NULL : info->macro;
}

void pp_stop(Preprocessor *pp)
{
    pp->is_over = true;
    pp->contexts.count = 0;
}

/* ---- lists of tokens ---- */

TokenBuffer *pp_take_buffer(Preprocessor *pp)
{
    TokenBuffer *buffer = pp->free_buffers;
    if (buffer == NULL)
        return ARENA_NEW(pp->scratch, TokenBuffer);
    pp->free_buffers = buffer->next_free;
    buffer->tokens.count = 0;
    return buffer;
}

void pp_give_buffer(Preprocessor *pp, TokenBuffer *buffer)
{
    if (buffer == NULL)
        return;
    buffer->next_free = pp->free_buffers;
    pp->free_buffers = buffer;
}

Slice pp_spell(Preprocessor *pp, const Token *tokens, int count)
{
    Text text = {0};
    for (int i = 0; i < count; i++) {
        if (i > 0 && (tokens[i].space_before || tokens[i].line_start))
            text_add(&text, " ", 1);
        text_add(&text, tokens[i].text.text, tokens[i].text.length);
    }
    const char *copy = arena_copy_text(pp->context->arena, text.bytes, text.length);
    Slice result = {copy, text.length};
    text_free(&text);
    return result;
}
