/* #include: a directive's line comes in; the file it names is read next. */
#include "preprocess_priv.h"

#include <stdlib.h>

static const char *join_path(Preprocessor *pp, Slice folder, Slice name)
{
    bool is_absolute = name.length > 0 && name.text[0] == '/';
    if (folder.length == 0 || is_absolute)
        return arena_copy_text(pp->scratch, name.text, name.length);
    const char *slash = folder.text[folder.length - 1] == '/' ? "" : "/";
    return arena_printf(pp->scratch, "%.*s%s%.*s", (int)folder.length, folder.text, slash,
                        (int)name.length, name.text);
}

/* Symbolic links and .. are resolved before. */
static bool is_in_folder(const char *real, const char *folder)
{
    size_t length = strlen(folder);
    bool ends_in_slash = length > 0 && folder[length - 1] == '/';
    return strncmp(real, folder, length) == 0 && (ends_in_slash || real[length] == '/');
}

static bool is_in_sandbox(const SyntaxOptions *options, const char *path)
{
    char *real = realpath(path, NULL);
    bool is_inside = false;
    for (int i = 0; real != NULL && i < options->sandbox_folder_count; i++)
        is_inside |= is_in_folder(real, options->sandbox_folders[i]);
    free(real);
    return is_inside;
}

static bool is_readable(const Preprocessor *pp, const char *path)
{
    if (pp->context->options->sandbox && !is_in_sandbox(pp->context->options, path))
        return false;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return false;
    bool is_file = fread(&(char){0}, 1, 1, stream) == 1 || feof(stream); /* a folder: an error */
    fclose(stream);
    return is_file;
}

/* With the slash at its end; empty: the working folder. */
static Slice folder_of_includer(Preprocessor *pp)
{
    const char *includer = pp_file(pp)->file->path, *slash = strrchr(includer, '/');
    return (Slice){includer, slash != NULL ? (size_t)(slash + 1 - includer) : 0};
}

/* The including file's folder, then -I; for <> the other way round. NULL if it is nowhere. */
static const char *find_include(Preprocessor *pp, Slice name, bool is_quoted)
{
    const SyntaxOptions *options = pp->context->options;
    const char *beside = join_path(pp, folder_of_includer(pp), name);
    if (is_quoted && is_readable(pp, beside))
        return beside;
    for (int i = 0; i < options->include_path_count; i++) {
        const char *path = join_path(pp, slice_of(options->include_paths[i]), name);
        if (is_readable(pp, path))
            return path;
    }
    return !is_quoted && is_readable(pp, beside) ? beside : NULL;
}

/* Windows' separators mean the same. */
static Slice with_slashes(Preprocessor *pp, Slice name)
{
    char *copy = arena_copy_text(pp->scratch, name.text, name.length);
    for (size_t i = 0; i < name.length; i++)
        if (copy[i] == '\\')
            copy[i] = '/';
    return (Slice){copy, name.length};
}

Name pp_real_path(Preprocessor *pp, const char *path)
{
    char *real = realpath(path, NULL);
    Name name = names_intern_text(pp->context->names, real != NULL ? real : path);
    free(real);
    return name;
}

/* One more may be included; false, after a message, if not. */
static bool may_include(Preprocessor *pp, SourcePos pos)
{
    if (pp->files.count >= DEEPEST_INCLUDE) {
        pp_report(pp, pos, DIAG_include_too_deep, DEEPEST_INCLUDE);
        return false;
    }
    if (++pp->include_count > MOST_INCLUDES) {
        pp_report(pp, pos, DIAG_too_many_includes, MOST_INCLUDES);
        return false;
    }
    return true;
}

/* The file to be read; NULL, after a message, if there is none. */
static const SourceFile *load(Preprocessor *pp, const char *path, SourcePos pos,
                              SourcePos directive)
{
    const char *error = "";
    if (!may_include(pp, pos))
        return NULL;
    const SourceFile *file = sources_load(pp->context->sources, path, directive, &error);
    if (file == NULL)
        pp_report(pp, pos, DIAG_cannot_read_file, path, error);
    return file;
}

/* What the caller of the compiler has under this name; NULL: nothing. */
static char *find_text(Preprocessor *pp, Slice name, size_t *length)
{
    const SyntaxOptions *options = pp->context->options;
    if (options->include == NULL)
        return NULL;
    return options->include(options->include_context,
                            arena_copy_text(pp->scratch, name.text, name.length),
                            pp_file(pp)->file->path, length);
}

