/* From a load or store to a PlanAccess: where it goes, as data. Coordinates that are the same in
 * all lanes are told apart from those that vary; which way it goes then is plan_ways.c's. */
#include "ir/range.h"
#include "plan_priv.h"

bool plan_is_planes(const PlanAccess *access)
{
    return access->element_bytes == access->component_bytes;
}

static bool is_whole(const PlanAccess *access)
{
    return access->element_bytes == access->component_bytes * access->components;
}

/* A load may take more than it wants: all of an element is inside where a part of it is. */
static bool may_be_whole(const PlanAccess *access)
{
    bool is_fixed = access->uniform_offset == NULL && access->lane_offset == NULL &&
                    !access->is_outside && access->offset % 4 == 0;
    return is_whole(access) || (!access->is_store && access->limit != LIMIT_STARTS && is_fixed);
}

int plan_packed_words(const PlanAccess *access)
{
    int bytes = access->element_bytes;
    bool has_size = bytes == 8 || bytes == 12 || bytes == 16;
    return access->component_bytes == 4 && has_size && may_be_whole(access) ? bytes / 4 : 0;
}

bool plan_are_halfwords(const PlanAccess *access)
{
    return access->component_bytes == 2 && (access->components == 2 || access->components == 4) &&
           is_whole(access);
}

bool plan_is_wide(const PlanAccess *access)
{
    return access->component_bytes == 8 && (access->components == 2 || access->components == 4) && is_whole(access);
}

bool plan_is_packed(const PlanAccess *access)
{
    return plan_packed_words(access) != 0 || plan_are_halfwords(access) || plan_is_wide(access);
}

bool plan_goes_by_elements(const PlanAccess *access)
{
    bool has_words = access->component_bytes == 4 && access->components > 1;
    return (has_words || plan_are_halfwords(access)) && !plan_is_planes(access) &&
           !plan_is_coherent(access);
}

int plan_words_before_window(const PlanAccess *access)
{
    if (plan_is_planes(access))
        return -1;
    if (access->components >= 4)
        return 0;
    int64_t last = access->element_bytes - 16;
    if (!may_be_whole(access) || last < 0)
        return -1;
    int64_t before = access->offset > last ? access->offset - last : 0;
    return before % 4 == 0 && access->components * 4 + before <= 16 ? (int)(before / 4) : -1;
}

bool plan_is_quad(const PlanAccess *access)
{
    return access->components == 4 && access->component_bytes == 4 && !plan_is_planes(access);
}

bool plan_is_coherent(const PlanAccess *access)
{
    return access->instr->resource != NULL && access->instr->resource->is_coherent;
}

int plan_contiguous_stride(const PlanAccess *access)
{
    return plan_counts_parts(access) ? access->element_bytes / access->index_bytes : 1;
}

/* ---- resources ---- */

static void locate_parts(PlanAccess *access, int index_bytes)
{
    access->index_bytes = index_bytes;
    access->element_bytes = access->component_bytes * access->components;
    access->limit = LIMIT_STARTS;
}

static void locate_bytes(PlanAccess *access)
{
    locate_parts(access, 1);
    if (access->instr->resource->shape == IR_SHAPE_RAW)
        access->alignment = access->component_bytes < 4 ? 2 : 4;
}

/* Elements, which an index counts, of so many bytes. */
static void locate_words(PlanAccess *access, int bytes)
{
    if (access->instr->resource->shape == IR_SHAPE_RAW)
        locate_bytes(access);
    else
        locate_parts(access, bytes);
}

static void locate_typed(PlanAccess *access)
{
    access->element_bytes = access->index_bytes = (int)access->instr->resource->stride;
    access->limit = LIMIT_WIDTH;
}

/* Parts of words, zeros or their sign above them. Of raw buffers halfwords have two byte addresses each. */
static void locate_part(PlanAccess *access)
{
    access->component_bytes = access->part = op_part_bytes(access->instr->immediate);
    access->is_signed = op_part_is_signed(access->instr->immediate);
    access->offset = op_part_behind(access->instr->immediate);
    locate_words(access, access->component_bytes);
    if (access->index_bytes == access->element_bytes)
        access->limit = LIMIT_WIDTH;
    if (access->part == 1)
        access->alignment = 0;
}

/* Of elements of several words each. */
static void locate_word(PlanAccess *access)
{
    locate_parts(access, access->component_bytes);
    access->limit = LIMIT_WIDTH;
}

