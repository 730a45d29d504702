/* plan: every decision between the final IR and C, as data. Comes in: a kernel after all passes
 * (form_waves, uniformity) and the target; goes out: a Plan, which emit prints as C and report
 * tells to people.
 *
 * A Plan says of each value how it exists in C (its form), of each variable where it lives, and
 * holds the kernel's work as a list of steps in the order of the C: runs of componentwise
 * operations, masks and jumps, memory accesses with the way they go. What a step is: step.def; the
 * ways of memory: way.def; how masks are set: mask.def. docs/plan.md follows one kernel through it;
 * `--emit=plan` prints it (plan_print.c).
 *
 *     for (i = 0; i < n; i++)            loop %12                    (uniform: a C loop)
 *         if (x[i + t] > 0)                access load $x rows
 *             sum += ...;                  set_mask m1 those of m0 where it is true
 *                                          if_any m1 { run 4 ... } */
#ifndef WAVECC_PLAN_H
#define WAVECC_PLAN_H

#include "ir/ir.h"

/* ---- the target ---- */

typedef struct PlanTarget {
    int lanes;           /* 32-bit lanes of its vectors: 4, 8 or 16 */
    bool contracts;      /* a product that a sum reads need not be rounded before it */
    bool keeps_denormals; /* of floats; else they may be flushed to zero */
    bool keeps_apart;    /* elements' components: as debuggers and readers of the C expect them */
    bool is_compared;    /* with what another wave size or order of lanes gives, to the bit */
    bool watches_stores; /* the host may watch an element: what writes to resources says where it
                            stands */
} PlanTarget;

/* ---- values ---- */

typedef enum PlanForm {              /* how a value exists in C */
                        FORM_CONST,  /* a literal */
                        FORM_SCALAR, /* uniform: a C scalar */
                        FORM_LINEAR, /* a C scalar: the value in lane 0; lane k has k strides more
                                      */
                        FORM_VECTOR  /* pieces: W = pieces x lanes */
} PlanForm;

typedef enum PlanDivision { /* how a quotient or remainder in pieces is computed */
                            DIVIDE_ANY,
                            DIVIDE_BY_CONSTANT, /* C's operator: compilers multiply */
                            DIVIDE_BY_UNIFORM,
                            DIVIDE_SMALL, /* both are exact in a float */
                            DIVIDE_SMALL_BY_UNIFORM,
                            DIVIDE_BY_RECIPROCAL, /* whole floats by a constant, see PlanReciprocal */
                            DIVIDE_BY_RECIPROCAL_OF_SOME, /* those that are not too small, which is asked */
                            DIVIDE_BY_SCALAR /* floats by what lanes share: by a reciprocal found as it runs */
} PlanDivision;

typedef enum PlanExtreme { /* how the number is found that a minimum or maximum is, see
                              plan_extremes.c */
                           EXTREME_ANY,
                           EXTREME_SECOND_NUMBER, /* the second operand is no NaN */
                           EXTREME_FIRST_NUMBER   /* the first is, so they change places */
} PlanExtreme;

typedef enum PlanPowerKind { /* how a power of a constant exponent is computed */
                             POWER_ANY,
                             POWER_QUARTERS, /* by products and square roots */
                             POWER_CUBE_ROOT
} PlanPowerKind;

typedef struct PlanThreadTable { /* what a value is for each lane of the group's waves, see plan_thread_tables.c */
    const uint64_t *bits;        /* by row, by lane */
    const IrInstr *counter;      /* of a loop, with a row for each of its values, from `first` on by `step`; NULL: one row */
    int first, step, rows;
} PlanThreadTable;

typedef struct PlanPower {
    PlanPowerKind kind;
    int quarters; /* of POWER_QUARTERS: four times the exponent */
} PlanPower;

/* x / c = x * high + x * low, the last sum rounded once, for all x but those whose size is less than
 * the float whose bits are `least`, and not 0. */
typedef struct PlanReciprocal {
    float high, low;
    uint32_t least;
} PlanReciprocal;
/* False: not for all x. */
bool plan_find_reciprocal(float divisor, PlanReciprocal *found);

/* Values that are computed in the order of memory, a vector of the element each: plan_in_order.c. */
enum { PLAN_MOST_PARTS = 4 };

typedef struct PlanElement {
    int count;
    bool is_loaded; /* its parts are the components of a load */
    const IrInstr *parts[PLAN_MOST_PARTS]; /* else these */
} PlanElement;

typedef enum PlanReading { /* by the parts of an element, one of these values each */
                           READS_ELEMENT, /* the parts of another one */
                           READS_ONE,     /* the same value: its lanes are repeated */
                           READS_WORD,    /* the same word of an element in order, beside which its others are */
                           READS_SCALARS, /* in turn */
                           READS_APART    /* vectors that must be put in order */
} PlanReading;

