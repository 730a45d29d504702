/* The source, the IR and the C; a source line links to the first line of IR
 * and of C that is of it, these link back. */
#include "page_priv.h"

/* ---- IR and C ---- */

/* Text of one source line as it grows: lines that follow each other are one row. */
typedef struct Rows {
    Text *out;
    PageKernel *kernel;
    char pane;
    int number; /* of the open row; -1: of no source line */
    bool is_open;
} Rows;

static void close_row(Rows *rows)
{
    if (rows->is_open)
        page_add(rows->out, "</div>");
    rows->is_open = false;
}

/* The first row of a source line is what links to it name. */
static void open_row(Rows *rows, int number)
{
    const PageKernel *kernel = rows->kernel;
    close_row(rows);
    rows->is_open = true;
    rows->number = number;
    if (number < 0) {
        page_add(rows->out, "<div>");
        return;
    }
    PageLine *line = &kernel->lines[number];
    bool *has = rows->pane == 'i' ? &line->has_ir : &line->has_c;
    page_add(rows->out, "<div class=\"l%d\"", number);
    if (!*has)
        page_add(rows->out, " id=\"k%d%c%d\"", kernel->number, rows->pane, number);
    *has = true;
    page_add(rows->out, "><a href=\"#k%ds%d\">%d</a>", kernel->number, number,
             page_told_line(kernel->sources, number));
}

static void add_row(Rows *rows, int number, Slice text)
{
    if (!rows->is_open || rows->number != number)
        open_row(rows, number);
    page_add(rows->out, "%z\n", &text);
}

static Slice next_line(const char **at, const char *end)
{
    const char *newline = memchr(*at, '\n', (size_t)(end - *at));
    Slice line = {*at, (size_t)((newline != NULL ? newline : end) - *at)};
    *at = newline != NULL ? newline + 1 : end;
    return line;
}

void page_ir(Text *out, PageKernel *kernel)
{
    Text ir = {0};
    IrTextLines lines = {0};
    Rows rows = {.out = out, .kernel = kernel, .pane = 'i'};
    int next = 0;
    ir_print_lines(&ir, kernel->plan->kernel, kernel->arena, &lines);
    const char *at = ir.bytes, *end = ir.bytes + ir.length;
    while (at < end) {
        bool is_known = next < lines.count && ir.bytes + lines.items[next].at == at;
        int number = is_known ? page_line_number(kernel->sources, lines.items[next].pos) : -1;
        next += is_known;
        add_row(&rows, number, next_line(&at, end));
    }
    close_row(&rows);
    text_free(&ir);
}

/* The marks of a plan follow each other; the one behind them says where its C ends. */
void page_c(Text *out, PageKernel *kernel)
{
    const EmitMarks *marks = kernel->page->marks;
    const Text *c = kernel->page->c;
    Rows rows = {.out = out, .kernel = kernel, .pane = 'c'};
    for (int i = 0; i < marks->list.count; i++) {
        const EmitMark *mark = &marks->list.items[i];
        if (mark->plan != kernel->plan)
            continue;
        size_t to = i + 1 < marks->list.count ? marks->list.items[i + 1].at : c->length;
        const char *at = c->bytes + mark->at, *end = c->bytes + to;
        int number = page_line_number(kernel->sources, mark->pos);
        while (at < end)
            add_row(&rows, number, next_line(&at, end));
    }
    close_row(&rows);
}

/* ---- the source ---- */

static void add_links(Text *out, const PageKernel *kernel, int number)
{
    static const struct { char pane; const char *text; } PANES[] = {
        {'i', "IR"}, {'c', "C"}, {'g', "G"}};
    const PageLine *line = &kernel->lines[number];
    const bool has[] = {line->has_ir, line->has_c, line->has_node};
    page_add(out, "<td class=\"to\">");
    for (int i = 0; i < COUNT_OF(PANES); i++)
        if (has[i])
            page_add(out, "<a href=\"#k%d%c%d\">%s</a>", kernel->number, PANES[i].pane, number,
                     PANES[i].text);
    page_add(out, "</td>");
}

/* How much of the column's most, in tenths: the class of its shade. */
static void add_numbers(Text *out, const PageKernel *kernel, const PageLine *line)
{
    for (int c = 0; c < PAGE_COLUMN_COUNT; c++) {
        int64_t value = line->numbers[c], most = kernel->most[c];
        if (!kernel->shows[c])
            continue;
        if (!line->has_number[c])
            page_add(out, "<td></td>");
        else
            page_add(out, "<td class=\"num h%d\">%D</td>",
                     most > 0 ? (int)(value * 9 / most) : 0, value);
    }
}

static void add_notes(Text *out, const PageLine *line)
{
    static const struct { const char *class, *mark; } KINDS[] = {
        [NOTE_GOOD] = {"good", "\xe2\x9c\x93"}, [NOTE_TESTED] = {"fair", "?"},
        [NOTE_SLOW] = {"slow", "!"}, [NOTE_CONTROL] = {"ctl", "\xe2\x86\xb3"}};
    if (line->notes.count == 0)
        return;
    page_add(out, "<div class=\"notes\">");
    for (int i = 0; i < line->notes.count; i++) {
        const PageNote *note = &line->notes.items[i];
        page_add(out, "<details class=\"%r\"><summary><b>%r</b> %s", KINDS[note->kind].class,
                 KINDS[note->kind].mark, note->what);
        if (note->count > 1)
            page_add(out, " \xc3\x97%d", note->count);
        page_add(out, "</summary><p>%s</p></details>", note->why);
    }
    page_add(out, "</div>");
}

static void add_line(Text *out, const PageKernel *kernel, const PageFile *file, int i)
{
    int number = file->first + i;
    const PageLine *line = &kernel->lines[number];
    size_t start = file->starts.items[i];
    const char *at = file->file->text + start;
    Slice text = next_line(&at, file->file->text + file->file->length);
    const PageLevelInfo *level = &PAGE_LEVELS[line->level];
    page_add(out, "<tr id=\"k%ds%d\" class=\"l%d %s\"><th scope=\"row\">%d</th>", kernel->number,
             number, number, line->runs ? level->name : "idle", i + 1);
    if (line->runs)
        page_add(out, "<td class=\"lv\" title=\"%s: %s\">%s</td>", level->name, level->text,
                 level->letter);
    else
        page_add(out, "<td class=\"lv\"></td>");
    add_numbers(out, kernel, line);
    add_links(out, kernel, number);
    page_add(out, "<td class=\"code\">%z", &text);
    add_notes(out, line);
    page_add(out, "</td></tr>\n");
}

static void add_file(Text *out, const PageKernel *kernel, const PageFile *file)
{
    page_add(out, "<table class=\"src\"><caption>%s</caption><thead><tr><th>line</th><th "
                  "title=\"how it runs\">&#8203;</th>", file->file->path);
    for (int c = 0; c < PAGE_COLUMN_COUNT; c++)
        if (kernel->shows[c])
            page_add(out, "<th title=\"%s\">%s</th>", PAGE_COLUMNS[c].text,
                     PAGE_COLUMNS[c].head);
    page_add(out, "<th>to</th><th>source, and how it goes</th></tr></thead>\n<tbody>");
    for (int i = 0; i < file->starts.count; i++)
        add_line(out, kernel, file, i);
    page_add(out, "</tbody></table>\n");
}

void page_source(Text *out, const PageKernel *kernel)
{
    for (int i = 0; i < kernel->sources->files.count; i++)
        if (kernel->sources->files.items[i].is_shown)
            add_file(out, kernel, &kernel->sources->files.items[i]);
}
