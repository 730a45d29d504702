/* ir: structured SSA. A kernel is one region: a list of instructions, some of which own regions
 * (if, loop, scope, wave_loop, lane_loop). Values are scalars per lane, or a load's 1..16 components.
 *
 * Phis are block arguments. A loop's `parameters` take their first values from the loop's operands
 * and later ones from each `continue`; the `results` of an if, loop or scope take theirs from the
 * yields and breaks that leave it. So every edge carries its values, by position.
 *
 *     ^5 loop (%6 varying f32 = %1, %7 group i32 = %2) {
 *       %8   group    i1 = slt %7, %3
 *       if %8 {
 *         yield
 *       } else {
 *         break ^5 %6
 *       }
 *       %9   varying  f32 = fadd %6, %4
 *       %10  group    i32 = iadd %7, %0
 *       continue ^5 %9, %10
 *     } -> %11 varying f32
 *
 * Every region ends in a jump: yield (branches of an if, scopes), break, continue or return; kernel
 * body and wave_loop bodies end in `yield` without values (or in a return). A value is visible to
 * what follows it in its region and in the regions nested there: what leaves a loop, scope or
 * branch leaves as a result.
 *
 * Lanes: an if whose condition differs between lanes runs both branches, each for its lanes; a
 * break, continue or return takes the lanes that execute it. Lanes reconverge at the end of the
 * construct. */
#ifndef WAVECC_IR_H
#define WAVECC_IR_H

#include "base/base.h"
#include "ops/ops.h"

typedef struct IrInstr IrInstr;
typedef struct IrRegion IrRegion;

typedef struct IrType {
    IrScalar scalar;
    uint8_t components; /* 1 but for loads; 0 for void */
} IrType;

/* ---- uniformity ----------------------------------------------------------------------------- */

/* constant < dispatch < group < wave < varying */
typedef enum IrLevel {
    LEVEL_CONSTANT, LEVEL_DISPATCH, LEVEL_GROUP, LEVEL_WAVE, LEVEL_VARYING
} IrLevel;

/* Where a varying integer is known to step: in each aligned row of `length` lanes (a power of two,
 * at most W) lane k of the row has the row's first value + k * stride. length W: linear over the
 * wave; length 1: nothing known. Wraps like the integer itself. */
typedef struct IrShape {
    int32_t length;
    int32_t stride;
} IrShape;

/* ---- value ranges (range.h) ------------------------------------------------------------------ */

typedef enum IrRangeFlags {
    RANGE_KNOWN = 1,          /* else nothing is known, and all else is 0 */
    RANGE_WHOLE = 2,          /* floats: NaN, infinite or without a fraction */
    RANGE_NOT_NAN = 4,        /* floats */
    RANGE_FITS_UNSIGNED = 8,  /* of the instruction, not of its value: ir_fits_unsigned */
    RANGE_FITS_SIGNED = 16
} IrRangeFlags;

/* Integers and i1: umin <= value <= umax taken as unsigned, smin <= value <= smax as signed, (value
 * & zeros) == 0; each says what follows from the others. Floats: smin <= value <= smax unless it is
 * NaN, the extremes of int64_t for no bound. */
typedef struct IrRange {
    uint64_t umin, umax;
    int64_t smin, smax;
    uint64_t zeros;
    unsigned flags; /* IrRangeFlags */
} IrRange;

/* ---- variables and resources ----------------------------------------------------------------- */

typedef enum IrVariableKind {
    IR_LOCAL,       /* private to each thread */
    IR_GROUPSHARED,
    IR_WAVE_VALUE   /* one per thread, kept over barriers; made by passes */
} IrVariableKind;

/* An array of `count` elements of `type` (1..16 components; each component is a plane of its own in
 * memory). Structs become one variable per leaf: "light.colour". Initially all zero. */
typedef struct IrVariable {
    const char *name;
    IrVariableKind kind;
    IrType type;
    int64_t count;
    int index;      /* in the kernel's list; kept dense by ir_renumber */
    IrLevel level;  /* uniformity of its content; found by the uniformity pass */
    SourcePos pos;
    bool starts_at_zero; /* by the language, or as a flag of waves; not in the text form */
    int shown;           /* names of IrKernel.shown stand for it under that number; 0: none does.
                            Not in the text form */
} IrVariable;

typedef enum IrResourceClass { IR_CBV, IR_SRV, IR_UAV } IrResourceClass;
typedef enum IrResourceShape {
    IR_SHAPE_CBUFFER, IR_SHAPE_TYPED, IR_SHAPE_STRUCT, IR_SHAPE_RAW,
    IR_SHAPE_TEX1D, IR_SHAPE_TEX2D, IR_SHAPE_TEX3D, IR_SHAPE_SAMPLER
} IrResourceShape;