/* Element index, and byte offset in the element: constant, uniform or varying. */
static void locate_struct(const Plan *plan, PlanAccess *access, const IrInstr *offset)
{
    locate_typed(access);
    access->room =
        (int64_t)access->instr->resource->stride - access->components * access->component_bytes;
    if (offset->op == IR_const) {
        access->offset = op_sign_extend(IR_I32, offset->bits);
        access->is_outside = access->offset < 0 || access->offset > access->room;
        return;
    }
    access->is_outside = access->room < 0;
    if (plan_form(plan, offset) == FORM_SCALAR)
        access->uniform_offset = offset;
    else
        access->lane_offset = offset;
}

static void split_coordinate(const Plan *plan, const IrInstr *value, const IrInstr **uniform,
                             const IrInstr **lanes)
{
    *(plan_is_uniform(plan, value) ? uniform : lanes) = value;
}

static void locate_texture(const Plan *plan, PlanAccess *access, IrInstr *const *at)
{
    const IrResource *resource = access->instr->resource;
    locate_typed(access);
    if (resource->shape != IR_SHAPE_TEX1D)
        split_coordinate(plan, at[1], &access->uniform_row, &access->lane_row);
    if (resource->shape == IR_SHAPE_TEX3D || resource->is_array)
        split_coordinate(plan, at[2], &access->uniform_slice, &access->lane_slice);
}

/* Words of a row of texels: the index counts texels, of one word or two. */
static void locate_texels(const Plan *plan, PlanAccess *access, IrInstr *const *at)
{
    locate_texture(plan, access, at);
    locate_parts(access, (int)access->instr->resource->stride);
}

/* A mip level other than 0 is a texture of its own. */
static bool has_level(const IrInstr *instr)
{
    return instr->op == IR_load_texture &&
           !(instr->operands[4]->op == IR_const && instr->operands[4]->bits == 0);
}

/* The address operands of each resource operation. */
static void locate_in_resource(PlanBuilder *builder, PlanAccess *access)
{
    const IrInstr *instr = access->instr;
    access->row = plan_row(builder, instr, instr->resource, 0);
    access->level = has_level(instr) ? plan_new_label(builder) : -1;
    access->index = instr->operands[1];
    switch (instr->op) {
    case IR_load_typed:
    case IR_store_typed: locate_typed(access); break;
    case IR_load_struct:
    case IR_store_struct: locate_struct(builder->plan, access, instr->operands[2]); break;
    case IR_load_words:
    case IR_store_words: locate_words(access, (int)instr->resource->stride); break;
    case IR_load_part: locate_part(access); break;
    case IR_load_word: locate_word(access); break;
    case IR_load_texture:
    case IR_store_texture: locate_texture(builder->plan, access, &instr->operands[1]); break;
    case IR_load_texels:
    case IR_store_texels: locate_texels(builder->plan, access, &instr->operands[1]); break;
    default: locate_bytes(access);
    }
}

/* ---- variables ---- */

/* What ranges say holds for the lanes that are on. */
static void prove_inside(PlanAccess *access)
{
    IrRange range = ir_range_of_operand(access->instr, 0);
    bool holds_for_all = access->mask == 0 || access->index->op == IR_const;
    uint64_t further = ir_takes_words(access->instr) ? (uint64_t)access->components - 1 : 0;
    access->is_active_inside = range.umax + further < (uint64_t)access->instr->variable->count;
    access->is_inside = holds_for_all && access->is_active_inside;
}

static void locate_in_variable(const Plan *plan, PlanAccess *access)
{
    const IrVariable *variable = access->instr->variable;
    bool has_elements = plan->variables[variable->index].has_elements;
    access->row = access->level = -1;
    access->index = access->instr->operands[0];
    access->element_bytes =
        access->component_bytes * (has_elements ? variable->type.components : 1);
    access->index_bytes = access->element_bytes;
    access->offset = has_elements ? access->instr->component * access->component_bytes : 0;
    access->limit = LIMIT_COUNT;
    if (ir_takes_words(access->instr))
        locate_parts(access, access->component_bytes);
    prove_inside(access);
}

/* ---- both ---- */

/* Operands of a store before its values: rows of resources, and where in them. */
static int first_value(const IrInstr *instr)
{
    return op_row_count(instr->op) + op_address_count(instr->op);
}

static PlanAccess access_of(const IrInstr *instr, int mask)
{
    IrType type = ir_accessed_type(instr);
    return (PlanAccess){.instr = instr,
                        .is_store = ir_is(instr, OP_WRITES),
                        .type = type.scalar,
                        .component_bytes = op_scalar_bytes(type.scalar),
                        .components = type.components,
                        .greatest = -1,
                        .mask = mask};
}

int plan_cost_in_variable(const Plan *plan, const IrInstr *instr, int mask)
{
    PlanAccess access = access_of(instr, mask);
    locate_in_variable(plan, &access);
    plan_choose_way(plan, &access);
    return plan_expected_cost(plan, &access);
}

