/* A load or store of the plan, with the C of its places: between emit_access.c, which has a writer
 * for each way, emit_address.c, which says where it goes, and emit_piece.c, which does one piece.
 */
#ifndef WAVECC_EMIT_ACCESS_H
#define WAVECC_EMIT_ACCESS_H

#include "emit_priv.h"

typedef struct Access {
    const PlanAccess *planned;
    const IrInstr *instr;
    const IrInstr *const *values; /* of a store; loads: NULL */
    const char *base[16];         /* per component: the address of element 0's */
    const char *count; /* elements that exist (raw: bytes that an access may start at, + 1) */
    const char *width; /* of a resource: its elements; raw: its bytes */
    bool is_in_order;  /* at hand: its vectors are those of memory */
    const char *guard; /* further condition that the whole access is inside; NULL: none */
    const char *row_count, *row_pitch, *slice_count, *slice_pitch;
} Access;

/* ---- emit_address.c ---- */
/* Declares the rows it needs. */
Access emit_locate(Emitter *emitter, const PlanStep *step);
/* Of a raw address its multiple of the alignment. */
const char *emit_aligned(Emitter *emitter, const Access *access, const char *index);
/* The index of the first of so many lanes, where they may lie outside in part: never farther. */
const char *emit_near(Emitter *emitter, const Access *access, const char *index, int lanes);
/* The element of a wave's first lane, or of all lanes. */
const char *emit_first_index(Emitter *emitter, const Access *access);
/* Byte address of component `c` of the element that the scalar C expression `index` names. */
const char *emit_address(Emitter *emitter, const Access *access, int c, const char *index);
/* condition && the guard. */
const char *emit_with_guard(Emitter *emitter, const Access *access, const char *condition);
/* The vectors that only it reads, of the piece at hand. */
void emit_cold(Emitter *emitter, const Access *access);
/* Declares `inside` (mask) and `offset` (bytes) of the lanes of piece p. */
void emit_locate_lanes(Emitter *emitter, const Access *access);

/* ---- emit_cut.c: accesses of raw buffers that begin inside and end outside ---- */
/* Whether words of it may be inside and others not. */
bool emit_may_be_cut(const Access *access);
/* Of an access at the scalar `index` that is not inside as a whole: what component `c` holds, 0 where
 * it cannot be cut; of one that may be cut, the store to it, if it is inside. */
const char *emit_cut_component(Emitter *emitter, const Access *access, const char *index, int c);
void emit_store_cut_component(Emitter *emitter, const Access *access, const char *index, int c,
                              const char *value);
/* Around the pieces of an access that may go lane by lane: what is cut of its lanes. The pieces that
 * do say so, behind their `inside`. */
void emit_begin_cut(Emitter *emitter, const Access *access);
/* All lanes of the piece at hand are left for emit_end_cut; false: they are not. */
bool emit_leave_piece(Emitter *emitter, const Access *access);
void emit_note_cut(Emitter *emitter, const Access *access);
void emit_end_cut(Emitter *emitter, const Access *access);

/* ---- emit_edge.c: texels side by side at the end of a row ---- */
void emit_edge(Emitter *emitter, const Access *access); /* of a wave that is not inside as a whole */
/* Of a piece: one run of its lanes, or two of half of them; where each begins, in a row that is there if `inside` holds. */
typedef struct EdgeRun {
    const Access *row;
    const char *first, *inside;
} EdgeRun;
void emit_edge_of_runs(Emitter *emitter, const EdgeRun *runs, int count);

/* ---- emit_piece.c: inside a loop over the pieces ---- */
/* Where a piece lies: from the C scalar `index` on, or just its lower half; `high`: NULL, or where
 * the upper half does, from `high_index` on. */
