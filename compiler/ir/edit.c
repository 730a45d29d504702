/* Editing: operands, places, phis, replacing uses, copying regions.
 *
 * There are no use lists: a change to many uses is collected and done in one walk (ir_replace_all).
 * The passes' scratch (IrInstr.note) is left alone here, so that they may edit while they use
 * it. */
#include "ir/ir.h"

#include <assert.h>
#include <stdlib.h>

/* ---- operands and places ---- */

void ir_add_operand(IrKernel *kernel, IrInstr *instr, IrInstr *operand)
{
    if (instr->operand_count == instr->operand_capacity) {
        int capacity = instr->operand_capacity < 2 ? 4 : instr->operand_capacity * 2;
        instr->operands = arena_grow(kernel->arena, instr->operands,
                                     sizeof operand * (size_t)instr->operand_count,
                                     sizeof operand * (size_t)capacity);
        instr->operand_capacity = capacity;
    }
    instr->operands[instr->operand_count++] = operand;
}

static void remove_at(IrInstr **items, int *count, int index)
{
    assert(index >= 0 && index < *count);
    memmove(items + index, items + index + 1, sizeof *items * (size_t)(*count - index - 1));
    --*count;
}

void ir_remove_operand(IrInstr *instr, int index)
{
    remove_at(instr->operands, &instr->operand_count, index);
}

void ir_remove(IrInstr *instr)
{
    *(instr->prev ? &instr->prev->next : &instr->region->first) = instr->next;
    *(instr->next ? &instr->next->prev : &instr->region->last) = instr->prev;
    instr->prev = instr->next = NULL;
    instr->region = NULL;
}

void ir_move_before(IrInstr *instr, IrInstr *place)
{
    assert(instr != place);
    ir_remove(instr);
    instr->region = place->region;
    instr->next = place;
    instr->prev = place->prev;
    *(place->prev ? &place->prev->next : &place->region->first) = instr;
    place->prev = instr;
}

void ir_move_region(IrRegion *from, IrInstr *before)
{
    EACH_IN (from, instr)
        if (!ir_is(instr, OP_JUMP))
            ir_move_before(instr, before);
}

/* ---- phis ---- */

/* Removes item `position` of a list of phis and moves the later ones up. */
static void remove_phi(IrInstr **list, int *count, int position)
{
    remove_at(list, count, position);
    for (int i = position; i < *count; i++)
        list[i]->position = i;
}

static void remove_from_edges(const IrEdges *edges, int position)
{
    for (int i = 0; i < edges->jumps.count; i++)
        ir_remove_operand(edges->jumps.items[i], position);
}

void ir_remove_parameter(IrInstr *loop, int position)
{
    Arena *scratch = arena_new("edges");
    IrEdges edges = ir_continue_edges(scratch, loop);
    remove_from_edges(&edges, position);
    ir_remove_operand(loop, position);
    remove_phi(loop->parameters, &loop->parameter_count, position);
    arena_drop(scratch);
}

void ir_remove_result(IrInstr *construct, int position)
{
    Arena *scratch = arena_new("edges");
    IrEdges edges = ir_result_edges(scratch, construct);
    remove_from_edges(&edges, position);
    remove_phi(construct->results, &construct->result_count, position);
    arena_drop(scratch);
}

/* ---- renaming: what an instruction is called from now on, by its id ---- */

typedef struct Renaming {
    IrInstr **names; /* NULL: unchanged */
    uint32_t count;
} Renaming;

static void rename_by(Renaming *renaming, const IrReplacements *map)
{
    for (int i = 0; i < map->from.count; i++) {
        assert(map->from.items[i]->id < renaming->count);
        renaming->names[map->from.items[i]->id] = map->to.items[i];
    }
}

static IrInstr *rename_one(const Renaming *renaming, IrInstr *instr)
{
    IrInstr *name = instr && instr->id < renaming->count ? renaming->names[instr->id] : NULL;
    return name ? name : instr;
}

/* Follows chains and shortens them on the way. */
static IrInstr *rename_fully(Renaming *renaming, IrInstr *instr)
{
    IrInstr *name = rename_one(renaming, instr);
    if (name == instr)
        return instr;
    for (IrInstr *next; (next = rename_one(renaming, name)) != name; name = next)
        assert(next != instr && "replacements run in a circle");
    renaming->names[instr->id] = name;
    return name;
}

void ir_replace_all(IrKernel *kernel, const IrReplacements *replacements)
{
    if (replacements->from.count == 0)
        return;
    Renaming renaming = {zeroed_new(kernel->next_id, sizeof(IrInstr *)), kernel->next_id};
    rename_by(&renaming, replacements);
    EACH_INSTR (kernel->body, instr) {
        EACH_USE (instr, use)
            *use = rename_fully(&renaming, *use);
        instr->target = rename_fully(&renaming, instr->target);
    }
    free(renaming.names);
}

IrInstr *ir_replacement_of(const IrReplacements *replacements, const IrInstr *value)
{
    for (int i = 0; i < replacements->from.count; i++)
        if (replacements->from.items[i] == value)
            return replacements->to.items[i];
    return NULL;
}

/* ---- copying ---- */

typedef struct Cloning {
    IrKernel *kernel;
    Renaming renaming;
    IrReplacements *map;
} Cloning;

static void record_clone(Cloning *cloning, IrInstr *from, IrInstr *to)
{
    cloning->renaming.names[from->id] = to;
    vec_push(cloning->kernel->arena, &cloning->map->from, from);
    vec_push(cloning->kernel->arena, &cloning->map->to, to);
}