typedef struct PlanValue {
    PlanForm form;
    int run;       /* the run that computes it; 0: none, it is an array where it is a vector */
    bool is_array; /* FORM_VECTOR: all of its pieces are kept; else one at a time, inside its run */
    PlanDivision division;
    PlanExtreme extreme;
    PlanPower power;
    bool is_signed; /* an unsigned operation of numbers that signed ones are, too */
    bool turns_signs; /* an unsigned comparison is a signed one of both with their highest bits turned over */
    bool is_cut; /* a float as an integer: it is known to be one's size */
    bool counts_bytes; /* a popcount of bits that all bytes may have at byte_bit, and none elsewhere */
    uint8_t byte_bit;
    bool is_rounded; /* a half: its float is rounded to one */
    const PlanThreadTable *by_thread; /* C constants; NULL: it is computed */
    bool is_used;
    const PlanElement *element; /* that it is a part of, or has the components of; NULL: it lies apart */
    uint8_t part;               /* which; not of loads */
    bool is_packed_in_order; /* it reads the parts of an element as they are, and gives a vector as any other */
    int counted_of;    /* a count of lower lanes: the version of the mask of those that it is taken of; 0: of all; -1: it is
                          an atomic operation that counts none */
    bool has_first;    /* of one by a counter: places go from what the first lane has, as a scalar */
    uint8_t lane_cost; /* scalar operations that compute one lane of it; PLAN_NO_LANE */
    bool is_by_lanes;  /* single lanes are all that is wanted of it, as scalars: plan_lanes.c */
    bool is_by_pieces; /* a comparison of scalars, one a piece, whose lanes are alike: plan_lanes.c */

    /* FORM_VECTOR, plan_straight.c, plan_cold.c: */
    bool is_declared_ahead; /* of the stretch that each piece goes through by itself, which it leaves */
    bool is_straight;  /* over the wave it steps by straight_step unless it meets a bound */
    bool is_asked;     /* whether it does is found out */
    bool is_cold;      /* accesses compute its vector where they find that one does not step */
    int straight_step;
    const IrInstr *asked_of; /* whether it steps is asked of that, which differs by what all lanes share:
                                plan_asked.c; NULL: of itself */
} PlanValue;

enum { PLAN_NO_LANE = 255 };

/* ---- variables and resources ---- */

typedef enum PlanHome {
    HOME_SHARED,       /* scratch memory of the group */
    HOME_GROUP_SCALAR, /* a C array at group level */
    HOME_GROUP_KEPT,   /* the same in scratch memory, since it is large */
    HOME_WAVE_LOCAL,   /* a C array inside the one stretch that uses it */
    HOME_WAVE_KEPT,    /* scratch memory, one for each wave of the group */
    HOME_CONSTANT      /* a C constant */
} PlanHome;

typedef struct PlanVariable {
    PlanHome home;
    bool is_vector;           /* an element is a vector of all lanes */
    bool has_elements; /* an element's components lie side by side, not each component's elements */
    bool is_cleared;          /* starts as zero: it may be read of threads that never set it */
    const IrInstr *stretch; /* of HOME_WAVE_LOCAL: the wave_loop or lane_loop that uses it */
    const uint64_t *bits;     /* of HOME_CONSTANT: by component and element */
    int64_t room;             /* of HOME_CONSTANT: elements of a component; those at the end are 0 */
} PlanVariable;

/* Vectors of a constant from which lanes are permuted. */
enum { PLAN_MOST_PERMUTED = 4 };

typedef struct PlanResource {
    bool is_fetched_ahead; /* where it is large as the kernel runs: see emit_stream.c */
    bool is_tiled; /* by tiles: ahead is what groups further along x touch */
    bool is_streamed;      /* likewise; it is only written */
} PlanResource;

/* ---- memory accesses ---- */

typedef enum PlanWay {
#define WAY(name, told, needs, cost, text) WAY_##name,
#include "way.def"
#undef WAY
    PLAN_WAY_COUNT
} PlanWay;

typedef enum PlanNeed {
#define NEED(name, text) NEED_##name,
#include "need.def"
#undef NEED
    PLAN_NEED_COUNT
} PlanNeed;

typedef struct PlanWayInfo {
    const char *name;
    bool is_told;
    uint16_t cost[3][2]; /* 16, 8 and 4 lanes; of a load, of a store: way.def */
    const char *text;
} PlanWayInfo;
const PlanWayInfo *plan_way_info(PlanWay way);
const char *plan_need_text(PlanNeed need);

typedef struct PlanApart { /* why an element does not stay in the order of memory */
    const IrInstr *culprit; /* the value, or what reads or stores it; NULL: none alone */
    const char *why;        /* NULL: it does, or could not */
} PlanApart;

typedef struct PlanClosed { /* a better way, and why it was not taken */
    PlanWay way;
    PlanNeed need;
    const IrInstr *culprit; /* the value that spoilt it; NULL: what is accessed did */
} PlanClosed;

/* `linear` & `uniform`, or |, or ^. Where `linear` starts a piece at a multiple of its length, so
 * does the piece, and its lanes are those of lane & uniform, and so on: each bit of an index
 * depends on that bit alone. */
