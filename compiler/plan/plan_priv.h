/* Shared by plan's files: the facts of a kernel that are found once, and the builder of steps. */
#ifndef WAVECC_PLAN_PRIV_H
#define WAVECC_PLAN_PRIV_H

#include "plan.h"

/* ---- plan_facts.c: one walk over the kernel ---- */

/* A jump on its way out of a construct. */
typedef struct PlanLeaver {
    const IrInstr *jump;
    bool is_partial; /* it takes only some of the lanes in the construct */
} PlanLeaver;
typedef VEC(PlanLeaver) PlanLeavers;

/* Of every construct. */
typedef struct PlanConstruct {
    PlanLeavers leavers; /* breaks, continues and returns that leave it, or a turn of it */
    int continues;       /* of these, to itself */
    int result_edges;  /* yields and breaks that come to its results; 0: nothing leads behind it */
    bool is_divergent; /* an if whose condition is in pieces */
    bool loses_lanes;  /* some jump takes only some of its lanes */
    bool leaves_further; /* some jump leaves further out than the construct itself */
    bool may_wait;       /* a loop: it takes in each turn what other groups may have written */
} PlanConstruct;

typedef struct PlanFacts {
    PlanConstruct **constructs; /* by id */
    const IrInstr *
        *only_stretch;    /* by variable: the only wave_loop or lane_loop that uses it, or NULL */
    bool *is_used_widely; /* by variable: in several stretches, or at group level */
    bool *is_stored_in_wave; /* by variable: some wave_loop stores to it */
    bool *is_indexed;        /* by variable: some element of it is not named by a constant, or is no load's or store's */
    bool *is_read;           /* by resource */
    const IrInstr **only_stores; /* by variable: ir_find_only_stores */
    uint8_t *used_components; /* by id: those that something reads, a bit each */
} PlanFacts;

/* Fills the plan's flags too. Needs forms. */
PlanFacts *plan_find_facts(Arena *arena, Plan *plan);

/* ---- plan.c ---- */

/* Elements of an array by resource index. */
int plan_resource_room(const IrKernel *kernel);

/* ---- plan_values.c, plan_extremes.c, plan_inside.c, plan_piece_loops.c, plan_interleaved.c,
 * plan_halves.c, plan_integers.c, plan_powers.c, plan_variables.c ---- */

void plan_forms(Plan *plan);
/* Which values are computed lane by lane. Needs forms. */
void plan_lanes(Arena *scratch, Plan *plan);
/* Which vectors step over the wave unless they meet a bound. Needs forms. */
void plan_straight(Plan *plan);
/* Needs all steps: which vectors only accesses want that find bounds met. */
void plan_cold_vectors(Arena *arena, Arena *scratch, Plan *plan);
/* In the same turn of the loop around `defined`: what that reads is what it was. */
bool plan_is_in_turn(const IrInstr *reader, const IrInstr *defined);
/* Needs those, and elements: which places are asked of what varies in them. */
void plan_asked(Arena *scratch, Plan *plan);
/* What an access (NULL: none) reads for that besides its places; how many values. */
enum { PLAN_PLACES = 3 };
static inline int plan_asked_places(const Plan *plan, const PlanAccess *access, const IrInstr *places[PLAN_PLACES])
{
    int count = 0;
    for (int k = 0; access != NULL && k < PLAN_PLACES; k++) {
        const IrInstr *all[PLAN_PLACES] = {access->index, access->lane_row, access->lane_slice};
        if (all[k] != NULL && plan->values[all[k]->id].asked_of != NULL)
            places[count++] = plan->values[all[k]->id].asked_of;
    }
    return count;
}
/* Its places are sums and clamps of what steps over the wave (plan_together.c). */
bool plan_meets_only_borders(const Plan *plan, const PlanAccess *access);
/* Needs those: which loads go by clamps where they do not go straight. */
void plan_clamps(Plan *plan);
/* False: the index is no minimums and maximums of what steps by one, plus what is the same in all lanes. */
bool plan_find_clamp(const Plan *plan, const IrInstr *index, PlanClampedRow *clamp);
bool plan_find_ring(const Plan *plan, const IrInstr *index, PlanClampedRow *ring);
/* Needs the final steps: which rows are padded where loads by clamps meet these. */
void plan_padded(Arena *arena, Arena *scratch, Plan *plan);
/* Needs those: which loads of rows are tested together. */
void plan_together(Arena *arena, Arena *scratch, Plan *plan);
/* Needs all steps: which elements stay in the order of memory. Keeps what it says in `arena`. */
void plan_in_order(Arena *arena, Arena *scratch, Plan *plan, const PlanFacts *facts);
/* What the analyses of operations say holds for all parts of an element. */
void plan_agree_in_order(Plan *plan);
/* Needs runs, and elements: which values outlive theirs. */
void plan_arrays(Plan *plan);
/* Needs all steps: which strided loads take words side by side. */
void plan_interleaved(Arena *scratch, Plan *plan);
/* The access asks whether it lies inside, and goes another way where not. Adds what is to be asked for it before; false:
 * that can't be. (plan_walks.c) */
