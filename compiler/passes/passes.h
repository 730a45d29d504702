/* passes: IR to IR. pass.def is the ordered list; one file a pass. */
#ifndef WAVECC_PASSES_H
#define WAVECC_PASSES_H

#include "ir/ir.h"

typedef struct PassContext PassContext; /* what a pass sees: passes_priv.h */
typedef bool PassRun(PassContext *context); /* whether anything changed */

/* Neighbours of one kind other than ONCE run in turn until none of them changes anything. */
typedef enum PassRepeats { ONCE, SCALARS } PassRepeats;

typedef struct Pass { /* a row of pass.def */
    const char *name;
    PassRun *run;
    int least_optimisation; /* runs from this -O on */
    PassRepeats repeats;
    const char *text;
} Pass;

extern const Pass PASSES[];
extern const int PASS_COUNT;

/* The first row of that name; NULL: there is none. */
const Pass *passes_find(Slice name);
/* Whether `wanted` means the run of a pass that `label` names: "simplify" means all its runs,
 * "simplify#2" those of its second row, "simplify#1.2" the second turn of its first. */
bool passes_label_matches(const char *label, const char *wanted);
/* Whether some row's label matches. */
bool passes_label_exists(const char *wanted);

typedef struct PassList {
    const Pass *const *items;
    int count;
} PassList;

/* For whom passes say what they decided. */
typedef struct PassExplaining {
    const char *label;      /* of the passes that say it: "unroll"; NULL: all */
    const Sources *sources;
    /* gets a line for each decision: `blur.hlsl:9: unroll: not unrolled: ...` */
    Text *text;
    size_t start;           /* where the lines of this kernel begin; none of them comes twice */
} PassExplaining;

typedef struct PassOptions {
    Diagnostics *diagnostics; /* divergent barriers and the like; an error ends the run */
    int optimisation;         /* 0..3; 0 runs only what is needed */
    unsigned checks;          /* --check: 1u << RunCheck each */
    bool watches_stores;      /* stores of several places in the source stay apart */
    bool adds_in_any_order;   /* sums of floats that are not `precise` */
    int lanes;                /* of a machine vector; 0: as many as the wave has */
    bool keeps_shared;        /* a debugger looks at groupshared memory */
    const PassList *only;     /* these, whatever `optimisation` is; NULL: those of pass.def */
    const PassExplaining *explaining; /* NULL: nobody asks */
} PassOptions;

/* A pass has run. */
typedef struct PassStep {
    const Pass *pass;
    /* "simplify#2.3": rows of one name are counted, and turns from the second on */
    const char *label;
    bool changed;
} PassStep;

/* Called before each pass, if there is such a function, and after it; false ends the run. */
typedef struct PassHook {
    void (*before)(void *context, IrKernel *kernel, const PassStep *step);
    bool (*after)(void *context, IrKernel *kernel, const PassStep *step);
    void *context;
} PassHook;

/* What a kernel was before a pass (witness.c); {0} before the first. */
typedef struct PassWitness {
    const IrKernel *kernel; /* NULL: another one now */
    uint64_t hash;
} PassWitness;

void passes_witness_before(PassWitness *witness, const IrKernel *kernel);
/* False: the pass says that it has changed nothing, and the kernel is another one now. */
bool passes_witness_agrees(PassWitness *witness, const IrKernel *kernel, const PassStep *step);

/* The first instruction that no C can be written from where it stands: it differs between the
 * group's threads outside every wave_loop, or is the group's inside one. NULL: the kernel is in its
 * final form. */
const IrInstr *passes_find_unformed(const IrKernel *kernel);

/* A copy of the kernel, before its passes, that loads elements of tiles from the memory that these are copies of; NULL: it
 * has none (copied_tiles.c). */
IrKernel *passes_read_copied_tiles(Arena *arena, const IrKernel *kernel);

/* Where quads are four lanes that follow each other, and nobody sees that, they are two and two in rows
 * (quad_rows.c). Of a kernel before its passes. */
void passes_put_quads_in_rows(IrKernel *kernel);

/* A copy of the kernel, before its passes, whose threads stand in rows and columns of a tile that the source
 * spreads one row of them over, for which IrKernel.told_threads has that; NULL: it does not, or may tell
 * which lanes its threads are (tile_groups.c). `lanes`: of a machine vector. */
