/* Macro expansion: a macro's name was read; what it stands for is put on the stack of contexts.
 *
 * Arguments are expanded alone first (C11 6.10.3.1), except beside # and ##; the result is read
 * again with the macro disabled (6.10.3.4). Tokens of a body get a position that knows where they
 * are written and where the macro was used; tokens of an argument keep theirs. */
#include "preprocess_priv.h"

/* ---- contexts ---- */

static void pop_context(Preprocessor *pp)
{
    Context *top = &pp->contexts.items[--pp->contexts.count];
    if (top->macro != NULL)
        top->macro->is_disabled = false;
    pp_give_buffer(pp, top->buffer);
}

/* Those at their end, but for a barrier and what is below it. */
static void pop_read_contexts(Preprocessor *pp)
{
    while (pp->contexts.count > 0) {
        const Context *top = &pp->contexts.items[pp->contexts.count - 1];
        if (top->next < top->count || top->is_barrier)
            return;
        pop_context(pp);
    }
}

/* Is there room for `more` tokens? If not, that is the end of it. */
static bool check_budget(Preprocessor *pp, const Token *use, int more)
{
    if (pp->expanded_tokens + more <= MOST_EXPANDED_TOKENS)
        return true;
    pp_report(pp, use->pos, DIAG_expansion_too_long, MOST_EXPANDED_TOKENS / 1000000);
    pp_stop(pp);
    return false;
}

/* Of tokens that are made, which may be longer each time: as if they had this many bytes each. */
enum { BYTES_A_TOKEN = 16 };

static bool charge_for_bytes(Preprocessor *pp, const Token *use, size_t bytes)
{
    int tokens = bytes / BYTES_A_TOKEN < MOST_EXPANDED_TOKENS ? (int)(bytes / BYTES_A_TOKEN)
                                                              : MOST_EXPANDED_TOKENS;
    if (pp->is_over || !check_budget(pp, use, tokens))
        return false;
    pp->expanded_tokens += tokens;
    return true;
}

/* Puts what `macro` stands for where `use` stood. */
static void push_expansion(Preprocessor *pp, Macro *macro, const Token *use, Context context)
{
    if (pp->is_over || !check_budget(pp, use, context.count))
        return;
    pp->expanded_tokens += context.count;
    pp->has_space |= context.count == 0 && use->space_before;
    context.line_start = use->line_start;
    context.space_before = use->space_before;
    context.macro = macro;
    macro->is_disabled = true;
    vec_push(pp->scratch, &pp->contexts, context);
}

/* The next token of the topmost context, which has one. */
static Macro *read_context(Preprocessor *pp, Context *top, Token *out)
{
    bool is_first = top->next == 0;
    *out = top->tokens[top->next++];
    if (is_first && (top->macro != NULL)) {
        out->line_start = top->line_start;
        out->space_before = top->space_before;
    }
    if (top->expansion != SOURCE_NOWHERE)
        out->pos = sources_macro_position(pp->context->sources, out->pos, top->expansion,
                                          top->macro->name);
    if (!is_word(out) || out->no_expand)
        return NULL;
    const WordInfo *info = pp_find_word(pp, out->name);
    if (info == NULL || info->macro == NULL)
        return NULL;
    out->no_expand = info->macro->is_disabled;
    return out->no_expand ? NULL : info->macro;
}

static Macro *read_somewhere(Preprocessor *pp, Token *out)
{
    pop_read_contexts(pp);
    if (pp->contexts.count == 0)
        return pp_lex(pp, out);
    Context *top = &pp->contexts.items[pp->contexts.count - 1];
    if (top->next < top->count)
        return read_context(pp, top, out);
    *out = (Token){.kind = TOKEN_END}; /* a barrier */
    return NULL;
}

/* The next token, not expanded; its macro, if it is an enabled one's name, else NULL. */
static Macro *read_token(Preprocessor *pp, Token *out)
{
    Macro *macro = read_somewhere(pp, out);
    out->space_before |= pp->has_space;
    pp->has_space = false;
    return macro;
}