typedef struct PlanMix {
    const IrInstr *linear, *uniform;
    IrOp op;
} PlanMix;

/* From lane to lane an index steps by the product of these. */
enum { PLAN_FACTORS = 3 };
typedef struct PlanFactor {
    const IrInstr *uniforms[PLAN_FACTORS];
    int count; /* 0: it does not */
    int by;
} PlanFactor;

/* Where the lanes of a piece lie, known beforehand: places in `vectors` vectors that begin `start`
 * elements from lane 0's; the last one's is span - 1. */
enum { PLAN_MOST_LANES = 16, PLAN_MOST_SHUFFLED = 4 };

typedef struct PlanShuffle {
    int start, vectors, span;
    int words; /* a load reads so many from its start on: whole vectors, or four, repeated over one */
    uint8_t places[PLAN_MOST_LANES]; /* by lane */
} PlanShuffle;

/* Rows of a tile, fetched one after the other: plan_tiles.c. */
enum { PLAN_MOST_CLAMPS = 4 };

typedef struct PlanClamp {
    const IrInstr *clamp, *of; /* a minimum or maximum, and its operand that steps by columns */
    bool has_rows;             /* that depends on the row too */
} PlanClamp;

/* Lanes that are known to be on, at known places: the same of each piece that has any. */
typedef struct PlanPicked {
    int count;
    int start, span; /* indices: from lane 0's to the lowest of them, and from that to behind the highest */
    uint8_t lanes[PLAN_MOST_LANES];
    int16_t places[PLAN_MOST_LANES]; /* of each of these, from the lowest */
    uint64_t pieces; /* a bit for each that has any */
} PlanPicked;

typedef struct PlanTile {
    const IrInstr *source; /* source % width is the column, source / width the row */
    int width;             /* 0: no tile */
    PlanClamp clamps[PLAN_MOST_CLAMPS];
    int clamp_count;
    bool has_starts; /* the index depends on the row too */
} PlanTile;

typedef enum PlanTest {
    TEST_KNOWN,
    TEST_NEVER,
    TEST_AS_IT_RUNS
} PlanTest; /* does it step as it should? */

/* One way of doing a piece, tried before the lanes go one by one. */
typedef struct PlanAttempt {
    PlanWay way; /* rows, halves, column, mixed, ..., window, packed or tile */
    PlanTest index, row, slice;
} PlanAttempt;

typedef enum PlanLimit {
    LIMIT_WIDTH,
    LIMIT_STARTS,
    LIMIT_COUNT
} PlanLimit; /* resource's width; places where so many bytes or words fit; variable's count */

/* How a vector's store leaves out the lanes that are off. */
typedef enum PlanMasking {
    MASKING_MACHINE, /* by the machine's masked store */
    MASKING_SKIPPED, /* likewise, but where none is on: at a resource's borders most have all or none */
    MASKING_OVER     /* they are written as they were: memory that nobody else writes meanwhile */
} PlanMasking;

/* A component of a value in pieces. */
typedef struct PlanVector {
    const IrInstr *value;
    int component;
} PlanVector;

/* `chain` clamps `start`, which steps by one, or has it come round; the number is that, and `offset` more (NULL: 0). */
typedef struct PlanClampedRow {
    const IrInstr *chain, *start, *offset;
} PlanClampedRow;

/* Elements that a padded row has room for before it, and behind it: by so many wcc_padded.h may copy it beside its place. */
enum { PLAN_PADDING = 8 };

/* A row that all loads by the same bounds find either in memory or where what lies beyond its ends is beside them:
 * plan_padded.c. */
typedef struct PlanPaddedRow {
    const struct PlanAccess *first; /* of its loads */
    PlanClampedRow clamp;           /* of that one */
    int least, most;                /* where the others start, from there */
    int loads;
    bool is_kept; /* it pays, and there is room for it */
} PlanPaddedRow;

/* All places of an index, as its range says, or that of what varies in it: so many vectors from the first one on. */
typedef struct PlanFewPlaces {
    const IrInstr *of; /* the index, or without what all lanes share, which is added to `first` */
    int first, vectors; /* 0: it has places beyond two vectors */
} PlanFewPlaces;

/* In the lanes of a piece the index is what lane 0 has, or what the last one has: the former up to a multiple of
 * 2^shift that `source`, which steps, comes to. */
typedef struct PlanTwoPlaces {
    const IrInstr *source; /* NULL: there may be more */
    int shift;
} PlanTwoPlaces;

/* Of a piece so many lanes from one on. */
enum { PLAN_MOST_ENDS = 2 };
typedef struct PlanEnd {
    int piece, first, count;
} PlanEnd;

