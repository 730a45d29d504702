/* Shared by the generator's files: what is drawn from, and what may be drawn where. */
#ifndef WAVECC_FUZZ_GENERATE_PRIV_H
#define WAVECC_FUZZ_GENERATE_PRIV_H

#include "fuzz.h"

enum { MOST_VALUES = 2000, MOST_DEPTH = 4, SHARED_COUNT = 3, LOCAL_COUNT = 3, TABLE_ROOM = 40 };

typedef struct Target { /* of breaks and continues */
    IrInstr *construct;
    IrInstr *counter; /* of a loop: goes up by one in every turn */
    IrInstr *limit;   /* of the counter; tested in every turn, so that the loop ends */
    bool tests_last;  /* at the turn's end, and before what continues */
    IrLevel
        control; /* at the start of its body: only jumps under no more than that may go there */
    IrLevel levels[4], parameter_levels[4]; /* that its results and parameters must keep */
} Target;

/* What threads may do to a groupshared variable until the next barrier. */
typedef enum Phase { PHASE_NONE, PHASE_READ, PHASE_OWN, PHASE_ATOMIC } Phase;

typedef struct Shared {
    IrVariable *variable;
    Phase phase;
    int map;        /* PHASE_OWN: which element is whose, */
    int length;     /* and how long blocks are of which each thread has an element, or two */
    IrOp combine;   /* PHASE_ATOMIC */
} Shared;

/* PACK: lanes store behind each other, once. */
typedef enum Role { ROLE_READ, ROLE_OWN, ROLE_ATOMIC, ROLE_COUNT, ROLE_PACK } Role;

/* How the cells of a resource are dealt out; textures of several rows know MAP_STRIPES, transposed, MAP_REVERSED,
 * MAP_MIXED, MAP_BLOCKS and MAP_STEPPED in x, else they are dealt out as they lie. */
typedef enum Map {
    MAP_INTERLEAVED,
    MAP_STRIPES,
    MAP_REVERSED,
    MAP_ROWS,
    MAP_MIXED,
    MAP_BLOCKS,
    MAP_TRANSPOSED,
    MAP_STEPPED,
    MAP_COUNT
} Map;

typedef struct Bound { /* a resource and what the kernel does with it */
    IrResource *resource;
    FuzzRow *row;
    Role role;
    Map map;      /* ROLE_OWN: which cells are whose */
    IrInstr *shift; /* ROLE_OWN: by which all cells lie lower; NULL: by none */
    uint32_t cell_bytes; /* of raw buffers */
    int mix;      /* MAP_MIXED: the bits in which a thread's cell differs from its number; MAP_BLOCKS: block_length */
    IrOp combine; /* ROLE_ATOMIC */
    bool is_used; /* ROLE_COUNT, ROLE_PACK */
} Bound;