static void unread_token(Preprocessor *pp, const Token *token)
{
    TokenBuffer *buffer = pp_take_buffer(pp);
    vec_push(pp->scratch, &buffer->tokens, *token);
    Context context = {.tokens = buffer->tokens.items, .count = 1, .buffer = buffer};
    vec_push(pp->scratch, &pp->contexts, context);
}

/* ---- # and ## ---- */

/* # parameter */
static Token stringify(Preprocessor *pp, const Token *operator, const Token *tokens, int count)
{
    Slice spelling = pp_spell(pp, tokens, count);
    char quote = '\0'; /* of the literal that byte i is in */
    Text text = {0};
    text_add(&text, "\"", 1);
    for (size_t i = 0; i < spelling.length; i++) {
        char byte = spelling.text[i];
        if (byte == '"' || (byte == '\\' && quote != '\0'))
            text_add(&text, "\\", 1);
        text_add(&text, &byte, 1);
        if (byte == '\\' && quote != '\0' && i + 1 < spelling.length) {
            bool is_special = spelling.text[++i] == '"' || spelling.text[i] == '\\';
            text_add(&text, "\\", is_special);
            text_add(&text, spelling.text + i, 1);
        } else if (byte == quote) {
            quote = '\0';
        } else if (quote == '\0' && (byte == '"' || byte == '\'')) {
            quote = byte;
        }
    }
    text_add(&text, "\"", 1);
    Token token = *operator;
    token.kind = TOKEN_STRING;
    token.name = NULL;
    token.text = (Slice){arena_copy_text(pp->context->arena, text.bytes, text.length), text.length};
    text_free(&text);
    return token;
}

/* left ## right, into *left; false, with an error, if that is no token. */
static bool paste(Preprocessor *pp, Token *left, const Token *right)
{
    size_t length = left->text.length + right->text.length;
    if (!charge_for_bytes(pp, left, length))
        return false;
    char *text = arena_alloc(pp->context->arena, length + 1);
    memcpy(text, left->text.text, left->text.length);
    memcpy(text + left->text.length, right->text.text, right->text.length);
    Lexer lexer = {text, text, left->pos};
    Token token;
    lex_token(&lexer, &token);
    if (token.text.length != length || token.kind >= TOKEN_STRAY) {
        pp_report(pp, left->pos, DIAG_invalid_paste, text);
        return false;
    }
    token.pos = left->pos;
    token.line_start = left->line_start;
    token.space_before = left->space_before;
    if (token.kind == TOKEN_IDENTIFIER)
        pp_name_word(pp, &token);
    *left = token;
    return true;
}

/* ---- arguments ---- */

typedef struct Arguments {
    TokenBuffer *tokens;   /* of all arguments, one after the other */
    VEC(int) starts;       /* one more than there are arguments */
    TokenBuffer **expanded; /* by parameter; NULL until needed */
    SourcePos end;          /* the ) */
    bool are_long;          /* over several lines */
} Arguments;

/* From after the ( to the ). False at the end of the file. */
static bool read_arguments(Preprocessor *pp, const Macro *macro, Arguments *arguments)
{
    int depth = 0;
    vec_push(pp->scratch, &arguments->starts, 0);
    for (;;) {
        Token token;
        read_token(pp, &token);
        if (token.kind == TOKEN_END)
            return false;
        arguments->are_long |= token.line_start;
        arguments->end = token.pos;
        if (token.kind == TOKEN_LPAREN)
            depth++;
        bool is_rest = macro->is_variadic && arguments->starts.count >= macro->param_count;
        if (token.kind == TOKEN_RPAREN && depth-- == 0)
            break;
        if (token.kind == TOKEN_COMMA && depth == 0 && !is_rest)
            vec_push(pp->scratch, &arguments->starts, arguments->tokens->tokens.count);
        else
            vec_push(pp->scratch, &arguments->tokens->tokens, token);
    }
    vec_push(pp->scratch, &arguments->starts, arguments->tokens->tokens.count);
    return true;
}

