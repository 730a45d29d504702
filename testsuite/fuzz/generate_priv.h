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
    int map;        /* PHASE_OWN: which element is whose */
    IrOp combine;   /* PHASE_ATOMIC */
} Shared;

typedef enum Role { ROLE_READ, ROLE_OWN, ROLE_ATOMIC, ROLE_COUNT } Role;

/* How the cells of a resource are dealt out; textures know MAP_INTERLEAVED and MAP_STRIPES only,
 * as they lie and transposed. */
typedef enum Map {
    MAP_INTERLEAVED,
    MAP_STRIPES,
    MAP_REVERSED,
    MAP_ROWS,
    MAP_MIXED,
    MAP_COUNT
} Map;

typedef struct Bound { /* a resource and what the kernel does with it */
    IrResource *resource;
    FuzzRow *row;
    Role role;
    Map map;      /* ROLE_OWN: which cells are whose */
    IrInstr *shift; /* ROLE_OWN: by which all cells lie lower; NULL: by none */
    uint32_t cell_bytes; /* of raw buffers */
    int mix;      /* MAP_MIXED: the bits in which a thread's cell differs from its number */
    IrOp combine; /* ROLE_ATOMIC */
    bool is_used; /* ROLE_COUNT */
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
    bool strays;         /* indices do: generate_strays.c */
    bool has_barriers, is_wild; /* wild: barriers also where passes may refuse them */
    IrInstr *values[IR_SCALAR_COUNT][MOST_VALUES];
    IrLevel levels[IR_SCALAR_COUNT][MOST_VALUES];
    int counts[IR_SCALAR_COUNT];
    Target targets[MOST_DEPTH + 2];
    int target_count;
    Shared shared[SHARED_COUNT];
    IrVariable *locals[LOCAL_COUNT];
    IrVariable *table;                    /* a private array that mostly holds constants */
    uint64_t table_bits[TABLE_ROOM * 4];  /* which ones, by element and component */
    Bound bound[FUZZ_ROWS];
    int bound_count;
    IrInstr *zero, *thread, *place[2]; /* thread: in the group; place: in the dispatch, x and y */
    IrInstr *global;                   /* thread in the dispatch */
} Generator;

static inline IrLevel higher(IrLevel left, IrLevel right) { return left > right ? left : right; }

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
/* The bits of a float of that type, or of 1 where it is zero or not finite. */
IrInstr *draw_bits(Generator *generator, IrScalar type);
void draw_arithmetic(Generator *generator);
void draw_conversion(Generator *generator);
void draw_position(Generator *generator);
void draw_wave_operation(Generator *generator);
/* An index that is often, not always, within `bound`; of every shape that passes know. */
IrInstr *draw_index(Generator *generator, int bound, IrLevel *level);
/* Column and row, of so many, of threads that go through a tile row by row. */
void draw_tile(Generator *generator, int width, int height, IrInstr *place[2]);

/* ---- indices that go astray (generate_strays.c) ---- */

/* The index, or seldom anything. */
IrInstr *stray(Generator *generator, IrInstr *index);
/* The index, or for some lanes what surely is outside. */
IrInstr *stray_outside(Generator *generator, IrInstr *index);
void add_shifts(Generator *generator);

/* ---- loops over resources (generate_strides.c) ---- */

void draw_strided_loop(Generator *generator, int depth);

/* ---- memory (generate_memory.c) ---- */

void add_resources(Generator *generator);
void add_variables(Generator *generator);
void draw_load(Generator *generator);
void draw_store(Generator *generator);
void draw_atomic(Generator *generator);
void draw_private(Generator *generator);
void add_table(Generator *generator);
void fill_table(Generator *generator);
void draw_table(Generator *generator);
void draw_shared(Generator *generator);
/* Until the next barrier threads keep off groupshared memory. */
void close_phases(Generator *generator);
void draw_barrier(Generator *generator);
/* Stores what was computed last. */
void store_results(Generator *generator);

#endif
