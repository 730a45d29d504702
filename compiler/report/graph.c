/* --emit=dot: the control flow of a kernel as Graphviz has it. The IR is structured; here its
 * constructs become edges between blocks:
 *
 *     if %3 {            [ block ] -> < if varying > -then-> [ block ] ----> [ what follows ]
 *       ...                                          -else-------------------->
 *     }
 *
 * One walk in text order. Edges that leave what has been walked wait, each with the block that it
 * comes from, for the next block: so no block is empty. */
#include "report_priv.h"

enum { MOST_LINES = 8, LONGEST_LINE = 60 /* bytes of the source, a block's label shows */ };

typedef struct Way { /* out of a block */
    int from;
    const char *label;
} Way;
typedef VEC(Way) Ways;

typedef struct Graph {
    Text *out;
    const IrKernel *kernel;
    const Sources *sources;
    Arena *arena;
    int block_count;
    Ways *breaks;    /* by id of the loop or scope: out of it */
    int *heads;      /* by id of the loop, wave_loop or lane_loop: its block */
    Ways returns;
} Graph;

/* ---- text ---- */

/* Of a quoted string; what is no UTF-8 is left out. */
static void print_escaped(Text *out, Slice text)
{
    for (size_t i = 0; i < text.length;) {
        int length = diag_letter_length(text.text + i);
        bool fits = length > 0 && i + (size_t)length <= text.length;
        if (text.text[i] == '"' || text.text[i] == '\\')
            text_printf(out, "\\%c", text.text[i]);
        else if (fits && (unsigned char)text.text[i] >= ' ')
            text_add(out, text.text + i, (size_t)length);
        i += fits ? (size_t)length : 1;
    }
}

/* `12: float x = a;` as it is shown, with its file where that is not the kernel's. */
static void print_line(Graph *graph, SourcePlace place, const SourceFile *own)
{
    Slice text = place.line_text;
    while (text.length > 0 && (*text.text == ' ' || *text.text == '\t'))
        text = (Slice){text.text + 1, text.length - 1};
    if (place.file != own) {
        print_escaped(graph->out, slice_of(place.path));
        text_printf(graph->out, ":");
    }
    text_printf(graph->out, "%d: ", place.line);
    print_escaped(graph->out, (Slice){text.text, text.length < LONGEST_LINE ? text.length
                                                                          : LONGEST_LINE});
    text_printf(graph->out, "\\l");
}

static const SourceFile *own_file(const Graph *graph)
{
    EACH_INSTR (graph->kernel->body, instr)
        if (instr->pos != SOURCE_NOWHERE)
            return sources_place(graph->sources, instr->pos).file;
    return NULL;
}

/* What a pass made is where its condition comes from. */
static SourcePos told_pos(const IrInstr *instr)
{
    bool has_own = instr->pos != SOURCE_NOWHERE || instr->op != IR_if;
    return has_own ? instr->pos : instr->operands[0]->pos;
}

/* The lines of what stands from `first` up to `end`, each once. */
static void print_lines(Graph *graph, const IrInstr *first, const IrInstr *end)
{
    SourcePlace shown[MOST_LINES];
    int count = 0;
    const SourceFile *own = own_file(graph);
    for (const IrInstr *instr = first; instr != end; instr = instr->next) {
        SourcePos pos = told_pos(instr);
        if (pos == SOURCE_NOWHERE || !(report_counts(instr) || instr == first))
            continue;
        SourcePlace place = sources_place(graph->sources, pos);
        bool is_new = true;
        for (int i = 0; i < count; i++)
            is_new &= shown[i].file != place.file || shown[i].physical != place.physical;
        if (is_new && count == MOST_LINES) {
            text_printf(graph->out, "...\\l");
            return;
        }
        if (is_new)
            print_line(graph, shown[count++] = place, own);
    }
}

/* ---- blocks and edges ---- */

static void connect(Graph *graph, const Ways *ways, int to)
{
    for (int i = 0; i < ways->count; i++) {
        const Way *way = &ways->items[i];
        text_printf(graph->out, "  b%d -> b%d", way->from, to);
        text_printf(graph->out, *way->label != '\0' ? " [label=\"%s\"];\n" : ";\n", way->label);
    }
}

static Ways one_way(Graph *graph, int from, const char *label)
{
    Ways ways = {0};
    vec_push(graph->arena, &ways, ((Way){from, label}));
    return ways;
}

static void add_ways(Graph *graph, Ways *to, const Ways *ways)
{
    for (int i = 0; i < ways->count; i++)
        vec_push(graph->arena, to, ways->items[i]);
}

/* Where they have no name yet. */
static void label_ways(Ways *ways, const char *label)
{
    for (int i = 0; i < ways->count; i++)
        ways->items[i].label = *ways->items[i].label != '\0' ? ways->items[i].label : label;
}

static int start_block(Graph *graph, const char *shape)
{
    text_printf(graph->out, "  b%d [shape=%s", graph->block_count, shape);
    return graph->block_count++;
}

static void print_level(Graph *graph, IrLevel level)
{
    static const char *const FILLS[] = {"gray95", "lightcyan", "lightblue", "palegreen",
                                        "moccasin"};
    text_printf(graph->out, ", fillcolor=%s", FILLS[level]);
}

/* From `first` up to `end`, a plain block or a barrier; nothing where nothing in it is told. */
static Ways add_block(Graph *graph, Ways ways, const IrInstr *first, const IrInstr *end)
{
    int operations = 0;
    IrLevel level = LEVEL_CONSTANT;
    for (const IrInstr *instr = first; instr != end; instr = instr->next)
        if (report_counts(instr)) {
            level = report_level(instr) > level ? report_level(instr) : level;
            operations++;
        }
    if (operations == 0)
        return ways;
    int block = start_block(graph, "box");
    print_level(graph, level);
    text_printf(graph->out, ", label=\"%d operation%s, %s\\l", operations,
                operations == 1 ? "" : "s", ir_level_name(level));
    print_lines(graph, first, end);
    text_printf(graph->out, "\"];\n");
    connect(graph, &ways, block);
    return one_way(graph, block, "");
}