typedef struct IrResource {
    const char *name;
    IrResourceClass class;
    IrResourceShape shape;
    bool is_array;        /* texture arrays: the slice is the last coordinate */
    bool is_cube;         /* tex2d_array: six slices a cube */
    bool is_coherent;     /* globallycoherent */
    IrType element;       /* typed buffers and textures */
    uint32_t stride;      /* bytes per element or texel */
    uint32_t size;        /* cbuffers: bytes */
    uint32_t first_row;   /* in WccDispatch.resources */
    uint32_t array_count; /* 0: no array */
    int index;            /* in the program's list of all resources */
} IrResource;

/* Of a texture: 1 to 3, without the slice. */
static inline int ir_texture_axes(const IrResource *texture)
{
    return 1 + (int)texture->shape - (int)IR_SHAPE_TEX1D;
}

enum { IR_UNBOUNDED_ROWS = 4096 }; /* what hosts can bind to an array without a size */
static inline uint32_t ir_bound_rows(const IrResource *resource)
{
    uint32_t count = resource->array_count;
    return count == UINT32_MAX ? IR_UNBOUNDED_ROWS : count == 0 ? 1 : count;
}

/* ---- assertions of unit tests ---------------------------------------------------------------- */

/* A value that a failed assertion reports. Each component is one i32 operand of `report`, two (low,
 * high) where it has 64 bits; f16 is widened to f32, smaller integers to i32, i1 to 0 or 1. */
typedef struct IrReported {
    IrScalar scalar; /* before that */
    bool is_signed;
    int rows, columns;
} IrReported;

typedef struct IrAssertion {
    const char *name; /* "ASSERT_EQUAL" */
    SourcePos pos;
    IrReported values[3];
    int value_count;
} IrAssertion;

/* ---- points of the source, for --coverage ----------------------------------------------------- */

typedef enum IrPointKind {
    IR_POINT_FUNCTION, /* its body begins */
    IR_POINT_STATEMENT,
    IR_POINT_BRANCH,   /* a way on from an if, a loop's test or a switch */
    IR_POINT_BARRIER,
    IR_POINT_WAVE      /* an operation across the lanes of a wave */
} IrPointKind;

typedef struct IrPoint {
    IrPointKind kind;
    SourcePos pos;
    const char *name; /* of a function, an operation; NULL */
    int way;          /* of a branch, from 0 on */
    int counted_by;   /* the point whose `reach` is this one's, too: nothing parts them */
} IrPoint;

/* ---- points of the source, for --trace --------------------------------------------------------- */

/* A statement that begins, or a name that gets a value. Each leaf of the value is one i32 operand of
 * `trace`, two (low, high) where it has 64 bits. */
typedef struct IrTrace {
    SourcePos pos;
    const char *name;   /* NULL: a statement */
    const char *leaves; /* a letter each: b bool, i u f 32 bits, l m d 64 bits; smaller ones are widened */
    int rows, columns;  /* of a vector or matrix; else 0 */
    bool is_cut;        /* there are more leaves */
} IrTrace;

/* ---- names of the source, for debuggers --------------------------------------------------------- */

/* A leaf of a variable of the source. */
typedef struct IrShown {
    const char *name; /* "lights[8].colour": with the sizes of the arrays around it */
    const char *type; /* "float4" */
    char kind;        /* b bool, i u integers, f floats, of whatever size */
    int rows, columns;
    SourcePos pos;
    int shown;        /* IrVariable.shown of what holds it */
    int outer;        /* the next of those that can be named where this one can; -1: none */
    bool is_global;   /* can be named everywhere, and is in no such row */
} IrShown;

/* A statement that a debugger can stop at. */
typedef struct IrStop {
    SourcePos pos;
    int visible; /* the innermost name there; -1: none */
} IrStop;

/* ---- printf and DebugBreak -------------------------------------------------------------------- */

/* What `print` prints. Each leaf is one i32 operand of it, two (low, high) where it has 64 bits. */
typedef struct IrPrint {
    SourcePos pos;
    const char *format; /* of plain conversions, one a leaf (lower/expand_print.c); NULL: DebugBreak */
    const char *leaves; /* as IrTrace has them */
} IrPrint;

/* ---- instructions ---------------------------------------------------------------------------- */

struct IrRegion {
    IrInstr *first, *last;
    IrInstr *owner; /* NULL: the kernel's body */
};