/* ---- rows of buffers: indices that differ by a constant are in one row; of textures: columns that
 * differ by what the host sets are far apart all the same ---- */

/* Of a texture's column: which part of the picture it lies in, where x + width / 2 is one. */
static int list_terms_of_dispatch(const IrInstr *value, const IrInstr **terms)
{
    int count = ir_list_addends(value, terms), kept = 0;
    for (int i = 0; i < count && count <= IR_MOST_ADDENDS; i++)
        if (terms[i]->level <= LEVEL_DISPATCH)
            terms[kept++] = terms[i];
    return count <= IR_MOST_ADDENDS ? kept : count;
}

static bool is_in_same_part(const IrInstr *left, const IrInstr *right)
{
    const IrInstr *lefts[IR_MOST_ADDENDS], *rights[IR_MOST_ADDENDS];
    int count = list_terms_of_dispatch(left, lefts);
    return count <= IR_MOST_ADDENDS && list_terms_of_dispatch(right, rights) == count &&
           ir_are_same_addends(lefts, rights, count);
}

static bool is_texture(const PlanAccess *access)
{
    return op_info(access->instr->op)->domain == DOMAIN_TEXTURE;
}

static bool is_in_same_rows(const PlanAccess *access, const PlanAccess *other)
{
    return access->instr->resource == other->instr->resource && other->is_fetched_ahead &&
           (is_texture(access) ? is_in_same_part : ir_has_same_addends)(access->index, other->index) &&
           access->lane_row == other->lane_row && access->uniform_row == other->uniform_row &&
           access->lane_slice == other->lane_slice &&
           access->uniform_slice == other->uniform_slice;
}

enum { STEPS_BACK = 200 };

/* Of the texels, or words, of a row that a filter touches, one is enough to fetch what is ahead of them. */
static bool is_first_in_rows(const Plan *plan, const PlanAccess *access)
{
    int last = plan->steps.count - 1, first = last > STEPS_BACK ? last - STEPS_BACK : 0;
    for (int i = last; i >= first; i--)
        if (plan->steps.items[i].kind == STEP_access &&
            is_in_same_rows(access, plan->steps.items[i].access))
            return false;
    return true;
}

/* The place is that of another load and a constant less than what a wave loads: most of it is fetched with that. */
static bool is_near(const Plan *plan, const PlanAccess *access, const PlanAccess *other)
{
    int64_t apart = (ir_constant_addend(access->index) - ir_constant_addend(other->index)) * access->index_bytes,
            bytes = (int64_t)plan->kernel->wave_size * access->element_bytes;
    return access->instr->resource == other->instr->resource && access->instr->op == other->instr->op &&
           other->is_fetched_ahead && access->row == other->row && ir_has_same_addends(access->index, other->index) &&
           apart < bytes && -apart < bytes;
}

/* Of the taps of a filter along a buffer the first one fetches; it is passed wherever the access is. */
static bool is_first_near(const Plan *plan, const PlanAccess *access)
{
    int last = plan->steps.count - 1, first = last > STEPS_BACK ? last - STEPS_BACK : 0;
    int behind = 0; /* constructs that are closed, or the other side of a branch */
    for (int i = last; i >= first; i--) {
        const PlanStep *step = &plan->steps.items[i];
        if (step->kind == STEP_else && behind == 0)
            behind = 1;
        else
            behind -= plan_depth_by(step);
        behind = behind > 0 ? behind : 0;
        if (step->kind == STEP_access && behind == 0 && is_near(plan, access, step->access))
            return false;
    }
    return true;
}

/* The next turns load the same cache lines for the most part, as a filter's taps do: there would be
 * something to fetch for the next wave alone, which the machine's prefetcher sees coming. */
static bool slides(const PlanAccess *access)
{
    enum { CACHE_LINE = 64 };
    return plan_goes_on_within(access, CACHE_LINE - 1);
}

/* What rows of a wave share is loaded once for all of them, and each piece of the wave would fetch. */
static bool is_of_block(const Plan *plan, const PlanAccess *access)
{
    return plan->kernel->has_row_blocks && ir_loop_around(access->instr) != NULL;
}

static void note_streams(const Plan *plan, PlanAccess *access)
{
    const IrResource *resource = access->instr->resource;
    if (resource == NULL)
        return;
    const PlanResource *planned = &plan->resources[resource->index];
    bool goes_first = planned->is_tiled || access->instr->op == IR_load_words
                          ? is_first_in_rows(plan, access)
                          : !access->is_store && is_first_near(plan, access);
    access->is_fetched_ahead = planned->is_fetched_ahead && goes_first;
    if (access->is_fetched_ahead && !planned->is_tiled)
        access->travel = plan_travel(plan, access->instr, access->index);
    access->is_fetched_ahead &= !slides(access) && !is_of_block(plan, access);
    access->is_streamed = plan->resources[resource->index].is_streamed && access->components == 1 &&
                          access->component_bytes == 4;
}