/* As many as there are parameters; a variadic macro's last may be missing. */
static bool check_argument_count(Preprocessor *pp, const Macro *macro, const Token *use,
                                 Arguments *arguments)
{
    int count = arguments->starts.count - 1;
    if (count == 1 && macro->param_count == 0 && arguments->tokens->tokens.count == 0)
        return true;
    if (macro->is_variadic && count == macro->param_count - 1) {
        vec_push(pp->scratch, &arguments->starts, arguments->tokens->tokens.count);
        return true;
    }
    if (count == macro->param_count)
        return true;
    pp_report(pp, use->pos, DIAG_macro_argument_count, macro->name, macro->param_count, count);
    if (macro->pos != SOURCE_NOWHERE)
        pp_report(pp, macro->pos, DIAG_macro_defined_here, macro->name);
    return false;
}

static const Token *raw_argument(const Arguments *arguments, int parameter, int *count)
{
    int start = arguments->starts.items[parameter];
    *count = arguments->starts.items[parameter + 1] - start;
    return *count > 0 ? arguments->tokens->tokens.items + start : NULL;
}

static const Token *expanded_argument(Preprocessor *pp, Arguments *arguments, int parameter,
                                      int *count)
{
    if (arguments->expanded[parameter] == NULL) {
        const Token *raw = raw_argument(arguments, parameter, count);
        arguments->expanded[parameter] = pp_take_buffer(pp);
        pp_expand_tokens(pp, raw, *count, arguments->expanded[parameter]);
    }
    *count = arguments->expanded[parameter]->tokens.count;
    return arguments->expanded[parameter]->tokens.items;
}

static void drop_arguments(Preprocessor *pp, const Macro *macro, Arguments *arguments)
{
    for (int i = 0; i < macro->param_count; i++)
        pp_give_buffer(pp, arguments->expanded[i]);
    pp_give_buffer(pp, arguments->tokens);
}

/* ---- substitution ---- */

typedef struct Substitution {
    Preprocessor *pp;
    Macro *macro;
    const Token *use;
    Arguments *arguments; /* NULL for an object macro */
    TokenBuffer *out;
    bool is_pasting;     /* the body's last token has ## after it */
    bool has_left;       /* and gave something to paste to */
    bool left_is_comma;  /* , ## __VA_ARGS__ */
} Substitution;

/* Adds one operand of the body: pasted to what is before, if ## asks for it. */
static void add_operand(Substitution *sub, const Token *tokens, int count, const Token *spacing)
{
    Preprocessor *pp = sub->pp;
    bool was_pasted = false;
    if (pp->is_over || !check_budget(pp, sub->use, sub->out->tokens.count + count))
        return;
    for (int i = 0; i < count; i++) {
        Token token = tokens[i];
        if (i == 0) {
            token.space_before = spacing->space_before;
            token.line_start = false;
            if (sub->is_pasting && sub->has_left)
                was_pasted = paste(pp, &sub->out->tokens.items[sub->out->tokens.count - 1], &token);
        }
        if (i > 0 || !was_pasted)
            vec_push(pp->scratch, &sub->out->tokens, token);
    }
    sub->has_left = count > 0 || (sub->is_pasting && sub->has_left);
}

/* GNU's `, ## __VA_ARGS__`: no comma before no arguments. True if that was it. */
static bool add_after_comma(Substitution *sub, int parameter, const Token *spacing)
{
    bool is_rest = sub->macro->is_variadic && parameter == sub->macro->param_count - 1;
    if (!sub->is_pasting || !sub->left_is_comma || !is_rest)
        return false;
    int count;
    const Token *tokens = expanded_argument(sub->pp, sub->arguments, parameter, &count);
    if (count == 0)
        sub->out->tokens.count--;
    sub->is_pasting = false;
    add_operand(sub, tokens, count, spacing);
    return true;
}