typedef struct PlanAccess {
    const IrInstr *instr;
    bool is_store;
    IrScalar type; /* of a component, as memory holds it */
    int components, component_bytes;
    int part;          /* bytes of a part of a word, the element; 0: it is none */
    bool is_signed;    /* a part */
    int element_bytes; /* from one element to the next; planes: a component's */

    /* Where: in a variable (instr->variable, planes from instr->component on) or a resource. */
    bool is_of_lane; /* in a lane_loop */
    int row,
        level; /* labels of the rows chosen in an array of resources, of a mip level; -1: none */
    int64_t offset; /* of component 0 in the element, where it is constant */
    const IrInstr *uniform_offset, *uniform_row,
        *uniform_slice;   /* what is the same in all lanes; NULL: none */
    const IrInstr *index; /* of the element; of raw buffers: the byte address */
    const IrInstr *lane_row, *lane_slice,
        *lane_offset;  /* y, z and a byte offset that vary; NULL: none */
    int index_bytes; /* from one index to the next: an element, or a part of it, a byte or a word */
    int alignment;     /* raw buffers: addresses are rounded down to it; else 0 */
    PlanLimit limit;
    int64_t room;    /* the largest offset in an element at which the access fits in it */
    bool is_inside;  /* proved: no test needed */
    bool is_active_inside; /* proved of the active lanes */
    int64_t greatest; /* index of a buffer's lanes, if that alone says whether they are inside; -1: not known */
    bool is_outside; /* proved: loads give 0, stores do nothing */
    bool is_walked;  /* found before the loop that it is in: its row and slice are inside, too */
    bool adds_up;    /* likewise: the index is what its addends, scalars, are together in 64 bits */
    const IrInstr *beside; /* found before, as well: the index is this scalar and `behind` together in 64 bits; NULL: none */
    int behind;
    bool is_near; /* the active lanes' part of it is inside scratch memory, and it may touch what
                     lies up to a wave before and behind, so nothing is tested */
    bool has_lane; /* of the wave, known to be on (plan_near.c) */
    PlanMasking masking; /* of a store under a mask */

    /* How. */
    PlanWay way;
    PlanAttempt attempts[3]; /* for each piece, one after the other, then lane by lane */
    int attempt_count;
    bool is_certain; /* the first attempt cannot fail: no test, nothing else */
    bool is_at_once; /* the first attempts of all pieces are tested together: they seldom fail */
    bool has_edge;   /* of a wave, or piece, that meets the end of a row of texels, what lies inside is copied at once */
    bool is_or_zeros; /* of one place: where that lies outside it loads zeros from elsewhere */
    bool asks_pieces; /* each piece goes by itself, and the wave is not inside as a whole: whether the piece is */
    bool is_rare_in_turn; /* what it does where the wave does not go that way: one piece after the other */
    VEC(PlanVector) rare_reads; /* the arrays that it reads there, but for its mask (plan_rare.c) */
    bool by_scalars; /* the lanes that say where pieces lie: of what is_by_lanes */
    PlanMix mix;     /* of WAY_mixed */
    PlanShuffle shuffle; /* of WAY_shuffled */
    PlanTile tile;   /* of WAY_tile */
    PlanPicked picked; /* of WAY_picked */
    PlanFactor factor; /* of WAY_stepped_by */
    bool is_together; /* of rows that are tested together: plan_together.c */
    PlanFewPlaces few; /* of WAY_few_places */
    const IrInstr *rate; /* of WAY_crowded: what its lanes step by, if not above `most_rate`; NULL: by less for sure */
    uint32_t most_rate;
    PlanTwoPlaces two; /* of WAY_two_places; of WAY_same, where the wave goes to several places */
    PlanClampedRow clamp; /* of WAY_straight, where the wave meets a bound; chain NULL: by attempts */
    const PlanPaddedRow *padded; /* of WAY_straight: it loads from there, and asks nothing; NULL: there is none */
    int padded_at;               /* where it starts, from the first of that row's loads */
    VEC(const IrInstr *) cold; /* what each piece computes that does not go straight, or by_scalars */
    const IrInstr *split; /* of WAY_counted and WAY_packed: lanes where it is true are one run, the others another;
                             NULL: all are one */
    const IrInstr *counts[2]; /* of WAY_counted: what a run is counted by; of a split's others, and of those where it is true */
    bool lanes_are_counted; /* each goes as far from the first one's place as active lanes are below it, for sure */
    bool is_counted;   /* of WAY_packed: another number of lanes each time; else as many */
    bool goes_back[2]; /* of both: from the last one to the first; of a split's others, and of those where it is true */
    bool is_in_order;  /* what it loads or stores are vectors as they lie in memory: plan_in_order.c */
    PlanApart apart;
    bool is_interleaved; /* of WAY_strided: it is one of several words of each lane side by side, */
    int word;            /* this one; they begin with the first that something loads */
    int step;    /* bytes from lane to lane, of WAY_reversed, strided and stepped */
    int cost;    /* tenths of a nanosecond for the wave, from the nearest cache: an estimate */
    int mask;    /* the active lanes; 0: all */
    int first_pieces; /* those behind them have no active lane */
    uint32_t whole_pieces; /* of a store under a mask, those all of whose lanes are known to be on, a bit each */
    PlanEnd ends[PLAN_MOST_ENDS]; /* and those some of whose are, side by side (plan_ends.c) */
    int end_count;
    const struct PlanLanes *chosen; /* of a store: the active lanes; NULL: they are not known */
    bool is_fetched_ahead, is_streamed;
    IrTravel travel; /* of what is fetched ahead; by a uniform step */
    int spread[16]; /* broadcast stores: labels of values spread into arrays; -1 */
    PlanClosed closed[PLAN_WAY_COUNT];
    int closed_count;
} PlanAccess;