struct IrInstr {
    IrOp op;
    IrType type;
    uint32_t id;          /* unique in the kernel; ir_renumber makes ids dense in text order */
    SourcePos pos;
    IrLevel level;        /* of the result, seen by a lane that computes it */
    IrShape shape;
    IrRange range;        /* of the result; nothing known but behind the pass `ranges` */
    /* memory accesses: by operand, as seen here; NULL: those of the values */
    IrRange *operand_ranges;
    bool precise;         /* floating point: no contraction, no reassociation */
    bool is_unset;        /* store_var: the variable begins, without a value; not in the text form */
    /* What op.def's column `carries` says; else zero. */
    uint8_t component;
    /* the operation (IR_const for exchange, IR_select for compare_exchange) */
    IrOp combine;
    int32_t immediate;    /* OpImmediate says what; calls as IrCall.outer */
    uint64_t bits;
    IrVariable *variable;
    IrResource *resource;
    IrResource *sampler;  /* operand 1 is its row */
    IrInstr *target;      /* the loop or scope */

    IrInstr **operands;
    int operand_count, operand_capacity;

    IrInstr *prev, *next;
    IrRegion *region;     /* it stands in; NULL for parameters and results: see `owner` */
    IrInstr *owner;       /* parameter, result: the construct */
    int position;         /* parameter, result: index */
    IrRegion *regions[2]; /* if: then, else; the others: body */
    IrInstr **parameters; /* loop */
    int parameter_count;
    IrInstr **results;    /* if, loop, scope, lane_loop */
    int result_count;

    /* scratch of whichever pass runs; undefined at its start */
    union { void *note; int64_t mark; };
};

/* Which thread runs in which lane (lane_order.c). */
typedef enum IrOrderKind {
    IR_ORDER_LINEAR, IR_ORDER_QUAD, IR_ORDER_TILE, IR_ORDER_RANDOM,
    IR_ORDER_QUAD_ROWS /* linear, but quads are 2 x 2 threads (passes_put_quads_in_rows) */
} IrOrderKind;
enum { IR_ORDER_COUNT = IR_ORDER_RANDOM + 1 }; /* that one can ask for */
typedef struct IrLaneOrder {
    IrOrderKind kind;
    uint32_t seed;   /* of IR_ORDER_RANDOM */
    int extra_waves; /* without threads */
} IrLaneOrder;

/* A call that was inlined, for messages about what stands in it. */
typedef struct IrCall {
    SourcePos pos;
    int outer; /* the call around it: 1 + its place in IrKernel.calls; 0: none */
} IrCall;

typedef struct IrKernel {
    Arena *arena;
    Name name;
    SourcePos pos; /* of its line in IR text */
    uint32_t threads[3];
    int wave_size, wave_count; /* extra waves included */
    int least_wave_size;       /* of [WaveSize]; not in the text form, where it is 4 */
    int most_wave_size, preferred_wave_size; /* of [WaveSize]; 0: none. Not in the text form */
    /* --check=barrier: has `arrive`; a group of one wave keeps its barriers */
    bool watches_barriers;
    /* groups of the source, side by side on x, that are one here (passes_join_groups); 0: it is one.
     * Not in the text form, where their threads are one group's */
    int joined;
    bool runs_left_over; /* groups mostly run by a kernel that joins them. Not in the text form */
    int told_wave_size;  /* of those whose threads think that they are in larger waves
                          * (passes_leave_over); 0: in these. Not in the text form */
    bool goes_by_rows;   /* of threads that have one quotient each (quotient_rows.c). Not in the text form */
    bool has_row_blocks; /* its waves are, for what they load in loops (row_blocks.c). Not in the text form */
    /* what the source says, where its threads, all in a row, have rows and columns here
     * (passes_tile_groups); 0: as here. Not in the text form */
    uint32_t told_threads[3];
    IrLaneOrder order;
    int32_t *thread_of_lane; /* by wave * W + lane: SV_GroupIndex, or -1; NULL: linear */
    IrRegion *body;
    VEC(IrVariable *) variables;
    VEC(IrResource *) resources; /* those it uses */
    /* of these and of those that it could use; NULL: not known */
    const struct IrReflection *reflection;
    /* how machines may share its groups out; NULL: nobody asked. Not in the text form */
    const struct IrSharing *sharing;
    /* its resources that workers may update in copies of their own, shares alone; NULL: none. Not in the text form */
    const struct IrSharing *updates;
    VEC(IrAssertion) assertions; /* that `report` names */
    VEC(const char *) names;     /* of variables that `check_init` tells of */
    VEC(IrPoint) points;         /* that `reach` tells of; not in the text form */
    VEC(IrPrint) prints;         /* that `print` prints; not in the text form */
    VEC(IrTrace) traces;         /* that `trace` tells of; not in the text form */
    VEC(IrShown) shown;          /* not in the text form */
    VEC(IrStop) stops;           /* that `stop` tells of; not in the text form */
    bool has_ranges;         /* the pass `ranges` has run, and none since */
    /* evaluated: those of f32 are zeros of their sign, going into an operation and coming out */
    bool flushes_denormals;
    uint32_t test_groups[3]; /* that [Test] dispatches; 0: no test */
    VEC(IrCall) calls;           /* with barriers in them; not in the text form */
    uint32_t next_id;
    IrInstr **clone_names; /* by id, for ir_clone_region: NULL between its calls */
    uint32_t clone_name_count;
} IrKernel;

