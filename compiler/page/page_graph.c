/* The control flow as a picture: the IR is structured, so a region is a column of boxes, a branch
 * two columns side by side, a loop a frame with its way back on the left and its ways out dashed on
 * the right. Sizes are found from the inside out, then all is drawn from the top down.
 * Numbers are pixels. */
#include "page_priv.h"

enum {
    CHAR = 8, ROW = 16, PAD = 8, GAP = 18, GUTTER = 22, BYPASS = 30,
    DEEPEST = 60 /* what stands deeper is one box */, MOST_ROWS = 6
};

typedef struct Box Box;
typedef VEC(Box *) Column;
struct Box {
    const IrInstr *construct;     /* NULL: a block or a jump */
    const IrInstr *jump;
    int number;                   /* of its first line; -1: none */
    PageLevel level;
    VEC(const char *) rows;
    Column columns[2];
    int column_count;
    int width, height, head, sides[2]; /* head: height of what stands above columns */
};

typedef struct Graph {
    Text *out;
    PageKernel *kernel;
    Arena *arena;
    int depth;
} Graph;

/* ---- boxes ---- */

static Box *new_box(Graph *graph, SourcePos pos)
{
    Box *box = ARENA_NEW(graph->arena, Box);
    box->number = page_line_number(graph->kernel->sources, pos);
    return box;
}

static const char *told_line(const Graph *graph, const Box *box)
{
    return box->number < 0 ? ""
                           : arena_printf(graph->arena, ", line %d",
                                          page_told_line(graph->kernel->sources, box->number));
}

static void add_access(Graph *graph, Box *box, const IrInstr *instr)
{
    const PlanAccess *access = graph->kernel->accesses[instr->id];
    const char *name = plan_accessed_name(instr);
    if (access == NULL || access->way == WAY_kept || name == NULL || box->rows.count > MOST_ROWS)
        return;
    const char *row = "\xe2\x80\xa6"; /* and so on */
    if (box->rows.count < MOST_ROWS)
        row = arena_printf(graph->arena, "%s %.24s %s", access->is_store ? "store" : "load", name,
                           plan_way_info(access->way)->name);
    if (strcmp(box->rows.items[box->rows.count - 1], row) != 0)
        vec_push(graph->arena, &box->rows, row);
}

/* From `instr` on to what is no plain operation, which it gives; NULL: to the end. */
static const IrInstr *add_block(Graph *graph, Column *column, const IrInstr *instr)
{
    Box *box = new_box(graph, SOURCE_NOWHERE);
    int operations = 0;
    vec_push(graph->arena, &box->rows, "");
    for (; instr != NULL && !ir_is(instr, OP_REGION | OP_JUMP) && instr->op != IR_barrier;
         instr = instr->next) {
        PageLevel level = page_level(graph->kernel->plan, instr);
        if (!report_counts(instr))
            continue;
        operations++;
        box->number = box->number < 0 ? page_line_number(graph->kernel->sources, instr->pos)
                                      : box->number;
        box->level = level > box->level ? level : box->level;
        add_access(graph, box, instr);
    }
    if (operations == 0)
        return instr;
    box->rows.items[0] = arena_printf(graph->arena, "%s %d operation%s%s",
                                      PAGE_LEVELS[box->level].letter, operations,
                                      operations == 1 ? "" : "s", told_line(graph, box));
    vec_push(graph->arena, column, box);
    return instr;
}

static Column column_of(Graph *graph, const IrRegion *region);

static const char *construct_text(const Graph *graph, const IrInstr *instr)
{
    const PageKernel *kernel = graph->kernel;
    bool is_divergent = kernel->is_divergent[instr->id];
    switch (instr->op) {
    case IR_if: return is_divergent ? "if, divergent" : "if, uniform";
    case IR_loop: return is_divergent ? "loop, divergent" : "loop, uniform";
    case IR_wave_loop: return "for each wave";
    case IR_lane_loop: return "for each lane";
    case IR_all_lanes: return "by all lanes";
    default: return "scope";
    }
}

