/* Memory at random: resources of every shape. */
#include "generate_priv.h"

enum {
    SLOTS = 4, /* cells that each thread owns in a resource, at most */
    DIGESTED = 16
};

/* ---- resources ---- */

static uint32_t thread_count(const Generator *generator)
{
    const uint32_t *groups = generator->fuzz->groups;
    return ir_group_size(generator->kernel) * groups[0] * groups[1] * groups[2];
}

static uint32_t across(const Generator *generator, int axis)
{
    return generator->fuzz->groups[axis] * generator->sides[axis];
}

static IrScalar draw_memory_scalar(Generator *generator)
{
    if (generator->is_about_memory && draw(generator, 2))
        return draw(generator, 2) ? IR_I32 : IR_F32;
    static const IrScalar SCALARS[] = {IR_I32, IR_I32, IR_F32, IR_F32, IR_F32,
                                       IR_I16, IR_F16, IR_I64, IR_F64};
    return SCALARS[draw(generator, COUNT_OF(SCALARS))];
}

static uint32_t bytes_of(IrScalar scalar) { return (uint32_t)op_scalar_bits(scalar) / 8; }

static bool is_texture(const IrResource *resource) { return resource->shape >= IR_SHAPE_TEX1D; }

/* Extents so that some of what threads own, and some of what they look at, lies outside. */
static void set_size(Generator *generator, Bound *bound)
{
    FuzzRow *row = bound->row;
    const IrResource *resource = bound->resource;
    uint32_t threads = thread_count(generator), x = across(generator, 0),
             y = across(generator, 1) * across(generator, 2);
    bool transposed = bound->role == ROLE_OWN && bound->map == MAP_STRIPES;
    row->height = row->depth = 1;
    if (resource->shape == IR_SHAPE_TEX2D || resource->shape == IR_SHAPE_TEX3D) {
        row->width = transposed ? y : x;
        row->height = transposed ? x : y;
        row->depth = resource->shape == IR_SHAPE_TEX3D || resource->is_array ? SLOTS : 1;
        if (row->depth == 1)
            row->height *= SLOTS;
    } else {
        row->width = threads * SLOTS;
    }
    if (draw(generator, 2))
        row->width -= (uint32_t)draw(generator, (int)row->width);
    if (draw(generator, 3) == 0)
        row->height -= (uint32_t)draw(generator, (int)row->height);
    if (bound->role == ROLE_ATOMIC)
        row->width = 1 + (uint32_t)draw(generator, 40), row->height = row->depth = 1;
}

static void lay_out(Generator *generator, Bound *bound)
{
    FuzzRow *row = bound->row;
    const IrResource *resource = bound->resource;
    row->stride = resource->stride;
    if (resource->shape == IR_SHAPE_RAW) {
        row->width *= 16;
        if (bound->role == ROLE_READ && draw(generator, 2)) /* a word that is not there as a whole */
            row->width -= (uint32_t)draw(generator, 4);
        row->bytes = row->width;
        row->stride = 0;
        return;
    }
    row->row_pitch = row->width * row->stride;
    if (is_texture(resource) && draw(generator, 2))
        row->row_pitch += row->stride * 3;
    row->slice_pitch = row->row_pitch * row->height;
    row->bytes = is_texture(resource) ? row->slice_pitch * row->depth : row->width * row->stride;
}

/* One word an element, where most statements touch memory: that goes the most ways. */
static bool is_of_words(Generator *generator, IrScalar scalar)
{
    return generator->is_about_memory && op_scalar_bytes(scalar) == 4 && draw(generator, 4) > 0;
}

static void draw_shape(Generator *generator, IrResource *resource, Role role, IrScalar scalar)
{
    static const IrResourceShape SHAPES[] = {IR_SHAPE_TYPED, IR_SHAPE_STRUCT, IR_SHAPE_STRUCT,
                                             IR_SHAPE_RAW,   IR_SHAPE_TEX1D,  IR_SHAPE_TEX2D,
                                             IR_SHAPE_TEX2D, IR_SHAPE_TEX3D};
    static const int ROOMS[] = {1, 1, 4, 4, 10}; /* components of an element, at most */
    static const uint8_t COMPONENTS[] = {1, 1, 1, 1, 2, 2, 3, 4, 4, 4};
    resource->shape = role == ROLE_COUNT  ? IR_SHAPE_STRUCT
                      : role == ROLE_PACK ? SHAPES[draw(generator, 4)]
                                          : SHAPES[draw(generator, COUNT_OF(SHAPES))];
    bool is_single = role == ROLE_ATOMIC || is_of_words(generator, scalar);
    uint8_t components = is_single ? 1 : COMPONENTS[draw(generator, COUNT_OF(COMPONENTS))];
    resource->stride = components * bytes_of(scalar);
    if (resource->shape == IR_SHAPE_STRUCT)
        resource->stride = bytes_of(scalar) *
                           (uint32_t)(1 + draw(generator, is_single ? 1 : ROOMS[draw(generator, COUNT_OF(ROOMS))]));
    else if (resource->shape == IR_SHAPE_RAW)
        resource->stride = 0;
    else
        resource->element = (IrType){scalar, components};
    resource->is_array = resource->shape == IR_SHAPE_TEX2D && draw(generator, 4) == 0;
}