bool plan_is_tested(const PlanAccess *access);
/* Where it is asked for by `walks`, with others beside it: no sum of 32 bits in the index comes round, but for what it
 * multiplies. */
bool plan_adds_up(const Plan *plan, const PlanWalks *walks, const PlanAccess *access);
/* Where it is asked for with another place, neither comes round: it is that one and a constant. */
void plan_put_beside(const Plan *plan, const PlanWalks *walks, PlanAccess *access);
/* A load whose vectors stay in the order of memory does: of so many of them one test is better. */
enum { PLAN_LEAST_ASKING = 3 };
bool plan_is_tested_in_order(const PlanAccess *access);
bool plan_add_walks(Arena *arena, const Plan *plan, PlanWalks *walks, const PlanAccess *access);
/* What is there once more where all lies inside: the steps from `first` to before `end`, but for what is dropped. */
typedef struct PlanCopy {
    const PlanStep *steps;
    int first, end;
    const bool *is_dropped; /* by step; NULL: none is */
    int branch, other, close; /* a guard's, its `else` and its end; 0: there is none */
    bool is_of_lanes;       /* waves ask it of theirs: who meets it is on the other side, too, under a mask */
    const IrInstr *of_row;  /* what each row asks there; NULL: nothing */
} PlanCopy;

static inline bool plan_is_in_copy(const PlanCopy *copy, int step) { return copy->is_dropped == NULL || !copy->is_dropped[step]; }
/* Part of it asks by itself. */
bool plan_has_questions(const PlanCopy *copy);
/* Of all steps that are tested, which there must be; false: some cannot be asked before, and nothing is asked. */
bool plan_add_all_walks(Arena *arena, const Plan *plan, PlanWalks *walks, const PlanCopy *copy);
/* That a comparison of a number that has a span with what all share holds. */
bool plan_add_guard(Arena *arena, const Plan *plan, PlanWalks *walks, const IrInstr *compare);
/* Likewise those that all of a condition's hold where a row asks for it: they narrow spans. */
void plan_add_row_guard(Arena *arena, const Plan *plan, PlanWalks *walks, const IrInstr *condition);
/* Waves that begin with a test for threads beyond an end: adds its comparisons to what is asked, and drops the test and what
 * those do that don't meet it; false: there is none that could be asked before. */