typedef struct Places {
    const Access *access, *high;
    const char *index, *high_index;
} Places;
/* Of component `c`: one or two addresses. */
const char *emit_places(Emitter *emitter, const Places *places, int c);
const char *emit_halves_of(const Places *places); /* "halves_", in the names of what takes two */
void emit_adjacent_piece(Emitter *emitter, const Places *places);
/* Past the caches: a store of one component. */
void emit_streamed_piece(Emitter *emitter, const Places *places);
/* Whether lanes of it that lie side by side may be masked off in memory. */
bool emit_may_mask_run(const Access *access);
/* The same of lanes that are inside alone: those outside load 0 and store nothing. */
void emit_masked_run(Emitter *emitter, const Places *places);
/* In "store_over_f32x8", "store_masked_f32x8": of a vector that may be stored as a whole. */
const char *emit_masking_word(const PlanAccess *planned);
/* Where its lanes lie to each other is known before it runs. */
bool emit_goes_by_known_runs(const PlanAccess *planned);
/* A better way mostly goes. */
bool emit_lanes_are_rare(const PlanAccess *planned);
/* Of one run, stores of active lanes alone; where those are known to be inside. */
void emit_masked_piece(Emitter *emitter, const Access *access, const char *index);
void emit_masked_piece_inside(Emitter *emitter, const Access *access, const char *index);
void emit_lanes_of_piece(Emitter *emitter, const Access *access); /* lane by lane */
/* The scalar type as it lies in memory; halves widen to floats. */
IrScalar emit_memory_type(const Access *access);
/* What loads of vectors of it are named for, "f32x8"; parts of words, "u8x8", give words. A scalar of
 * it at an address. */
const char *emit_loaded_vector(Emitter *emitter, const Access *access);
const char *emit_cell(Emitter *emitter, const Access *access, const char *at);
const char *emit_from_memory(Emitter *emitter, const Access *access, const char *text, bool vector);
const char *emit_to_memory(Emitter *emitter, const Access *access, const char *text, bool vector);
const char *emit_piece_to_memory(Emitter *emitter, const Access *access, int c);

/* ---- emit_elements.c: pieces of elements of several components ---- */
/* ", x, y": the pieces of all components, to load to or to store. */
const char *emit_component_list(Emitter *emitter, const Access *access);
void emit_adjacent_elements(Emitter *emitter, const Places *places);
void emit_elements_by_lanes(Emitter *emitter, const Access *access);
/* A piece of what was loaded apart. */
void emit_put_in_order(Emitter *emitter, const Access *access);
/* Words side by side of elements a known step apart, of which the first lane lies at `first`. */
void emit_store_steps(Emitter *emitter, const Access *access, const char *first);
/* Words whose lanes lie at known places, the lowest one of which is `first`. */
void emit_load_placed(Emitter *emitter, const Access *access, const char *first);
/* Whose lanes lie a known step apart in each half, from two addresses of the first component on. */
void emit_stepped_elements(Emitter *emitter, const Access *access, const char *low,
                           const char *high, const char *step);

/* ---- what is seldom done, as a loop (emit_turns.c) ---- */
/* Around the pieces of an access, in a block of their own, where the plan has them in turn. */
void emit_begin_turns(Emitter *emitter, const Access *access);
void emit_end_turns(Emitter *emitter, const Access *access);

/* ---- ways (emit_tries.c) ---- */
/* What each piece tries, then lane by lane. */
void emit_attempts(Emitter *emitter, const Access *access);
/* The same of a wave that is not what it was expected to be: what is in order as a whole else is put so. */
void emit_rare_attempts(Emitter *emitter, const Access *access);
/* Between the indices of neighbours. */
int emit_index_step(const PlanAccess *planned);
/* A piece of a wave whose lanes all step by that, more than one element. */
void emit_run_of_steps(Emitter *emitter, const Access *access);
/* One address for the lanes of each piece, or of each half of one. */
void emit_same_in_pieces(Emitter *emitter, const Access *access);
/* Likewise, a store: what the last of these lanes that are on has stays. */
void emit_last_of_pieces(Emitter *emitter, const Access *access);
/* Component `c` of the element at C scalars, in the memory's type as the load has it; outside 0. Row and slice are
 * read where lanes have them. */