static void add_resource(Generator *generator, Role role)
{
    static const IrOp COMBINES[] = {IR_iadd, IR_imin, IR_imax, IR_umin,
                                    IR_umax, IR_iand, IR_ior,  IR_ixor};
    IrKernel *kernel = generator->kernel;
    int at = generator->bound_count++;
    Bound *bound = &generator->bound[at];
    IrScalar scalar = role == ROLE_ATOMIC ? (draw(generator, 4) ? IR_I32 : IR_I64)
                                          : draw_memory_scalar(generator);
    IrResource *resource = ARENA_NEW(kernel->arena, IrResource);
    *resource = (IrResource){
        .name = arena_printf(kernel->arena, "R%d", at), .first_row = (uint32_t)at, .index = at};
    resource->class = role == ROLE_READ && draw(generator, 3) ? IR_SRV : IR_UAV;
    draw_shape(generator, resource, role, scalar);
    resource->is_coherent = resource->class == IR_UAV && draw(generator, 8) == 0 &&
                            !generator->is_independent;
    *bound = (Bound){.resource = resource,
                     .row = &generator->fuzz->rows[at],
                     .role = role,
                     .map = draw(generator, 4) ? (Map)draw(generator, MAP_COUNT) : MAP_INTERLEAVED,
                     .mix = draw(generator, 20),
                     .combine = COMBINES[draw(generator, COUNT_OF(COMBINES))]};
    bound->row->scalar = scalar;
    bound->cell_bytes = 16;
    if (generator->strays && draw(generator, 2))
        bound->cell_bytes = bytes_of(scalar) * (uint32_t)(1 + draw(generator, 2));
    bound->row->is_bound = draw(generator, 25) > 0 || role == ROLE_COUNT;
    set_size(generator, bound);
    lay_out(generator, bound);
    vec_push(kernel->arena, &kernel->resources, resource);
}

static void add_cbuffer(Generator *generator)
{
    IrKernel *kernel = generator->kernel;
    int at = generator->bound_count++;
    IrResource *resource = ARENA_NEW(kernel->arena, IrResource);
    *resource = (IrResource){.name = "C",
                             .class = IR_CBV,
                             .shape = IR_SHAPE_CBUFFER,
                             .size = 96,
                             .first_row = (uint32_t)at,
                             .index = at};
    generator->fuzz->rows[at] = (FuzzRow){
        .width = 96, .height = 1, .depth = 1, .bytes = 96, .scalar = IR_I32, .is_bound = true};
    generator->bound[at] = (Bound){
        .resource = resource, .row = &generator->fuzz->rows[at], .role = ROLE_READ};
    vec_push(kernel->arena, &kernel->resources, resource);
}

void add_resources(Generator *generator)
{
    static const Role ROLES[] = {ROLE_OWN,  ROLE_READ,   ROLE_READ,  ROLE_OWN, ROLE_READ,
                                 ROLE_PACK, ROLE_ATOMIC, ROLE_COUNT, ROLE_OWN, ROLE_READ};
    int count = 4 + draw(generator, COUNT_OF(ROLES) - 3);
    add_cbuffer(generator);
    for (int i = 0; i < count; i++)
        add_resource(generator, ROLES[i]);
    generator->fuzz->row_count = generator->bound_count;
    add_elements(generator);
    add_windows(generator);
    add_texels(generator);
    add_wide(generator);
}

IrInstr *load_constant(Generator *generator, int word)
{
    IrInstr *operands[] = {generator->zero, number(generator, 4 * word)};
    IrInstr *load = ir_new(generator->kernel, IR_load_cbuffer, ir_scalar(IR_I32), operands,
                           COUNT_OF(operands));
    load->resource = generator->bound[0].resource;
    return ir_insert(&generator->builder, load);
}

void build_factor(Generator *generator)
{
    IrInstr *any = with_number(generator, IR_iand, load_constant(generator, 23), 7);
    generator->factor = with_number(generator, IR_iadd, any, 1);
}

/* ---- addresses ---- */

typedef struct Address {
    IrInstr *operands[8]; /* row first */
    int count;
    IrLevel level;
    int components;       /* that the access may take */
} Address;

static IrInstr *plus(Generator *generator, IrInstr *value, uint32_t addend)
{
    return addend == 0 && draw(generator, 2)
               ? value
               : combined(generator, IR_iadd, value, number(generator, (int32_t)addend));
}

/* A byte offset in an element: mostly a constant that fits. */
static IrInstr *draw_offset(Generator *generator, const Bound *bound, int components,
                            IrLevel *level)
{
    uint32_t bytes = bytes_of(bound->row->scalar), room = bound->resource->stride / bytes;
    int fitting = (int)room - components + 1;
    *level = LEVEL_CONSTANT;
    if (draw(generator, 6) || fitting <= 0)
        return number(generator,
                      (int32_t)bytes * draw(generator, fitting > 0 ? fitting : (int)room + 3));
    IrInstr *scaled = draw_value_below(generator, IR_I32,
                                       draw(generator, 2) ? LEVEL_WAVE : LEVEL_VARYING, level);
    if (draw(generator, 4))
        scaled = combined(generator, IR_urem, scaled, number(generator, fitting + 1));
    return with_number(generator, IR_imul, scaled, bytes);
}

static void add_coordinate(Address *address, IrInstr *value)
{
    address->operands[address->count++] = value;
}