bool plan_find_guard(Arena *arena, const Plan *plan, PlanWalks *walks, PlanCopy *waves);
/* Needs all steps: which loops are there once more for where all that they access lies inside. */
void plan_inside(Arena *arena, Arena *scratch, Plan *plan);
/* Which waves of a group ask together. Needs stretches. */
void plan_waves_inside(Arena *arena, Arena *scratch, Plan *plan);
/* What must hold for a loop's next turn, asked at its head by an `if` that leaves it; NULL: there is none. */
const IrInstr *plan_head_condition(const IrInstr *loop);
/* What may stand in a copy that asks nothing; an access as it is there. */
bool plan_may_be_inside(PlanStepKind kind);
PlanAccess *plan_access_inside(Arena *arena, const Plan *plan, const PlanWalks *walks, const PlanAccess *access);
/* Which calls ask for all of their groups. Needs waves that ask. */
void plan_call_inside(Arena *arena, Arena *scratch, Plan *plan);
/* Likewise of those that are rows of waves. */
void plan_rows_inside(Arena *arena, Plan *plan);
/* The access is inside, as it has been found as the kernel runs (plan_ways.c). */
void plan_put_inside(const Plan *plan, PlanAccess *access);
/* Those of its mask alone; a contiguous load becomes one under a mask. */
void plan_put_active_inside(PlanAccess *access);
/* Needs all steps: which loops each piece goes through by itself. */
void plan_piece_loops(Arena *arena, Arena *scratch, Plan *plan);
/* Likewise: which stretches. */
void plan_stretches(Arena *arena, Arena *scratch, Plan *plan);
/* Needs all steps, stretches too: what accesses seldom do is a loop over the pieces. */
void plan_rare_ways(Arena *arena, Plan *plan);
/* Needs all steps: which loads of one place find it without a branch. */
void plan_one_place(Plan *plan);
/* Which accesses that may go beside their array have a lane that does not. */
void plan_near(Arena *scratch, Plan *plan);
/* Of stores whose lanes are known, which pieces need no mask. */
void plan_ends(Plan *plan);
/* The one loop over a group's waves, and what stands before it: nothing but scalars, constants and views. */
typedef struct PlanCall {
    bool *hangs_on_x;  /* by id, of what stands before it: the group's x is in it */
    bool *is_of_group; /* by step before it, likewise */
    int waves;         /* the step that opens it */
    int depth;         /* of what stands in it: 1 and more */
} PlanCall;
/* False: the groups of a call share nothing, or somebody would see it. */
bool plan_find_call(Arena *scratch, const Plan *plan, PlanCall *call);
typedef VEC(PlanStep) PlanSteps;
/* What stands before the loop: what all groups have, or each group's own. */
void plan_push_before(Arena *arena, const Plan *plan, const PlanCall *call, PlanSteps *steps, bool is_of_group);
/* Takes the place of the steps, which go through the call's groups themselves now. */
void plan_take_group_loop(Plan *plan, const PlanSteps *steps);
/* Which kernels' calls go through the rows of their groups. */
void plan_rows(Arena *arena, Arena *scratch, Plan *plan);
/* Which compute what all groups of a call have in common before any of them. */
void plan_kept(Arena *arena, Arena *scratch, Plan *plan);
/* Atomics of a lane. Needs all steps. */
void plan_neighbours(Arena *arena, Plan *plan);
/* Sums of lanes' rows. Needs all steps, before what looks at them. */
void plan_row_sums(Arena *arena, Arena *scratch, Plan *plan);
/* Atomics of all waves on one cell. Needs all steps. */
void plan_alone(Arena *arena, Plan *plan);
void plan_totals(Arena *arena, Plan *plan);
/* Its C is of one piece after the other, with a test for the wave at most. */
bool plan_goes_by_pieces(const Plan *plan, const PlanAccess *access);
/* How minimums and maximums of floats find the number; runs of many. Needs all steps. */
void plan_extremes(Arena *arena, Arena *scratch, Plan *plan);
/* Which halves are rounded. */
void plan_halves(Arena *scratch, Plan *plan);
/* How quotients and remainders are computed. */
void plan_integers(Plan *plan);
void plan_powers(Plan *plan);
void plan_thread_tables(Arena *arena, Arena *scratch, Plan *plan);
PlanDivision plan_quotient(const Plan *plan, const IrInstr *instr); /* of floats */
/* Before the others: which variables are C constants. Keeps what it says in `arena`. */
void plan_tables(Arena *arena, Plan *plan);
/* How groupshared arrays of vectors lie in memory: as their accesses cost less, or those of four components in elements
 * anyway. Needs homes. */
