/* Walking: instructions in text order, edges of constructs, questions about regions, numbering. */
#include "ir/ir.h"

void ir_walk(IrRegion *region, IrVisit *visit, void *context)
{
    for (IrInstr *instr = region->first, *next; instr; instr = next) {
        next = instr->next;
        visit(context, instr);
        bool was_removed = instr->region != region;
        for (int i = 0; i < 2 && instr->regions[i] && !was_removed; i++)
            ir_walk(instr->regions[i], visit, context);
    }
}

/* ---- edges ---- */

typedef struct EdgeSearch {
    Arena *arena;
    IrOp op;
    const IrInstr *target;
    IrEdges edges;
} EdgeSearch;

static void collect_jump(void *context, IrInstr *instr)
{
    EdgeSearch *search = context;
    if (instr->op == search->op && instr->target == search->target)
        vec_push(search->arena, &search->edges.jumps, instr);
}

static IrEdges jumps_to(Arena *arena, IrOp op, IrInstr *target)
{
    EdgeSearch search = {.arena = arena, .op = op, .target = target};
    ir_walk(target->regions[0], collect_jump, &search);
    return search.edges;
}

/* The yields that end `construct`'s own regions. */
static void add_yields(Arena *arena, IrEdges *edges, const IrInstr *construct)
{
    for (int i = 0; i < 2 && construct->regions[i]; i++) {
        IrInstr *last = construct->regions[i]->last;
        if (last && last->op == IR_yield)
            vec_push(arena, &edges->jumps, last);
    }
}

IrEdges ir_result_edges(Arena *arena, IrInstr *construct)
{
    IrEdges edges = {0};
    if (construct->op != IR_if)
        edges = jumps_to(arena, IR_break, construct);
    if (construct->op != IR_loop)
        add_yields(arena, &edges, construct);
    return edges;
}

IrEdges ir_continue_edges(Arena *arena, IrInstr *loop) { return jumps_to(arena, IR_continue, loop); }

/* ---- questions ---- */

typedef bool Question(const void *about, const IrInstr *instr);

static bool any_instr(const IrRegion *region, Question *question, const void *about)
{
    for (const IrInstr *instr = region->first; instr; instr = instr->next) {
        if (question(about, instr))
            return true;
        for (int i = 0; i < 2 && instr->regions[i]; i++)
            if (any_instr(instr->regions[i], question, about))
                return true;
    }
    return false;
}

static bool has_op(const void *about, const IrInstr *instr) { return instr->op == *(const IrOp *)about; }

bool ir_contains_op(const IrRegion *region, IrOp op) { return any_instr(region, has_op, &op); }

static bool has_flags(const void *about, const IrInstr *instr) { return ir_is(instr, *(const unsigned *)about); }

bool ir_contains_flags(const IrRegion *region, unsigned flags) { return any_instr(region, has_flags, &flags); }

/* `inner` is `outer` or stands in it. */
static bool is_within(const IrInstr *inner, const IrInstr *outer)
{
    while (inner && inner != outer)
        inner = inner->region ? inner->region->owner : NULL;
    return inner == outer;
}

static bool jumps_beyond(const void *about, const IrInstr *instr)
{
    return instr->op == IR_return || ((instr->op == IR_break || instr->op == IR_continue) && !is_within(instr->target, about));
}

bool ir_has_jump_out(const IrInstr *construct)
{
    for (int i = 0; i < 2 && construct->regions[i]; i++)
        if (any_instr(construct->regions[i], jumps_beyond, construct))
            return true;
    return false;
}

/* ---- numbering ---- */

/* As the text has them: construct, parameters, what is inside, results. */
static void number_region(IrKernel *kernel, IrRegion *region)
{
    for (IrInstr *instr = region->first; instr; instr = instr->next) {
        instr->id = kernel->next_id++;
        for (int i = 0; i < instr->parameter_count; i++)
            instr->parameters[i]->id = kernel->next_id++;
        for (int i = 0; i < 2 && instr->regions[i]; i++)
            number_region(kernel, instr->regions[i]);
        for (int i = 0; i < instr->result_count; i++)
            instr->results[i]->id = kernel->next_id++;
    }
}

void ir_renumber(IrKernel *kernel)
{
    kernel->next_id = 0;
    number_region(kernel, kernel->body);
    for (int i = 0; i < kernel->variables.count; i++)
        kernel->variables.items[i]->index = i;
}