static void add_construct(Graph *graph, Column *column, const IrInstr *instr)
{
    Box *box = new_box(graph, instr->pos);
    box->construct = instr;
    box->level = instr->op == IR_if ? page_level(graph->kernel->plan, instr->operands[0])
                                    : PAGE_constant;
    vec_push(graph->arena, &box->rows,
             arena_printf(graph->arena, "%s%s%s%s",
                          instr->op == IR_if ? PAGE_LEVELS[box->level].letter : "",
                          instr->op == IR_if ? " " : "", construct_text(graph, instr),
                          told_line(graph, box)));
    vec_push(graph->arena, column, box);
    if (++graph->depth <= DEEPEST)
        EACH_REGION (instr, region)
            box->columns[box->column_count++] = column_of(graph, region);
    graph->depth--;
}

static void add_single(Graph *graph, Column *column, const IrInstr *instr)
{
    Box *box = new_box(graph, instr->pos);
    bool goes_on = instr->op == IR_yield || (instr->op == IR_continue && instr->next == NULL &&
                                             instr->target == instr->region->owner);
    if (goes_on)
        return;
    box->jump = ir_is(instr, OP_JUMP) ? instr : NULL;
    vec_push(graph->arena, &box->rows, op_info(instr->op)->name);
    vec_push(graph->arena, column, box);
}

static Column column_of(Graph *graph, const IrRegion *region)
{
    Column column = {0};
    for (const IrInstr *instr = region->first; instr != NULL;) {
        if (ir_is(instr, OP_REGION))
            add_construct(graph, &column, instr);
        else if (ir_is(instr, OP_JUMP) || instr->op == IR_barrier)
            add_single(graph, &column, instr);
        else {
            instr = add_block(graph, &column, instr);
            continue;
        }
        instr = instr->next;
    }
    return column;
}

/* ---- sizes ---- */

static int larger(int a, int b) { return a > b ? a : b; }

static void measure(Box *box);

static void measure_column(const Column *column, int *width, int *height)
{
    *width = BYPASS;
    *height = 0;
    for (int i = 0; i < column->count; i++) {
        measure(column->items[i]);
        *width = larger(*width, column->items[i]->width);
        *height += column->items[i]->height + (i > 0 ? GAP : 0);
    }
}

static void measure(Box *box)
{
    int text = 0, inside = 0, tallest = 0;
    for (int i = 0; i < box->rows.count; i++)
        text = larger(text, (int)strlen(box->rows.items[i]));
    text = text * CHAR + 2 * PAD;
    box->head = box->rows.count * ROW + PAD;
    for (int side = 0; side < box->column_count; side++) {
        int height;
        measure_column(&box->columns[side], &box->sides[side], &height);
        inside += box->sides[side] + (side > 0 ? GAP : 0);
        tallest = larger(tallest, height);
    }
    if (box->column_count > 0)
        inside += 2 * GUTTER;
    box->width = larger(text, inside);
    box->height = box->head + (box->column_count > 0 ? tallest + 2 * GAP : 0);
}

/* ---- drawing ---- */

static void draw_line(const Graph *graph, int x, int from, int to)
{
    if (to > from)
        page_add(graph->out,
                 "<path d=\"M%d %dV%d\"/><path class=\"tip\" d=\"M%d %dl-4 -6h8z\"/>", x, from,
                 to - 4, x, to);
}

static void draw_rows(const Graph *graph, const Box *box, int x, int y)
{
    for (int i = 0; i < box->rows.count; i++)
        page_add(graph->out, "<text x=\"%d\" y=\"%d\">%s</text>", x + PAD, y + ROW * (i + 1) - 2,
                 box->rows.items[i]);
}

/* Its ground, with a link to its line; the first box of a line is where the source links to. */
static void draw_head(const Graph *graph, const Box *box, int x, int y, int width)
{
    PageKernel *kernel = graph->kernel;
    page_add(graph->out, "<g");
    if (box->number >= 0) {
        page_add(graph->out, " class=\"l%d\"", box->number);
        if (!kernel->lines[box->number].has_node)
            page_add(graph->out, " id=\"k%dg%d\"", kernel->number, box->number);
        kernel->lines[box->number].has_node = true;
        page_add(graph->out, "><a href=\"#k%ds%d\"", kernel->number, box->number);
    }
    page_add(graph->out, "><rect class=\"box %s\" rx=\"4\" x=\"%d\" y=\"%d\" width=\"%d\" "
                         "height=\"%d\"/>", PAGE_LEVELS[box->level].name, x, y, width, box->head);
    draw_rows(graph, box, x, y);
    page_add(graph->out, "%r</g>\n", box->number >= 0 ? "</a>" : "");
}

static bool falls_through(const Column *column)
{
    return column->count == 0 || column->items[column->count - 1]->jump == NULL;
}