typedef enum PlanLayouts { LAYOUTS_BY_COST, LAYOUTS_QUADS_WHOLE } PlanLayouts;
void plan_layouts(Plan *plan, PlanLayouts layouts);
/* Vectors are loaded of such arrays of four components, and nothing takes their elements apart. Needs what stays in
 * order. */
bool plan_quads_keep_order(const Plan *plan);
/* By variable: groupshared memory that may be read before it is written. */
bool *plan_find_seen_zeros(Arena *arena, const IrKernel *kernel);
void plan_homes(Arena *arena, Diagnostics *diagnostics, Plan *plan, const PlanFacts *facts);

/* Every active lane adds 1 to what it goes to (plan_ops.c). */
bool plan_adds_one(const IrInstr *atomic);

/* ---- the builder of steps (plan_steps.c) ---- */

/* The active lanes. id 0: all lanes of the wave, no variable. `version` names the set: equal
 * versions, equal sets. A mask of its own that began with all lanes still `is_full` wherever none has
 * been struck on the way. */
typedef struct PlanMask {
    int id, version;
    bool is_full;
} PlanMask;

typedef struct PlanFrame PlanFrame;
struct PlanFrame { /* a loop, scope or wave_loop around the current place */
    const IrInstr *construct;
    PlanFrame *outer;
    PlanMask head;     /* at its start (a loop: of each turn) */
    bool has_own_mask; /* some of its lanes may leave before others */
    int exit_mask; /* id of the mask that collects leaving lanes where some leave further out; else
                      0 */
    int continue_mask; /* id of the mask of lanes waiting for the next turn; else 0 */
    bool
        has_next; /* loop: scalar parameters get their next values through variables of their own */
    bool exit_label_used, next_label_used;
};

typedef struct PlanRegionEnd { /* where the current region ends, for when no lane is left */
    int label;
    bool is_used;
    PlanFrame *frame; /* whose construct's body the region is, or NULL */
} PlanRegionEnd;

typedef struct PlanView { /* and where it is first used */
    PlanViewKind kind;
    int number;
    const IrInstr *instr;
} PlanView;

typedef struct PlanBranch { /* lanes of the version `from` that take a side are those of `version` */
    int version, from;
    const IrInstr *condition;
    int side; /* 0: where it is true */
} PlanBranch;

typedef struct PlanBuilder {
    Arena *arena;
    Diagnostics *diagnostics;
    Plan *plan;
    const PlanFacts *facts;
    SourcePos pos;
    VEC(const IrInstr *) run; /* the open run; its steps come when it ends */
    VEC(SourcePos) run_places;
    int run_number;
    PlanMask mask;
    int next_mask, next_version, next_label, next_saved;
    VEC(int) first_lanes; /* of the wave, by mask, that can be in it */
    VEC(PlanBranch) branches; /* that lanes have parted at so far */
    int known_active; /* version known to have an active lane */
    PlanFrame *frame;
    PlanRegionEnd end;
    VEC(PlanView) views; /* of samples, found in the current region and those around it */
    VEC(PlanAxis) axes;
    int samples; /* through views, in the kernel */
    int planned_taps; /* samples that come next are among taps that stand already */
    bool in_wave; /* inside a wave_loop */
    bool in_lane; /* inside a lane_loop */
} PlanBuilder;