static int block_length(const Bound *bound)
{
    static const int LENGTHS[] = {1, 2, 2, 4, 4, 8, 16, 3, 10, 18, 24};
    return LENGTHS[bound->mix % COUNT_OF(LENGTHS)];
}

static IrInstr *unshifted_cell(Generator *generator, const Bound *bound, uint32_t slot)
{
    uint32_t threads = thread_count(generator), apart;
    IrInstr *flat;
    switch (bound->map) {
    case MAP_INTERLEAVED:
        apart = SLOTS - (uint32_t)bound->mix % (SLOTS - 1);
        return plus(generator, with_number(generator, IR_imul, generator->global, (int32_t)apart), slot % apart);
    case MAP_STRIPES: return plus(generator, generator->global, slot * threads);
    case MAP_REVERSED:
        return combined(generator, IR_isub, number(generator, (int32_t)((slot + 1) * threads - 1)),
                        generator->global);
    case MAP_MIXED:
        return combined(generator, IR_ixor, generator->global,
                        number(generator, bound->mix)); /* one cell for each thread */
    case MAP_BLOCKS:
        return plus(generator,
                    blocks_of(generator, generator->global, block_length(bound),
                              SLOTS * block_length(bound)),
                    slot * (uint32_t)block_length(bound));
    case MAP_TRANSPOSED: return transposed_bits(generator, generator->global, 2, 2); /* likewise */
    case MAP_STEPPED: return combined(generator, IR_imul, generator->global, generator->factor);
    default:
        flat = combined(generator, IR_iadd,
                        with_number(generator, IR_imul, generator->place[1], across(generator, 0)),
                        generator->place[0]);
        return plus(generator, flat, slot * threads);
    }
}

static IrInstr *shifted_down(Generator *generator, const Bound *bound, IrInstr *place)
{
    return bound->shift == NULL ? place : combined(generator, IR_isub, place, bound->shift);
}

static IrInstr *own_cell(Generator *generator, const Bound *bound, uint32_t slot)
{
    return shifted_down(generator, bound, unshifted_cell(generator, bound, slot));
}

/* Byte addresses. */
static void add_own_bytes(Generator *generator, const Bound *bound, Address *address,
                          uint32_t slot)
{
    uint32_t bytes = bytes_of(bound->row->scalar), room = bound->cell_bytes / bytes;
    IrInstr *cell = with_number(generator, IR_imul, own_cell(generator, bound, slot), bound->cell_bytes);
    if ((uint32_t)address->components > room)
        address->components = (int)room;
    add_coordinate(address,
                   plus(generator, cell,
                        bytes * (uint32_t)draw(generator, (int)room - address->components + 1)));
}

/* Of what lies as the threads do. */
static IrInstr *own_column(Generator *generator, const Bound *bound)
{
    IrInstr *x = generator->place[0];
    switch (bound->map) {
    case MAP_REVERSED:
        return combined(generator, IR_isub, number(generator, (int32_t)across(generator, 0) - 1), x);
    case MAP_MIXED: return with_number(generator, IR_ixor, x, bound->mix);
    case MAP_BLOCKS: return blocks_of(generator, x, block_length(bound), 2 * block_length(bound));
    case MAP_STEPPED: return with_number(generator, IR_imul, x, 2 + bound->mix % 3);
    default: return x;
    }
}

/* (x, y) of the dispatch, and the slot below or behind it. */
static void add_own_texel(Generator *generator, const Bound *bound, Address *address,
                          uint32_t slot)
{
    const IrResource *resource = bound->resource;
    bool in_depth = resource->shape == IR_SHAPE_TEX3D || resource->is_array,
         transposed = bound->map == MAP_STRIPES;
    uint32_t below = slot * (transposed ? across(generator, 0)
                                        : across(generator, 1) * across(generator, 2));
    if (resource->shape == IR_SHAPE_TEX1D) {
        add_coordinate(address, own_cell(generator, bound, slot));
        add_coordinate(address, generator->zero);
        add_coordinate(address, generator->zero);
        return;
    }
    add_coordinate(address,
                   shifted_down(generator, bound,
                                transposed ? generator->place[1] : own_column(generator, bound)));
    add_coordinate(address, in_depth
                                ? generator->place[transposed ? 0 : 1]
                                : plus(generator, generator->place[transposed ? 0 : 1], below));
    add_coordinate(address, in_depth ? number(generator, (int32_t)slot) : generator->zero);
}

/* Of a structured buffer whose elements have no more than four components. */
static void take_whole_element(const Bound *bound, Address *address)
{
    uint32_t room = bound->resource->stride / bytes_of(bound->row->scalar);
    if (bound->resource->shape == IR_SHAPE_STRUCT && room <= 4)
        address->components = (int)room;
}

/* The index, the byte address or the texel's coordinates; an element's offset. */
static void stray_from(Generator *generator, const IrResource *resource, Address *address,
                       IrInstr *(*change)(Generator *, IrInstr *))
{
    int count = resource->shape == IR_SHAPE_TEX3D || resource->is_array ? 3
                : resource->shape == IR_SHAPE_TEX2D || resource->shape == IR_SHAPE_STRUCT ? 2
                                                                                          : 1;
    for (int i = 1; i <= count && generator->strays; i++) {
        IrInstr *before = address->operands[i];
        address->operands[i] = change(generator, before);
        if (address->operands[i] != before)
            address->level = LEVEL_VARYING;
    }
}