typedef struct Generator {
    FuzzKernel *fuzz;
    IrKernel *kernel;
    IrBuilder builder;
    uint32_t state;
    int budget, loop_depth;
    IrLevel control; /* how far apart lanes may be here */
    bool may_sync;   /* the constructs around allow barriers */
    bool is_independent; /* no thread looks at another: its groups may be joined */
    bool knows_no_group; /* nor at its place in its group: those of any width may */
    bool sees_no_lanes;  /* threads are spread over a tile, or stand in rows that are no vectors: generate_spread.c */
    bool is_spread;      /* over a tile are its threads, in one row: generate_spread.c */
    uint32_t spread_state, sides[3]; /* sides: of a group's tile */
    IrInstr *spread[2];  /* a thread's column and row in it */
    bool is_about_memory; /* most of its statements touch some */
    int liked;           /* an index; 64 and more: none */
    bool strays;         /* indices do: generate_strays.c */
    bool has_barriers, is_wild; /* wild: barriers also where passes may refuse them */
    IrInstr *values[IR_SCALAR_COUNT][MOST_VALUES];
    IrLevel levels[IR_SCALAR_COUNT][MOST_VALUES];
    int counts[IR_SCALAR_COUNT];
    Target targets[MOST_DEPTH + 2];
    int target_count;
    Shared shared[SHARED_COUNT];
    IrVariable *tile; /* groupshared, of rows and columns */
    int rows, columns;
    IrVariable *locals[LOCAL_COUNT];
    IrVariable *table;                    /* a private array that mostly holds constants */
    uint64_t table_bits[TABLE_ROOM * 4];  /* which ones, by element and component */
    Bound bound[FUZZ_ROWS];
    int bound_count;
    Bound elements[2]; /* of elements: that threads own, that are read; without a resource: there is none */
    Bound windows[2];  /* of words: that threads own, that are read, so many for each thread */
    int window_words;
    Bound texels[2];   /* that threads own, that are read, so many for each thread */
    int texels_along, texel_rows;
    Bound wide[2];     /* of words of 64 bits, or of 16: that threads own, that are read */
    int wide_words, wide_of_element;
    IrInstr *zero, *thread, *place[2]; /* thread: in the group; place: in the dispatch, x and y */
    IrInstr *before;                   /* threads of the groups before */
    IrInstr *global;                   /* thread in the dispatch */
    IrInstr *factor;                   /* 1 to 8, the same in all threads */
} Generator;

/* ---- regions (generate.c) ---- */

typedef struct Saved { /* what holds again behind a region */
    IrBuilder builder;
    int counts[IR_SCALAR_COUNT];
    IrLevel control;
    bool may_sync;
} Saved;

/* What is built next stands in the region, and its values end with it. */
Saved enter_region(Generator *generator, IrRegion *region);
void leave_region(Generator *generator, const Saved *saved);

static inline IrLevel higher(IrLevel left, IrLevel right) { return left > right ? left : right; }

/* ---- threads over a tile (generate_spread.c) ---- */

/* NULL: they are not spread. */
const uint32_t *draw_spread(Generator *generator, uint32_t seed);
void widen_columns(Generator *generator);
void set_sides(Generator *generator);
void build_spread(Generator *generator);
/* On x or y of the tile, where they are spread over one. */
IrInstr *place_in_group(Generator *generator, int axis);

/* ---- drawing (generate_values.c) ---- */

int draw(Generator *generator, int count); /* 0 .. count - 1 */
IrInstr *keep(Generator *generator, IrInstr *value, IrLevel level);
IrInstr *draw_const(Generator *generator, IrScalar type);
/* The later ones more often. Of at most that level. */
IrInstr *draw_value_below(Generator *generator, IrScalar type, IrLevel level, IrLevel *found);
IrInstr *draw_value(Generator *generator, IrScalar type, IrLevel *found);
IrScalar draw_type(Generator *generator);
IrInstr *number(Generator *generator, int32_t value);
IrInstr *combined(Generator *generator, IrOp op, IrInstr *left, IrInstr *right);
IrInstr *with_number(Generator *generator, IrOp op, IrInstr *value, int32_t by);
/* A float's bits as an integer, of 1 where it is zero or not finite: nobody promises the bits of a NaN, nor a zero's sign. */
IrInstr *bits_of(Generator *generator, IrInstr *value, IrScalar integer);
/* A number between a half and 1 with the integer's bits as its fraction. */
IrInstr *float_of_bits(Generator *generator, IrInstr *integer, IrScalar type);
/* Of a float of that type. */
IrInstr *draw_bits(Generator *generator, IrScalar type);
void draw_arithmetic(Generator *generator);
void draw_conversion(Generator *generator);
void draw_position(Generator *generator);
void draw_wave_operation(Generator *generator);

/* ---- indices (generate_indices.c) ---- */