const char *emit_element(Emitter *emitter, const Access *access, const char *index, const char *row,
                         const char *slice, int c);
/* One address or the other for the lanes of each piece (emit_two_places.c). */
void emit_two_places(Emitter *emitter, const Access *access);
/* Less than an element from lane to lane (emit_crowded.c). */
void emit_crowded(Emitter *emitter, const Access *access);

/* At the row and slice that C names say, and what must hold further. */
Access emit_shift_by_row(Emitter *emitter, const Access *access, const char *row, const char *slice,
                         const char **inside);
/* The waves whose lanes all step; the others by attempts (emit_straight.c). */
void emit_access_straight(Emitter *emitter, const Access *access);
void emit_access_straight_steps(Emitter *emitter, const Access *access);
/* A C expression of what the clamps of `start` make of a number (emit_clamped.c). */
const char *emit_clamped_number(Emitter *emitter, const IrInstr *chain, const IrInstr *start, const char *number);
/* A load of what `emit_pad` has found (emit_padded.c). */
void emit_padded(Emitter *emitter, const Access *access);
/* A load of the wave that meets a clamp (emit_clamped.c). */
void emit_clamped(Emitter *emitter, const Access *access);
/* The waves whose lanes all go to one place, likewise. */
void emit_access_same(Emitter *emitter, const Access *access);
/* Tests that lane 0's place is inside, NULL where that is proved; loads it for all lanes. */
const char *emit_first_inside(Emitter *emitter, const Access *access);
void emit_load_place(Emitter *emitter, const Access *access);
/* Around what is done for each piece of an access: those that may have an active lane. */
void emit_begin_first_pieces(Emitter *emitter, const PlanAccess *planned);
void emit_end_first_pieces(Emitter *emitter);
/* Tests that these are inside, from the wave's first lane on; does all of them, side by side. */
const char *emit_wave_inside(Emitter *emitter, const Access *access);
void emit_row(Emitter *emitter, const Access *access);
/* Bytes and halfwords that steps part are taken out of vectors of words: how many indices past the
 * last one of `lanes` these reach, which must lie in the resource, too. */
int emit_indices_beyond(const Emitter *emitter, const PlanAccess *planned, int lanes);

/* A condition and another; either may be NULL, none. */
const char *emit_and(Emitter *emitter, const char *left, const char *right);
/* Opens the `if` of a piece whose lanes lie in rows of a tile, and does it (emit_tile.c). */
void emit_try_tile(Emitter *emitter, const Access *access);

/* ---- large buffers (emit_stream.c) ---- */
/* What lies ahead of tiles is fetched. */
bool emit_is_fetched_by_tiles(const Emitter *emitter, const Access *access);
/* Before the loads of `bytes` from the address on. */
void emit_fetch_ahead(Emitter *emitter, const Access *access, const char *at, int bytes);
/* Once for the wave, whose lanes lie in a row. */
void emit_fetch_row_ahead(Emitter *emitter, const Access *access);

/* ---- emit_picked.c ---- */
/* Words side by side from `place` on, a power of two: lanes of two vectors, numbered through. */
void emit_store_side_by_side(Emitter *emitter, const char *place, const char *first, const char *second, const int *lanes,
                             int count);

/* ---- emit_counted.c ---- */
/* Lanes that go to places behind each other, moved together. */
void emit_counted(Emitter *emitter, const Access *access);

/* ---- emit_shuffle.c: lanes at known places ---- */
/* Elements from the first vector's on, or half a one's, that must be there. */
int emit_shuffle_reach(const PlanAccess *planned);
/* A piece, the first of whose vectors begins at the element that the C scalar `first` names. */
void emit_shuffled(Emitter *emitter, const Access *access, const char *first);
/* The known lanes of a piece, the first of them at index `first`. */
void emit_picked(Emitter *emitter, const Access *access, const char *first);
/* A load, half a vector at each place. */
void emit_shuffled_halves(Emitter *emitter, const Places *places);

#endif
