/* Resources that are chosen while the kernel runs: by ?:, by assignment in a branch or a loop, by
 * an element of a local array.
 *
 * A choice stands in for the resources that it may be, its members. Other choices may be among
 * them, and assignments further down a loop add more, so what is read or written through it is
 * built as if it were one resource and only expanded behind the last statement. Which one is meant
 * is a number, its code: the resource's row in the program's list of all rows, less the choice's
 * base. The base is the first row of the first member, so that the code of a choice of one member,
 * which most are, is the row in that member's array.
 *
 *     load %choice [%code, %i]     becomes
 *     if (%code < rows of a) load %a [%code, %i]
 *     else                   load %b [%code - (first row of b - base), %i] */
#include "lower/resources_priv.h"

struct Choice {
    Resource source;             /* name and type */
    IrResource *stand_in;
    int64_t base;
    bool has_base;
    VEC(const IrResource *) members; /* stand-ins too */
    int visit;                   /* the last that came by */
};

typedef struct Members {
    VEC(IrResource *) list;
    int visit;
} Members;

/* ---- making ---- */

Choice *choice_new(Lower *l, const char *name, const Type *type)
{
    Choice *choice = ARENA_NEW(l->arena, Choice);
    choice->source = (Resource){.name = name, .type = type,
                                .index = l->program->resource_count + l->choices.count};
    choice->stand_in = resource_describe(l, &choice->source, 0);
    vec_push(l->arena, &l->choices, choice);
    vec_push(l->arena, &l->resources, choice->stand_in);
    vec_push(l->arena, &l->resource_used, false);
    return choice;
}

static Choice *choice_behind(Lower *l, const IrResource *resource)
{
    int at = resource ? resource->index - l->program->resource_count : -1;
    return at >= 0 ? l->choices.items[at] : NULL;
}

const Resource *choice_source(Lower *l, const IrResource *resource)
{
    const Choice *choice = choice_behind(l, resource);
    return choice ? &choice->source : NULL;
}

/* What a member's rows are counted from. One that is used before anything is assigned to it counts
 * from the program's first. */
static int64_t base_of(Lower *l, const IrResource *resource)
{
    Choice *choice = choice_behind(l, resource);
    if (!choice)
        return resource->first_row;
    choice->has_base = true;
    return choice->base;
}

static void add_member(Lower *l, Choice *choice, const IrResource *resource)
{
    for (int i = 0; i < choice->members.count; i++)
        if (choice->members.items[i] == resource)
            return;
    vec_push(l->arena, &choice->members, resource);
    if (!choice->has_base)
        choice->base = base_of(l, resource);
    choice->has_base = true;
}

IrInstr *choice_code(Lower *l, Choice *choice, const IrInstr *object)
{
    add_member(l, choice, object->resource);
    int64_t distance = base_of(l, object->resource) - choice->base;
    return index_add(l, object->operands[0], index_constant(l, distance));
}

IrInstr *choice_object(Lower *l, const Choice *choice, IrInstr *code)
{
    IrInstr *object = ir_new(l->kernel, IR_resource_size, ir_scalar(IR_I32), &code, 1);
    object->resource = choice->stand_in;
    return object;
}

/* ---- what it may be ---- */

static void collect(Lower *l, const IrResource *resource, Members *members)
{
    Choice *choice = choice_behind(l, resource);
    if (choice && choice->visit == members->visit)
        return;
    if (choice) {
        choice->visit = members->visit;
        for (int i = 0; i < choice->members.count; i++)
            collect(l, choice->members.items[i], members);
        return;
    }
    for (int i = 0; i < members->list.count; i++)
        if (members->list.items[i] == resource)
            return;
    vec_push(l->arena, &members->list, l->resources.items[resource->index]);
}

static Members members_of(Lower *l, const IrResource *resource)
{
    Members members = {.visit = ++l->choice_visits};
    collect(l, resource, &members);
    return members;
}

/* ---- expanding ---- */

static void place_access(Lower *l, IrInstr *access, IrInstr **results);

static IrInstr *row_of(Lower *l, IrInstr *code, const Choice *choice, const IrResource *member)
{
    int64_t distance = (int64_t)member->first_row - choice->base;
    return index_add(l, code, index_constant(l, -distance));
}

/* Operand `at` of an access is the code of `choice`; it becomes the row in `member`. */
static void settle(Lower *l, IrInstr *access, int at, const Choice *choice, IrResource *member)
{
    bool is_array = member->array_count > 0;
    access->operands[at] = is_array ? row_of(l, access->operands[at], choice, member) : l->zero;
    *(at == 0 ? &access->resource : &access->sampler) = member;
}

static IrInstr *is_member(Lower *l, IrInstr *code, const Choice *choice, const IrResource *member)
{
    IrInstr *row = row_of(l, code, choice, member);
    return op2(l, IR_ult, row, i32(l, ir_bound_rows(member)));
}