/* At the current place, under the current mask; valid until the next one. */
PlanStep *plan_push(PlanBuilder *builder, PlanStepKind kind);
PlanStep *plan_push_instr(PlanBuilder *builder, PlanStepKind kind, const IrInstr *instr);
static inline int plan_depth_by(const PlanStep *step) /* 1: it opens a block, -1: it closes one */
{
    PlanIndent indent = plan_step_indent(step->kind);
    return indent == STEP_OPENS ? 1 : indent == STEP_CLOSES ? -1 : 0;
}
/* Among the steps stands the label that the jump leads to, or that is the label itself. */
bool plan_has_label(const PlanStep *steps, int first, int last, const PlanStep *jump);
void plan_add_to_run(PlanBuilder *builder, const IrInstr *instr);
void plan_flush(PlanBuilder *builder); /* ends the open run */
void plan_unsupported(PlanBuilder *builder, const IrInstr *instr, const char *what);
static inline int plan_new_label(PlanBuilder *builder) { return builder->next_label++; }
/* The label of the array that a value that is not in pieces is spread into; -1: it is. */
int plan_spread(PlanBuilder *builder, const IrInstr *value);
static inline const PlanConstruct *plan_construct(const PlanBuilder *builder, const IrInstr *instr)
{
    return builder->facts->constructs[instr->id];
}

/* ---- plan_control.c: constructs; plan_jumps.c: masks and jumps ---- */

void plan_body(PlanBuilder *builder);
int plan_new_mask(PlanBuilder *builder);
int plan_new_version(PlanBuilder *builder);
PlanStep *plan_set_mask(PlanBuilder *builder, int mask, PlanMaskRule rule, int from);
PlanMask plan_copy_mask(PlanBuilder *builder); /* a new one, with the lanes active now */
int plan_active(const PlanBuilder *builder);  /* the mask to read for them; 0: all are */
int plan_active_version(const PlanBuilder *builder); /* of that set; 0: all are */
int plan_empty_mask(PlanBuilder *builder);
/* No lane is left in the current region: go to its end, or out of a loop whose lanes have all left.
 */
void plan_leave_if_empty(PlanBuilder *builder);
/* A loop's parameter has a variable for its value in the next turn. */
bool plan_goes_to_next(const PlanBuilder *builder, const PlanFrame *frame, const IrInstr *parameter);
bool plan_takes_whole_frame(const PlanBuilder *builder, const PlanFrame *frame);
PlanFrame *plan_frame_of(const PlanBuilder *builder, const IrInstr *construct);
PlanFrame *plan_wave_frame(const PlanBuilder *builder);
void plan_place_label(PlanBuilder *builder, PlanLabel label, int number);
/* target = value in the lanes of `mask` (0: all). */
PlanStep *plan_assign(PlanBuilder *builder, const IrInstr *target, const IrInstr *value, int mask);
/* `yield_mask`: the lanes a yield writes its results for; 0: all, since nothing was written before
 * or the other branch writes its lanes later. */
void plan_jump(PlanBuilder *builder, const IrInstr *jump, int yield_mask);

/* ---- plan_first_lanes.c ---- */

/* How many of a wave's pieces, the first ones, can have a lane in a mask; 1 at least. */
int plan_first_pieces(const PlanBuilder *builder, int mask);
/* The mask has those of `from` where the condition is true; the group's threads; those of `from`. */
void plan_note_true_lanes(PlanBuilder *builder, int mask, int from, const IrInstr *condition);
void plan_note_threads(PlanBuilder *builder, int mask);
void plan_note_like(PlanBuilder *builder, int mask, int from);

/* ---- plan_chosen.c ---- */

/* Which lanes come to a lane_loop, or another instruction; NULL: that is not known. */
const PlanLanes *plan_chosen_lanes(PlanBuilder *builder, const IrInstr *instr);

/* ---- plan_counted.c ---- */

/* The lanes that store go to places behind each other, `stride` indices apart, in one run or two; says which, and which
 * way. */
bool plan_find_counted(const PlanBuilder *builder, PlanAccess *access, int stride);

/* ---- plan_lane_moves.c ---- */

/* Of a wave_read_lane. */
PlanMove plan_find_lane_move(PlanBuilder *builder, const IrInstr *read);