static void copy_facts(IrInstr *to, const IrInstr *from)
{
    to->pos = from->pos;
    to->level = from->level;
    to->shape = from->shape;
    to->precise = from->precise;
    to->component = from->component;
    to->combine = from->combine;
    to->immediate = from->immediate;
    to->bits = from->bits;
    to->variable = from->variable;
    to->resource = from->resource;
    to->sampler = from->sampler;
}

IrInstr *ir_copy_instr(IrKernel *kernel, const IrInstr *instr)
{
    IrInstr *copy = ir_new(kernel, instr->op, instr->type, instr->operands, instr->operand_count);
    copy_facts(copy, instr);
    return copy;
}

static void clone_phis(Cloning *cloning, IrInstr *copy, const IrInstr *instr)
{
    for (int i = 0; i < instr->parameter_count; i++) {
        IrInstr *parameter = instr->parameters[i], *first_value = copy->operands[i];
        copy->operand_count = i; /* ir_add_parameter appends the operand again */
        record_clone(cloning, parameter,
                     ir_add_parameter(cloning->kernel, copy, parameter->type, first_value));
        copy_facts(copy->parameters[i], parameter);
        copy->operand_count = instr->operand_count;
    }
    for (int i = 0; i < instr->result_count; i++) {
        record_clone(cloning, instr->results[i],
                     ir_add_result(cloning->kernel, copy, instr->results[i]->type));
        copy_facts(copy->results[i], instr->results[i]);
    }
}

static void clone_into(Cloning *cloning, IrBuilder *builder, const IrRegion *region);

static void clone_instr(Cloning *cloning, IrBuilder *builder, IrInstr *instr)
{
    IrInstr *copy = ir_copy_instr(cloning->kernel, instr);
    EACH_USE (copy, use)
        *use = rename_one(&cloning->renaming, *use);
    copy->target = rename_one(&cloning->renaming, instr->target);
    record_clone(cloning, instr, copy);
    clone_phis(cloning, copy, instr);
    ir_insert(builder, copy);
    for (int i = 0; i < 2 && instr->regions[i]; i++) {
        IrBuilder inner = ir_builder_at_end(cloning->kernel, copy->regions[i]);
        clone_into(cloning, &inner, instr->regions[i]);
    }
}

static void clone_into(Cloning *cloning, IrBuilder *builder, const IrRegion *region)
{
    IrInstr *last = region->last; /* the copies may go into `region` itself */
    for (IrInstr *instr = region->first; instr; instr = instr == last ? NULL : instr->next)
        clone_instr(cloning, builder, instr);
}

/* The kernel's: loops are unrolled by as many clones as they have turns, each of which would else
 * clear a list of all that the others have made. */
static Renaming empty_renaming(IrKernel *kernel)
{
    if (kernel->clone_name_count < kernel->next_id) {
        kernel->clone_name_count = kernel->next_id * 2;
        kernel->clone_names = ARENA_ARRAY(kernel->arena, IrInstr *, kernel->clone_name_count);
    }
    return (Renaming){kernel->clone_names, kernel->clone_name_count};
}

void ir_clone_region(IrBuilder *builder, const IrRegion *region, IrReplacements *map)
{
    Cloning cloning = {builder->kernel, empty_renaming(builder->kernel), map};
    rename_by(&cloning.renaming, map);
    clone_into(&cloning, builder, region);
    for (int i = 0; i < map->from.count; i++)
        cloning.renaming.names[map->from.items[i]->id] = NULL;
}

/* `*to` gets items of its own. */
#define COPY_ITEMS(arena, to, from)                                                                \
    do {                                                                                           \
        (to)->items = NULL;                                                                        \
        (to)->count = (to)->capacity = 0;                                                          \
        for (int i = 0; i < (from)->count; i++)                                                    \
            vec_push((arena), (to), (from)->items[i]);                                             \
    } while (0)

static void copy_lists(IrKernel *copy, const IrKernel *kernel)
{
    COPY_ITEMS(copy->arena, &copy->variables, &kernel->variables);
    COPY_ITEMS(copy->arena, &copy->resources, &kernel->resources);
    COPY_ITEMS(copy->arena, &copy->assertions, &kernel->assertions);
    COPY_ITEMS(copy->arena, &copy->names, &kernel->names);
    COPY_ITEMS(copy->arena, &copy->points, &kernel->points);
    COPY_ITEMS(copy->arena, &copy->prints, &kernel->prints);
    COPY_ITEMS(copy->arena, &copy->traces, &kernel->traces);
    COPY_ITEMS(copy->arena, &copy->shown, &kernel->shown);
    COPY_ITEMS(copy->arena, &copy->stops, &kernel->stops);
    COPY_ITEMS(copy->arena, &copy->calls, &kernel->calls);
    for (int i = 0; i < copy->variables.count; i++) {
        copy->variables.items[i] = ARENA_NEW(copy->arena, IrVariable);
        *copy->variables.items[i] = *kernel->variables.items[i];
    }
}

IrKernel *ir_copy_kernel(Arena *arena, const IrKernel *kernel)
{
    IrKernel *copy = ARENA_NEW(arena, IrKernel);
    IrReplacements map = {0};
    *copy = *kernel;
    copy->arena = arena;
    copy->clone_name_count = 0;
    copy->body = ARENA_NEW(arena, IrRegion);
    copy_lists(copy, kernel);
    IrBuilder builder = ir_builder_at_end(copy, copy->body);
    ir_clone_region(&builder, kernel->body, &map);
    for (int i = 0; i < map.from.count; i++)
        map.to.items[i]->id = map.from.items[i]->id;
    copy->next_id = kernel->next_id;
    EACH_INSTR (copy->body, instr)
        if (instr->variable)
            instr->variable = copy->variables.items[instr->variable->index];
    return copy;
}
