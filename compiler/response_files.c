/* @FILE on the command line stands for the arguments that the file holds, wherever it stands.
 *
 * They are parted as gcc parts them: by white space outside of '...' and "..."; a backslash takes
 * the next character as it is, in quotes, too. There are no comments. A file may name further
 * ones; all paths are of the working folder. */
#include "options_priv.h"

#include <ctype.h>

enum { DEEPEST = 20 /* files in files, as one that names itself is */ };

typedef struct Expander {
    Parser *parser;
    Sources *sources;
    VEC(char *) arguments;
    int depth;
} Expander;

/* What is left of the text that is taken apart. */
typedef struct Cursor { const char *at, *end; } Cursor;

static void skip_spaces(Cursor *cursor)
{
    while (cursor->at < cursor->end && isspace((unsigned char)*cursor->at))
        cursor->at++;
}

/* The argument at the cursor, without its quotes; NULL: one of them is not closed. */
static char *read_argument(Arena *arena, Cursor *cursor)
{
    Text text = {0};
    char quote = '\0';
    for (; cursor->at < cursor->end; cursor->at++) {
        char letter = *cursor->at;
        if (quote == '\0' && isspace((unsigned char)letter))
            break;
        if (letter == '\\' && cursor->at + 1 < cursor->end)
            text_add(&text, ++cursor->at, 1);
        else if (letter == quote)
            quote = '\0';
        else if (quote == '\0' && (letter == '\'' || letter == '"'))
            quote = letter;
        else
            text_add(&text, &letter, 1);
    }
    char *argument = quote != '\0'       ? NULL
                   : text.bytes == NULL ? arena_copy_text(arena, "", 0)
                                        : arena_copy_text(arena, text.bytes, text.length);
    text_free(&text);
    return argument;
}

static bool expand_argument(Expander *expander, char *argument);

static bool expand_file(Expander *expander, const char *path)
{
    static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";
    Parser *parser = expander->parser;
    const char *why = "";
    if (expander->depth == DEEPEST)
        return option_error(parser, "'@%s': files of options are nested too deeply", path);
    const SourceFile *file = sources_load(expander->sources, path, SOURCE_NOWHERE, &why);
    if (file == NULL)
        return option_error(parser, "cannot read the options in '%s': %s", path, why);
    Cursor cursor = {file->text, file->text + file->length};
    if (file->length >= 3 && memcmp(file->text, BYTE_ORDER_MARK, 3) == 0)
        cursor.at += 3;
    bool is_fine = true;
    expander->depth++;
    for (skip_spaces(&cursor); is_fine && cursor.at < cursor.end; skip_spaces(&cursor)) {
        char *argument = read_argument(parser->arena, &cursor);
        is_fine = argument != NULL
                      ? expand_argument(expander, argument)
                      : option_error(parser, "a quote in the options of '%s' is not closed", path);
    }
    expander->depth--;
    return is_fine;
}

static bool expand_argument(Expander *expander, char *argument)
{
    if (argument[0] == '@' && argument[1] != '\0')
        return expand_file(expander, argument + 1);
    vec_push(expander->parser->arena, &expander->arguments, argument);
    return true;
}

bool options_expand_files(Parser *parser)
{
    Expander expander = {.parser = parser, .sources = sources_new(parser->arena)};
    for (int i = 0; i < parser->count; i++)
        if (i == 0)
            vec_push(parser->arena, &expander.arguments, parser->arguments[i]);
        else if (!expand_argument(&expander, parser->arguments[i]))
            return false;
    parser->arguments = expander.arguments.items;
    parser->count = expander.arguments.count;
    return true;
}