static Address own_address_in(Generator *generator, const Bound *bound, uint32_t slot)
{
    const IrResource *resource = bound->resource;
    Address address = {.operands = {generator->zero},
                       .count = 1,
                       .level = LEVEL_VARYING,
                       .components = 1 + draw(generator, 4)};
    if (draw(generator, 3) == 0)
        take_whole_element(bound, &address);
    if (resource->shape == IR_SHAPE_RAW) {
        add_own_bytes(generator, bound, &address, slot);
    } else if (is_texture(resource)) {
        add_own_texel(generator, bound, &address, slot);
        address.components = resource->element.components;
    } else {
        add_coordinate(&address, own_cell(generator, bound, slot));
        if (resource->shape == IR_SHAPE_STRUCT)
            add_coordinate(&address,
                           draw_offset(generator, bound, address.components, &address.level));
        else
            address.components = resource->element.components;
    }
    stray_from(generator, resource, &address, stray_outside);
    address.level = LEVEL_VARYING;
    return address;
}

static Address own_address(Generator *generator, const Bound *bound)
{
    return own_address_in(generator, bound, (uint32_t)draw(generator, SLOTS));
}

static void add_any_coordinate(Generator *generator, Address *address, int bound)
{
    IrLevel level;
    add_coordinate(address, draw_index(generator, bound, &level));
    address->level = higher(address->level, level);
}

static IrInstr *clamped(Generator *generator, IrInstr *value, uint32_t count)
{
    IrInstr *least = combined(generator, IR_imax, value, number(generator, 1));
    return combined(generator, IR_imin, least, number(generator, (int32_t)count - 1));
}

/* Texels below each other: the lanes of a wave differ in y only. */
static void add_column(Generator *generator, const Bound *bound, Address *address)
{
    IrLevel level;
    IrInstr *column = draw_value_below(generator, IR_I32, LEVEL_WAVE, &level);
    add_coordinate(address, draw(generator, 2)
                                ? column
                                : number(generator, draw(generator, (int)bound->row->width)));
    IrInstr *row = draw(generator, 2) ? generator->thread : generator->place[1];
    add_coordinate(address,
                   draw(generator, 2) ? row : clamped(generator, row, bound->row->height));
    add_coordinate(address, generator->zero);
    address->level = LEVEL_VARYING;
    address->components = bound->resource->element.components;
}

static void add_tile(Generator *generator, const Bound *bound, Address *address)
{
    IrInstr *place[2];
    draw_tile(generator, (int)bound->row->width, (int)bound->row->height, place);
    add_coordinate(address, place[0]);
    add_coordinate(address, place[1]);
    add_coordinate(address, generator->zero);
    address->level = LEVEL_VARYING;
    address->components = bound->resource->element.components;
}

static void add_texel_near(Generator *generator, const Bound *bound, Address *address)
{
    IrInstr *place[2];
    draw_place_near(generator, place);
    add_coordinate(address, place[0]);
    add_coordinate(address, place[1]);
    add_coordinate(address, generator->zero);
    address->level = LEVEL_VARYING;
    address->components = bound->resource->element.components;
}

static void add_any_texel(Generator *generator, const Bound *bound, Address *address)
{
    static void (*const PLACES[])(Generator *, const Bound *, Address *) = {
        add_tile, add_column, add_texel_near, add_texel_near, add_texel_near};
    bool is_plain = bound->resource->shape == IR_SHAPE_TEX2D && !bound->resource->is_array;
    int kind = draw(generator, 8);
    if (is_plain && kind < COUNT_OF(PLACES)) {
        PLACES[kind](generator, bound, address);
        return;
    }
    bool has_row = bound->resource->shape != IR_SHAPE_TEX1D,
         has_slice = bound->resource->shape == IR_SHAPE_TEX3D || bound->resource->is_array;
    add_any_coordinate(generator, address, (int)bound->row->width);
    if (has_row)
        add_any_coordinate(generator, address, (int)bound->row->height);
    else
        add_coordinate(address, generator->zero);
    if (has_slice)
        add_any_coordinate(generator, address, (int)bound->row->depth);
    else
        add_coordinate(address, generator->zero);
    address->components = bound->resource->element.components;
}