static void draw_box(const Graph *graph, const Box *box, int middle, int y, int exit);

/* `exit`: the x of the dashed way out for those that jump. */
static int draw_column(const Graph *graph, const Column *column, int middle, int y, int exit)
{
    for (int i = 0; i < column->count; i++) {
        const Box *box = column->items[i];
        draw_box(graph, box, middle, y, exit);
        y += box->height;
        if (i + 1 < column->count) {
            draw_line(graph, middle, y, y + GAP);
            y += GAP;
        }
    }
    return y;
}

static void draw_branch(const Graph *graph, const Box *box, int middle, int y, int exit)
{
    int inside = box->sides[0] + (box->column_count > 1 ? GAP + box->sides[1] : 0);
    int left = middle - inside / 2, bottom = y + box->height;
    static const char *const WORDS[] = {"then", "else"};
    int head = (int)strlen(box->rows.items[0]) * CHAR + 2 * PAD;
    draw_head(graph, box, middle - head / 2, y, head);
    for (int side = 0; side < box->column_count; side++) {
        int x = left + box->sides[side] / 2, top = y + box->head;
        page_add(graph->out, "<path d=\"M%d %dV%dH%d\"/>", middle, top, top + 6, x);
        page_add(graph->out, "<text x=\"%d\" y=\"%d\" opacity=\".8\">%r</text>", x + 4, top + 16,
                 WORDS[side]);
        draw_line(graph, x, top + 6, top + GAP);
        int end = draw_column(graph, &box->columns[side], x, top + GAP, exit);
        if (falls_through(&box->columns[side]))
            page_add(graph->out, "<path d=\"M%d %dV%dH%d\"/>", x, end, bottom - 6, middle);
        left += box->sides[side] + GAP;
    }
    page_add(graph->out, "<path d=\"M%d %dV%d\"/>", middle, bottom - 6, bottom);
}

static void draw_frame(const Graph *graph, const Box *box, int middle, int y, int exit)
{
    int x = middle - box->width / 2, bottom = y + box->height, top = y + box->head + GAP;
    bool is_loop = box->construct->op == IR_loop;
    int own_exit = is_loop || box->construct->op == IR_scope ? x + box->width - 6 : exit;
    page_add(graph->out, "<rect class=\"frame\" rx=\"6\" x=\"%d\" y=\"%d\" width=\"%d\" height="
                         "\"%d\"/>", x, y, box->width, box->height);
    draw_head(graph, box, x, y, box->width);
    draw_line(graph, middle, y + box->head, top);
    int end = draw_column(graph, &box->columns[0], middle, top, own_exit);
    if (box->construct->op != IR_scope && falls_through(&box->columns[0]))
        page_add(graph->out, "<path class=\"back\" d=\"M%d %dV%dH%dV%dH%d\"/><path class=\"tip\" "
                             "d=\"M%d %dl-6 -4v8z\"/>", middle, end, end + 6, x + 8, top - 8,
                 middle - 6, middle, top - 8);
    if (own_exit != exit)
        page_add(graph->out, "<path class=\"out\" d=\"M%d %dV%dH%d\"/>", own_exit, y + box->head,
                 bottom - 3, middle);
}

static void draw_box(const Graph *graph, const Box *box, int middle, int y, int exit)
{
    int x = middle - box->width / 2;
    if (box->construct != NULL && box->column_count > 0) {
        (box->construct->op == IR_if ? draw_branch : draw_frame)(graph, box, middle, y, exit);
        return;
    }
    if (box->jump != NULL && box->jump->op != IR_continue && exit > x + box->width)
        page_add(graph->out, "<path class=\"out\" d=\"M%d %dH%d\"/>", x + box->width, y + 10, exit);
    draw_head(graph, box, x, y, box->width);
}

void page_graph(Text *out, PageKernel *kernel)
{
    Graph graph = {.out = out, .kernel = kernel, .arena = kernel->arena};
    int width, height;
    Column column = column_of(&graph, kernel->plan->kernel->body);
    measure_column(&column, &width, &height);
    page_add(out, "<svg role=\"img\" aria-label=\"control flow "
                  "of %s\" width=\"%d\" height=\"%d\">\n", kernel->plan->kernel->name, width + 8,
             height + 8);
    draw_column(&graph, &column, width / 2 + 4, 4, 0);
    page_add(out, "</svg>\n");
}
