/* A check line becomes one POSIX extended regular expression: literal text escaped, variables
 * replaced by their values, uses of a variable defined earlier on the same line by back
 * references. */
#include "filecheck_priv.h"

#include <stdlib.h>

/* ---- parsing ---- */

static const char *copy(Reader *reader, const char *start, const char *end)
{
    return arena_copy_text(reader->arena, start, (size_t)(end - start));
}

/* The end of "{{...}}" or "[[...]]" whose opening stands at `text`; NULL: it is not closed. */
static const char *find_close(const char *text, const char *end, char open, char close)
{
    int depth = 0;
    for (text += 2; text + 1 < end; text++) {
        if (text[0] == '\\') {
            text++;
        } else if (depth == 0 && text[0] == close && text[1] == close) {
            while (close == '}' && text + 2 < end && text[2] == close)
                text++; /* "{{a{2}}}" */
            return text;
        } else if (text[0] == open && open == '[') {
            depth++;
        } else if (text[0] == close && depth > 0) {
            depth--;
        }
    }
    return NULL;
}

static bool add_variable(Reader *reader, int line, const char *body, Pattern *pattern)
{
    size_t length =
        strspn(body, "$abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    Piece piece = {PIECE_USE, NULL, arena_copy_text(reader->arena, body, length)};
    if (length == 0 || (body[length] != '\0' && body[length] != ':'))
        return reader_fail(reader, line, "wavetest does not know the check pattern [[%s]]", body);
    if (body[length] == ':') {
        piece.kind = PIECE_DEFINE;
        piece.text = body + length + 1;
    }
    vec_push(reader->arena, &pattern->pieces, piece);
    return true;
}

bool pattern_parse(Reader *reader, int line, Slice text, Pattern *pattern)
{
    const char *end = text.text + text.length, *literal = text.text;
    *pattern = (Pattern){0};
    for (const char *at = text.text; at <= end; at++) {
        bool is_regex = at + 1 < end && at[0] == '{' && at[1] == '{';
        bool is_variable = at + 1 < end && at[0] == '[' && at[1] == '[';
        if (at < end && !is_regex && !is_variable)
            continue;
        if (at > literal)
            vec_push(reader->arena, &pattern->pieces,
                     (Piece){PIECE_TEXT, copy(reader, literal, at), NULL});
        if (at == end)
            break;
        const char *close = find_close(at, end, is_regex ? '{' : '[', is_regex ? '}' : ']');
        if (close == NULL)
            return reader_fail(reader, line, "'%.2s' is not closed", at);
        const char *body = copy(reader, at + 2, close);
        if (is_regex)
            vec_push(reader->arena, &pattern->pieces, (Piece){PIECE_REGEX, body, NULL});
        else if (!add_variable(reader, line, body, pattern))
            return false;
        literal = close + 2;
        at = literal - 1;
    }
    return pattern->pieces.count > 0 || reader_fail(reader, line, "this check line is empty");
}

/* ---- matching ---- */

const char *variable_value(const Variables *variables, const char *name)
{
    for (int i = variables->count - 1; i >= 0; i--)
        if (strcmp(variables->items[i].name, name) == 0)
            return variables->items[i].value;
    return NULL;
}

static void add_escaped(Text *out, const char *literal)
{
    for (; *literal != '\0'; literal++)
        text_printf(out, strchr("\\.[]{}()*+?^$|", *literal) != NULL ? "\\%c" : "%c", *literal);
}

static int count_groups(const char *regex)
{
    int groups = 0;
    for (; *regex != '\0'; regex++) {
        if (*regex == '\\' && regex[1] != '\0')
            regex++;
        else if (*regex == '[')
            regex = strchr(regex + 1 + (regex[1] == ']'), ']') != NULL
                        ? strchr(regex + 1 + (regex[1] == ']'), ']')
                        : regex;
        else if (*regex == '(')
            groups++;
    }
    return groups;
}

typedef struct Captures { /* names of the variables that groups define */
    const char *names[MAX_CAPTURES];
    int groups;
} Captures;

static int group_of(const Captures *captures, const char *name)
{
    for (int i = 1; i <= captures->groups && i < MAX_CAPTURES; i++)
        if (captures->names[i] != NULL && strcmp(captures->names[i], name) == 0)
            return i;
    return 0;
}

/* False: a variable has no value, so that nothing can match. */
static bool add_piece(Text *regex, const Piece *piece, const Variables *variables,
                      Captures *captures)
{
    if (piece->kind == PIECE_TEXT) {
        add_escaped(regex, piece->text);
    } else if (piece->kind == PIECE_USE) {
        int group = group_of(captures, piece->name);
        const char *value = variable_value(variables, piece->name);
        if (group > 0 && group < 10)
            text_printf(regex, "\\%d", group);
        else if (value != NULL)
            add_escaped(regex, value);
        else
            return false;
    } else {
        captures->groups++;
        if (captures->groups < MAX_CAPTURES)
            captures->names[captures->groups] = piece->name;
        captures->groups += count_groups(piece->text);
        text_printf(regex, "(%s)", piece->text);
    }
    return true;
}

static void set_variables(Arena *arena, const Captures *captures, const regmatch_t *matches,
                          const char *text, Variables *variables)
{
    for (int i = 1; i <= captures->groups && i < MAX_CAPTURES; i++)
        if (captures->names[i] != NULL && matches[i].rm_so >= 0) {
            const char *value = arena_copy_text(arena, text + matches[i].rm_so,
                                                (size_t)(matches[i].rm_eo - matches[i].rm_so));
            vec_push(arena, variables, (Variable){captures->names[i], value});
        }
}

static bool run_regex(Arena *arena, const char *source, const Captures *captures, const char *text,
                      Variables *variables, Span *span)
{
    regex_t regex;
    regmatch_t matches[MAX_CAPTURES];
    if (regcomp(&regex, source, REG_EXTENDED | REG_NEWLINE) != 0)
        return false;
    bool found = regexec(&regex, text, MAX_CAPTURES, matches, 0) == 0;
    regfree(&regex);
    if (found) {
        set_variables(arena, captures, matches, text, variables);
        *span = (Span){(size_t)matches[0].rm_so, (size_t)matches[0].rm_eo};
    }
    return found;
}

bool pattern_find(Arena *arena, const Pattern *pattern, const char *text, size_t from, size_t to,
                  Variables *variables, Span *span)
{
    Text regex = {0};
    Captures captures = {{0}, 0};
    bool can_match = true;
    for (int i = 0; i < pattern->pieces.count && can_match; i++)
        can_match = add_piece(&regex, &pattern->pieces.items[i], variables, &captures);
    const char *window = arena_copy_text(arena, text + from, to - from);
    bool found = can_match && run_regex(arena, regex.bytes, &captures, window, variables, span);
    text_free(&regex);
    if (found)
        *span = (Span){span->start + from, span->end + from};
    return found;
}