static Address any_address(Generator *generator, const Bound *bound)
{
    const IrResource *resource = bound->resource;
    Address address = {.operands = {generator->zero},
                       .count = 1,
                       .level = LEVEL_CONSTANT,
                       .components = 1 + draw(generator, 4)};
    uint32_t bytes = bytes_of(bound->row->scalar);
    if (resource->shape != IR_SHAPE_CBUFFER && draw(generator, 3) == 0)
        take_whole_element(bound, &address);
    if (resource->shape == IR_SHAPE_CBUFFER) { /* in a row of 16 bytes: HLSL has no others */
        add_any_coordinate(generator, &address, (int)bound->row->width / 16);
        stray_from(generator, resource, &address, stray);
        int first = draw(generator, 4 - address.components + 1);
        address.operands[1] = plus(generator, with_number(generator, IR_imul, address.operands[1], 16),
                                   (uint32_t)first * 4);
    } else if (resource->shape == IR_SHAPE_RAW) {
        add_any_coordinate(generator, &address, (int)(bound->row->width / 4));
        IrInstr *scaled = with_number(generator, IR_imul, address.operands[1],
                                draw(generator, 3) ? bytes * (uint32_t)address.components : 4);
        bool unaligned = draw(generator, 12) == 0;
        address.operands[1] = unaligned ? plus(generator, scaled, 1) : scaled;
    } else if (is_texture(resource)) {
        add_any_texel(generator, bound, &address);
    } else {
        IrLevel level = LEVEL_CONSTANT;
        add_any_coordinate(generator, &address, (int)bound->row->width);
        if (resource->shape == IR_SHAPE_STRUCT)
            add_coordinate(&address, draw_offset(generator, bound, address.components, &level));
        else
            address.components = resource->element.components;
        address.level = higher(address.level, level);
    }
    if (resource->shape != IR_SHAPE_CBUFFER)
        stray_from(generator, resource, &address, stray);
    /* cells of 64 bits that overlap would hold what their waves' order says */
    if (resource->shape == IR_SHAPE_RAW && bound->role == ROLE_ATOMIC && bytes == 8)
        address.operands[1] = combined(generator, IR_iand, address.operands[1],
                                       number(generator, (uint32_t)-8));
    return address;
}

static void draw_size(Generator *generator, const Bound *bound)
{
    IrInstr *size = ir_new(generator->kernel, IR_resource_size, ir_scalar(IR_I32),
                           &generator->zero, 1);
    size->resource = bound->resource;
    size->immediate = is_texture(bound->resource) ? draw(generator, EXTENT_DEPTH + 1) : EXTENT_WIDTH;
    keep(generator, ir_insert(&generator->builder, size), LEVEL_GROUP);
}

/* ---- accesses ---- */

typedef enum Verb { LOAD, STORE, ATOMIC } Verb;

static IrOp operation_on(IrResourceShape shape, Verb verb)
{
    static const IrOp OPS[][3] = {
        [IR_SHAPE_CBUFFER] = {IR_load_cbuffer, IR_OP_COUNT, IR_OP_COUNT},
        [IR_SHAPE_TYPED] = {IR_load_typed, IR_store_typed, IR_atomic_typed},
        [IR_SHAPE_STRUCT] = {IR_load_struct, IR_store_struct, IR_atomic_struct},
        [IR_SHAPE_RAW] = {IR_load_raw, IR_store_raw, IR_atomic_raw},
        [IR_SHAPE_TEX1D] = {IR_load_texture, IR_store_texture, IR_atomic_texture},
        [IR_SHAPE_TEX2D] = {IR_load_texture, IR_store_texture, IR_atomic_texture},
        [IR_SHAPE_TEX3D] = {IR_load_texture, IR_store_texture, IR_atomic_texture},
    };
    return OPS[shape][verb];
}

static Bound *draw_bound(Generator *generator, Role role, Role other)
{
    Bound *bound = &generator->bound[draw(generator, generator->bound_count)];
    return bound->role == role || bound->role == other ? bound : NULL;
}

static void store_at(Generator *generator, const Bound *bound, Address address)
{
    IrInstr *operands[16];
    IrLevel level;
    memcpy(operands, address.operands, sizeof address.operands);
    for (int i = 0; i < address.components; i++)
        operands[address.count++] = draw_value(generator, bound->row->scalar, &level);
    IrInstr *store = ir_new(generator->kernel, operation_on(bound->resource->shape, STORE),
                            ir_scalar(IR_VOID), operands, address.count);
    store->resource = bound->resource;
    ir_insert(&generator->builder, store);
}

static void store_to(Generator *generator, const Bound *bound)
{
    store_at(generator, bound, own_address(generator, bound));
}

/* To a resource of that type, if there is one: what was kept last is probably stored. */
static void store_like(Generator *generator, IrScalar scalar)
{
    for (int i = 0; i < generator->bound_count; i++) {
        const Bound *bound = &generator->bound[i];
        if (bound->role == ROLE_OWN && bound->row->scalar == scalar) {
            store_to(generator, bound);
            return;
        }
    }
}

static void load_at(Generator *generator, const Bound *bound, Address address)
{
    IrInstr *load = ir_new(generator->kernel, operation_on(bound->resource->shape, LOAD),
                           (IrType){bound->row->scalar, (uint8_t)address.components},
                           address.operands, address.count);
    load->resource = bound->resource;
    ir_insert(&generator->builder, load);
    for (int i = 0; i < address.components; i++)
        if (draw(generator, 2))
            keep(generator, ir_extract(&generator->builder, load, i), address.level);
}

void draw_load(Generator *generator)
{
    Bound *bound = draw_bound(generator, ROLE_READ, ROLE_OWN);
    if (bound == NULL)
        return;
    if (bound->resource->shape != IR_SHAPE_CBUFFER && draw(generator, 30) == 0)
        draw_size(generator, bound);
    Address address = bound->role == ROLE_OWN ? own_address(generator, bound)
                                              : any_address(generator, bound);
    IrScalar scalar = bound->row->scalar;
    if (is_texture(bound->resource))
        add_coordinate(&address, draw(generator, 40) ? generator->zero : number(generator, 1));
    load_at(generator, bound, address);
    if (draw(generator, 2))
        store_like(generator, scalar);
}