/* Elements that lie side by side, in one of the sizes that wcc_lanes.h takes apart, of which loads
 * may want a part; how many words such an element has, 0 where it is not words. Components that
 * lie in arrays of their own; four words side by side. Memory that other groups
 * write meanwhile. */
bool plan_is_packed(const PlanAccess *access);
bool plan_are_halfwords(const PlanAccess *access); /* elements of two or four */
bool plan_is_wide(const PlanAccess *access); /* elements of two or four words of 64 bits */
int plan_packed_words(const PlanAccess *access);
/* Components side by side that each lane takes several of at once, wherever its element lies. */
bool plan_goes_by_elements(const PlanAccess *access);
/* How many words before the first component four words begin that lie in the element and hold all
 * that a load wants; -1: there are none. */
int plan_words_before_window(const PlanAccess *access);
bool plan_is_planes(const PlanAccess *access);
bool plan_is_quad(const PlanAccess *access);
bool plan_is_ring(const PlanClampedRow *row);
/* Its way asks once whether bounds keep the wave from stepping. */
bool plan_is_straight(const PlanAccess *access);
/* From lane to lane it goes on by so many bytes or more, or by what only the run knows. */
bool plan_lanes_are_apart(const PlanAccess *access, int bytes);
/* How a piece goes of what goes that way: of straight_strided, strided. */
PlanWay plan_way_of_pieces(PlanWay way);
bool plan_is_coherent(const PlanAccess *access);
/* The index counts bytes or words, of which an element has several. */
static inline bool plan_counts_parts(const PlanAccess *access)
{
    return access->limit == LIMIT_STARTS;
}
/* Between the indices of neighbours. */
int plan_contiguous_stride(const PlanAccess *access);

/* ---- steps ---- */

typedef enum PlanStepKind {
#define STEP(name, indent, shows, text) STEP_##name,
#include "step.def"
#undef STEP
    PLAN_STEP_COUNT
} PlanStepKind;

typedef enum PlanIndent { STEP_SAME, STEP_OPENS, STEP_CLOSES, STEP_BETWEEN } PlanIndent;

PlanIndent plan_step_indent(PlanStepKind kind);

typedef enum PlanMaskRule {
#define MASK(name, words, text) MASK_##name,
#include "mask.def"
#undef MASK
    PLAN_MASK_RULE_COUNT
} PlanMaskRule;

typedef enum PlanLabel {
    LABEL_END,
    LABEL_EXIT,
    LABEL_NEXT
} PlanLabel; /* of a region; of a construct; of a turn */

typedef enum PlanRole {            /* how an operation reads an operand */
                        AS_IT_IS,  /* a scalar, or piece by piece */
                        AS_SPREAD, /* a pointer to all pieces, of a value that was spread into an
                                      array for it */
                        AS_PIECES, /* the same of a value that is in pieces */
                        AS_LANE    /* the scalar of the highest active lane */
} PlanRole;

typedef struct PlanOperand {
    PlanRole role;
    int spread; /* AS_SPREAD, AS_LANE of a value that was spread: label of the array; else -1 */
    int lane;   /* AS_LANE: label of the scalar */
} PlanOperand;

typedef enum PlanAtomicKind { /* how an atomic operation goes */
                              ATOMIC_BY_LANES,
                              ATOMIC_BY_CELLS, /* neighbouring lanes share cells: they combine first, and
                                                  each cell is gone to once */
                              ATOMIC_TESTED, /* the lanes of a piece combine where all are found to
                                                go to one cell; else by lanes */
                              ATOMIC_IN_A_ROW, /* each lane of a piece to the cell behind the last
                                                  one's: vectors, unless others may come between */
                              ATOMIC_IN_ONE_LANE, /* one lane runs at most: scalars */
                              ATOMIC_COMBINED, /* all lanes go to one cell: they combine first */
                              ATOMIC_TOTAL /* all waves do: each lane of a vector has a part, until they are through */
} PlanAtomicKind;

typedef struct PlanAtomic {
    PlanAtomicKind kind;
    bool is_inside; /* proved of all active lanes */
    bool counts_lanes;  /* combined, total: each of them adds 1 */
    bool skips_neutral; /* by lanes: where the value changes nothing, no memory is locked for it */
    int sharers;        /* by cells: so many neighbouring lanes go to each */
    int cells_pieces;   /* by cells: those of so many pieces, one or all, lie side by side where the last lane's place */
    int64_t cells_span; /* is so much above the first one's; 0: that is not known */
    bool is_contiguous; /* in a row: that of the whole wave, which a scalar says the first cell of */
    bool is_alone;      /* no other thread comes between: that was asked */
    bool is_of_words;   /* raw: no address is rounded down */
    const IrInstr *total; /* total: the first one to the same cell, by which their vector is named */
} PlanAtomic;

