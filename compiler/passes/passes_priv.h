/* passes_priv: what the passes share: replacing values while walking, the order of definitions, the
 * edges of all constructs at once, and getting rid of parameters and results that are not
 * needed. */
#ifndef WAVECC_PASSES_PRIV_H
#define WAVECC_PASSES_PRIV_H

#include "passes/passes.h"

struct PassContext {
    IrKernel *kernel;
    Arena *scratch;           /* dropped after the pass */
    Diagnostics *diagnostics; /* for divergent barriers and the like */
    int optimisation;         /* 0..3 */
    unsigned checks;          /* --check: 1u << RunCheck each */
    bool watches_stores;      /* each store is told of by its place in the source */
    bool adds_in_any_order;   /* sums of floats that are not `precise` */
    int lanes;                /* of a machine vector; 0: as many as the wave has */
    bool keeps_shared;        /* a debugger looks at groupshared memory */
    const char *name;         /* of the pass */
    const PassExplaining *explaining; /* NULL: nobody asks what it decides */
};

/* What the pass decided about what comes from `pos`, and the facts that it decided by; costs
 * nothing where nobody asks. */
#define pass_explain(context, ...) \
    ((context)->explaining != NULL ? explain_decision((context), __VA_ARGS__) : (void)0)
void explain_decision(const PassContext *context, SourcePos pos, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Something depends on which lanes its threads are, other than by quads, or tells of lanes (quad_rows.c). */
bool shows_lanes(const IrKernel *kernel);
bool tells_of_lanes(const IrKernel *kernel); /* to whoever runs it */
void count_waves(IrKernel *kernel); /* by its threads */
/* It asks where in its row a thread is (tile_groups.c). */
bool knows_rows(const IrKernel *kernel);
/* (z * height + y) * width + x, of a kernel whose rows the source has `width` threads wide (join_groups.c). */
IrInstr *build_index_in_group(IrBuilder *builder, const IrKernel *kernel, uint32_t width, IrInstr *x);
/* In such kernels lanes are named by their places in quads alone, which follow from the thread. */
void name_places_in_quads(IrKernel *kernel);
/* The loop counts from a thread's number on by the threads of a group, and any of them may do what another one
 * does there (tile_rows.c). Needs: uniformity. */
bool counts_for_anybody(Arena *scratch, const IrKernel *kernel, IrInstr *loop);
/* The number it counts to, and its counter; 0: it does not. */
int64_t count_for_anybody(Arena *scratch, const IrKernel *kernel, IrInstr *loop, IrInstr **counter);
/* Rows of threads of which a wave has several (row_blocks.c). */
typedef struct RowBlock {
    uint32_t width, wave_size; /* in threads */
} RowBlock;
/* False: there is no use for them. If is_joined, groups beside each other may be one. Needs: the kernel before its
 * passes. */
bool find_row_block(const IrKernel *kernel, int lanes, bool is_joined, RowBlock *block);
void put_in_row_blocks(IrKernel *kernel, const RowBlock *block);
/* Its threads do not see it. */
void put_in_waves_of(IrKernel *kernel, uint32_t lanes);
/* How many lanes a wave has where rows of `width` threads are no whole waves, but whole vectors of `lanes`: those of a row, or
 * of an even part of it. y is then the same for all of a wave, and x steps by one over it. */
uint32_t lanes_in_row(uint32_t width, uint32_t wave_size, int lanes);
/* A loop of it waits for what it computes longer than waves of its size, in vectors of `lanes`, keep the machine busy. */
bool has_long_chains(const IrKernel *kernel, int lanes);
/* `count` groups of the kernel in one, side by side on x. Groupshared memory is not yet theirs each. */
IrKernel *join_on_x(Arena *arena, const IrKernel *kernel, int count);
/* What threads of a group load of groupshared memory may be what others stored since the last barrier, as lanes in step
 * do (stored_shared.c). */
bool hears_without_barrier(const IrKernel *kernel);
/* Of groups one thread wide: joined they load and store in order, or do little of it beside what they share
 * (column_places.c). Needs: uniformity of both. */
bool are_columns_in_order(const IrKernel *apart, const IrKernel *joined);
/* What a group does is not seen by others while they run, nor in which waves (join_groups.c). */
bool are_groups_alone(const IrKernel *kernel);
/* Lanes of all waves have the same of it where its operands are so (rows_alike.c). */
bool is_alike_in_waves(const IrKernel *kernel, const IrInstr *instr);
/* Its threads see neither each other nor the wave that they run in (join_groups.c). */
bool runs_thread_by_thread(const IrKernel *kernel);
/* SV_DispatchThreadID.x, of groups of that width. */
bool is_thread_of_dispatch(const IrInstr *instr, uint32_t width);
/* Its threads are known by SV_DispatchThreadID alone (join_groups.c). */
bool knows_no_group(const IrKernel *kernel);
/* Of groups of that width joined: they go to places that are not side by side (group_places.c). */
bool takes_rows_apart(const IrKernel *joined, uint32_t width);
void run_on(Arena *arena, IrKernel *kernel, PassRun *const *passes, int count);
/* A copy of the kernel behind some passes, for what these find. */
IrKernel *copy_behind(Arena *arena, const IrKernel *kernel, PassRun *const *passes, int count);

/* ---- the list (passes.c) --------------------------------------------------------------------- */

#define PASS(name, least_optimisation, repeats, text) PassRun pass_##name;
#include "passes/pass.def"
#undef PASS
enum { MOST_REPEATS = 8 }; /* of a fixed point; one ends after two or three */
PassList pass_list_all(Arena *arena); /* the rows of pass.def */
/* Of each row: "simplify#2" where the list has several of that name; "simplify#2.3" in the third turn (from 1). */
const char **pass_labels(Arena *arena, const PassList *list);
const char *pass_label_of_turn(Arena *arena, const char *row, int turn);

/* ---- instructions ---------------------------------------------------------------------------- */

static inline bool is_construct(const IrInstr *instr) { return ir_is(instr, OP_REGION); }
/* The waves of a group go through it together (interchange.c). */
static inline bool is_group_loop(const IrInstr *instr) { return instr->op == IR_loop && instr->immediate == HINT_GROUP; }
static inline bool is_remainder(const IrInstr *instr) { return instr->op == IR_urem || instr->op == IR_srem; }
static inline bool is_signed_division(const IrInstr *instr) { return instr->op == IR_sdiv || instr->op == IR_srem; }
/* One word by another: the quotient, or what is left. */
static inline bool is_division(const IrInstr *instr)
{
    return (instr->op == IR_udiv || instr->op == IR_sdiv || is_remainder(instr)) && instr->type.scalar == IR_I32 &&
           instr->type.components == 1;
}
static inline bool is_jump(const IrInstr *instr) { return ir_is(instr, OP_JUMP); }
static inline bool is_phi(const IrInstr *instr)
{
    return instr->op == IR_parameter || instr->op == IR_result;
}
/* It does nothing. */
static inline bool only_yields(const IrRegion *region)
{
    return region->first == region->last && region->last->op == IR_yield;
}
/*     if %c { .. return }        */
static inline bool ends_by_returning(const IrInstr *branch)
{
    return branch->op == IR_if && branch->result_count == 0 && branch->regions[0]->last->op == IR_return &&
           only_yields(branch->regions[1]);
}
static inline bool is_const(const IrInstr *instr, uint64_t bits)
{
    return instr->op == IR_const && instr->bits == bits;
}
/* `ult %value, bound` of a constant; 0: the test is another one. */
static inline uint64_t known_bound_of(const IrInstr *test, const IrInstr *value)
{
    bool is_bound = test->op == IR_ult && test->operands[0] == value && test->operands[1]->op == IR_const;
    return is_bound ? test->operands[1]->bits : 0;
}
/* Of groupshared memory, by load, store or atomic operation. */
static inline bool is_shared(const IrInstr *instr)
{
    return instr->variable != NULL && instr->variable->kind == IR_GROUPSHARED;
}
/* Of a variable that is kept over barriers, one for each thread. */
static inline bool is_kept_access(const IrInstr *instr)
{
    return instr->variable != NULL && instr->variable->kind == IR_WAVE_VALUE;
}
static inline bool is_all_ones(const IrInstr *instr)
{
    return instr->op == IR_const &&
           instr->bits == op_mask_to_width(instr->type.scalar, ~(uint64_t)0);
}
/* A branch by which some jump out of a construct while others stay: what it asks differs above
 * `level`. */
static inline bool parts_above(const IrInstr *instr, IrLevel level)
{
    return instr->op == IR_if && instr->operands[0]->level > level && ir_has_jump_out(instr);
}
bool lanes_leave_inside(const IrInstr *construct, IrLevel level); /* by some such branch in it */
/* Not all lanes of the wave that go into a loop or stretch stay together in it (share_turns.c). */
bool parts_lanes(const IrInstr *construct);
/* All lanes that come to a branch or loop go in there, and through it, together. */
bool goes_on_together(const IrInstr *construct);
/* All lanes that come to its stretch come to the instruction. */
bool all_lanes_come_to(const IrInstr *instr);
/* A sum, an extreme or bits of words or floats whose operands may be put together in any order (share_turns.c). */
bool combines_in_any_order(const PassContext *context, const IrInstr *instr);
/* What a group that is one wave adds up, waves of it may, one after the other (waves_in_order.c). */
bool may_go_in_order(const IrKernel *kernel);
/* By how many operands of instructions in the loop it is used. */
int uses_in(const IrInstr *loop, const IrInstr *value);
/* What a loop's parameter is in the next turn, where the body's end is the only way on. */
IrInstr *loop_next_of(const IrInstr *parameter);
/* What a lane begins with that changes nothing of what the loop began with; what all lanes of the wave have put together. */
IrInstr *build_neutral(IrBuilder *builder, IrOp op, IrInstr *begun);
IrInstr *build_wave_total(IrBuilder *builder, IrOp op, IrInstr *of_lane);
/* The same lanes are on at both (equals_add.c). */
bool stand_together(const IrInstr *first, const IrInstr *branch);
/* Some bits of a word: (value & bits) >> shift. */
typedef struct ValuePart {
    const IrInstr *value;
    uint32_t shift, bits;
} ValuePart;
ValuePart part_of_value(const IrInstr *value); /* by shifts down and masks (equal_lanes.c) */
/* All of it that differs between lanes is these bits of the key (equals_add.c). */
bool follows_from_key(const IrInstr *value, const IrInstr *key, uint32_t bits, int depth);
/* All lanes of the wave come to the branch; and lanes leave nothing one by one (partners.c). */
bool is_under_no_mask(const IrInstr *branch);
bool keeps_lanes_together(const IrKernel *kernel);
/* An atomic sum, extreme or bits of words, whose old value nobody wants (own_adds.c). */
bool is_unseen_total(const IrKernel *kernel, const IrInstr *instr);
static inline bool lanes_leave(const IrInstr *construct, IrLevel level)
{
    return parts_above(construct, level) || lanes_leave_inside(construct, level);
}
static inline bool is_unroll_asked_for(const IrInstr *loop)
{
    return loop->immediate == HINT_UNROLL || loop->immediate > 0;
}
/* What it gives follows from its operands in this lane alone. */
static inline bool is_pure_of_lane(const IrInstr *instr) { return ir_is(instr, OP_PURE) && !ir_is(instr, OP_CONVERGENT); }
static inline bool is_power_of_two(uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

/* Beyond any array: what lowering takes for an index where one of those it is made of is outside. */
static inline bool is_nowhere(const IrInstr *index) { return is_const(index, INT32_MAX); }

static inline bool all_uniform(IrInstr *const *values, int count)
{
    for (int i = 0; i < count; i++)
        if (values[i]->level == LEVEL_VARYING)
            return false;
    return true;
}

/* The construct whose results (continue: parameters) the jump's operands go to; NULL: a return, or
 * the kernel's end. */
static inline IrInstr *jump_target(const IrInstr *jump)
{
    return jump->op == IR_yield ? jump->region->owner : jump->target;
}
/* Gives `from`'s jump to the end of `to`, which has lost its own. */
void move_jump(IrKernel *kernel, IrInstr *jump, IrRegion *to);
/* `first` and what follows it before `end` goes to the end of `to`; NULL: all of it. */
void move_to_end(IrKernel *kernel, IrInstr *first, const IrInstr *end, IrRegion *to);
/* `outer` gets a result for each of `inner`'s, which stands for it wherever that is used so far. */
void give_results_to(IrKernel *kernel, const IrInstr *inner, IrInstr *outer);
void yield_at_end(IrKernel *kernel, IrRegion *region, IrInstr *const *values, int count);
void remove_from(IrInstr *first); /* it and what follows in its region */
/* The value as it is before the construct, by copies of what in it is computed for it; whether there is one, of so many
 * operations behind each other. */
bool can_build_outside(const IrInstr *value, const IrInstr *construct, int depth);
IrInstr *build_outside(IrBuilder *before, IrInstr *value, const IrInstr *construct);
/* The same where the builder stands, as it would be with `new` for `old`. */
IrInstr *build_with(IrBuilder *builder, IrInstr *value, const IrInstr *construct, const IrInstr *old, IrInstr *new);
/* What follows from the loop's counters as it will be some turns later, by copies of what the body computes of them; whether
 * that can be told, of so many operations behind each other. By facts. */
bool can_build_ahead(const IrInstr *loop, const IrInstr *value, int depth);
IrInstr *build_ahead(IrBuilder *builder, const IrInstr *loop, IrInstr *value, int turns);
/* The loop's body at the builder, where a region ends: behind the turn that ends there, if there is one. Its first
 * instruction. */
IrInstr *append_turn(Arena *scratch, IrBuilder *builder, const IrInstr *loop);
/* `left && right`; NULL: nothing is asked so far. */
IrInstr *build_both(IrBuilder *before, IrInstr *left, IrInstr *right);
/* What holds where `condition` does not. */
IrInstr *build_negated(IrBuilder *builder, IrInstr *condition);
/*     if %c { B return }  A        ->        if not %c { A } else { B }        */
void keep_who_stays(IrKernel *kernel, IrInstr *leaves);
/* The branch asks the opposite, and its sides have changed places; it has no results. */
void change_sides(IrKernel *kernel, IrInstr *branch);
/* The branch is what its first side does, and that stands in its place; it jumps nowhere else. */
void take_first_side(IrKernel *kernel, IrInstr *branch);
IrInstr *const_at_start(IrKernel *kernel, IrScalar type, uint64_t bits); /* visible everywhere */
/* Reads memory that no one writes while the kernel runs. */
bool reads_constant_memory(const IrInstr *instr);

/* In all of the region, but for what computes `new` of `old`. */
void use_instead(const IrRegion *region, const IrInstr *old, IrInstr *new);

/* Equal pure values of the region become one, of which nothing behind the region knows (merge.c). */
bool merge_values_in(PassContext *context, IrRegion *region);

/* In simple operations of one machine vector (costs.c). */
int cost_of_operation(const IrInstr *instr);

/* By id: by how many operands of instructions each value is used. */
int *count_uses_by_id(Arena *scratch, const IrKernel *kernel);
/* Of uniformity, which need not run again for `to`. */
void copy_facts_of(IrInstr *to, const IrInstr *from);
/* The loop again, without results; `copies`: of what is in it, to which it adds its own. */
IrInstr *clone_loop(PassContext *context, IrBuilder *builder, IrInstr *loop, IrReplacements *copies);
IrInstr *clone_loop_and_results(PassContext *context, IrBuilder *builder, IrInstr *loop, IrReplacements *copies);
/* The loop goes into that side of a branch before it, which gives what it did. */
void put_loop_in_side(IrKernel *kernel, IrInstr *loop, IrInstr *branch, int side);
/* That into the first side, and a copy of it into the other. */
void put_loop_in_both_sides(PassContext *context, IrInstr *loop, IrInstr *branch);
/* A copy of the loop, which begins with the values that the copy leaves with: those of its parameters, by
 * leave_for_next_loop, which takes the place of the copy's breaks. */
IrInstr *put_copy_before(PassContext *context, IrInstr *loop);
void leave_for_next_loop(IrKernel *kernel, IrInstr *loop, IrRegion *region, SourcePos pos);
void leave_by_test(IrKernel *kernel, IrInstr *loop, IrInstr *test); /* so, where the test broke */
/* It differs between lanes, and not by threads' numbers and constants alone: something was loaded, it is computed
 * of floats, or a loop carries it. */
bool comes_from_data(const IrInstr *value);
/* Between the load and `end`, behind it in its region, something may write what it loads from. */
bool is_stored_between(const IrInstr *load, const IrInstr *end);

/* The branch, without another side or results, that is all that the region does beside what is pure; NULL: there is none
 * (known_threads.c). */
IrInstr *only_branch(const IrRegion *region);
/* Nothing but the kernel's end follows it, behind the branches that it may be in either. */
bool nothing_follows(const IrInstr *instr);
/* All threads of the first waves surely take its first side. */
bool all_take(const IrKernel *kernel, const IrInstr *branch, int waves);
/* Threads' places in a wave_loop of the first wave alone are those of lanes (known_threads.c). */
void use_lanes_of_first_wave(IrKernel *kernel, IrInstr *loop);
/* Loads of what is kept over barriers are what the wave_loop itself has stored before (join_stretches.c). */
void forward_kept(IrKernel *kernel, const IrInstr *loop);
/* From the first lane to the last its steps are known. */
static inline bool spans_wave(const IrKernel *kernel, const IrInstr *value)
{
    return value->shape.length >= kernel->wave_size;
}

/* It reads or writes what other threads, or other UAVs, may write. */
static inline bool touches_uav(const IrInstr *instr)
{
    return instr->resource != NULL && instr->resource->class == IR_UAV &&
           ir_is(instr, OP_READS | OP_WRITES);
}

/* Of the resource, or variable, that `like` goes to. */
IrInstr *insert_access(IrBuilder *builder, const IrInstr *like, IrOp op, IrType type,
                       IrInstr *const *operands, int count);

/* Between the indices of words of so many bytes. */
static inline int index_step(const IrInstr *access, int bytes)
{
    return access->resource != NULL && access->resource->shape == IR_SHAPE_RAW ? bytes : 1;
}

/* An element of groupshared memory that is one word. */
static inline bool is_shared_word(const IrInstr *access)
{
    return (access->op == IR_load_var || access->op == IR_store_var) &&
           access->variable->kind == IR_GROUPSHARED && access->variable->type.components == 1 &&
           op_scalar_bytes(access->variable->type.scalar) == 4 && access->variable->type.scalar != IR_I1 &&
           ir_accessed_type(access).components == 1;
}

static inline bool is_of_texture(const IrInstr *access) { return op_info(access->op)->domain == DOMAIN_TEXTURE; }

/* Where a load or store of a buffer or variable goes; of a texture: its column. */
static inline IrInstr **index_operand(const IrInstr *access) { return &access->operands[op_row_count(access->op)]; }

/* Words side by side from there on: rows and index at `operands`, of which it gives back how many. */
int list_place_of_words(const IrInstr *like, IrInstr *index, IrInstr **operands);
IrOp op_of_words(const IrInstr *like);

/* What takes components of `from` takes those of `to`, from its component `at` on. */
void take_parts_of(IrKernel *kernel, const IrInstr *from, IrInstr *to, int at);

/* They touch memory that may be one, of the dispatch or of the group. */
static inline bool touch_one_memory(const IrInstr *left, const IrInstr *right)
{
    bool is_variable = left->variable != NULL && left->variable->kind == IR_GROUPSHARED &&
                       left->variable == right->variable;
    return is_variable || (touches_uav(left) && touches_uav(right));
}

/* An instruction's mark, which is its note's place, becomes 1 where something reads its value, else
 * 0. */
void mark_used(const IrKernel *kernel);

/* A wave operation that gives back a value that all active lanes share. */
bool keeps_uniform_value(const IrInstr *instr);

/* ---- replacing while walking in text order --------------------------------------------------- */

/* A value's `note` is what to use instead of it, or NULL. */
void clear_notes(IrKernel *kernel);
static inline IrInstr *current_value(IrInstr *value)
{
    while (value->note)
        value = value->note;
    return value;
}
static inline void use_current_operands(IrInstr *instr)
{
    EACH_USE (instr, use)
        *use = current_value(*use);
}

/* ---- the order of definitions, and the edges of constructs ----------------------------------- */

/* How far threads that went together have come apart, and the `if` that parted them. */
typedef struct Parting {
    IrLevel level;
    IrInstr *cause; /* NULL at LEVEL_CONSTANT */
} Parting;

/* Of every construct. */
typedef struct Construct {
    IrInstr *instr;
    int order;
    VEC(IrInstr *) exits;     /* yields and breaks: where its results come from */
    VEC(IrInstr *) continues; /* where a loop's parameters come from, besides its operands */
    /* control.c: how threads that entered it together come to its results, start its next turn,
     * leave a loop for wherever, return in it */
    Parting exit, turn, left, retired;
    bool exits_over_time, turns_over_time; /* an edge comes out of an inner loop */
    /* while control's walk is in it */
    struct Construct *outer;
    Parting branch; /* an if: by its condition */
    Parting gone;   /* threads that left for the construct's end, or a loop's next turn */
} Construct;

typedef struct Order {
    int count;
    VEC(Construct *) constructs; /* in text order: outer before inner */
} Order;

/* Numbers everything in text order as ir_renumber does (construct, parameters, inside, results): a
 * construct's note becomes its Construct, any other's mark its number. */
Order order_kernel(IrKernel *kernel, Arena *scratch);
static inline Construct *construct_of(const IrInstr *instr) { return instr->note; }
static inline int order_of(const IrInstr *instr)
{
    return is_construct(instr) ? construct_of(instr)->order : (int)instr->mark;
}
/* What the edges bring to a parameter or result; a parameter's first value counts as number 0. */
static inline int incoming_count(const IrInstr *phi)
{
    const Construct *construct = construct_of(phi->owner);
    return phi->op == IR_parameter ? 1 + construct->continues.count : construct->exits.count;
}
static inline IrInstr *incoming_value(const IrInstr *phi, int index)
{
    const Construct *construct = construct_of(phi->owner);
    if (phi->op == IR_parameter && index == 0)
        return phi->owner->operands[phi->position];
    const IrInstr *jump = phi->op == IR_parameter ? construct->continues.items[index - 1]
                                                  : construct->exits.items[index];
    return jump->operands[phi->position];
}
/* The value is defined before the construct and seen by all of it. */
static inline bool is_from_outside(const IrInstr *value, const Construct *construct)
{
    return order_of(value) < construct->order;
}

/* ---- parameters and results (phis.c) --------------------------------------------------------- */

/* Takes out all parameters and results for which dead[order_of(it)], with the operands of their
 * edges. */
void remove_phis(const Order *order, const bool *dead);
/* Replaces parameters and results that are the same on all edges, drops those that nothing
 * needs. */
bool clean_phis(IrKernel *kernel, Arena *scratch);

#endif