/* An index that is often, not always, within `bound`; of every shape that passes know. */
IrInstr *draw_index(Generator *generator, int bound, IrLevel *level);
void draw_place_near(Generator *generator, IrInstr *place[2]);
/* Column and row, of so many, of threads that go through a tile row by row. */
void draw_tile(Generator *generator, int width, int height, IrInstr *place[2]);
/* value / length * apart + value % length */
IrInstr *blocks_of(Generator *generator, IrInstr *value, int length, int apart);
/* The lowest `low` bits change places with the `high` ones above them. */
IrInstr *transposed_bits(Generator *generator, IrInstr *value, int low, int high);
/* 2 * stride * (thread / stride) + thread % stride; the stride is a power of two. */
IrInstr *butterfly(Generator *generator, IrInstr *thread, IrInstr *stride);

/* ---- indices that go astray (generate_strays.c) ---- */

/* The index, or seldom anything. */
IrInstr *stray(Generator *generator, IrInstr *index);
/* The index, or for some lanes what surely is outside. */
IrInstr *stray_outside(Generator *generator, IrInstr *index);
void add_shifts(Generator *generator);

/* ---- loops over resources (generate_strides.c) ---- */

void draw_strided_loop(Generator *generator, int depth);
/* Loads of neighbours. */
void draw_words(Generator *generator);
/* Bytes and halfwords of words. */
void draw_part(Generator *generator);
/* One of the resources that are only read and that an index alone addresses; NULL: there is none. */
const Bound *draw_plain(Generator *generator);
/* The first component. */
IrInstr *load_element(Generator *generator, const Bound *bound, IrInstr *index);

/* ---- choices between results of one operation (generate_choices.c) ---- */

/* Some, or none. */
void draw_choices(Generator *generator);

/* ---- places that differ by what all lanes share (generate_alike.c) ---- */

/* Some, or none. */
void draw_loads_alike(Generator *generator);

/* ---- lanes that have their turn or count for others (generate_lanes.c) ---- */

/* Some, or none. */
void draw_lanes_turns(Generator *generator);
/* Of a groupshared array of I32, by an operation whose order shows in nothing. */
void add_to_cell(Generator *generator, IrVariable *cells, IrOp combine, IrInstr *cell, IrInstr *number);

/* ---- what the first lane adds for others, by turns of equal lanes too (generate_totals.c) ---- */

/* Some, or none. */
void draw_totals(Generator *generator);

/* ---- conditions on what is loaded within a bound (generate_bounds.c) ---- */

/* Some, or none. */
void draw_conditions(Generator *generator);

/* ---- loops that lanes begin alike (generate_searches.c) ---- */

/* One, or none. */
void draw_searches(Generator *generator);
/* Of words that are compared as they are; or NULL. */
const Bound *draw_bound_of_words(Generator *generator);

/* ---- rows that lanes go along each for itself (generate_rows.c) ---- */

/* Some, or none. */
void draw_rows_of_lanes(Generator *generator);

/* ---- other loops (generate_loops.c) ---- */

typedef struct OpenLoop {
    IrInstr *loop;
    Saved outside;
} OpenLoop;

/* What is built next stands in its body. */
OpenLoop open_loop(Generator *generator, IrInstr *const *firsts, int count);
/* if condition { yield } else { break value }; the value, or NULL, is the loop's result. */
void leave_unless(Generator *generator, const OpenLoop *loop, IrInstr *condition, IrInstr *value);
void close_loop(Generator *generator, const OpenLoop *loop, IrInstr *const *nexts, int count);
/* Perhaps, where `nexts` has room for one more: some turns end here by another `continue`, with another counter, which is the
 * loop's first parameter, and some sums as they were. What that hangs on is no more than `most`. How many nexts there are then;
 * drawn apart from all else. */
int go_on_elsewhere(Generator *generator, const OpenLoop *loop, IrInstr **nexts, int count, IrLevel most);
/* if condition {; what is built next stands inside. */
Saved open_branch(Generator *generator, IrInstr *condition);
void close_branch(Generator *generator, const Saved *saved);
/* condition ? what is built next and ends with `given` : other; the branch's result. */
Saved open_choice(Generator *generator, IrInstr *condition, IrInstr *other, IrInstr **result);
void close_choice(Generator *generator, const Saved *saved, IrInstr *given);