/* ---- samples (plan_samples.c) ---- */

typedef enum PlanViewKind { /* a texture through a sampler: wcc_view_... of wcc_sampling.h */
                            VIEW_TOP,      /* level 0, as gathers see it */
                            VIEW_LEVEL,    /* a level that is the same in all lanes */
                            VIEW_ANY_LEVEL /* levels that differ */
} PlanViewKind;

enum { PLAN_SLICE = 3 }; /* axes 0..2 are x, y, z */

typedef struct PlanAxis { /* where samples through a view lie on one axis */
    int view, which;      /* label; 0..2 or PLAN_SLICE */
    int number;           /* its own label */
    const IrInstr *coordinate, *by;
} PlanAxis;

/* Samples that stand together, whose lanes mostly lie along rows: all are tested at once. */
enum { PLAN_MOST_TAPS = 16 };

typedef enum PlanTapRun { /* lanes that may lie along a row */
                          TAP_RUN_NONE, /* fewer than a vector has: they are no taps */
                          TAP_RUN_PIECE,
                          TAP_RUN_WAVE
} PlanTapRun;

typedef struct PlanTaps {
    int view, count, column_count, row_count;
    PlanTapRun run;
    bool is_fetched_ahead; /* what the group after the next one will see, where it is large */
    bool has_kept_rows; /* found before the call's groups: plan_kept.c */
    bool are_words; /* one each, along the wave: their places are told, not what is there */
    const IrInstr *samples[PLAN_MOST_TAPS];
    int column[PLAN_MOST_TAPS], row[PLAN_MOST_TAPS]; /* of each sample */
    PlanAxis columns[PLAN_MOST_TAPS], rows[PLAN_MOST_TAPS];
} PlanTaps;

typedef struct PlanSample {
    int view, axes[4]; /* labels; -1: it has no such axis */
    unsigned used;     /* components of the result that something reads, a bit each; of taps: of
                          any of them */
    bool is_inline; /* loads of neighbours are; all else is out of line */
    bool scatters_levels; /* of levels that differ between lanes */
    bool is_scattered; /* by no axes: neither runs nor windows are looked for */
    const PlanTaps *taps; /* that it is one of; NULL: it goes by itself */
} PlanSample;

/* Values of which no lane is NaN, if a piece has been found so: nor are the minimums and maximums
 * made of them. */
typedef struct PlanNumbers {
    VEC(const IrInstr *) values;
    VEC(const IrInstr *) extremes; /* these; others of the run may meet NaN all the same */
} PlanNumbers;
static inline bool plan_is_of_numbers(const PlanNumbers *numbers, const IrInstr *extreme)
{
    for (int i = 0; numbers != NULL && i < numbers->extremes.count; i++)
        if (numbers->extremes.items[i] == extreme)
            return true;
    return false;
}

/* ---- lanes in turn (plan_chosen.c) ---- */

enum { PLAN_MOST_WAVE = 1024 };

/* Those that run, in every wave that comes there; from the first to the last. */
typedef struct PlanLanes {
    int count;
    uint16_t lanes[PLAN_MOST_WAVE];
} PlanLanes;
/* From each of them to the next, or 0: that differs. */
int plan_step_of_lanes(const PlanLanes *lanes);

/* ---- accesses of all turns of a loop (plan_walks.c, plan_inside.c) ---- */

typedef enum PlanCoordinate { COORDINATE_INDEX, COORDINATE_ROW, COORDINATE_SLICE } PlanCoordinate;

/* A place that is known before. */
typedef struct PlanWalk {
    const PlanAccess *access;
    const IrInstr *place; /* a coordinate of it */
    PlanCoordinate coordinate;
    int64_t least, most; /* of its neighbours, from there */
} PlanWalk;

typedef struct PlanWalks {
    const IrInstr *loop;    /* or the waves that go through a stretch; NULL: a stretch of steps */
    const IrInstr *compare; /* holds in every turn: a counter, and a constant, before a bound; NULL: no loop's */
    const IrInstr *counter;
    bool is_down;     /* the counter is its second operand, and falls */
    int step;         /* of the counter, to the next turn at the loop's end; how far down */
    int least_turns;  /* with fewer it asks in each */
    bool has_one_way; /* from turn to turn; else it may grow by more in other places */
    int lanes;        /* first ones of the wave, of which any is active somewhere */
    int mask;         /* only its lanes lie inside, and loads are masked, too; 0: all do */
    const bool *hangs_on_x; /* by id: asked for all groups of a call, in each of which it is another; NULL: for one */
    bool is_of_small; /* nor is anything large that it would fetch ahead, or store past the caches */
    VEC(PlanWalk) items;
    VEC(const IrInstr *) guards; /* comparisons that hold for all */
    VEC(const IrInstr *) of_row; /* comparisons that each row asks for itself: where it goes there, they hold */
    VEC(const IrInstr *) clamps; /* minima and maxima of what steps, which it meets in no turn */
} PlanWalks;
/* It may be another one in each turn of the loop, if there is one, or in each group of the call. */
bool plan_is_of_turn(const PlanWalks *walks, const IrInstr *value);
/* In a loop in the turns of lanes: from the least to the greatest number of its range, which is its span. */
bool plan_has_known_span(const PlanWalks *walks, const IrInstr *value);
/* What the counter of a loop inside is below, from 0 on; NULL: it is none, or counts otherwise. */
const IrInstr *plan_inner_end(const PlanWalks *walks, const IrInstr *value);

