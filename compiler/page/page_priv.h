/* Shared by page's files. */
#ifndef WAVECC_PAGE_PRIV_H
#define WAVECC_PAGE_PRIV_H

#include "page.h"

typedef enum PageLevel {
#define LEVEL(name, letter, text) PAGE_##name,
#include "level.def"
#undef LEVEL
    PAGE_LEVEL_COUNT
} PageLevel;
typedef struct PageLevelInfo {
    const char *name, *letter, *text;
} PageLevelInfo;
extern const PageLevelInfo PAGE_LEVELS[PAGE_LEVEL_COUNT];

/* ---- page_text.c ---- */

/* %s text and %z a Slice *, both escaped; %r text as it is; %d int; %D int64_t; %c a character. */
void page_add(Text *out, const char *format, ...);

/* ---- page_facts.c: a kernel, line by line ---- */

typedef enum PageNoteKind { NOTE_GOOD, NOTE_TESTED, NOTE_SLOW, NOTE_CONTROL } PageNoteKind;

typedef struct PageNote {
    PageNoteKind kind;
    const char *what, *why;
    int count;
} PageNote;

/* Numbers of a line, a column of the source each: what a further one needs is its row there. */
typedef enum PageColumn {
    COLUMN_THREADS, COLUMN_LANES, COLUMN_SAMPLES, /* measured: page_heat.c */
    COLUMN_OPERATIONS, COLUMN_VECTORS,
    PAGE_COLUMN_COUNT
} PageColumn;
typedef struct PageColumnInfo {
    const char *head, *text;
} PageColumnInfo;
extern const PageColumnInfo PAGE_COLUMNS[PAGE_COLUMN_COUNT];

typedef struct PageLine {
    bool runs; /* something comes of it */
    PageLevel level;
    int64_t numbers[PAGE_COLUMN_COUNT];
    bool has_number[PAGE_COLUMN_COUNT]; /* 0 is one, too */
    VEC(PageNote) notes;
    bool has_ir, has_c, has_node; /* something is of it there; the first one is what links name */
} PageLine;

typedef struct PageFile {
    const SourceFile *file;
    int first; /* its line i, from 0, is number first + i of the page; such numbers name lines */
    VEC(size_t) starts;
    bool is_shown;
} PageFile;

typedef struct PageSources {
    Arena *arena;
    const Sources *sources;
    VEC(PageFile) files;
    int line_count; /* of all */
} PageSources;
PageSources page_sources(Arena *arena, const Page *page);
int page_line_number(const PageSources *sources, SourcePos pos); /* -1: nowhere */
/* Its number in its file, from 1. */
int page_told_line(const PageSources *sources, int number);

typedef struct PageKernel {
    Arena *arena;
    const Page *page;
    const PageSources *sources;
    const Plan *plan;
    int number; /* its ids begin with k<number> */
    PageLine *lines;
    Figures figures;
    const PlanAccess **accesses; /* by instruction */
    bool *is_divergent;          /* if and loop, by instruction */
    bool shows[PAGE_COLUMN_COUNT];
    int64_t most[PAGE_COLUMN_COUNT]; /* 0: the column is empty, or none */
} PageKernel;
PageKernel page_kernel(Arena *arena, const Page *page, const PageSources *sources,
                       const Plan *plan, int number);
PageLevel page_level(const Plan *plan, const IrInstr *instr);
PageNoteKind page_access_kind(const PlanAccess *access);

/* ---- page_heat.c: what was measured ---- */

void page_heat(PageKernel *kernel);

/* ---- parts ---- */

/* " class=l12" and its like: what belongs to a line lights up with it. */
void page_line_class(Text *out, int number);
void page_graph(Text *out, PageKernel *kernel);
/* IR and C. These find which lines have something there, so they come before the source. */
void page_ir(Text *out, PageKernel *kernel);
void page_c(Text *out, PageKernel *kernel);
void page_source(Text *out, const PageKernel *kernel);
void page_tables(Text *out, const PageKernel *kernel);
void page_style(Text *out, const PageSources *sources, int kernel_count);
extern const char PAGE_SCRIPT[];

#endif