/* It holds what a debugger shows: nothing reads it, and every store to it stays. */
static inline bool ir_is_for_show(const IrVariable *variable)
{
    return variable->kind == IR_LOCAL && variable->shown != 0;
}

/* Bytes that each group has of groupshared memory. */
static inline uint64_t ir_shared_bytes(const IrKernel *kernel)
{
    uint64_t bytes = 0;
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        if (variable->kind == IR_GROUPSHARED)
            bytes += (uint64_t)variable->count * variable->type.components * (uint64_t)op_scalar_bytes(variable->type.scalar);
    }
    return bytes;
}

static inline uint32_t ir_group_size(const IrKernel *kernel)
{
    return kernel->threads[0] * kernel->threads[1] * kernel->threads[2];
}
/* Rows of threads along x. */
static inline uint32_t ir_group_rows(const IrKernel *kernel) { return kernel->threads[1] * kernel->threads[2]; }
/* Threads of a group on each axis, as whoever dispatches the kernel knows them. */
static inline const uint32_t *ir_told_threads(const IrKernel *kernel)
{
    return kernel->told_threads[0] > 0 ? kernel->told_threads : kernel->threads;
}
/* What WaveGetLaneCount says. */
static inline int ir_told_wave_size(const IrKernel *kernel)
{
    return kernel->told_wave_size > 0 ? kernel->told_wave_size : kernel->wave_size;
}
/* Every lane of every wave is a thread of the group. */
static inline bool ir_waves_are_full(const IrKernel *kernel)
{
    return ir_group_size(kernel) % (uint32_t)kernel->wave_size == 0;
}
/* Lane i of every wave is in the same column of threads. */
static inline bool ir_waves_are_whole_rows(const IrKernel *kernel)
{
    return (uint32_t)kernel->wave_size % kernel->threads[0] == 0 && kernel->order.kind == IR_ORDER_LINEAR &&
           kernel->thread_of_lane == NULL;
}
/* All but the extra ones: each has a thread. */
static inline int ir_running_waves(const IrKernel *kernel)
{
    return kernel->wave_count - kernel->order.extra_waves;
}
/* Of these waves, whether or not a thread is in them. */
static inline int ir_running_lanes(const IrKernel *kernel) { return ir_running_waves(kernel) * kernel->wave_size; }
/* A wave_loop's immediate: all waves, from the last one down to the first, or so many, the first
 * ones. */
enum { WAVES_ALL = 0, WAVES_DOWN = -1 };
static inline int ir_waves_through(const IrKernel *kernel, const IrInstr *wave_loop)
{
    return wave_loop->immediate <= WAVES_ALL ? ir_running_waves(kernel) : wave_loop->immediate;
}
static inline IrType ir_scalar(IrScalar scalar)
{
    return (IrType){scalar, scalar == IR_VOID ? 0 : 1};
}
static inline bool ir_is(const IrInstr *instr, unsigned flags) { return op_has(instr->op, flags); }
/* Of what a load gives, an atomic operation works on, a store leaves; of nothing else. */
bool ir_takes_words(const IrInstr *access); /* of a variable: elements of one component, several side by side */
static inline IrType ir_accessed_type(const IrInstr *access)
{
    int first = op_row_count(access->op) + op_address_count(access->op);
    if (access->type.scalar != IR_VOID)
        return access->type;
    return (IrType){access->operands[first]->type.scalar, access->operand_count - first};
}

/* ---- building: a cursor that appends at a place ---------------------------------------------- */

typedef struct IrBuilder {
    IrKernel *kernel;
    IrRegion *region;
    IrInstr *before; /* insert before this one; NULL: at the end of the region */
    SourcePos pos;   /* given to what is built */
    bool precise;
} IrBuilder;

IrKernel *ir_kernel_new(Arena *arena, Name name, const uint32_t threads[3], int wave_size);
/* Kernels are linear until then. Before the first pass, since they rely on it. */
void ir_order_lanes(IrKernel *kernel, IrLaneOrder order);
/* Groups have 2 x 2 threads everywhere, of which waves hold all four in rows. */
bool ir_quads_fit_rows(const IrKernel *kernel);
/* From a lane of a quad to the one below it. */
int ir_lanes_down_quad(const IrKernel *kernel);
const char *ir_order_name(IrOrderKind kind); /* "linear" */
const char *ir_level_name(IrLevel level);    /* "varying" */
/* SV_GroupIndex of lane `lane` (counted over all waves), or -1; SV_GroupThreadID on axis 0..2,
 * index on axis 3. */