IrKernel *passes_tile_groups(Arena *arena, const IrKernel *kernel, int lanes);

/* A copy of the kernel, before its passes, of which one group does what several groups side by side
 * on x do, as many as IrKernel.joined says; NULL: groups are as wide as waves, or may tell that they
 * run together (join_groups.c). `lanes`: of a machine vector. */
IrKernel *passes_join_groups(Arena *arena, const IrKernel *kernel, int lanes);
/* Several groups one thread wide that share memory as one, likewise (join_columns.c). */
IrKernel *passes_join_columns(Arena *arena, const IrKernel *kernel, int lanes);
/* Waves are blocks of rows where a loop loads what columns of threads share, and nobody sees lanes (row_blocks.c). Of
 * a kernel before its passes that is joined with none. `lanes`: of a machine vector. */
void passes_block_rows(IrKernel *kernel, int lanes);
/* In groups whose rows are no vectors lanes are left out at each row's end, and a wave is a row of whole vectors, or an even
 * part of one, where nobody can tell (pad_rows.c). Of a kernel before its passes that is joined with none. `lanes`: of a
 * machine vector. */
void passes_pad_rows(IrKernel *kernel, int lanes);
/* Waves of less than two machine vectors become larger ones, where nobody can tell, of groups that wait at barriers for their
 * threads, too: of a kernel before its passes, and before it is joined. */
void passes_fill_vectors(IrKernel *kernel, int lanes);
/* A wave is a row of threads, or an even part of one, where rows are whole machine vectors and no whole waves, and nobody
 * can tell: of a kernel before its passes. */
void passes_fit_rows(IrKernel *kernel, int lanes);
/* Threads that find out by quotients of their number where they are go in rows of what these divide by: the kernel of
 * a group, or of several that have 1,024 threads, or NULL. Of a kernel before its passes (quotient_rows.c). */
IrKernel *passes_go_by_rows(Arena *arena, const IrKernel *kernel);
/* Lanes that take two, three or four threads each, those that one quotient of their number says the same of: likewise
 * (quotient_lanes.c). */
IrKernel *passes_take_channels(Arena *arena, const IrKernel *kernel);
/* A wave has no more lanes than the group needs, where nobody can tell (one_wave.c): of a kernel that is joined with none,
 * before its passes. */
void passes_fit_wave(IrKernel *kernel);
/* Groups of several waves that share through groupshared memory become one wave, where that spares most of what they share
 * and nobody can tell (one_wave.c): of a kernel before its passes. `lanes`: of a machine vector. The diagnostics of
 * `options`, which are of the passes to come, get what is wrong with it, too. */
void passes_take_one_wave(IrKernel *kernel, int lanes, const PassOptions *options);
/* Of a kernel that such a copy was made of, before its passes: one for the groups that are left over, in
 * waves of that many lanes; NULL: it stays as it is. */
IrKernel *passes_leave_over(Arena *arena, const IrKernel *kernel, int lanes);
/* Whether C compilers take long for a kernel, of one behind its passes (kernel_size.c). `lanes`: of a machine vector. */
bool passes_is_large(const IrKernel *kernel, int lanes);
/* The same of all groups, in waves of that many lanes; NULL: it is no less, or its threads may tell. */
IrKernel *passes_narrow_waves(Arena *arena, const IrKernel *kernel, int lanes);

/* How machines may share its groups out, and how each resource is then merged (sharing.c). Of a
 * kernel behind `ranges` and before form_waves; its marks change. */
const struct IrSharing *passes_find_sharing(Arena *arena, const IrKernel *kernel);
/* Whether an atomic operation changes a resource. */
bool passes_update_resources(const IrKernel *kernel);
/* Where all of a kernel's atomic operations are updates of resources that nobody looks at meanwhile: the shares of
 * these resources (updates.c). NULL: there are none, or others besides. */
const struct IrSharing *passes_find_updates(Arena *arena, const struct IrSharing *sharing);

/* Runs the passes on the kernel and numbers it anew; `hook` may be NULL. False: an error, or the
 * hook ended it. */
bool passes_run(IrKernel *kernel, const PassOptions *options, const PassHook *hook);

#endif
