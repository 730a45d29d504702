/* What a kernel reaches of the compiler: operations, the ways of touching memory, read off its
 * plan, and the passes that change something of it. Each way of way.def is asked about, by the
 * costs that say whether loads and stores go it, each pass of pass.def but those of EXEMPT, and each
 * operation of op.def but those of UNDRAWN: where one is added that no generator draws, a test
 * fails. */
#include "fuzz_priv.h"

#include "plan/plan.h"
#include "verified_passes.h"

typedef enum Verb { LOAD, STORE } Verb;
typedef enum Lanes { ANY, SOME } Lanes; /* SOME: under a mask */
typedef enum Bounds { EITHER, TESTED } Bounds; /* TESTED: some lanes may lie outside */
typedef enum Memory { ANYWHERE, SHARED, TYPED, STRUCTURED, RAW, TEXTURE } Memory;

typedef struct Way {
    const char *name;
    Verb verb;
    PlanWay way;    /* PLAN_WAY_COUNT: any */
    int components; /* 0: any number */
    Lanes lanes;
    int bytes;      /* of a component; 0: any */
    Memory memory;
    Bounds bounds;
} Way;

#define WIDE(verb, way, components) \
    {#verb " " #way " of " #components, verb, WAY_##way, components, ANY, 0, ANYWHERE, EITHER}
#define MASKED(way) {"STORE " #way " under a mask", STORE, WAY_##way, 0, SOME, 0, ANYWHERE, EITHER}
#define BYTES(verb, way, bytes) \
    {#verb " " #way ", " #bytes " bytes", verb, WAY_##way, 0, ANY, bytes, ANYWHERE, EITHER}
#define MEMORY(verb, way, memory) \
    {#verb " " #way ", " #memory, verb, WAY_##way, 0, ANY, 0, memory, EITHER}

#define BOUNDED(verb, way) \
    {#verb " " #way ", where bounds are tested", verb, WAY_##way, 0, ANY, 0, ANYWHERE, TESTED}

static const Way WAYS[] = {
    WIDE(LOAD, contiguous, 2), WIDE(LOAD, contiguous, 4), WIDE(LOAD, rows, 2), WIDE(LOAD, rows, 4),
    WIDE(LOAD, halves, 2), WIDE(LOAD, halves, 4), WIDE(LOAD, tested_rows, 2),
    WIDE(LOAD, tested_rows, 4), WIDE(LOAD, lanes, 3), WIDE(LOAD, lanes, 4),
    WIDE(STORE, contiguous, 2), WIDE(STORE, contiguous, 4), WIDE(STORE, rows, 2),
    WIDE(STORE, rows, 4), WIDE(STORE, halves, 2), WIDE(STORE, halves, 4),
    WIDE(STORE, tested_rows, 2), WIDE(STORE, tested_rows, 4), WIDE(STORE, lanes, 3),
    WIDE(STORE, lanes, 4),
    MASKED(broadcast), MASKED(coherent), MASKED(rows), MASKED(halves), MASKED(column),
    MASKED(reversed), MASKED(spread), MASKED(spread_halves), MASKED(shuffled),
    MASKED(stepped_store), MASKED(stepped_by), MASKED(word_column), MASKED(tile), MASKED(straight), MASKED(packed),
    MASKED(tested_halves), MASKED(tested_rows), MASKED(tested_column), MASKED(elements),
    MASKED(lanes), BOUNDED(LOAD, contiguous), BOUNDED(LOAD, rows), BOUNDED(LOAD, halves),
    BOUNDED(LOAD, reversed), BOUNDED(LOAD, shuffled), BOUNDED(STORE, contiguous),
    BOUNDED(STORE, rows), BOUNDED(STORE, halves), BOUNDED(STORE, reversed),
    BOUNDED(STORE, shuffled), BOUNDED(LOAD, strided), BOUNDED(LOAD, shuffled_halves),
    BOUNDED(LOAD, pieces), BOUNDED(LOAD, half_pieces),
    BYTES(LOAD, broadcast, 1), BYTES(LOAD, contiguous, 1), BYTES(LOAD, rows, 1),
    BYTES(LOAD, halves, 1), BYTES(LOAD, mixed, 1), BYTES(LOAD, reversed, 1),
    BYTES(LOAD, strided, 1), BYTES(LOAD, shuffled, 1), BYTES(LOAD, strided_halves, 1), BYTES(LOAD, straight, 1),
    BYTES(LOAD, tested_halves, 1), BYTES(LOAD, tested_rows, 1), BYTES(LOAD, lanes, 1),
    BYTES(LOAD, contiguous, 2), BYTES(LOAD, contiguous, 8), BYTES(LOAD, rows, 2),
    BYTES(LOAD, rows, 8), BYTES(LOAD, lanes, 2), BYTES(LOAD, lanes, 8),
    BYTES(STORE, contiguous, 2), BYTES(STORE, contiguous, 8), BYTES(STORE, rows, 2),
    BYTES(STORE, rows, 8), BYTES(STORE, lanes, 2), BYTES(STORE, lanes, 8),
    MEMORY(LOAD, contiguous, SHARED), MEMORY(LOAD, contiguous, TYPED),
    MEMORY(LOAD, contiguous, STRUCTURED), MEMORY(LOAD, contiguous, RAW),
    MEMORY(LOAD, contiguous, TEXTURE), MEMORY(LOAD, lanes, SHARED), MEMORY(LOAD, lanes, TYPED),
    MEMORY(LOAD, lanes, STRUCTURED), MEMORY(LOAD, lanes, RAW), MEMORY(LOAD, lanes, TEXTURE),
    MEMORY(STORE, contiguous, SHARED), MEMORY(STORE, contiguous, TYPED),
    MEMORY(STORE, contiguous, STRUCTURED), MEMORY(STORE, contiguous, RAW),
    MEMORY(STORE, contiguous, TEXTURE), MEMORY(STORE, lanes, SHARED), MEMORY(STORE, lanes, TYPED),
    MEMORY(STORE, lanes, STRUCTURED), MEMORY(STORE, lanes, RAW), MEMORY(STORE, lanes, TEXTURE),
    MEMORY(LOAD, shuffled, SHARED), MEMORY(LOAD, shuffled, TYPED),
    MEMORY(LOAD, shuffled, STRUCTURED), MEMORY(LOAD, shuffled, TEXTURE),
    MEMORY(STORE, shuffled, SHARED), MEMORY(STORE, shuffled, TYPED),
    MEMORY(STORE, shuffled, STRUCTURED),
    MEMORY(LOAD, two_places, SHARED), MEMORY(LOAD, two_places, RAW),
    BYTES(LOAD, two_places, 2), WIDE(LOAD, two_places, 2), WIDE(LOAD, two_places, 4),
    BOUNDED(LOAD, two_places),
    MEMORY(LOAD, crowded, SHARED), MEMORY(LOAD, crowded, TYPED), MEMORY(LOAD, crowded, STRUCTURED),
    MEMORY(LOAD, crowded, RAW),
};

/* What is tried where the first attempt fails. */
typedef struct Fallback {
    const char *name;
    Verb verb;
    PlanWay way, then;
} Fallback;

#define THEN(verb, way, then) {#verb " " #way ", then " #then, verb, WAY_##way, WAY_##then}

static const Fallback FALLBACKS[] = {
    THEN(LOAD, tested_rows, window), THEN(LOAD, straight, window), THEN(LOAD, tile, rows),
    THEN(LOAD, tested_rows, column), THEN(STORE, tested_rows, column),
};

/* Other forms of steps. */
typedef enum Form {
    FORM_NUMBERS,
    FORM_PIECES,
    FORM_SETTLED,
    FORM_INSIDE,
    FORM_STEPPING,
    FORM_LISTED,
    FORM_WORDS,
    FORM_LOADED,
    FORM_BYTE,
    FORM_BYTE_BEHIND,
    FORM_ALONE,
    FORM_HALFWORD,
    FORM_SIGNED_BYTE,
    FORM_SIGNED_HALFWORD,
    FORM_STORED,
    FORM_MASKED,
    FORM_DISTANCE,
    FORM_IN_TURN,
    FORM_IN_TURN_OF,
    FORM_IN_TURN_MASKED,
    FORM_IN_ORDER_2,
    FORM_IN_ORDER_3,
    FORM_IN_ORDER_4,
    FORM_IN_ORDER_STORED,
    FORM_IN_ORDER_HALVES,
    FORM_IN_ORDER_MASKED,
    FORM_IN_ORDER_GATHERED,
    FORM_IN_ORDER_SCATTERED,
    FORM_IN_ORDER_PHI,
    FORM_IN_ORDER_SOME,
    FORM_REPEATED,
    FORM_SCALARS,
    FORM_PUT_IN_ORDER,
    FORM_PACKED_IN_ORDER,
    FORM_TAKEN_APART,
    FORM_JOINED,
    FORM_JOINED_ODD,
    FORM_JOINED_COLUMNS,
    FORM_BRANCHES_AT_ONCE,
    FORM_TURNS_AT_ONCE,
    FORM_TURNS_COUNTED,
    FORM_LANES_INSIDE,
    FORM_BLOCKS,
    FORM_BLOCKS_JOINED,
    FORM_TILED,
    FORM_TILED_BEHIND_BARRIERS,
    FORM_ROWS,
    FORM_ROW_OF_WAVE,
    FORM_CLAMPED,
    FORM_CLAMPED_MASKED,
    FORM_OF_GROUP,
    FORM_SAME_OR_TWO,
    FORM_TWO_MASKED,
    FORM_OVERLAPPING,
    FORM_INSIDE_STRETCH,
    FORM_INSIDE_DOWN,
    FORM_INSIDE_WAVES,
    FORM_SHARED_LOADED,
    FORM_SHARED_STORED,
    FORM_LANE_XOR,
    FORM_LANE_SHIFTED,
    FORM_LANE_ROTATED,
    FORM_TEXELS_LOADED,
    FORM_TEXELS_STORED,
    FORM_TEXELS_MASKED,
    FORM_TEXELS_OF_PAIRS,
    FORM_TEXELS_IN_ROWS,
    FORM_TEXELS_IN_HALVES,
    FORM_TEXELS_ANYWHERE,
    FORM_TEXELS_IN_ORDER,
    FORM_WIDE_LOADED,
    FORM_WIDE_STORED,
    FORM_WIDE_MASKED,
    FORM_WIDE_APART,
    FORM_WIDE_IN_ORDER,
    FORM_WIDE_JOINED,
    FORM_HALFWORDS_IN_ORDER,
    FORM_HALVES_IN_ORDER,
    FORM_ASKED_ALIKE,
    FORM_WINDOW_ALIKE,
    FORM_COUNT
} Form;

static const char *const FORMS[] = {
    [FORM_NUMBERS] = "minimums and maximums that ask for NaN once",
    [FORM_PIECES] = "a loop or stretch that each piece goes through by itself",
    [FORM_SETTLED] = "what leaves a stretch that each piece goes through by itself",
    [FORM_INSIDE] = "a loop that asks before its first turn",
    [FORM_STEPPING] = "lanes in turn that are known, evenly apart",
    [FORM_LISTED] = "lanes in turn that are known, by a list",
    [FORM_WORDS] = "loads of groupshared words side by side",
    [FORM_LOADED] = "a load of words side by side",
    [FORM_BYTE] = "a load of a byte of a word",
    [FORM_ALONE] = "atomics on neighbouring cells that ask nothing",
    [FORM_BYTE_BEHIND] = "a load of a byte behind an address",
    [FORM_HALFWORD] = "a load of a halfword of a word",
    [FORM_SIGNED_BYTE] = "a load of a signed byte of a word",
    [FORM_SIGNED_HALFWORD] = "a load of a signed halfword of a word",
    [FORM_STORED] = "a store of words side by side",
    [FORM_MASKED] = "a store of words side by side under a mask",
    [FORM_DISTANCE] = "a vote by how far a number is",
    [FORM_IN_TURN] = "what is seldom done in turn",
    [FORM_IN_TURN_OF] = "what is seldom done in turn, of other vectors",
    [FORM_IN_TURN_MASKED] = "what is seldom done in turn, under a mask",
    [FORM_IN_ORDER_2] = "a load in the order of memory, of 2",
    [FORM_IN_ORDER_3] = "a load in the order of memory, of 3",
    [FORM_IN_ORDER_4] = "a load in the order of memory, of 4",
    [FORM_IN_ORDER_STORED] = "a store in the order of memory",
    [FORM_IN_ORDER_HALVES] = "an access in the order of memory, by halves",
    [FORM_IN_ORDER_MASKED] = "a store in the order of memory, under a mask",
    [FORM_IN_ORDER_GATHERED] = "a load in the order of memory, at each lane's place",
    [FORM_IN_ORDER_SCATTERED] = "a store in the order of memory, at each lane's place",
    [FORM_IN_ORDER_PHI] = "a loop's parameter in the order of memory",
    [FORM_IN_ORDER_SOME] = "a result in the order of memory that some lanes get alone",
    [FORM_REPEATED] = "a value that is repeated for what is in the order of memory",
    [FORM_SCALARS] = "scalars in turn for what is in the order of memory",
    [FORM_PUT_IN_ORDER] = "vectors that are put in the order of memory",
    [FORM_PACKED_IN_ORDER] = "bytes that are packed in the order of memory",
    [FORM_TAKEN_APART] = "what is in the order of memory, taken apart",
    [FORM_JOINED] = "joined groups",
    [FORM_JOINED_ODD] = "joined groups of a width that does not divide waves",
    [FORM_JOINED_COLUMNS] = "joined columns of threads that share memory",
    [FORM_BRANCHES_AT_ONCE] = "branches that are asked at once",
    [FORM_TURNS_AT_ONCE] = "branches of all turns that are asked at once",
    [FORM_TURNS_COUNTED] = "turns that lanes take alike up to a bound",
    [FORM_LANES_INSIDE] = "lanes of a mask that are asked for once",
    [FORM_BLOCKS] = "waves that are blocks of rows",
    [FORM_BLOCKS_JOINED] = "waves that are blocks of rows, of several groups",
    [FORM_TILED] = "tiled threads in one row",
    [FORM_TILED_BEHIND_BARRIERS] = "tiled threads in one row, behind barriers",
    [FORM_ROWS] = "rows of waves, of several groups",
    [FORM_ROW_OF_WAVE] = "atomic, along cells of a whole wave",
    [FORM_CLAMPED] = "a row that meets a clamp",
    [FORM_CLAMPED_MASKED] = "a row that meets a clamp, under a mask",
    [FORM_OF_GROUP] = "a load of groupshared memory that the group does once",
    [FORM_SAME_OR_TWO] = "one place for the wave, else two for a piece",
    [FORM_TWO_MASKED] = "two places for a piece, under a mask",
    [FORM_OVERLAPPING] = "loads in the order of memory that overlap",
    [FORM_INSIDE_STRETCH] = "a stretch that asks once",
    [FORM_INSIDE_DOWN] = "a loop down that asks once",
    [FORM_INSIDE_WAVES] = "waves that ask together",
    [FORM_SHARED_LOADED] = "a load of groupshared words side by side",
    [FORM_SHARED_STORED] = "a store of groupshared words side by side",
    [FORM_LANE_XOR] = "lanes read by a butterfly",
    [FORM_LANE_SHIFTED] = "lanes read by a shift",
    [FORM_LANE_ROTATED] = "lanes read by a rotation",
    [FORM_TEXELS_LOADED] = "a load of texels side by side",
    [FORM_TEXELS_STORED] = "a store of texels side by side",
    [FORM_TEXELS_MASKED] = "a store of texels side by side under a mask",
    [FORM_TEXELS_OF_PAIRS] = "texels of two words side by side",
    [FORM_TEXELS_IN_ROWS] = "texels side by side, in rows of a vector",
    [FORM_TEXELS_IN_HALVES] = "texels side by side, in rows of half a vector",
    [FORM_TEXELS_ANYWHERE] = "texels side by side, in a row of each lane's own",
    [FORM_TEXELS_IN_ORDER] = "texels side by side in the order of memory",
    [FORM_WIDE_LOADED] = "a load of elements of 64-bit words that follow each other",
    [FORM_WIDE_STORED] = "a store of elements of 64-bit words that follow each other",
    [FORM_WIDE_MASKED] = "a store of elements of 64-bit words under a mask",
    [FORM_WIDE_APART] = "elements of 64-bit words, taken apart or put together",
    [FORM_WIDE_IN_ORDER] = "elements of 64-bit words in the order of memory",
    [FORM_WIDE_JOINED] = "64-bit words side by side",
    [FORM_HALFWORDS_IN_ORDER] = "elements of 16-bit integers in the order of memory",
    [FORM_ASKED_ALIKE] = "a place that is asked of what varies in it",
    [FORM_WINDOW_ALIKE] = "a window that is asked of what varies",
    [FORM_HALVES_IN_ORDER] = "elements of 16-bit floats in the order of memory",
};

static const char *const ATOMICS[] = {
    [ATOMIC_BY_LANES] = "atomic, lane by lane",
    [ATOMIC_TESTED] = "atomic, tested for lanes that meet",
    [ATOMIC_IN_A_ROW] = "atomic, along cells",
    [ATOMIC_IN_ONE_LANE] = "atomic, in one lane",
    [ATOMIC_COMBINED] = "atomic, combined",
};

/* Passes that change none of these kernels. */
static const char *const EXEMPT[] = {
    "uniformity", "ranges",                                       /* find facts alone */
    "instrument", "check_races", "drop_touches",                  /* of --check */
    "check_barriers", "check_waves", "check_uniform", "check_unrolled", /* judge alone */
    "rows_in_turn",                                               /* arrays of resources */
    "cluster", "shared_texels",                                   /* samples */
    "waves_in_order", "lane_counts",                              /* groups made one wave: shared.py */
    "element_sums", "word_rows",                                  /* loops over elements: dots.py */
    "root_quotients",                                             /* not as exact, of --fp=fast alone */
};

/* Operations that the generator does not draw; those that only passes make are constructs and checks. */
static const IrOp UNDRAWN[] = {
    IR_fexp2, IR_flog2, IR_fpow, IR_fsin, IR_fcos, IR_ftan, IR_fasin, IR_facos, IR_fatan,
    IR_fatan2, IR_fsinh, IR_fcosh, IR_ftanh, IR_frsqrt,             /* as exact as D3D asks */
    IR_frem, IR_ffma, IR_fldexp,                                    /* likewise, or contracted */
    IR_sample, IR_sample_compare, IR_gather, IR_gather_compare, IR_sample_level, /* samplers */
    IR_check_var, IR_touch_var, IR_check_resource, IR_touch_resource, IR_check_lane,
    IR_check_init, IR_check_nan, IR_arrive, IR_reach, IR_trace, IR_stop, /* of --check, --trace, -Zi */
    IR_report, IR_print, IR_retire, IR_expect_uniform, IR_expect_varying, /* tell */
    IR_group_any, IR_wave_loop, IR_lane_loop, IR_all_lanes, IR_load_words, IR_load_part, IR_load_word,
    IR_pack_bytes, IR_store_words, IR_load_texels, IR_store_texels, /* of passes */
    IR_device_fence, IR_parameter, IR_result,
};

/* Where each kind of reached thing begins in the list of all. */
enum {
    BY_VERB = 0,
    BY_KIND = BY_VERB + 2 * PLAN_WAY_COUNT,
    BY_FALLBACK = BY_KIND + COUNT_OF(WAYS),
    BY_ATOMIC = BY_FALLBACK + COUNT_OF(FALLBACKS),
    BY_FORM = BY_ATOMIC + COUNT_OF(ATOMICS),
    BY_OP = BY_FORM + FORM_COUNT,
    BY_PASS = BY_OP + IR_OP_COUNT
};

int fuzz_reach_count(void) { return BY_PASS + PASS_COUNT; }

/* Loads or stores go it on some machine. */
static bool occurs(PlanWay way, Verb verb)
{
    const PlanWayInfo *info = plan_way_info(way);
    return (info->cost[0][verb] | info->cost[1][verb] | info->cost[2][verb]) != 0;
}

static const char *way_name(Arena *arena, PlanWay way, Verb verb)
{
    return occurs(way, verb)
               ? arena_printf(arena, "%s %s", verb == LOAD ? "LOAD" : "STORE",
                              plan_way_info(way)->name)
               : NULL;
}

/* By its first row. */
static const char *pass_name(Arena *arena, const Pass *pass)
{
    for (int i = 0; i < COUNT_OF(EXEMPT); i++)
        if (strcmp(pass->name, EXEMPT[i]) == 0)
            return NULL;
    bool is_first = passes_find(slice_of(pass->name)) == pass;
    return is_first ? arena_printf(arena, "pass %s", pass->name) : NULL;
}

static const char *operation_name(Arena *arena, IrOp op)
{
    for (int i = 0; i < COUNT_OF(UNDRAWN); i++)
        if (UNDRAWN[i] == op)
            return NULL;
    return arena_printf(arena, "operation %s", op_info(op)->name);
}

const char *fuzz_reach_name(Arena *arena, int reach)
{
    if (reach < BY_KIND)
        return way_name(arena, (PlanWay)(reach / 2), (Verb)(reach % 2));
    if (reach < BY_FALLBACK)
        return WAYS[reach - BY_KIND].name;
    if (reach < BY_ATOMIC)
        return FALLBACKS[reach - BY_FALLBACK].name;
    if (reach < BY_FORM)
        return ATOMICS[reach - BY_ATOMIC];
    if (reach < BY_OP)
        return FORMS[reach - BY_FORM];
    return reach < BY_PASS ? operation_name(arena, (IrOp)(reach - BY_OP))
                           : pass_name(arena, &PASSES[reach - BY_PASS]);
}

static Memory memory_of(const IrInstr *instr)
{
    if (instr->resource == NULL)
        return SHARED;
    switch (instr->resource->shape) {
    case IR_SHAPE_TYPED: return TYPED;
    case IR_SHAPE_STRUCT: return STRUCTURED;
    case IR_SHAPE_RAW: return RAW;
    case IR_SHAPE_CBUFFER: return ANYWHERE;
    default: return TEXTURE;
    }
}

static bool is_taken(const Way *way, const PlanAccess *access)
{
    return access->is_store == (way->verb == STORE) && access->way == way->way &&
           (way->components == 0 || way->components == access->components) &&
           (way->lanes == ANY || access->mask != 0) &&
           (way->bytes == 0 || way->bytes == access->component_bytes) &&
           (way->memory == ANYWHERE || way->memory == memory_of(access->instr)) &&
           (way->bounds == EITHER || !access->is_inside);
}

static bool falls_back(const Fallback *fallback, const PlanAccess *access)
{
    bool goes = access->is_store == (fallback->verb == STORE) && access->way == fallback->way;
    for (int i = 1; i < access->attempt_count && goes; i++)
        if (access->attempts[i].way == fallback->then)
            return true;
    return false;
}

static void note_turns(const PlanAccess *access, bool *reached)
{
    reached[BY_FORM + FORM_IN_TURN] = true;
    reached[BY_FORM + FORM_IN_TURN_OF] |= access->rare_reads.count > 0;
    reached[BY_FORM + FORM_IN_TURN_MASKED] |= access->mask != 0;
}

static void note_access(const Plan *plan, const PlanAccess *access, bool *reached)
{
    if (access->is_rare_in_turn)
        note_turns(access, reached);
    reached[BY_VERB + 2 * access->way + access->is_store] = true;
    reached[BY_FORM + FORM_OF_GROUP] |= !access->is_store && access->instr->level == LEVEL_GROUP &&
                                        memory_of(access->instr) == SHARED &&
                                        access->instr->variable->kind == IR_GROUPSHARED;
    reached[BY_FORM + FORM_CLAMPED] |= access->clamp.chain != NULL;
    reached[BY_FORM + FORM_CLAMPED_MASKED] |= access->clamp.chain != NULL && access->mask != 0;
    bool has_two = access->two.source != NULL;
    reached[BY_FORM + FORM_SAME_OR_TWO] |= has_two && access->way == WAY_same;
    reached[BY_FORM + FORM_TWO_MASKED] |= has_two && access->mask != 0;
    bool is_alike = plan->values[access->index->id].asked_of != NULL;
    reached[BY_FORM + FORM_ASKED_ALIKE] |= is_alike;
    reached[BY_FORM + FORM_WINDOW_ALIKE] |= is_alike && access->attempt_count > 0 &&
                                              access->attempts[access->attempt_count - 1].way == WAY_window;
    for (int i = 0; i < COUNT_OF(WAYS); i++)
        reached[BY_KIND + i] |= is_taken(&WAYS[i], access);
    for (int i = 0; i < COUNT_OF(FALLBACKS); i++)
        reached[BY_FALLBACK + i] |= falls_back(&FALLBACKS[i], access);
}

static void note_access_in_order(const PlanAccess *access, bool *reached)
{
    if (!access->is_store)
        reached[BY_FORM + FORM_IN_ORDER_2 + access->components - 2] = true;
    if (access->way == WAY_elements)
        reached[BY_FORM + (access->is_store ? FORM_IN_ORDER_SCATTERED : FORM_IN_ORDER_GATHERED)] = true;
    if (access->component_bytes == 2)
        reached[BY_FORM + (access->type == IR_F16 ? FORM_HALVES_IN_ORDER : FORM_HALFWORDS_IN_ORDER)] = true;
    reached[BY_FORM + FORM_IN_ORDER_STORED] |= access->is_store;
    reached[BY_FORM + FORM_IN_ORDER_MASKED] |= access->is_store && access->mask != 0;
    reached[BY_FORM + FORM_IN_ORDER_HALVES] |= access->way == WAY_halves || access->way == WAY_tested_halves;
}

static void note_reading(const Plan *plan, const PlanElement *element, int operand, bool *reached)
{
    const IrInstr *values[PLAN_MOST_PARTS];
    for (int i = 0; i < element->count; i++)
        values[i] = element->parts[i]->operands[operand];
    PlanReading reading = plan_reading(plan, values, element->count);
    reached[BY_FORM + FORM_REPEATED] |= reading == READS_ONE && plan_is_vector(plan, values[0]);
    reached[BY_FORM + FORM_SCALARS] |= reading == READS_SCALARS;
    reached[BY_FORM + FORM_PUT_IN_ORDER] |= reading == READS_APART;
}

/* Operands of pieces, and what loops declare. */
static void note_in_order(const Plan *plan, const PlanStep *step, bool *reached)
{
    reached[BY_FORM + FORM_PACKED_IN_ORDER] |=
        step->instr != NULL && plan->values[step->instr->id].is_packed_in_order;
    int part = 0;
    const IrInstr *instr = step->instr;
    const PlanElement *element = instr != NULL ? plan->values[instr->id].element : NULL;
    if (step->kind == STEP_access && step->access->is_in_order)
        note_access_in_order(step->access, reached);
    reached[BY_FORM + FORM_IN_ORDER_SOME] |= step->kind == STEP_assign && step->a != 0 && element != NULL;
    reached[BY_FORM + FORM_IN_ORDER_PHI] |= step->kind == STEP_declare && element != NULL;
    for (int i = 0; step->kind == STEP_piece && i < instr->operand_count; i++)
        if (element != NULL)
            note_reading(plan, element, i, reached);
        else
            reached[BY_FORM + FORM_TAKEN_APART] |= plan_element_of(plan, instr->operands[i], &part) != NULL;
}

/* Of words side by side that begin at most three words from those of another load. */
static bool overlaps(const PlanAccess *load, const PlanAccess *other)
{
    int64_t apart = ir_constant_addend(load->index) - ir_constant_addend(other->index);
    return other != load && other->is_in_order && other->instr->op == IR_load_words &&
           other->instr->resource == load->instr->resource && apart != 0 &&
           apart > -other->components && apart < load->components &&
           (load->index == other->index || ir_has_same_addends(load->index, other->index));
}

static void note_overlapping(const Plan *plan, const PlanStep *step, bool *reached)
{
    bool is_words = step->kind == STEP_access && step->access->is_in_order && step->instr->op == IR_load_words;
    for (int i = 0; i < plan->steps.count && is_words; i++)
        if (plan->steps.items[i].kind == STEP_access)
            reached[BY_FORM + FORM_OVERLAPPING] |= overlaps(step->access, plan->steps.items[i].access);
}

static bool asks_for_one_number(const IrInstr *condition)
{
    if (condition->op == IR_iand || condition->op == IR_ior)
        return asks_for_one_number(condition->operands[0]) ||
               asks_for_one_number(condition->operands[1]);
    return condition->level > LEVEL_WAVE && (condition->op == IR_ieq || condition->op == IR_ine);
}

static bool is_op(const PlanStep *step, IrOp op)
{
    return step->kind == STEP_access && step->instr->op == op;
}

static void note_texels(const PlanAccess *access, bool *reached)
{
    reached[BY_FORM + (access->is_store ? FORM_TEXELS_STORED : FORM_TEXELS_LOADED)] = true;
    reached[BY_FORM + FORM_TEXELS_MASKED] |= access->is_store && access->mask != 0;
    reached[BY_FORM + FORM_TEXELS_OF_PAIRS] |= access->instr->resource->element.components == 2;
    reached[BY_FORM + FORM_TEXELS_IN_ROWS] |= access->way == WAY_rows;
    reached[BY_FORM + FORM_TEXELS_IN_HALVES] |= access->way == WAY_halves;
    reached[BY_FORM + FORM_TEXELS_ANYWHERE] |= access->way == WAY_elements && access->lane_row != NULL;
    reached[BY_FORM + FORM_TEXELS_IN_ORDER] |= access->is_in_order;
}

static void note_wide(const PlanAccess *access, bool *reached)
{
    IrOp op = access->instr->op;
    reached[BY_FORM + (access->is_store ? FORM_WIDE_STORED : FORM_WIDE_LOADED)] = true;
    reached[BY_FORM + FORM_WIDE_MASKED] |= access->is_store && access->mask != 0;
    reached[BY_FORM + (access->is_in_order ? FORM_WIDE_IN_ORDER : FORM_WIDE_APART)] = true;
    reached[BY_FORM + FORM_WIDE_JOINED] |= op == IR_load_words || op == IR_store_words;
}

static Form form_of_part(const PlanAccess *access)
{
    static const Form FORMS_OF_PARTS[2][2] = {{FORM_BYTE, FORM_HALFWORD}, {FORM_SIGNED_BYTE, FORM_SIGNED_HALFWORD}};
    return FORMS_OF_PARTS[access->is_signed][access->part - 1];
}

static Form form_inside(const PlanWalks *walks)
{
    if (walks->loop == NULL)
        return FORM_INSIDE_STRETCH;
    return walks->compare == NULL ? FORM_INSIDE_WAVES : walks->is_down ? FORM_INSIDE_DOWN : FORM_INSIDE;
}

/* A call asks of its parts, in a step before. */
static bool asks_inside(const PlanStep *step)
{
    return step->kind == STEP_parts || (step->kind == STEP_if_inside && step->walks != NULL);
}

static void note_step(const Plan *plan, const PlanStep *step, bool *reached)
{
    reached[BY_FORM + FORM_NUMBERS] |= step->kind == STEP_numbers;
    reached[BY_FORM + FORM_PIECES] |= step->kind == STEP_pieces;
    reached[BY_FORM + FORM_SETTLED] |= step->kind == STEP_settle;
    reached[BY_FORM + FORM_ALONE] |= step->kind == STEP_if_alone;
    if (asks_inside(step))
        reached[BY_FORM + form_inside(step->walks)] = true;
    if (step->lanes != NULL)
        reached[BY_FORM + (plan_step_of_lanes(step->lanes) != 0 ? FORM_STEPPING : FORM_LISTED)] =
            true;
    reached[BY_FORM + FORM_WORDS] |= step->kind == STEP_access && step->access->is_interleaved;
    reached[BY_FORM + FORM_LOADED] |= is_op(step, IR_load_words);
    if (is_op(step, IR_load_part))
        reached[BY_FORM + form_of_part(step->access)] = true;
    reached[BY_FORM + FORM_BYTE_BEHIND] |=
        is_op(step, IR_load_part) && op_part_behind(step->instr->immediate) > 0;
    if (step->kind == STEP_access && plan_is_wide(step->access) && step->access->way < WAY_lanes)
        note_wide(step->access, reached);
    if (is_op(step, IR_load_texels) || is_op(step, IR_store_texels))
        note_texels(step->access, reached);
    reached[BY_FORM + FORM_STORED] |= is_op(step, IR_store_words);
    reached[BY_FORM + FORM_MASKED] |= is_op(step, IR_store_words) && step->access->mask != 0;
    static const int MOVES[MOVE_KIND_COUNT] = {
        [MOVE_XOR] = FORM_LANE_XOR, [MOVE_ADD] = FORM_LANE_SHIFTED, [MOVE_ROTATE] = FORM_LANE_ROTATED};
    if (step->move.kind != MOVE_NONE)
        reached[BY_FORM + MOVES[step->move.kind]] = true;
    if (step->kind == STEP_access && ir_takes_words(step->instr))
        reached[BY_FORM + (step->access->is_store ? FORM_SHARED_STORED : FORM_SHARED_LOADED)] = true;
    reached[BY_FORM + FORM_DISTANCE] |=
        step->ends == ENDS_TELL && asks_for_one_number(step->instr->operands[0]);
    if (step->kind == STEP_access)
        note_access(plan, step->access, reached);
    if (step->instr != NULL && op_is_atomic(step->instr->op))
        reached[BY_ATOMIC + (int)step->atomic.kind] = true;
    reached[BY_FORM + FORM_ROW_OF_WAVE] |= step->atomic.is_contiguous;
    reached[BY_FORM + FORM_LANES_INSIDE] |= asks_inside(step) && step->walks->mask != 0;
}

/* In dispatches wide enough for one that is joined. */
static void note_joined(Arena *arena, const FuzzKernel *fuzz, int lanes, bool *reached)
{
    IrKernel *kernel = fuzz->kernel, *columns = passes_join_columns(arena, kernel, lanes),
             *joined = columns != NULL ? columns : passes_join_groups(arena, kernel, lanes);
    if (joined == NULL)
        passes_block_rows(kernel, lanes);
    reached[BY_FORM + FORM_BLOCKS] |= kernel->has_row_blocks;
    if (joined == NULL || fuzz->groups[0] < (uint32_t)joined->joined)
        return;
    reached[BY_FORM + FORM_JOINED] = true;
    reached[BY_FORM + FORM_JOINED_COLUMNS] |= columns != NULL;
    reached[BY_FORM + FORM_BLOCKS_JOINED] |= joined->has_row_blocks;
    reached[BY_FORM + FORM_JOINED_ODD] |= (uint32_t)kernel->wave_size % kernel->threads[0] != 0 &&
                                          kernel->threads[0] % (uint32_t)kernel->wave_size != 0;
}

typedef struct Watch {
    const PassOptions *options;
    bool *reached;
} Watch;

static bool note_pass(void *context, IrKernel *kernel, const PassStep *step)
{
    Watch *watch = context;
    const Pass *first = passes_find(slice_of(step->pass->name));
    watch->reached[BY_PASS + (first - PASSES)] |= step->changed;
    return verified_step(kernel, watch->options, step) == NULL &&
           diag_error_count(watch->options->diagnostics) == 0;
}

/* What passes say that they have done. */
static void note_told(const Text *told, bool *reached)
{
    static const struct { int form; const char *words; } TOLD[] = {
        {FORM_BRANCHES_AT_ONCE, "waves that take all these"},
        {FORM_TURNS_AT_ONCE, "branches in each turn"},
        {FORM_TURNS_COUNTED, "take as many turns"},
    };
    for (int i = 0; i < COUNT_OF(TOLD); i++)
        reached[BY_FORM + TOLD[i].form] |= told->length > 0 && strstr(told->bytes, TOLD[i].words) != NULL;
}

void fuzz_note_reached(Arena *arena, FuzzKernel *fuzz, int lanes, bool *reached)
{
    const Sources *sources = sources_new(arena);
    Text told = {0};
    PassExplaining explaining = {.sources = sources, .text = &told};
    PassOptions options = {.diagnostics = diag_new(arena, sources),
                           .optimisation = fuzz->optimisation,
                           .lanes = lanes,
                           .explaining = &explaining};
    Watch watch = {&options, reached};
    EACH_INSTR (fuzz->kernel->body, instr)
        reached[BY_OP + instr->op] = true;
    IrKernel *tiled = passes_tile_groups(arena, fuzz->kernel, lanes);
    reached[BY_FORM + FORM_TILED] |= tiled != NULL;
    reached[BY_FORM + FORM_TILED_BEHIND_BARRIERS] |= tiled != NULL && ir_contains_op(tiled->body, IR_barrier);
    fuzz->kernel = tiled != NULL ? tiled : fuzz->kernel;
    note_joined(arena, fuzz, lanes, reached);
    bool has_run = passes_run(fuzz->kernel, &options, &(PassHook){.after = note_pass, .context = &watch});
    note_told(&told, reached);
    text_free(&told);
    if (!has_run)
        return;
    options.explaining = NULL;
    const Plan *plan = plan_new(arena, options.diagnostics, fuzz->kernel,
                                (PlanTarget){.lanes = lanes});
    for (int i = 0; i < plan->steps.count && !plan->has_failed; i++) {
        note_step(plan, &plan->steps.items[i], reached);
        note_in_order(plan, &plan->steps.items[i], reached);
        note_overlapping(plan, &plan->steps.items[i], reached);
    }
    reached[BY_FORM + FORM_ROWS] |= plan->waves_in_row > 0 && fuzz->groups[0] > 1;
}