/* Reads that as if it lay beside the including file; false: there is none, files are looked for. */
static bool include_text(Preprocessor *pp, Slice name, SourcePos pos, SourcePos directive)
{
    size_t length = 0;
    char *text = find_text(pp, name, &length);
    if (text == NULL)
        return false;
    const char *path = join_path(pp, folder_of_includer(pp), name);
    if (name_map_find(pp->once, names_intern_text(pp->context->names, path)) == NULL) {
        const SourceFile *file = may_include(pp, pos)
                                     ? sources_add_text(pp->context->sources, path, text, length,
                                                        directive)
                                     : NULL;
        if (file != NULL)
            pp_enter_file(pp, file);
        else
            pp_stop(pp);
    }
    free(text);
    return true;
}

bool pp_has_include(Preprocessor *pp, Slice name, bool is_quoted)
{
    Slice slashed = with_slashes(pp, name);
    size_t length = 0;
    char *text = find_text(pp, slashed, &length);
    bool has_text = text != NULL;
    free(text);
    return has_text || find_include(pp, slashed, is_quoted) != NULL;
}

static void include_file(Preprocessor *pp, const Directive *directive, Slice name, bool is_quoted)
{
    const Token *first = pp_first_of(directive);
    SourcePos pos = first != NULL ? first->pos : directive->pos;
    Slice slashed = with_slashes(pp, name);
    if (include_text(pp, slashed, pos, directive->pos))
        return;
    const char *path = find_include(pp, slashed, is_quoted);
    const SourceFile *file = NULL;
    bool is_linalg = name.length == 11 && memcmp(name.text, "dx/linalg.h", 11) == 0;
    if (path == NULL && is_linalg) /* which dxc brings along */
        pp_report(pp, pos, DIAG_linear_algebra, "dx/linalg.h");
    else if (path == NULL) /* whether there is such a file outside the sandbox is not told */
        pp_report(pp, pos,
                  pp->context->options->sandbox ? DIAG_include_not_in_sandbox
                                                : DIAG_include_not_found,
                  arena_copy_text(pp->scratch, name.text, name.length));
    else if (name_map_find(pp->once, pp_real_path(pp, path)) != NULL)
        return;
    else
        file = load(pp, path, pos, directive->pos);
    if (file != NULL)
        pp_enter_file(pp, file);
    else
        pp_stop(pp);
}

/* <name> after macro expansion: the tokens between the brackets, as written. */
static Slice bracketed_name(Preprocessor *pp, const TokenBuffer *tokens)
{
    for (int i = 1; i < tokens->tokens.count; i++)
        if (tokens->tokens.items[i].kind == TOKEN_GREATER)
            return pp_spell(pp, tokens->tokens.items + 1, i - 1);
    return (Slice){NULL, 0};
}

/* #include MACRO */
static void include_expanded(Preprocessor *pp, Directive *directive)
{
    TokenBuffer *expanded = pp_take_buffer(pp), *rest = directive->rest;
    pp_expand_tokens(pp, rest->tokens.items, rest->tokens.count, expanded);
    const Token *first = expanded->tokens.count > 0 ? &expanded->tokens.items[0] : NULL;
    Slice name = {NULL, 0};
    if (first != NULL && first->kind == TOKEN_STRING)
        name = (Slice){first->text.text + 1, first->text.length - 2};
    else if (first != NULL && first->kind == TOKEN_LESS)
        name = bracketed_name(pp, expanded);
    if (name.text != NULL)
        include_file(pp, directive, name, first->kind == TOKEN_STRING);
    else if (!pp->is_over)
        pp_report(pp, directive->pos, DIAG_include_needs_file);
    pp_give_buffer(pp, expanded);
}

/* A header's name is no token: it is read from the line's text. The line's end has been reached
 * already, so that what the file gives stands after the directive. */
void pp_include(Preprocessor *pp, Directive *directive)
{
    const Token *first = pp_first_of(directive);
    TokenKind kind = first != NULL ? first->kind : TOKEN_END;
    bool is_quoted = kind == TOKEN_STRING || kind == TOKEN_OPEN_STRING;
    if (!is_quoted && kind != TOKEN_LESS) {
        include_expanded(pp, directive);
        return;
    }
    const char *start = first->text.text + 1;
    size_t length = strcspn(start, is_quoted ? "\"\r\n" : ">\r\n");
    if (length == 0 || start[length] != (is_quoted ? '"' : '>'))
        pp_report(pp, first->pos, DIAG_include_needs_file);
    else
        include_file(pp, directive, (Slice){start, length}, is_quoted);
}