int32_t ir_thread_of_lane(const IrKernel *kernel, int lane);
uint32_t ir_place_of_thread(const IrKernel *kernel, uint32_t thread, int axis);
int32_t ir_thread_on_axis(const IrKernel *kernel, int lane, int axis);
IrVariable *ir_variable_new(IrKernel *kernel, const char *name, IrVariableKind kind, IrType type,
                            int64_t count, SourcePos pos);
IrBuilder ir_builder_at_end(IrKernel *kernel, IrRegion *region);
IrBuilder ir_builder_before(IrKernel *kernel, IrInstr *instr);

/* Not yet placed in any region. Operands are copied. */
IrInstr *ir_new(IrKernel *kernel, IrOp op, IrType type, IrInstr *const *operands, int count);
IrInstr *ir_insert(IrBuilder *builder, IrInstr *instr);
/* The workhorse: result type from op.def where it follows from the operands ('T', 'B', 'I'). */
IrInstr *ir_build(IrBuilder *builder, IrOp op, IrInstr *const *operands, int count);
IrInstr *ir_build_typed(IrBuilder *builder, IrOp op, IrType type, IrInstr *const *operands,
                        int count);
#define IR_BUILD(builder, op, ...)                                                                 \
    ir_build((builder), (op), (IrInstr *[]){__VA_ARGS__}, COUNT_OF(((IrInstr *[]){__VA_ARGS__})))
#define IR_BUILD_TYPED(builder, op, scalar, ...)                                                   \
    ir_build_typed((builder), (op), ir_scalar(scalar), (IrInstr *[]){__VA_ARGS__},                 \
                   COUNT_OF(((IrInstr *[]){__VA_ARGS__})))
IrInstr *ir_const_bits(IrBuilder *builder, IrScalar type, uint64_t bits);
IrInstr *ir_const_i32(IrBuilder *builder, int32_t value);
IrInstr *ir_const_f32(IrBuilder *builder, float value);
IrInstr *ir_axis(IrBuilder *builder, IrOp op, OpAxis axis); /* group_id, group_thread_id */
/* the aggregate itself if it has one component */
IrInstr *ir_extract(IrBuilder *builder, IrInstr *aggregate, int component);
IrInstr *ir_load_var(IrBuilder *builder, IrVariable *variable, int first_component, int components,
                     IrInstr *index);
IrInstr *ir_store_var(IrBuilder *builder, IrVariable *variable, int first_component, IrInstr *index,
                      IrInstr *const *values, int count);

/* Structured: append the construct, fill its regions through builders at their ends. */
IrInstr *ir_if(IrBuilder *builder, IrInstr *condition);
IrInstr *ir_loop(IrBuilder *builder);
IrInstr *ir_scope(IrBuilder *builder);
IrInstr *ir_wave_loop(IrBuilder *builder);
IrInstr *ir_lane_loop(IrBuilder *builder);
IrInstr *ir_all_lanes(IrBuilder *builder);
IrInstr *ir_add_parameter(IrKernel *kernel, IrInstr *loop, IrType type, IrInstr *first_value);
IrInstr *ir_add_result(IrKernel *kernel, IrInstr *construct, IrType type);
IrInstr *ir_jump(IrBuilder *builder, IrOp op, IrInstr *target, IrInstr *const *values, int count);
/* A region that does not end in a jump yet gets a yield without values (a loop's body: a
 * continue). */
void ir_close_region(IrKernel *kernel, IrRegion *region);

/* ---- editing --------------------------------------------------------------------------------- */

void ir_add_operand(IrKernel *kernel, IrInstr *instr, IrInstr *operand);
void ir_remove_operand(IrInstr *instr, int index);
void ir_remove(IrInstr *instr);                     /* from its region */
void ir_move_before(IrInstr *instr, IrInstr *place);
/* all of it (without its final jump) before `before` */
void ir_move_region(IrRegion *from, IrInstr *before);
/* and the operand of the loop and of every continue */
void ir_remove_parameter(IrInstr *loop, int position);
/* and the operand of every edge that leaves it */
void ir_remove_result(IrInstr *construct, int position);
/* Replaces uses in the whole kernel: `with[i]` for `what[i]`, chains resolved, in one walk. */
typedef struct IrReplacements { VEC(IrInstr *) from; VEC(IrInstr *) to; } IrReplacements;
void ir_replace_all(IrKernel *kernel, const IrReplacements *replacements);
/* What stands for `value`, chains not followed; NULL: nothing. */
IrInstr *ir_replacement_of(const IrReplacements *replacements, const IrInstr *value);
/* The same again, without regions and results; not yet placed. */
IrInstr *ir_copy_instr(IrKernel *kernel, const IrInstr *instr);
/* A copy of the instructions of `region`, its final jump too, at the builder, values renamed;
 * `map_from/to` pre-seeds the renaming and receives every copied definition. */