/* The first and the last cell around a place, whose indices are that and a constant. */
typedef struct PlanCells {
    const IrInstr *first, *last;
} PlanCells;

typedef struct PlanNeighbours {
    VEC(PlanCells) items; /* of one buffer */
    VEC(const IrInstr *) greatest; /* atomics whose cells are none above that which their range says */
} PlanNeighbours;

typedef enum PlanMoveKind { /* which lane each lane reads, of those that a formula names (plan_lane_moves.c) */
                            MOVE_NONE,   /* any */
                            MOVE_XOR,    /* lane ^ by */
                            MOVE_ADD,    /* lane + by; beyond the wave's ends: 0 */
                            MOVE_ROTATE, /* (lane + by) % W */
                            MOVE_TABLE,  /* from[lane] */
                            MOVE_ONE,    /* all the lane `by`, a scalar */
                            MOVE_KIND_COUNT
} PlanMoveKind;

typedef struct PlanMove {
    PlanMoveKind kind;
    int by; /* xor, rotate: 0 .. W - 1; add: 1 - W .. W - 1 */
    const int *from; /* table: a lane, or -1: 0 */
} PlanMove;

/* Of a vote: all is asked of each lane; where the ends of the wave do not say yes; or they say all there is. */
typedef enum PlanEnds { ENDS_UNASKED, ENDS_MAY_TELL, ENDS_TELL } PlanEnds;

typedef struct PlanStep {
    PlanStepKind kind;
    SourcePos pos;
    const IrInstr *instr, *value;
    int mask;    /* the active lanes; 0: all */
    int a, b, c; /* masks (0: all lanes), a run's number */
    PlanMaskRule rule;
    PlanLabel label;
    int number;      /* of the label, of a spread array, of the edge that saves */
    bool to_next;    /* assign: to the parameter's value in the next turn */
    bool from_saved; /* assign: from the parameter that was saved */
    bool is_again;  /* of a loop that asks nothing: what it does stands behind it once more */
    int to_inside; /* label, jumps to it: how many loops stand in each other where one asks for all of them, each of which is
                    * elsewhere, too, where those in it do; 0: nowhere */
    const PlanWalks *walks; /* STEP_if_inside, STEP_parts; NULL: the parts before it have asked */
    const PlanPaddedRow *padded; /* STEP_pad */
    const PlanNeighbours *neighbours; /* STEP_if_alone, whose instr is the first of the atomics that stand together */
    IrOp combine; /* set_aside, put_together */
    const IrInstr *set_aside_for; /* a lane's reduction: the lane_loop's result, for which its parts are kept */
    const PlanLanes *lanes; /* STEP_lanes: NULL: the mask says which */
    PlanAccess *access; /* spread: the load in whose memory it lies already, or NULL */
    PlanOperand *operands; /* by operand */
    PlanNumbers *numbers;  /* STEP_numbers: what is asked; pieces below: it was answered with yes */
    PlanAtomic atomic;
    bool is_rolled; /* a loop: in a lane_loop, for rows too short to be unrolled; of one piece (plan_piece_loops.c) */
    PlanMove move;   /* wave_read_lane */
    PlanEnds ends;   /* wave_all, wave_any: whether the first or last lane of each comparison tells */
    PlanViewKind view_kind;
    bool has_runs; /* a view: taps may go along its rows */
    PlanAxis axis;
    const PlanSample *sample; /* NULL: as wcc_texture.h interprets it; of taps: their kind */
    int labels[3];                          /* of what the operation declares besides its value */
    int vector_registers, scalar_registers; /* estimated: live at this step */
} PlanStep;

/* ---- the whole ---- */