void draw_store(Generator *generator)
{
    Bound *bound = draw_bound(generator, ROLE_OWN, ROLE_OWN);
    if (bound != NULL)
        store_to(generator, bound);
}

/* Both sides of a branch end by storing to the same cell, whose place either computes. */
void draw_stores_of_both(Generator *generator)
{
    Bound *bound = draw_bound(generator, ROLE_OWN, ROLE_OWN);
    if (bound == NULL)
        return;
    IrLevel level, outer = generator->control;
    uint32_t slot = (uint32_t)draw(generator, SLOTS);
    IrInstr *condition = draw_value_below(generator, IR_I1, LEVEL_VARYING, &level);
    IrInstr *branch = ir_if(&generator->builder, condition);
    for (int side = 0; side < 2; side++) {
        Saved saved = enter_region(generator, branch->regions[side]);
        generator->control = higher(outer, level);
        for (int count = draw(generator, 3); count > 0; count--)
            draw_arithmetic(generator);
        store_at(generator, bound, own_address_in(generator, bound, slot));
        if (draw(generator, 3) == 0)
            draw_arithmetic(generator);
        ir_jump(&generator->builder, IR_yield, NULL, NULL, 0);
        leave_region(generator, &saved);
    }
    generator->control = outer;
}

/* Both sides of a branch load as many components from the same memory, each anywhere. */
void draw_loads_of_both(Generator *generator)
{
    enum { TRIALS = 8 };
    Bound *bound = draw_bound(generator, ROLE_READ, ROLE_READ);
    if (bound == NULL || bound->resource->shape == IR_SHAPE_CBUFFER)
        return;
    IrLevel level, outer = generator->control;
    IrInstr *condition = draw_value_below(generator, IR_I1, LEVEL_VARYING, &level);
    Address addresses[2] = {any_address(generator, bound), any_address(generator, bound)};
    for (int i = 0; i < TRIALS && addresses[0].components != addresses[1].components; i++)
        addresses[1] = any_address(generator, bound);
    IrInstr *branch = ir_if(&generator->builder, condition);
    for (int side = 0; side < 2; side++) {
        Saved saved = enter_region(generator, branch->regions[side]);
        generator->control = higher(outer, level);
        if (is_texture(bound->resource))
            add_coordinate(&addresses[side], generator->zero);
        load_at(generator, bound, addresses[side]);
        store_like(generator, bound->row->scalar);
        ir_jump(&generator->builder, IR_yield, NULL, NULL, 0);
        leave_region(generator, &saved);
    }
    generator->control = outer;
}

/* A thread's cells, in any order, some of them twice: stores, and loads between them. */
void draw_own_words(Generator *generator)
{
    Bound *bound = draw_bound(generator, ROLE_OWN, ROLE_OWN);
    if (bound == NULL || is_texture(bound->resource))
        return;
    int at = draw(generator, SLOTS), by = draw(generator, 2) ? 1 : SLOTS - 1;
    int count = draw(generator, 2) ? SLOTS : 2 + draw(generator, SLOTS), loads = draw(generator, 3);
    for (; count > 0; count--, at = (at + by) % SLOTS) {
        uint32_t slot = (uint32_t)(draw(generator, 16) ? at : draw(generator, SLOTS));
        Address address = own_address_in(generator, bound, slot);
        if (draw(generator, 6) >= loads)
            store_at(generator, bound, address);
        else
            load_at(generator, bound, address);
    }
}

/* A raw buffer's cells hold several words. */
const Bound *draw_own_row(Generator *generator, IrInstr **first, IrInstr **cells)
{
    const Bound *bound = draw_bound(generator, ROLE_OWN, ROLE_OWN);
    if (bound == NULL || is_texture(bound->resource) || bound->resource->shape == IR_SHAPE_CBUFFER ||
        bytes_of(bound->row->scalar) > 4)
        return NULL;
    bool is_stepped = bound->map == MAP_STEPPED,
         is_whole = bound->map == MAP_INTERLEAVED && bound->mix % (SLOTS - 1) == 0;
    int room = bound->resource->shape == IR_SHAPE_RAW
                   ? (int)(bound->cell_bytes / bytes_of(bound->row->scalar)) : 1;
    *first = with_number(generator, IR_imul, own_cell(generator, bound, 0), room);
    *cells = with_number(generator, IR_imul,
                         is_stepped ? generator->factor : number(generator, SLOTS), room);
    return is_stepped || is_whole ? bound : NULL;
}

IrInstr *access_cell(Generator *generator, const Bound *bound, IrInstr *cell, IrInstr *value)
{
    const IrResource *resource = bound->resource;
    int bytes = (int)bytes_of(bound->row->scalar);
    bool is_raw = resource->shape == IR_SHAPE_RAW, is_struct = resource->shape == IR_SHAPE_STRUCT;
    int components = resource->shape == IR_SHAPE_TYPED ? resource->element.components : 1;
    IrInstr *operands[2 + 1 + 4] = {generator->zero,
                                    is_raw ? with_number(generator, IR_imul, cell, bytes) : cell,
                                    generator->zero};
    int count = is_struct ? 3 : 2;
    for (int i = 0; i < components && value != NULL; i++)
        operands[count++] = value;
    IrInstr *access =
        ir_new(generator->kernel, operation_on(resource->shape, value != NULL ? STORE : LOAD),
               value != NULL ? ir_scalar(IR_VOID)
                             : (IrType){bound->row->scalar, (uint8_t)components},
               operands, count);
    access->resource = bound->resource;
    ir_insert(&generator->builder, access);
    return value != NULL ? NULL : ir_extract(&generator->builder, access, 0);
}