void ir_clone_region(IrBuilder *builder, const IrRegion *region, IrReplacements *map);
/* All of it with the same ids; resources, names and the order of lanes are shared. */
IrKernel *ir_copy_kernel(Arena *arena, const IrKernel *kernel);

/* ---- walking --------------------------------------------------------------------------------- */

/* Every instruction of `root` and of what is nested in it, in text order, constructs before what is
 * in them. The body may remove or replace the instruction that it is given, not others; it is not
 * given what it puts behind that one, nor what is in a construct that it removed. */
#define EACH_INSTR(root, instr)                                                                    \
    for (IrInstr *instr = (root)->first, *instr##_after = ir_after((root), instr); instr;          \
         instr = ir_into_or(instr, instr##_after), instr##_after = ir_after((root), instr))
/* The same without what is nested. */
#define EACH_IN(region, instr)                                                                     \
    for (IrInstr *instr = (region)->first, *instr##_after = instr ? instr->next : NULL; instr;     \
         instr = instr##_after, instr##_after = instr ? instr->next : NULL)
#define EACH_REGION(construct, region)                                                             \
    for (IrRegion *region = (construct)->regions[0]; region;                                       \
         region = region == (construct)->regions[0] ? (construct)->regions[1] : NULL)
/* `use` points at the operand, which may be replaced. */
#define EACH_USE(instr, use)                                                                       \
    for (IrInstr **use = (instr)->operands; use != (instr)->operands + (instr)->operand_count;     \
         use++)
/* The parameters of a construct, then its results. */
#define EACH_PHI(construct, phi)                                                                   \
    for (IrInstr *phi = ir_phi((construct), 0); phi; phi = ir_next_phi(phi))

/* What follows `instr` in its region, else what follows around that region, within `root`; or
 * NULL. */
IrInstr *ir_after_last(const IrRegion *root, const IrInstr *instr);
static inline IrInstr *ir_after(const IrRegion *root, const IrInstr *instr)
{
    if (!instr)
        return NULL;
    return instr->next ? instr->next : ir_after_last(root, instr);
}
/* The first of what is in `instr`, unless that was removed or holds nothing; then `after`. */
static inline IrInstr *ir_into_or(const IrInstr *instr, IrInstr *after)
{
    bool was_removed = instr->region == NULL;
    EACH_REGION (instr, region)
        if (region->first && !was_removed)
            return region->first;
    return after;
}
static inline IrInstr *ir_phi(const IrInstr *construct, int index)
{
    int result = index - construct->parameter_count;
    if (result < 0)
        return construct->parameters[index];
    return result < construct->result_count ? construct->results[result] : NULL;
}
static inline IrInstr *ir_next_phi(const IrInstr *phi)
{
    int first = phi->op == IR_result ? phi->owner->parameter_count : 0;
    return ir_phi(phi->owner, first + phi->position + 1);
}

/* All edges into `construct`'s results (yields of its branches, breaks that target it). */
typedef struct IrEdges { VEC(IrInstr *) jumps; } IrEdges;
IrEdges ir_result_edges(Arena *arena, const IrInstr *construct);
IrEdges ir_continue_edges(Arena *arena, const IrInstr *loop);
bool ir_has_doubles(const IrKernel *kernel); /* some value is an f64 */
int ir_count_uses(const IrKernel *kernel, const IrInstr *value); /* as an operand, of the whole kernel's */
bool ir_contains_op(const IrRegion *region, IrOp op);
bool ir_contains_flags(const IrRegion *region, unsigned flags); /* OpFlags, any of them */
bool ir_is_within(const IrInstr *inner, const IrInstr *outer); /* is it, or stands in it */
bool ir_comes_behind(const IrInstr *instr, const IrInstr *construct); /* in its region, or deeper there */
/* The value comes to be within `construct`, its parameters and results included. */
bool ir_is_defined_in(const IrInstr *value, const IrInstr *construct);
/* a break, continue or return inside that leaves it beyond its end */
bool ir_has_jump_out(const IrInstr *construct);
/* By id, of all constructs that are there now: for walks that ask at each level of nesting. */
const bool *ir_find_jumps_out(const IrKernel *kernel, Arena *arena);
const IrInstr *ir_loop_around(const IrInstr *instr); /* the innermost; wave_loops are none */
const IrInstr *ir_wave_loop_around(const IrInstr *instr);
/* By variable: the lane_loop that all its uses stand in, or NULL. There it is of the one lane. */
const IrInstr **ir_find_lane_loops(const IrKernel *kernel, Arena *arena);
/* By variable, of those that are kept over barriers: its one store, which stands in branches of a wave_loop at most and which all
 * loads come behind in the same turn of what is around that; or NULL. Lanes that have not stored then have nothing to load:
 * what they find is nobody's. */
const IrInstr **ir_find_only_stores(const IrKernel *kernel, Arena *arena);
/* What a value grows by in each turn of a loop, which it stands in and whose body's end is where it goes on: what other
 * ways to go on do is not asked. */
typedef struct IrTravel {
    const IrInstr *step; /* the same in all turns for a thread; NULL: nothing is known */
    int factor;          /* so many of them, through sums and products with constants */
} IrTravel;
IrTravel ir_travel(const IrInstr *value, const IrInstr *loop);
/* Floats that were loaded say what it is in each lane, and nothing else that differs between lanes: lanes that are
 * neighbours have no reason to follow each other there. */
bool ir_is_scattered(const IrInstr *value);
/* In each group the thread at one place has the same, as what it is computed of says. Needs levels. */
bool ir_is_alike_in_groups(const IrInstr *value);
/* The constant above 0 that a loop adds to its parameter, whichever way it goes on; 0: it does otherwise. */
int ir_step_of_all_turns(const IrInstr *parameter);
/* The loop's first branch sends out of it who has counted far enough, whatever else is found. */
bool ir_ends_by_counting(const IrInstr *loop);
/* And nothing else does. */
bool ir_is_left_by_counting(const IrInstr *loop);

/* What a value is for the thread of that SV_GroupIndex; false where that does not follow from its
 * place, by operations up to `depth`. */
bool ir_compute_of_thread(const IrKernel *kernel, const IrInstr *value, int thread, int depth,
                          uint64_t *bits);
/* Likewise in a turn of a loop, of which some phi is known, and others before it; or where an operand is known. */
typedef struct IrTurn {
    const IrInstr *phi;
    const uint64_t *bits; /* by thread */
    const struct IrTurn *around; /* NULL: no other one is known */
} IrTurn;
bool ir_compute_of_turn(const IrKernel *kernel, const IrInstr *value, int thread, const IrTurn *turn,
                        int depth, uint64_t *bits);

/* ---- what is the same (same.c) ---- */

static inline bool ir_same_type(IrType left, IrType right)
{
    return left.scalar == right.scalar && left.components == right.components;
}
/* The same instruction, or constants of the same bits. */
static inline bool ir_same_value(const IrInstr *left, const IrInstr *right)
{
    return left == right || (left->op == IR_const && right->op == IR_const && left->bits == right->bits &&
                             ir_same_type(left->type, right->type));
}
/* The same of as many operands each, whichever these are. */
static inline bool ir_same_operation(const IrInstr *left, const IrInstr *right)
{
    return left->op == right->op && ir_same_type(left->type, right->type) &&
           left->bits == right->bits && left->immediate == right->immediate &&
           left->component == right->component && left->combine == right->combine &&
           left->variable == right->variable && left->resource == right->resource &&
           left->sampler == right->sampler && left->precise == right->precise &&
           left->operand_count == right->operand_count;
}
/* The same value, by operations of as much depth on the same: of such that follow from their operands in each lane. */
bool ir_computes_same(const IrInstr *left, const IrInstr *right, int depth);

/* ---- what an index adds up (addends.c) ---- */

enum { IR_MOST_ADDENDS = 8 };
/* How many there are, but for constants; more than IR_MOST_ADDENDS: they are not listed. */
int ir_list_addends(const IrInstr *value, const IrInstr **addends);
/* `rights` may be in another order, and is used up. */
bool ir_are_same_addends(const IrInstr *const *lefts, const IrInstr **rights, int count);
/* They add the same, but for constants; the sum of these. */
bool ir_has_same_addends(const IrInstr *left, const IrInstr *right);
/* The same of sums made in the construct: what is added up before it is one addend. */
bool ir_has_same_addends_in(const IrInstr *construct, const IrInstr *left, const IrInstr *right);
int64_t ir_constant_addend(const IrInstr *value);
void ir_renumber(IrKernel *kernel); /* ids in text order, variables' indices */

/* ---- text, verification, evaluation ---------------------------------------------------------- */

/* `sources` may be NULL: then no source comments. print -> read -> print is the identity. */
void ir_print(Text *out, const IrKernel *kernel, const Sources *sources);
/* The same without comments, and which lines of the text are of what: those of instructions and of
 * variables, in order. */
typedef struct IrTextLine {
    size_t at; /* its first byte in `out` */
    const IrInstr *instr; /* NULL: a variable's */
    SourcePos pos;
} IrTextLine;
typedef VEC(IrTextLine) IrTextLines;
void ir_print_lines(Text *out, const IrKernel *kernel, Arena *arena, IrTextLines *lines);
/* At most so many lines of that, around the instruction that a `complaint` of ir_verify is about;
 * comments say how many lines are left out. */
void ir_print_around(Text *out, const IrKernel *kernel, const Sources *sources,
                     const char *complaint, int most);
/* NULL on malformed text: `*error` is a message with its line number. Source comments are
 * dropped. */
IrKernel *ir_read(Arena *arena, Names *names, Slice text, const char **error);
/* Kernels one behind the other, as --emit=ir and --dump print them. `start` is the position of the
 * text's first byte: what is built gets the positions of its lines. NULL, or what is wrong, and
 * where. */
typedef VEC(IrKernel *) IrKernelList;
const char *ir_read_all(Arena *arena, Names *names, Slice text, SourcePos start,
                        IrKernelList *kernels, SourcePos *where);
/* NULL when the kernel is well formed, else what is wrong, with the instruction printed. */
const char *ir_verify(Arena *arena, const IrKernel *kernel);
/* The same, and where the instruction comes from. */
const char *ir_verify_at(Arena *arena, const IrKernel *kernel, SourcePos *where);

/* The reference evaluator: slow, lane by lane, obviously right. Memory is given as the runtime sees
 * it. */
typedef struct IrEvalLevel { uint32_t offset, row_pitch, slice_pitch; } IrEvalLevel;
/* `levels`: of each mip level; NULL where there is one. */
typedef struct IrEvalResource {
    uint8_t *data;
    uint32_t width, height, depth, mips, stride, row_pitch, slice_pitch;
    uint32_t *counter;
    const IrEvalLevel *levels;
} IrEvalResource;

/* A sampler's row has it as its data; NULL: linear, clamp. */
typedef enum IrEvalAddress {
    IR_EVAL_WRAP, IR_EVAL_MIRROR, IR_EVAL_CLAMP, IR_EVAL_BORDER, IR_EVAL_MIRROR_ONCE
} IrEvalAddress;
typedef enum IrEvalComparison {
    IR_EVAL_NEVER, IR_EVAL_LESS, IR_EVAL_EQUAL, IR_EVAL_LESS_EQUAL, IR_EVAL_GREATER,
    IR_EVAL_NOT_EQUAL, IR_EVAL_GREATER_EQUAL, IR_EVAL_ALWAYS
} IrEvalComparison;
typedef struct IrEvalSampler {
    bool min_linear, mag_linear, mip_linear;
    IrEvalAddress address[3];
    IrEvalComparison comparison;
    float bias, min_level, max_level, border[4];
} IrEvalSampler;

/* Runs all groups of a dispatch in order; `resources` is indexed by row. False if a barrier was
 * reached by some lanes of a wave only or a step limit was hit: `*error` says where. */
bool ir_evaluate(Arena *arena, const IrKernel *kernel, IrEvalResource *resources,
                 const uint32_t groups[3], const char **error);

/* A `print` of one thread. */
typedef struct IrPrinted {
    uint32_t group[3], thread; /* SV_GroupIndex */
    int print;                 /* in IrKernel.prints */
    const uint32_t *words;     /* its operands */
} IrPrinted;
typedef VEC(IrPrinted) IrPrintedList;

/* A wave comes to what --check put in, or the group to a barrier. */
typedef struct IrEvalCheck {
    const IrInstr *instr;
    const uint32_t *group;
    uint32_t wave;         /* not of a barrier */
    const int32_t *active; /* a mask, -1 or 0, of each lane of the wave; of a barrier NULL */
    struct Evaluation *evaluation; /* for ir_eval_operand */
} IrEvalCheck;
/* Of an active lane; bits. */
uint64_t ir_eval_operand(const IrEvalCheck *check, int operand, uint32_t lane);

/* Who hears what else a kernel does. */
typedef struct IrEvalHearer {
    /* Grows in the order of groups, threads and each thread's prints; NULL: nobody looks. */
    IrPrintedList *printed;
    void (*begin_group)(void *context, const uint32_t group[3]); /* may be NULL, as `check` may */
    void (*check)(void *context, const IrEvalCheck *check);
    void *context;
} IrEvalHearer;

bool ir_evaluate_heard(Arena *arena, const IrKernel *kernel, IrEvalResource *resources,
                       const uint32_t groups[3], const IrEvalHearer *hearer, const char **error);

#endif