typedef struct Plan {
    const IrKernel *kernel;
    PlanTarget target;
    int lanes, pieces;       /* W = lanes x pieces */
    bool writes_pieces_out;  /* instead of loops over them, be there one */
    PlanValue *values;       /* by id */
    PlanVariable *variables; /* by the variable's index */
    PlanResource *resources; /* by the resource's index in the program */
    VEC(PlanStep) steps;
    int scratch_margin; /* bytes before scratch memory and behind it that loads may touch */
    bool has_scratch, has_private_scratch; /* memory; of private arrays */
    bool has_checks, samples;
    bool watches_memory; /* has touch_var or touch_resource */
    bool flushes_denormals; /* some operation would compute with them, and none with doubles */
    int64_t private_bytes; /* of private arrays on the stack */
    int64_t room_bytes;    /* of rows that are padded (plan_padded.c) */
    int64_t stack_bytes; /* more than a call takes; 0: more than one may ask of a host's thread */
    int groups_in_call; /* so little work that as many groups share a call, or so many in a row */
    int waves_in_row; /* of a group, where a call's groups go through rows together (plan_rows.c); else 0 */
    bool has_group_loop; /* its steps go through the groups of a call: those rows, plan_kept.c or plan_call_inside.c */
    bool may_wait;   /* for another group's flag: a loop looks again and again */
    int peak_step;   /* where most vector registers are alive */
    bool turns_signs; /* some comparison of its does */
    bool has_quads_in_planes; /* a groupshared array of four components */
    bool has_failed; /* a diagnostic says what cannot be compiled */
} Plan;
/* Of `bytes` that a wave accesses, those that it fetches ahead; a line costs no branch. */
enum { PLAN_LINE_BYTES = 64 };
int plan_bytes_ahead(const Plan *plan, const PlanAccess *access, int bytes);
/* The operand of a minimum or maximum that steps; the other one is its bound. */
const IrInstr *plan_clamped(const Plan *plan, const IrInstr *clamp);

/* Never NULL. Ids of the kernel's instructions are dense (ir_renumber). */
Plan *plan_new(Arena *arena, Diagnostics *diagnostics, const IrKernel *kernel, PlanTarget target);
/* A step a line, with what was decided; `sources` may be NULL: no places. */
void plan_print(Text *out, const Plan *plan, const Sources *sources);
/* Of a copy that runs other threads together than the shader says: which. */
void plan_print_copy(Text *out, const IrKernel *kernel);

static inline PlanForm plan_form(const Plan *plan, const IrInstr *value)
{
    return plan->values[value->id].form;
}
/* One lane of it is computed by scalar operations of its own, of what is linear, uniform or a
 * thread's number. */
static inline bool plan_has_scalar_lanes(const Plan *plan, const IrInstr *value)
{
    return plan->values[value->id].lane_cost != PLAN_NO_LANE;
}
/* A thread's number, which any lane's place in the wave tells. */
bool plan_is_thread_id(const Plan *plan, const IrInstr *value);
/* Of a comparison that a vote asks of single lanes: the side that must be found not to wrap as it
 * runs; NULL: neither does. */
const IrInstr *plan_wraps_in_vote(const Plan *plan, const IrInstr *condition);
/* The same in all lanes: a C scalar. */
static inline bool plan_is_uniform(const Plan *plan, const IrInstr *value)
{
    return plan_form(plan, value) <= FORM_SCALAR;
}

/* Or in each row of so many lanes, which a vector or half of one lies within. */
static inline bool plan_is_same_along(const Plan *plan, const IrInstr *value, int length)
{
    return plan_is_uniform(plan, value) || (value->shape.stride == 0 && value->shape.length >= length);
}
static inline bool plan_is_vector(const Plan *plan, const IrInstr *value)
{
    return plan_form(plan, value) == FORM_VECTOR;
}
/* One number for all turns and lanes. */
bool plan_is_still(const Plan *plan, const PlanWalks *walks, const IrInstr *value);
/* What `and` a constant is the remainder by; 0: of nothing. */
uint32_t plan_mask_modulus(const IrInstr *value);
/* It holds unless one of both comes round. */
bool plan_has_constant_order(const IrInstr *compare);
/* Of a tile as wide as that, the rows that a vector's lanes lie in at most. */
static inline int plan_rows_in_vector(const Plan *plan, int width)
{
    return (plan->lanes - 2) / width + 2;
}
/* Where its bounds, if it has any, are not met: by `step` from lane to lane, over the wave. */
bool plan_steps_over_wave(const Plan *plan, const IrInstr *value, int *step);
/* The operand of a choice that steps, of which the other is a bound; 0: neither is. */
int plan_expected_side(const Plan *plan, const IrInstr *select);
bool plan_is_tile_column(const Plan *plan, const PlanTile *tile, const IrInstr *value);
bool plan_is_tile_row(const Plan *plan, const PlanTile *tile, const IrInstr *value);
/* Of the variable or resource that it accesses; NULL: none. */
static inline const char *plan_accessed_name(const IrInstr *instr)
{
    return instr->variable ? instr->variable->name : instr->resource ? instr->resource->name : NULL;
}
/* The element in the order of memory that a value is a part of, and which; NULL: none. */
/* All lanes of each piece have the same of it. */
bool plan_is_same_in_pieces(const Plan *plan, const IrInstr *value);
const PlanElement *plan_element_of(const Plan *plan, const IrInstr *value, int *part);
PlanReading plan_reading(const Plan *plan, const IrInstr *const *values, int count);
/* `extract` has no variable of its own: it is a load's component, whose number goes into
 * `component`. */
const IrInstr *plan_resolve(const IrInstr *value, int *component);

#endif