static void substitute_token(Substitution *sub, int index)
{
    const BodyToken *role = &sub->macro->roles[index];
    Token token = sub->macro->body[index];
    int count = 1;
    const Token *tokens = &token;
    if (role->parameter < 0 || role->is_stringified)
        token.pos = sources_macro_position(sub->pp->context->sources, token.pos, sub->use->pos,
                                           sub->macro->name);
    if (role->parameter >= 0 && add_after_comma(sub, role->parameter, &token))
        return;
    if (role->is_stringified) {
        tokens = raw_argument(sub->arguments, role->parameter, &count);
        token = stringify(sub->pp, &token, tokens, count);
        if (!charge_for_bytes(sub->pp, sub->use, token.text.length))
            return;
        tokens = &token;
        count = 1;
    } else if (role->parameter >= 0 && (role->is_pasted || sub->is_pasting)) {
        tokens = raw_argument(sub->arguments, role->parameter, &count);
    } else if (role->parameter >= 0) {
        tokens = expanded_argument(sub->pp, sub->arguments, role->parameter, &count);
    }
    Token spacing = sub->macro->body[index];
    add_operand(sub, tokens, count, &spacing);
}

static TokenBuffer *substitute(Preprocessor *pp, Macro *macro, const Token *use,
                               Arguments *arguments)
{
    Substitution sub = {.pp = pp, .macro = macro, .use = use, .arguments = arguments};
    sub.out = pp_take_buffer(pp);
    for (int i = 0; i < macro->body_count && !pp->is_over; i++) {
        substitute_token(&sub, i);
        sub.is_pasting = macro->roles[i].is_pasted;
        sub.left_is_comma = macro->body[i].kind == TOKEN_COMMA && macro->roles[i].parameter < 0;
    }
    return sub.out;
}

/* ---- expansion ---- */

static void push_buffer(Preprocessor *pp, Macro *macro, const Token *use, TokenBuffer *buffer)
{
    Context context = {.tokens = buffer->tokens.items, .count = buffer->tokens.count};
    context.buffer = buffer;
    push_expansion(pp, macro, use, context);
}

/* A name alone, without a ( after it, is no use of a function-like macro. In the file a directive may
 * follow, which is done when its turn comes. */
static bool reads_open_parenthesis(Preprocessor *pp)
{
    Token token;
    pop_read_contexts(pp);
    if (pp->contexts.count == 0)
        return pp_lex_parenthesis(pp);
    read_token(pp, &token);
    if (token.kind == TOKEN_LPAREN)
        return true;
    if (token.kind != TOKEN_END)
        unread_token(pp, &token);
    return false;
}

static void note_long_call(Preprocessor *pp, const Token *use, const Arguments *arguments)
{
    if (arguments->are_long && use->pos < SOURCE_MACRO && arguments->end < SOURCE_MACRO)
        vec_push(pp->scratch, &pp->long_calls, ((LongCall){use->pos, arguments->end}));
}

/* True if the use was replaced (perhaps, after an error, by nothing). */
static bool expand_function(Preprocessor *pp, Macro *macro, const Token *use)
{
    if (pp->contexts.count == 0)
        pp->long_calls.count = 0;
    pp->in_arguments++;
    if (!reads_open_parenthesis(pp)) {
        pp->in_arguments--;
        return false;
    }
    Arguments arguments = {.tokens = pp_take_buffer(pp)};
    arguments.expanded = ARENA_ARRAY(pp->scratch, TokenBuffer *, macro->param_count);
    bool is_ended = read_arguments(pp, macro, &arguments);
    pp->in_arguments--;
    note_long_call(pp, use, &arguments);
    if (!is_ended && !pp->is_over)
        pp_report(pp, use->pos, DIAG_unterminated_macro_call, macro->name);
    if (is_ended && check_argument_count(pp, macro, use, &arguments)) {
        TokenBuffer *result = substitute(pp, macro, use, &arguments);
        push_buffer(pp, macro, use, result);
    }
    drop_arguments(pp, macro, &arguments);
    return true;
}

/* What a macro's body says of its place is said of the end of the macro's call, as clang and gcc have it. */
static SourcePos told_place(const Preprocessor *pp, SourcePos pos)
{
    SourcePos start = sources_expansion_position(pp->context->sources, pos);
    for (int i = pp->long_calls.count - 1; i >= 0 && pos >= SOURCE_MACRO; i--)
        if (pp->long_calls.items[i].start == start)
            return pp->long_calls.items[i].end;
    return start;
}