/* Of many values, so that few are computed in vain. */
static IrInstr *draw_digest(Generator *generator)
{
    IrInstr *digest = generator->zero;
    for (int i = 0; i < DIGESTED; i++) {
        IrLevel level;
        IrInstr *value = draw(generator, 3) ? draw_value(generator, IR_I32, &level)
                                            : draw_bits(generator, IR_F32);
        IrInstr *scaled = with_number(generator, IR_imul, digest, 31);
        digest = combined(generator, IR_iadd, scaled, value);
    }
    return digest;
}

void store_results(Generator *generator)
{
    keep(generator, draw_digest(generator), LEVEL_VARYING);
    store_like(generator, IR_I32);
    store_like(generator, IR_I32);
    for (int i = 0; i < generator->bound_count; i++)
        for (int slot = 0; slot < 2 && generator->bound[i].role == ROLE_OWN; slot++)
            store_to(generator, &generator->bound[i]);
}

/* ---- compaction ---- */

static IrInstr *count_lower(Generator *generator, IrInstr *condition)
{
    return IR_BUILD(&generator->builder, IR_wave_prefix_count, condition);
}

/* Components of the element at `place`. */
static void store_packed(Generator *generator, const Bound *bound, IrInstr *place)
{
    IrResource *resource = bound->resource;
    bool is_struct = resource->shape == IR_SHAPE_STRUCT, is_raw = resource->shape == IR_SHAPE_RAW;
    int components = resource->shape == IR_SHAPE_TYPED ? resource->element.components : 1;
    int bytes = (int)bytes_of(bound->row->scalar);
    IrInstr *operands[8] = {generator->zero,
                            is_raw ? with_number(generator, IR_imul, place, bytes) : place,
                            generator->zero};
    int count = is_struct ? 3 : 2;
    IrLevel level;
    for (int i = 0; i < components; i++)
        operands[count++] = draw_value(generator, bound->row->scalar, &level);
    IrInstr *store = ir_new(generator->kernel, operation_on(resource->shape, STORE),
                            ir_scalar(IR_VOID), operands, count);
    store->resource = resource;
    ir_insert(&generator->builder, store);
}

/* Those where it holds first, then the others. */
static void store_parted(Generator *generator, const Bound *bound, IrInstr *start,
                         IrInstr *condition)
{
    IrBuilder *builder = &generator->builder;
    IrInstr *others = count_lower(generator, IR_BUILD(builder, IR_inot, condition));
    IrInstr *behind = combined(generator, IR_iadd, others,
                               IR_BUILD(builder, IR_wave_count, condition));
    IrInstr *place = IR_BUILD(builder, IR_select, condition, count_lower(generator, condition),
                              behind);
    store_packed(generator, bound, combined(generator, IR_iadd, place, start));
}

/* Counted before they are on alone, or then. */
static void store_those(Generator *generator, const Bound *bound, IrInstr *start,
                        IrInstr *condition)
{
    IrInstr *lower = draw(generator, 3) ? count_lower(generator, condition) : NULL;
    IrInstr *branch = ir_if(&generator->builder, condition);
    ir_close_region(generator->kernel, branch->regions[1]);
    Saved saved = enter_region(generator, branch->regions[0]);
    lower = lower == NULL ? count_lower(generator, condition) : lower;
    store_packed(generator, bound, combined(generator, IR_iadd, start, lower));
    ir_close_region(generator->kernel, branch->regions[0]);
    leave_region(generator, &saved);
}

static Bound *find_packed(Generator *generator)
{
    for (int i = 0; i < generator->bound_count; i++)
        if (generator->bound[i].role == ROLE_PACK && !generator->bound[i].is_used)
            return &generator->bound[i];
    return NULL;
}

void draw_pack(Generator *generator)
{
    Bound *bound = find_packed(generator);
    IrLevel level;
    if (bound == NULL || generator->loop_depth > 0)
        return;
    bound->is_used = true;
    IrInstr *wave = ir_build(&generator->builder, IR_wave_index, NULL, 0);
    IrInstr *start = combined(generator, IR_iadd, generator->before,
                              with_number(generator, IR_imul, wave, generator->kernel->wave_size));
    IrInstr *condition = draw_value(generator, IR_I1, &level);
    (draw(generator, 2) ? store_parted : store_those)(generator, bound, start, condition);
}

/* ---- atomics and counters ---- */

