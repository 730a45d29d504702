/* base: what every stage of the compiler stands on and what knows nothing of HLSL:
 * arenas, interned names, growable vectors, text buffers, source files and positions, diagnostics.
 *
 * One idea: everything lives in an arena named by its lifetime; nothing is freed one by one. */
#ifndef WAVECC_BASE_H
#define WAVECC_BASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define PRINTF_LIKE(format_index, first) __attribute__((format(printf, format_index, first)))
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* ---- memory.c ---- */

/* Ends the process, or goes where this thread wants to go on; what it had of memory then is lost. */
_Noreturn void stop_out_of_memory(const char *lifetime, size_t size);
void memory_escape(jmp_buf *way_out); /* of this thread; NULL: none */

/* ---- arena.c: arenas and vectors in them ---- */

typedef struct Arena Arena;

/* `lifetime` names the arena in reports ("source", "ast", "module", ...). */
Arena *arena_new(const char *lifetime);
/* Zeroed, 16-byte aligned. Never NULL: running out of memory ends the process with a message. */
void *arena_alloc(Arena *arena, size_t size);
/* A copy of `old_size` bytes in a block of `new_size`; `old` may be NULL. */
void *arena_grow(Arena *arena, const void *old, size_t old_size, size_t new_size);
char *arena_copy_text(Arena *arena, const char *text, size_t length); /* NUL-terminated */
char *arena_printf(Arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
void arena_drop(Arena *arena); /* NULL is fine */
/* Outside of arenas, for free(): zeroed, and never NULL either. */
void *zeroed_new(size_t count, size_t size);
#define ARENA_NEW(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count) \
    ((Type *)arena_alloc((arena), sizeof(Type) * (size_t)(count)))

/* struct { VEC(Token) tokens; }  vec_push(arena, &tokens, token);  tokens.items[i], tokens.count */
#define VEC(Type) struct { Type *items; int count; int capacity; }
#define vec_push(arena, vec, ...)                                                              \
    do {                                                                                       \
        if ((vec)->count == (vec)->capacity)                                                   \
            vec_reserve_bytes((arena), (void **)&(vec)->items, (vec)->count, &(vec)->capacity, \
                              sizeof(*(vec)->items));                                          \
        (vec)->items[(vec)->count++] = (__VA_ARGS__);                                          \
    } while (0)
void vec_reserve_bytes(Arena *arena, void **items, int count, int *capacity, size_t item_size);

/* ---- names.c: slices and interned names ---- */

typedef struct Slice {
    const char *text; /* not NUL-terminated */
    size_t length;
} Slice;

static inline Slice slice_of(const char *text) { return (Slice){text, strlen(text)}; }
static inline bool slice_is(Slice slice, const char *text)
{
    return slice.length == strlen(text) && memcmp(slice.text, text, slice.length) == 0;
}

/* An interned, NUL-terminated string: equal names are equal pointers (within one Names). */
typedef const char *Name;
typedef struct Names Names;

Names *names_new(Arena *arena);
Name names_intern(Names *names, Slice text);
Name names_intern_text(Names *names, const char *text);
/* How many names were interned before this one: for tables of what names mean. */
static inline uint32_t name_number(Name name)
{
    uint32_t number;
    memcpy(&number, name - sizeof number, sizeof number);
    return number;
}
/* How many edits (insert, delete, replace, swap) turn one into the other. */
int names_edit_distance(const char *left, const char *right);

/* "Did you mean": the candidate that is fewest edits from what was written, at most one for each
 * three of its characters. Starts as {written, NULL, 0}; `best` stays NULL where none is near. */
typedef struct NearestName { const char *written, *best; int distance; } NearestName;
void nearest_consider(NearestName *nearest, const char *candidate);

/* ---- text.c: buffers (malloc'd; for output) ---- */

typedef struct Text {
    char *bytes; /* NUL-terminated once anything was added; NULL before */
    size_t length, capacity;
} Text;
void text_add(Text *text, const char *bytes, size_t length);
void text_printf(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
void text_vprintf(Text *text, const char *format, va_list arguments);
void text_free(Text *text);

/* ---- sources.c: source files and positions ---- */

/* A point in the source as the user sees it, across includes and macro expansions. 0 is "nowhere".
 * Below SOURCE_MACRO: 1 + the byte's index in the concatenation of all loaded files.
 * From SOURCE_MACRO on: index of a record made by sources_macro_position. */
typedef uint32_t SourcePos;
#define SOURCE_NOWHERE 0u
#define SOURCE_MACRO 0x80000000u

typedef struct Sources Sources;
typedef struct SourceFile {
    const char *path;    /* as the user wrote it, or as #line renamed it when shown */
    const char *text;    /* NUL-terminated; `length` bytes may hold NULs */
    size_t length;
    SourcePos start;     /* of its first byte */
    SourcePos included_from; /* the #include directive, or SOURCE_NOWHERE */
} SourceFile;

typedef struct SourcePlace { /* a position taken apart, for people */
    const SourceFile *file;
    const char *path; /* after #line */
    int line;         /* from 1, after #line */
    int column;       /* from 1, in bytes */
    int physical;     /* the line from 0, whatever #line says */
    Slice line_text;  /* the physical line without its newline */
} SourcePlace;

Sources *sources_new(Arena *arena);
/* Loads a file; NULL if it cannot be read (`*error` then says why, in words). Files over 1 GiB are
 * refused. "-" is standard input. */
const SourceFile *sources_load(Sources *sources, const char *path, SourcePos included_from,
                               const char **error);
/* NULL if there is no room for so much text. */
const SourceFile *sources_add_text(Sources *sources, const char *path, const char *text,
                                   size_t length, SourcePos included_from);
/* A position inside a macro expansion: `spelling` is where the token is written (macro body or
 * argument), `expansion` where the macro was used, `macro` its name. */
SourcePos sources_macro_position(Sources *sources, SourcePos spelling, SourcePos expansion,
                                 Name macro);
/* Splits a macro position; false if `pos` is a plain file position. */
bool sources_macro_parts(const Sources *sources, SourcePos pos, SourcePos *spelling,
                         SourcePos *expansion, Name *macro);
/* The outermost file position: where the user wrote the macro's use. */
SourcePos sources_expansion_position(const Sources *sources, SourcePos pos);
/* #line: from here on lines of `pos`'s file count from `line` and are shown as of `path`, unless
 * that is NULL. */
void sources_renumber(Sources *sources, SourcePos pos, int line, const char *path);
/* How long `path` is without its extension, 1 of "a.hlsl". */
int path_stem_length(const char *path);
/* Resolves to a file place (macro positions by their outermost expansion). `pos` must not be 0. */
SourcePlace sources_place(const Sources *sources, SourcePos pos);
int sources_file_count(const Sources *sources);
const SourceFile *sources_file(const Sources *sources, int index);

/* ---- diagnostics.c: what is reported; diag.def has the messages ---- */

typedef enum Severity {
    SEVERITY_NOTE, SEVERITY_REMARK, SEVERITY_WARNING, SEVERITY_ERROR, SEVERITY_FATAL
} Severity;

typedef enum DiagId {
#define DIAG(id, severity, group, format) DIAG_##id,
#include "diag.def"
#undef DIAG
    DIAG_COUNT
} DiagId;

typedef enum DiagFormat {
    DIAG_FORMAT_TEXT, DIAG_FORMAT_JSON, DIAG_FORMAT_SARIF, DIAG_FORMAT_GITHUB,
    DIAG_FORMAT_MSVC, /* text whose places are `path(line,column): ` */
    DIAG_FORMAT_VI    /* `path +line:column: ` */
} DiagFormat;

typedef struct Diagnostics Diagnostics;
Diagnostics *diag_new(Arena *arena, const Sources *sources);
/* A note belongs to the error or warning reported before it and vanishes with it. After 20 errors,
 * or as many as the limit says, the rest are counted but not kept. */
void diag_report(Diagnostics *diagnostics, SourcePos pos, DiagId id, ...);
bool diag_has(const Diagnostics *diagnostics, DiagId id); /* it was reported */
bool diag_is_over(const Diagnostics *diagnostics); /* a fatal error was reported */
/* Reports, but for fatal errors, go to a trap while one is set: what is tried may fail. */
typedef struct DiagTrap DiagTrap;
DiagTrap *diag_new_trap(Diagnostics *diagnostics);
/* NULL: none. Gives the one that was set. */
DiagTrap *diag_set_trap(Diagnostics *diagnostics, DiagTrap *trap);
/* The message of the first error in the trap that is set; NULL: none. */
const char *diag_trapped_error(const Diagnostics *diagnostics);
/* Reports what is in the trap, in the order that it came. */
void diag_report_trapped(Diagnostics *diagnostics, const DiagTrap *trap);
/* -W<group>, -R<group>, -Wno-<group>; -Werror=<group>, -Wno-error=<group>. False if there is no
 * such group. */
bool diag_set_group(Diagnostics *diagnostics, const char *group, bool enabled);
bool diag_set_group_errors(Diagnostics *diagnostics, const char *group, bool enabled);
/* `#pragma dxc diagnostic WORD "-WGROUP"`: push, pop, ignored, warning, error or fatal, with the quotes. False:
 * it is no such thing. */
bool diag_pragma(Diagnostics *diagnostics, SourcePos pos, Slice word, Slice group);
void diag_set_extra_warnings(Diagnostics *diagnostics, bool enabled); /* -Wall */
void diag_set_warnings_as_errors(Diagnostics *diagnostics, bool enabled); /* -WX */
void diag_set_no_warnings(Diagnostics *diagnostics, bool none); /* -no-warnings */
void diag_set_error_limit(Diagnostics *diagnostics, int limit);
bool diag_fail_on(Diagnostics *diagnostics, Slice remark); /* --fail-on=; false: no such one */
bool diag_has_remarks(const Diagnostics *diagnostics); /* one of remark.def is asked for */
bool diag_is_enabled(const Diagnostics *diagnostics, DiagId id);
int diag_error_count(const Diagnostics *diagnostics);
int diag_warning_count(const Diagnostics *diagnostics);
/* Writes everything kept, in the order of report: `path:line:column: error: message`, the line, a
 * caret; then macro-expansion and include notes. `colour` is for text only. docs/diagnostics.md
 * describes the other formats. */
void diag_print(const Diagnostics *diagnostics, FILE *out, DiagFormat format, bool colour);

typedef struct DiagTold { /* a report, as diag_print shows it */
    Severity severity;
    const char *group, *path, *message; /* "" where there is no group or no place */
    int line, column;                   /* from 1; 0: there is no place */
} DiagTold;
typedef void DiagVisit(void *context, const DiagTold *told);
void diag_each(const Diagnostics *diagnostics, DiagVisit *visit, void *context);

/* ---- marks.c: comments at a line's end, `// wavecc: WHAT NAME, NAME` ---- */

/* Does the line's comment ask for that? `names`: what stands behind it. */
bool marks_find(Slice line, const char *what, Slice *names);
/* Takes the next word off; false: there is none. */
bool marks_next_word(Slice *rest, Slice *word);
/* False: no line of any file asks for that. */
bool marks_are_in(const Sources *sources, const char *what);
/* Where its places are. */
const Sources *diag_sources(const Diagnostics *diagnostics);
/* The line's comment says `// wavecc: expect-uniform`. */
bool diag_expects_uniform(const Diagnostics *diagnostics, SourcePos pos);
/* False: no line of any file does. */
bool diag_expects_any_uniform(const Diagnostics *diagnostics);
/* The line's comment says `// wavecc: silence NAME`, of something that is no message. */
bool diag_line_silences(const Diagnostics *diagnostics, SourcePos pos, const char *name);

/* ---- silences.c ---- */

/* Once all is reported, for places where a kernel has instructions: warns of names behind `silence`
 * on that line that silenced nothing, or are none. `is_foreign`: names of what is no message. */
void diag_judge_silences(Diagnostics *diagnostics, SourcePos pos, bool (*is_foreign)(Slice name));

/* ---- diag_info.c ---- */

/* The remark's message, or DIAG_COUNT. */
DiagId diag_find_remark(Slice name);
/* Their names and what they tell, as rows of a table in markdown; or the names alone: "a, b". */
void diag_list_remarks(Text *out);
void diag_name_remarks(Text *out);
/* What was perhaps meant; NULL: nothing is near. */
const char *diag_nearest_group(const char *group);

/* ---- diag_letters.c ---- */

/* Bytes of the UTF-8 letter there; 0: it is none. */
int diag_letter_length(const char *letter);
/* Control characters and what is no UTF-8 as \x1b, so that a terminal shows them and obeys none. */
void text_add_visible(Text *out, Slice text);
/* A JSON string. Bytes that are no UTF-8 become U+FFFD, so that the text is JSON whatever the shader
 * holds. */
void text_add_json(Text *text, const char *string);

/* ---- diag_message.c ---- */

/* Formats of messages understand %s %d %u %c %% and %.*s as printf does, and whatever letters were
 * set here (check sets %T for a type). */
typedef void DiagPrint(Text *out, const void *thing);
void diag_set_formatter(Diagnostics *diagnostics, char letter, DiagPrint *print);

#endif