/* __FILE__, __LINE__, __COUNTER__, __INCLUDE_LEVEL__ */
static void expand_builtin(Preprocessor *pp, Macro *macro, const Token *use)
{
    SourcePlace place = sources_place(pp->context->sources, told_place(pp, use->pos));
    Arena *arena = pp->context->arena;
    Token token = *use;
    token.kind = macro->kind == MACRO_FILE ? TOKEN_STRING : TOKEN_INT;
    token.name = NULL;
    switch (macro->kind) {
    case MACRO_FILE: token.text = slice_of(arena_printf(arena, "\"%s\"", place.path)); break;
    case MACRO_LINE: token.text = slice_of(arena_printf(arena, "%d", place.line)); break;
    case MACRO_INCLUDE_LEVEL: token.text = slice_of(arena_printf(arena, "%d", pp->files.count - 1)); break;
    default: token.text = slice_of(arena_printf(arena, "%d", pp->counter++)); break;
    }
    unread_token(pp, &token);
}

/* _Pragma ( "..." ), C11 6.10.9 */
static void expand_pragma(Preprocessor *pp, const Token *use)
{
    Token string = {0}, closing = {0}, pragma = *use;
    pragma.name = NULL;
    if (reads_open_parenthesis(pp)) {
        read_token(pp, &string);
        read_token(pp, &closing);
    }
    if (string.kind != TOKEN_STRING || closing.kind != TOKEN_RPAREN)
        pp_report(pp, use->pos, DIAG_pragma_needs_string);
    else if (pp_pragma_string(pp, string.text,
                              sources_expansion_position(pp->context->sources, use->pos), &pragma))
        unread_token(pp, &pragma);
}

static bool expand_macro(Preprocessor *pp, Macro *macro, const Token *use)
{
    Context body = {.tokens = macro->body, .count = macro->body_count, .expansion = use->pos};
    switch (macro->kind) {
    case MACRO_OBJECT:
        if (macro->has_paste)
            push_buffer(pp, macro, use, substitute(pp, macro, use, NULL));
        else
            push_expansion(pp, macro, use, body);
        return true;
    case MACRO_FUNCTION:
        return expand_function(pp, macro, use);
    case MACRO_HAS_INCLUDE:
        return false;
    case MACRO_PRAGMA:
        expand_pragma(pp, use);
        return true;
    default:
        expand_builtin(pp, macro, use);
        return true;
    }
}

void pp_expand_all(Preprocessor *pp, TokenBuffer *out)
{
    Arena *arena = out == &pp->output ? pp->context->arena : pp->scratch;
    for (;;) {
        if (out->tokens.count == out->tokens.capacity)
            vec_reserve_bytes(arena, (void **)&out->tokens.items, out->tokens.count,
                              &out->tokens.capacity, sizeof(Token));
        Token *token = &out->tokens.items[out->tokens.count];
        Macro *macro = pp->contexts.count > 0 || pp->has_space ? read_token(pp, token) : pp_lex(pp, token);
        if (token->kind == TOKEN_END)
            return;
        if (macro != NULL) {
            Token use = *token;
            if (expand_macro(pp, macro, &use))
                continue;
        }
        out->tokens.count++;
    }
}

void pp_expand_tokens(Preprocessor *pp, const Token *tokens, int count, TokenBuffer *out)
{
    if (count == 0 || pp->is_over)
        return;
    if (pp->depth >= DEEPEST_EXPANSION) {
        pp_report(pp, tokens[0].pos, DIAG_expansion_too_deep, DEEPEST_EXPANSION);
        pp_stop(pp);
        return;
    }
    pp->depth++;
    Context barrier = {.tokens = tokens, .count = count, .is_barrier = true};
    vec_push(pp->scratch, &pp->contexts, barrier);
    pp_expand_all(pp, out);
    if (pp->contexts.count > 0)
        pop_context(pp);
    pp->depth--;
}