/* All threads of the group come here together, and barriers may stand here. */
bool may_share(const Generator *generator);
void build_barrier(Generator *generator);
/* With barriers, over groupshared memory and a stride that doubles or halves. */
void draw_stages(Generator *generator, int depth);
void draw_steps(Generator *generator, int depth);
/* Groupshared memory is filled from a resource. */
void draw_fetched_tile(Generator *generator, int depth);
/* Lanes go from where each of them begins to where it ends. */
void draw_walk(Generator *generator, int depth);
/* Lanes walk together, each along a row of its own. */
void draw_own_walk(Generator *generator, int depth);
void draw_products(Generator *generator, int depth);
void draw_walls(Generator *generator, int depth);
void draw_row_and_column(Generator *generator, int depth);
void draw_many_sums(Generator *generator, int depth);
void draw_exchanges(Generator *generator);
void draw_branch_of_bits(Generator *generator, int depth);

/* ---- loops that data may end (generate_insertions.c) ---- */

void draw_insertions(Generator *generator, int depth);

/* ---- turns that go on with what the one before stored (generate_recurrences.c) ---- */

void draw_recurrence(Generator *generator, int depth);

/* ---- sums that threads keep (generate_sums.c) ---- */

/* Some, or none. */
void update_sums(Generator *generator);

/* ---- resources (generate_memory.c) ---- */

void add_resources(Generator *generator);
/* A word of the cbuffer, which is small. */
IrInstr *load_constant(Generator *generator, int word);
/* Generator.factor. */
void build_factor(Generator *generator);
void draw_load(Generator *generator);
void draw_store(Generator *generator);
void draw_own_words(Generator *generator);
void draw_stores_of_both(Generator *generator);
void draw_loads_of_both(Generator *generator);
/* A buffer in which each thread's cells lie side by side: the first, and how many; NULL: there is none. */
const Bound *draw_own_row(Generator *generator, IrInstr **first, IrInstr **cells);
/* The first component is loaded, or all get `value`. */
IrInstr *access_cell(Generator *generator, const Bound *bound, IrInstr *cell, IrInstr *value);
void draw_atomic(Generator *generator);
/* Lanes where something holds store behind each other. */
void draw_pack(Generator *generator);
/* Stores what was computed last. */
void store_results(Generator *generator);

/* ---- elements of several components (generate_elements.c) ---- */

/* Behind all other resources. */
void add_elements(Generator *generator);
/* A word of a thread's own element, of those that are loaded; NULL: there are none of words. */
IrInstr *load_member(Generator *generator);
/* Some, or none. */
void update_elements(Generator *generator);

/* ---- windows of words (generate_windows.c) ---- */

/* Behind elements. */
void add_windows(Generator *generator);
/* Some, or none. */
void update_windows(Generator *generator);

/* Up to two of what `update` draws, some in branches; apart from all else, which is drawn as without them (generate_loops.c). */
void update_apart(Generator *generator, uint32_t salt, void (*update)(Generator *));

/* ---- texels side by side (generate_texels.c) ---- */

/* Behind windows. */
void add_texels(Generator *generator);
/* Some, or none. */
void update_texels(Generator *generator);

/* ---- words of 64 bits, and of 16, side by side (generate_wide.c) ---- */

/* Behind texels. */
void add_wide(Generator *generator);
/* Some, or none. */
void update_wide(Generator *generator);

/* ---- variables (generate_variables.c) ---- */

void add_variables(Generator *generator);
void draw_private(Generator *generator);
void add_table(Generator *generator);
void fill_table(Generator *generator);
void draw_table(Generator *generator);
void draw_shared(Generator *generator);
/* Until the next barrier threads keep off groupshared memory. */
void close_phases(Generator *generator);
void draw_barrier(Generator *generator);
/* Of groupshared elements that are the thread's: changed places where they are in the wrong order. */
void exchange_words(Generator *generator);

#endif