/* ---- plan_ops.c, plan_access.c, plan_ways.c ---- */

/* The step, or steps, of an operation that is no construct and no jump. */
void plan_operation(PlanBuilder *builder, const IrInstr *instr);
bool plan_is_componentwise(const IrInstr *instr);
void plan_memory(PlanBuilder *builder, const IrInstr *instr);
/* The label of the row chosen in an array of resources; -1: no array. Rows that differ between
 * lanes are an error. */
int plan_row(PlanBuilder *builder, const IrInstr *instr, const IrResource *resource, int operand);
void plan_check_row(PlanBuilder *builder, const IrInstr *instr, const IrResource *resource,
                    int operand);
/* The steps of what a sample shares with others, where they are not there yet; NULL: it goes by
 * itself. plan_samples.c */
PlanSample *plan_sample(PlanBuilder *builder, const IrInstr *instr);
/* The sample with those behind it that are taps of one filter, where it may be one; a sample of
 * `taps` is like the others but for its place. plan_taps.c */
const PlanTaps *plan_find_taps(PlanBuilder *builder, const IrInstr *instr);
PlanSample *plan_taps_sample(PlanBuilder *builder, const PlanTaps *taps);
/* Operands of a sample. */
enum {
    SAMPLE_ROW,
    SAMPLE_SAMPLER_ROW,
    SAMPLE_PLACE,
    SAMPLE_SLICE = SAMPLE_PLACE + 3,
    SAMPLE_OFFSET,
    SAMPLE_LEVEL = SAMPLE_OFFSET + 3,
    SAMPLE_LEAST
};
int plan_view(PlanBuilder *builder, const IrInstr *instr);
bool plan_has_runs(const IrInstr *instr); /* its texels may be loaded as they lie; plan_taps.c */
/* Its level differs between lanes: where lanes agree nonetheless, it is sampled as what is scattered. */
bool plan_scatters_levels(const Plan *plan, const IrInstr *instr);
/* Its offsets are the same in all lanes. plan_scattered.c */
bool plan_steps_are_uniform(const Plan *plan, const IrInstr *instr);
/* No run or window is looked for, of a sample. plan_scattered.c */
bool plan_is_scattered(const Plan *plan, const IrInstr *instr);
bool plan_takes_views(const IrInstr *instr);
bool plan_gathers(const IrInstr *instr);
bool plan_compares_texels(const IrInstr *instr);
bool plan_is_same(const IrInstr *a, const IrInstr *b); /* values of a sample's operands */
bool plan_is_same_place(const Plan *plan, const PlanAxis *a, const PlanAxis *b);
bool plan_goes_inline(const PlanBuilder *builder, const IrInstr *instr);
void plan_constant_views(PlanBuilder *builder);
void plan_choose_way(const Plan *plan, PlanAccess *access);
/* plan_two_places.c; source NULL: none. */
PlanTwoPlaces plan_find_two_places(const Plan *plan, const PlanAccess *access);
/* The wave goes to more, wherever it begins. */
bool plan_leaves_two_places(const Plan *plan, const PlanTwoPlaces *two);
/* How many neighbouring lanes go to each cell of an atomic, less than a vector has; 1: no two are known to. plan_cells.c */
int plan_sharers(const Plan *plan, const IrInstr *atomic);
/* The coordinate goes on from cell to cell by so much over `length` lanes; 0: by what is not known. */
int64_t plan_step_of_cells(const Plan *plan, const IrInstr *coordinate, int sharers, int length);
/* It goes to two at least, as the quotients in an index say. */
bool plan_parts_wave(const Plan *plan, const IrInstr *index);
/* In each row of `length` lanes some lane has its neighbour's. */
bool plan_repeats_places(const Plan *plan, const IrInstr *value, int length);
/* plan_crowded.c: lanes go on by less than an element. */
bool plan_is_crowded(const Plan *plan, PlanAccess *access);
/* plan_tiles.c; width 0: none. */
PlanTile plan_find_tile(const Plan *plan, const PlanAccess *access);