/* A block of one instruction that says what it is: an if, a barrier, a loop's head. */
static int add_single(Graph *graph, Ways ways, const IrInstr *instr, const char *shape)
{
    int block = start_block(graph, shape);
    bool is_if = instr->op == IR_if;
    if (is_if)
        print_level(graph, instr->operands[0]->level);
    text_printf(graph->out, ", label=\"%s%s%s\\l", op_info(instr->op)->name, is_if ? " " : "",
                is_if ? ir_level_name(instr->operands[0]->level) : "");
    print_lines(graph, instr, instr->next);
    text_printf(graph->out, "\"];\n");
    connect(graph, &ways, block);
    return block;
}

/* ---- the walk: each takes the ways in, gives the ways on ---- */

static Ways walk_region(Graph *graph, Ways ways, const IrRegion *region);

static Ways walk_if(Graph *graph, Ways ways, const IrInstr *instr)
{
    int block = add_single(graph, ways, instr, "diamond");
    Ways on = walk_region(graph, one_way(graph, block, "then"), instr->regions[0]);
    Ways other = walk_region(graph, one_way(graph, block, "else"), instr->regions[1]);
    add_ways(graph, &on, &other);
    return on;
}

/* What its body yields goes back to the head; a loop's leaves by breaks alone. */
static Ways walk_loop(Graph *graph, Ways ways, const IrInstr *instr)
{
    bool is_loop = instr->op == IR_loop;
    int head = graph->heads[instr->id] = add_single(graph, ways, instr, "house");
    Ways end = walk_region(graph, one_way(graph, head, is_loop ? "" : "next"), instr->regions[0]);
    label_ways(&end, "again");
    connect(graph, &end, head);
    return is_loop ? graph->breaks[instr->id] : one_way(graph, head, "done");
}

static Ways walk_scope(Graph *graph, Ways ways, const IrInstr *instr)
{
    Ways on = walk_region(graph, ways, instr->regions[0]);
    add_ways(graph, &on, &graph->breaks[instr->id]);
    return on;
}

static Ways walk_construct(Graph *graph, Ways ways, const IrInstr *instr)
{
    switch (instr->op) {
    case IR_if: return walk_if(graph, ways, instr);
    case IR_all_lanes:
    case IR_scope: return walk_scope(graph, ways, instr);
    default: return walk_loop(graph, ways, instr);
    }
}

/* The head of the wave_loop around it, in which a return ends a thread's part; -1: none is. */
static int find_wave_head(const Graph *graph, const IrInstr *jump)
{
    const IrInstr *around = ir_wave_loop_around(jump);
    return around != NULL ? graph->heads[around->id] : -1;
}

/* Those of a yield go on. */
static Ways walk_jump(Graph *graph, Ways ways, const IrInstr *jump)
{
    if (jump->op == IR_yield)
        return ways;
    label_ways(&ways, op_info(jump->op)->name);
    if (jump->op == IR_break)
        add_ways(graph, &graph->breaks[jump->target->id], &ways);
    else if (jump->op == IR_continue)
        connect(graph, &ways, graph->heads[jump->target->id]);
    else if (find_wave_head(graph, jump) >= 0)
        connect(graph, &ways, find_wave_head(graph, jump));
    else
        add_ways(graph, &graph->returns, &ways);
    return (Ways){0};
}

static bool is_plain(const IrInstr *instr)
{
    return !ir_is(instr, OP_REGION | OP_JUMP) && instr->op != IR_barrier;
}

static Ways walk_region(Graph *graph, Ways ways, const IrRegion *region)
{
    for (const IrInstr *instr = region->first, *end; instr != NULL; instr = end) {
        for (end = instr; end != NULL && is_plain(end); end = end->next)
            continue;
        if (end != instr) {
            ways = add_block(graph, ways, instr, end);
            continue;
        }
        end = instr->next;
        if (ir_is(instr, OP_JUMP))
            ways = walk_jump(graph, ways, instr);
        else if (ir_is(instr, OP_REGION))
            ways = walk_construct(graph, ways, instr);
        else
            ways = one_way(graph, add_single(graph, ways, instr, "octagon"), "");
    }
    return ways;
}

void report_graph(Text *out, const IrKernel *kernel, const Sources *sources)
{
    Arena *arena = arena_new("graph");
    Graph graph = {.out = out, .kernel = kernel, .sources = sources, .arena = arena,
                   .breaks = ARENA_ARRAY(arena, Ways, kernel->next_id),
                   .heads = ARENA_ARRAY(arena, int, kernel->next_id)};
    text_printf(out, "digraph \"");
    print_escaped(out, slice_of(kernel->name));
    text_printf(out, " wave %d x %d\" {\n", kernel->wave_size, kernel->wave_count);
    text_printf(out, "  node [style=filled, fillcolor=white, fontname=monospace];\n");
    Ways start = one_way(&graph, start_block(&graph, "ellipse"), "");
    text_printf(out, ", label=\"");
    print_escaped(out, slice_of(kernel->name));
    text_printf(out, "\"];\n");
    Ways end = walk_region(&graph, start, kernel->body);
    add_ways(&graph, &end, &graph.returns);
    int last = start_block(&graph, "ellipse");
    text_printf(out, ", label=\"end\"];\n");
    connect(&graph, &end, last);
    text_printf(out, "}\n");
    arena_drop(arena);
}