/* What nothing tests: loads of a wave whose lanes are off where it leaves its array, and vectors of which
 * shuffles take, or write, the lanes that lie inside. */
static void widen_margin(Plan *plan, const PlanAccess *access)
{
    bool is_shuffled = access->way == WAY_shuffled || access->way == WAY_shuffled_halves;
    bool leaves_out = access->is_store && access->masking != MASKING_OVER;
    int lanes = access->is_near             ? plan->kernel->wave_size
                : access->way == WAY_counted ? plan->lanes
                : is_shuffled && access->is_certain && !leaves_out ? plan->lanes
                                                                   : 0;
    if (plan->scratch_margin < lanes * access->element_bytes)
        plan->scratch_margin = lanes * access->element_bytes;
}

/* Every active lane writes to one place: the highest one's value stays, and is looked for in
 * pieces. */
static void spread_values(PlanBuilder *builder, PlanAccess *access)
{
    for (int c = 0; c < access->components && access->is_store && access->way == WAY_broadcast;
         c++) {
        const IrInstr *value = access->instr->operands[first_value(access->instr) + c];
        access->spread[c] =
            plan_is_uniform(builder->plan, value) ? -1 : plan_spread(builder, value);
    }
}

/* What a C constant holds already. */
static bool is_done(const Plan *plan, const IrInstr *instr)
{
    return instr->op == IR_store_var &&
           plan->variables[instr->variable->index].home == HOME_CONSTANT;
}

/* Texels of lanes that follow each other, of all of them: each is judged by itself. */
static bool has_edge(const PlanAccess *access)
{
    IrOp op = access->instr->op;
    return (op == IR_load_texels || (op == IR_store_texels && access->mask == 0)) &&
           (access->way == WAY_contiguous || access->way == WAY_rows || access->way == WAY_halves);
}

/* Vectors that hold what lanes have of a variable are no places in memory: all of them are taken. */
static bool is_own_vector(const PlanAccess *access)
{
    return access->way == WAY_kept || access->way == WAY_private_row || access->way == WAY_private_lanes;
}

/* A count that is greater has all lanes inside, as those of tables may be. */
static int64_t greatest_index(const PlanAccess *access)
{
    enum { MOST = 65535 };
    uint64_t greatest = ir_range_of(access->index).umax;
    bool is_alone = access->lane_row == NULL && access->lane_slice == NULL && access->lane_offset == NULL &&
                    access->uniform_row == NULL && access->uniform_slice == NULL && access->uniform_offset == NULL;
    return is_alone && access->mask == 0 && access->alignment == 0 && greatest <= MOST ? (int64_t)greatest : -1;
}

/* What nobody loads of the lanes that are off; nothing is there that had to stay. */
static bool is_for_all_lanes(const PlanBuilder *builder, const IrInstr *instr)
{
    return instr->variable != NULL && builder->facts->only_stores[instr->variable->index] == instr;
}

void plan_memory(PlanBuilder *builder, const IrInstr *instr)
{
    if (is_done(builder->plan, instr))
        return;
    PlanAccess *access = ARENA_NEW(builder->arena, PlanAccess);
    int active = plan_active(builder);
    *access = access_of(instr, is_for_all_lanes(builder, instr) ? 0 : active);
    access->is_of_lane = builder->in_lane;
    if (instr->variable != NULL)
        locate_in_variable(builder->plan, access);
    else
        locate_in_resource(builder, access);
    if (instr->resource != NULL)
        access->greatest = greatest_index(access);
    note_streams(builder->plan, access);
    access->first_pieces = plan_first_pieces(builder, active);
    if (access->is_store && access->mask != 0 && !builder->in_lane)
        access->chosen = plan_chosen_lanes(builder, instr);
    access->lanes_are_counted = plan_find_counted(builder, access, plan_contiguous_stride(access));
    plan_choose_way(builder->plan, access);
    for (int run = 0; run < 2 && access->way == WAY_counted; run++)
        if (access->counts[run] != NULL)
            builder->plan->values[access->counts[run]->id].has_first = true;
    if (is_own_vector(access))
        access->first_pieces = builder->plan->pieces;
    access->has_edge = has_edge(access);
    widen_margin(builder->plan, access);
    spread_values(builder, access);
    plan_push_instr(builder, STEP_access, instr)->access = access;
}