/* ---- plan_shuffle.c ---- */
/* A load whose lanes do in each half of a piece, alike from its first lane on: at places in half a
 * vector. */
bool plan_find_halves_shuffle(const Plan *plan, const PlanAccess *access, PlanShuffle *shuffle);
/* How far each lane of a piece is known to be from lane 0. */
bool plan_find_distances(const Plan *plan, const IrInstr *value, int64_t *of);
/* Lane 0 of each piece is known to have a multiple of the lanes. */
bool plan_begins_at_pieces(const Plan *plan, const IrInstr *value);
/* plan_factor.c: of how many factors, by which lanes step, a value is made; none where it does not step so. */
PlanFactor plan_factor_of(const Plan *plan, const IrInstr *value);
/* A place without the uniform values that are added; itself where there are none. */
const IrInstr *plan_varying_part(const Plan *plan, const IrInstr *place);
/* plan_picked.c: the lanes of a piece among those, as bits. */
uint32_t plan_lanes_of_piece(const Plan *plan, const PlanLanes *chosen, int piece);
/* plan_picked.c: a store whose lanes that are on are known, and where they lie. */
bool plan_find_picked(const Plan *plan, const PlanAccess *access, PlanPicked *picked);
/* An access whose lanes, of which all are on or may be read, lie at known places. */
bool plan_find_all_placed(const Plan *plan, const PlanAccess *access, PlanPicked *picked);
/* A value is known not to step by `stride` in each row of `length` lanes. */
bool plan_never_steps(const Plan *plan, const IrInstr *value, int length, int stride);
/* From the least lane to the greatest in the piece where that is least; -1: it does not follow from threads' places alone. */
int64_t plan_known_spread(const Plan *plan, const IrInstr *value);
/* Lanes do not follow each other but by chance (plan_bits.c). */
bool plan_is_part_of_data(const IrInstr *value);
/* Whether the lanes lie at known places of few vectors; stores: each at its own. */
bool plan_find_shuffle(const Plan *plan, const PlanAccess *access, PlanShuffle *shuffle);
/* plan_stream.c: how far `index`, of a load, goes in each turn of the loop around. */
IrTravel plan_travel(const Plan *plan, const IrInstr *load, const IrInstr *index);
/* Whether an access goes on by so many bytes in each turn at most, up or down; not where nobody knows. */
bool plan_goes_on_within(const PlanAccess *access, int64_t bytes);
/* Tenths of a nanosecond that a load or store of a variable is expected to take; mask 0: all lanes
 * are on. */
int plan_cost_in_variable(const Plan *plan, const IrInstr *instr, int mask);
/* Likewise, of whether tests will find what they look for. */
int plan_expected_cost(const Plan *plan, const PlanAccess *access);

/* ---- plan_registers.c ---- */

void plan_registers(Arena *arena, Plan *plan);
void plan_find_peak(Plan *plan); /* where most are alive */

/* ---- plan_spills.c, plan_latency.c ---- */

/* What vectors cost that do not fit into the registers. */
typedef struct PlanSpills {
    int by_steps;  /* each step does all pieces */
    int by_pieces; /* each piece goes through all steps */
} PlanSpills;
/* `is_read_behind`: by id. */
PlanSpills plan_count_spills(Arena *scratch, const Plan *plan, const PlanStep *steps, int count,
                             const bool *is_read_behind);

enum { PLAN_LOAD_CYCLES = 6 };
/* From an operation to what waits for it; how many instructions it is. */
int plan_cycles(const IrInstr *instr);
int plan_instructions(const IrInstr *instr);
/* What of a piece's work waits for each other longest, and all instructions. */
typedef struct PlanChain {
    int cycles, instructions;
} PlanChain;
PlanChain plan_find_longest_chain(Arena *scratch, const Plan *plan, const PlanStep *steps,
                                  int count);

#endif