/* The value before is the same in any order only where the cell is the thread's own. */
static void draw_update(Generator *generator, const Bound *bound)
{
    static const IrOp INTEGER[] = {IR_iadd, IR_imin, IR_umax, IR_ixor, IR_const, IR_select},
                      FLOAT[] = {IR_const, IR_select};
    IrScalar scalar = bound->row->scalar;
    bool owns = bound->role == ROLE_OWN, is_float = op_scalar_is_float(scalar);
    IrLevel level;
    if (op_scalar_bits(scalar) < 32 || (owns && bound->resource->element.components > 1) ||
        scalar == IR_F64)
        return;
    Address address = owns ? own_address(generator, bound) : any_address(generator, bound);
    IrInstr *key = owns || draw(generator, 3) ? NULL : load_member(generator);
    if (key != NULL) /* as rows are counted by a column of theirs */
        address.operands[1] = with_number(generator, IR_iand, key, 60);
    IrOp combine = !owns      ? bound->combine
                   : is_float ? FLOAT[draw(generator, 2)]
                              : INTEGER[draw(generator, COUNT_OF(INTEGER))];
    for (int count = combine == IR_select ? 2 : 1; count > 0; count--)
        add_coordinate(&address, draw_value(generator, scalar, &level));
    IrInstr *update = ir_new(generator->kernel, operation_on(bound->resource->shape, ATOMIC),
                             ir_scalar(scalar), address.operands, address.count);
    update->resource = bound->resource;
    update->combine = combine;
    ir_insert(&generator->builder, update);
    if (owns)
        keep(generator, update, LEVEL_VARYING);
}

/* Of cells around one, as particles add to the nodes of a grid. */
static void draw_neighbours(Generator *generator, const Bound *bound)
{
    IrLevel level;
    if (bound->row->scalar != IR_I32 || bound->combine == IR_select || is_texture(bound->resource))
        return;
    Address place = any_address(generator, bound);
    if (draw(generator, 2)) /* where no shape tells */
        place.operands[1] = combined(generator, IR_ixor, place.operands[1],
                                     with_number(generator, IR_iand, draw_value(generator, IR_I32, &level), 60));
    int unit = bound->resource->shape == IR_SHAPE_RAW ? 4 : 1;
    for (int count = 4 + draw(generator, 12); count > 0; count--) {
        Address address = place;
        address.operands[1] =
            with_number(generator, IR_iadd, place.operands[1], unit * (draw(generator, 24) - 8));
        add_coordinate(&address, draw_value(generator, IR_I32, &level));
        IrInstr *update = ir_new(generator->kernel, operation_on(bound->resource->shape, ATOMIC),
                                 ir_scalar(IR_I32), address.operands, address.count);
        update->resource = bound->resource;
        update->combine = bound->combine;
        ir_insert(&generator->builder, update);
    }
}

/* What was there before, of one cell for all. */
static void draw_ticket(Generator *generator, const Bound *bound)
{
    static const IrOp COMBINES[] = {IR_iadd, IR_iadd, IR_umax, IR_ixor, IR_const};
    IrLevel level;
    IrInstr *operands[] = {generator->zero, number(generator, draw(generator, 3)), generator->zero,
                           draw_value(generator, IR_I32, &level)};
    IrInstr *update = ir_new(generator->kernel, IR_atomic_struct, ir_scalar(IR_I32), operands,
                             COUNT_OF(operands));
    update->resource = bound->resource;
    update->combine = COMBINES[draw(generator, COUNT_OF(COMBINES))];
    keep(generator, ir_insert(&generator->builder, update), LEVEL_VARYING);
}

/* Once in a kernel and not in a loop: then lanes count in their order. */
static void draw_counter(Generator *generator, Bound *bound)
{
    if (bound->is_used || generator->loop_depth > 0)
        return;
    bound->is_used = true;
    if (bound->row->scalar == IR_I32 && draw(generator, 2)) {
        draw_ticket(generator, bound);
        return;
    }
    IrInstr *counter = ir_new(generator->kernel, IR_counter, ir_scalar(IR_I32), &generator->zero,
                              1);
    counter->resource = bound->resource;
    counter->immediate = draw(generator, 2) ? 1 : -1;
    keep(generator, ir_insert(&generator->builder, counter), LEVEL_VARYING);
}

/* if one lane of a wave { update } */
static void draw_update_in_one_lane(Generator *generator, const Bound *bound)
{
    IrBuilder outer = generator->builder;
    IrLevel level;
    IrInstr *is_first = ir_build(&outer, IR_wave_is_first, NULL, 0);
    IrInstr *lane = ir_build(&outer, IR_lane_index, NULL, 0);
    IrInstr *is_lane = IR_BUILD(&outer, IR_ieq, lane,
                                draw_value_below(generator, IR_I32, LEVEL_WAVE, &level));
    IrInstr *branch = ir_if(&outer, draw(generator, 2) ? is_first : is_lane);
    generator->builder = ir_builder_at_end(generator->kernel, branch->regions[0]);
    int kept = generator->counts[bound->row->scalar];
    draw_update(generator, bound);
    ir_close_region(generator->kernel, branch->regions[0]);
    ir_close_region(generator->kernel, branch->regions[1]);
    generator->counts[bound->row->scalar] = kept; /* the branch's values end with it */
    generator->builder = outer;
}

void draw_atomic(Generator *generator)
{
    Bound *bound = &generator->bound[draw(generator, generator->bound_count)];
    if (bound->role == ROLE_COUNT)
        draw_counter(generator, bound);
    else if (bound->role == ROLE_ATOMIC && draw(generator, 4) == 0)
        draw_neighbours(generator, bound);
    else if (bound->role == ROLE_OWN || bound->role == ROLE_ATOMIC)
        (draw(generator, 4) ? draw_update : draw_update_in_one_lane)(generator, bound);
}