static void copy_settled(Lower *l, const IrInstr *access, int at, const Choice *choice,
                         IrResource *member, IrInstr **results)
{
    IrInstr *copy = ir_copy_instr(l->kernel, access);
    settle(l, copy, at, choice, member);
    place_access(l, copy, results);
}

/* The access through members `k` and on, at the cursor. */
static void place_members(Lower *l, const IrInstr *access, int at, const Members *members, int k,
                          IrInstr **results)
{
    const Choice *choice = choice_behind(l, at == 0 ? access->resource : access->sampler);
    IrResource *member = members->list.items[k];
    if (k + 1 == members->list.count) {
        copy_settled(l, access, at, choice, member, results);
        return;
    }
    int count = access->type.components;
    IrInstr *values[2][16];
    IrInstr *node = ir_if(&l->builder, is_member(l, access->operands[at], choice, member));
    for (int side = 0; side < 2; side++) {
        Cursor cursor = cursor_enter(l, node->regions[side]);
        if (side == 0)
            copy_settled(l, access, at, choice, member, values[side]);
        else
            place_members(l, access, at, members, k + 1, values[side]);
        ir_jump(&l->builder, IR_yield, NULL, values[side], count);
        cursor_leave(l, cursor);
    }
    for (int i = 0; i < count; i++)
        results[i] = ir_add_result(l->kernel, node, ir_scalar(access->type.scalar));
}

/* Where nothing was ever assigned: as if outside of a resource. Most of these never run, which shows
 * once the passes know the conditions around them. */
static void place_nothing(Lower *l, const IrInstr *access, IrInstr **results)
{
    diag_report(l->diagnostics, access->pos, DIAG_resource_missing);
    for (int i = 0; i < access->type.components; i++)
        results[i] = ir_const_bits(&l->builder, access->type.scalar, 0);
}

/* At the cursor; its components go to `results`. */
static void place_access(Lower *l, IrInstr *access, IrInstr **results)
{
    budget_check(l, "this choice between resources");
    for (int at = 0; at < 2; at++) {
        const IrResource *resource = at == 0 ? access->resource : access->sampler;
        if (!choice_behind(l, resource))
            continue;
        Members members = members_of(l, resource);
        if (members.list.count > 0)
            place_members(l, access, at, &members, 0, results);
        else
            place_nothing(l, access, results);
        return;
    }
    ir_insert(&l->builder, access);
    for (int i = 0; i < access->type.components; i++)
        results[i] = ir_extract(&l->builder, access, i);
}

/* True if each of them has one member: it needs no branches. */
static bool settle_alone(Lower *l, IrInstr *access)
{
    for (int at = 0; at < 2; at++) {
        const Choice *choice = choice_behind(l, at == 0 ? access->resource : access->sampler);
        if (!choice)
            continue;
        Members members = members_of(l, choice->stand_in);
        if (members.list.count != 1)
            return false;
        settle(l, access, at, choice, members.list.items[0]);
    }
    return true;
}

static void replace(Lower *l, IrReplacements *map, IrInstr *from, IrInstr *to)
{
    vec_push(l->arena, &map->from, from);
    vec_push(l->arena, &map->to, to);
    ir_remove(from);
}

/* Of what was expanded `note` has the components. */
static void expand(Lower *l, IrInstr *access, IrReplacements *map)
{
    int count = access->type.components;
    l->builder = ir_builder_before(l->kernel, access);
    l->builder.pos = access->pos;
    if (settle_alone(l, access))
        return;
    IrInstr **results = ARENA_ARRAY(l->arena, IrInstr *, count + 1);
    place_access(l, ir_copy_instr(l->kernel, access), results);
    access->note = results;
    if (count == 1)
        replace(l, map, access, results[0]);
    else
        ir_remove(access);
}

/* The kernel's list names members where it named what stands in for them. */
static void list_members(Lower *l)
{
    Members listed = {.visit = ++l->choice_visits};
    for (int i = 0; i < l->kernel->resources.count; i++)
        collect(l, l->kernel->resources.items[i], &listed);
    l->kernel->resources.count = 0;
    for (int i = 0; i < listed.list.count; i++)
        vec_push(l->arena, &l->kernel->resources, listed.list.items[i]);
}

void choices_expand(Lower *l)
{
    if (l->choices.count == 0)
        return;
    IrReplacements map = {0};
    EACH_INSTR (l->kernel->body, instr)
        instr->note = NULL;
    EACH_INSTR (l->kernel->body, instr) {
        if (instr->op == IR_extract && instr->operands[0]->note)
            replace(l, &map, instr,
                    ((IrInstr **)instr->operands[0]->note)[instr->component]);
        else if (choice_behind(l, instr->resource) || choice_behind(l, instr->sampler))
            expand(l, instr, &map);
    }
    ir_replace_all(l->kernel, &map);
    list_members(l);
}
