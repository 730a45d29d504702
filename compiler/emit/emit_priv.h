/* Shared by emit's files. */
#ifndef WAVECC_EMIT_PRIV_H
#define WAVECC_EMIT_PRIV_H

#include "emit.h"

/* NULL: the variant runs its groups one by one. */
static inline const Plan *emit_joined(const EmitEntry *entry, int variant)
{
    return entry->joined != NULL ? entry->joined[variant] : NULL;
}

/* Plan number `i` of the entry point: its variants, then what is joined of them, or NULL. */
static inline const Plan *emit_plan(const EmitEntry *entry, int i)
{
    return i < entry->variant_count ? entry->variants[i]
                                    : emit_joined(entry, i - entry->variant_count);
}

typedef struct EmitStore { /* a place in the source that writes to a resource */
    const IrResource *resource;
    const char *path;
    int line;
} EmitStore;
typedef VEC(EmitStore) EmitStores;

typedef struct Emitter {
    const EmitModule *module;
    const EmitStores *stores; /* of the entry point */
    const Plan *plan;
    const IrKernel *kernel; /* the plan's */
    const PlanStep *step;   /* at hand */
    Arena *scratch;
    Text *out;
    Text unfinished; /* of templates that are being filled in, one inside the other */
    int indent;
    const char
        *line_mark;      /* "#line ..." of the step at hand, put before each line of C; "": none */
    size_t pieces_start; /* pieces written out: where in `out` the open one's statements begin */
    int pieces_marks;    /* and in the module's marks */
    int first_pieces;    /* that are done for each piece: those of the access at hand; 0: all */
    bool is_in_turn;     /* of what is seldom done: loops over the pieces stay loops */
    bool is_in_piece;    /* of a loop: `p` is one already */
    bool is_rare;        /* where threads hardly come: nothing of it is computed before */
} Emitter;

/* ---- text (emit_text.c, which tells the letters) ---- */
void emit_line(Emitter *emitter, const char *format, ...); /* \n: a further line */
const char *emit_format(Emitter *emitter, const char *format, ...);
void emit_open(Emitter *emitter, const char *format,
               ...);               /* a line, and what follows stands inside */
void emit_close(Emitter *emitter); /* "}" */
void emit_close_with(Emitter *emitter, const char *end); /* "};" */
void emit_else(Emitter *emitter);
/* What is emitted from here on stands at `pos` in the HLSL, if that is somewhere. */
void emit_at(Emitter *emitter, SourcePos pos);
void emit_mark(EmitMarks *marks, const Text *out, const Plan *plan, SourcePos pos);
void emit_at_own_place(Emitter *emitter); /* no longer in the HLSL, but in the C itself */
/* Pieces of the wave that things are done for here, as %P. */
int emit_piece_count(const Emitter *emitter);
int emit_lane_count(const Emitter *emitter); /* of these pieces, or of the one at hand */
/* Around what is done for each piece `p`, and the same for one statement: a loop, or written out
 * `pieces` times. */
void emit_open_pieces(Emitter *emitter);
void emit_close_pieces(Emitter *emitter);
void emit_each_piece(Emitter *emitter, const char *format, ...);
void emit_string(Text *out, const char *text); /* in quotes, as a C literal; NULL: 0 */
const char *emit_quoted(Emitter *emitter, const char *text); /* the same as text */

/* ---- values (emit_values.c) ---- */
const char *emit_own_name(Arena *arena, const IrKernel *kernel); /* of groups that are not joined */
const char *emit_function_name(Arena *arena, const IrKernel *kernel); /* "main_wave32_quad" */
const char *emit_suffix(
    IrScalar scalar); /* "f32": names in wcc_lanes.h; i1 is "i32", f16 is "f32" */
const char *emit_here(Emitter *emitter, const char *scalar); /* a word; where `is_rare`, computed there */
const char *emit_ctype(IrScalar scalar);                                      /* "float" */
const char *emit_name(Emitter *emitter, const IrInstr *value, int component); /* "v12", "v12_3" */
const char *emit_literal(Emitter *emitter, IrScalar type, uint64_t bits);
/* As a C scalar: the value itself, or lane 0's for a linear one. */
const char *emit_scalar(Emitter *emitter, const IrInstr *value);
/* Lane `lane` of piece `p`, inside a loop over pieces, as a C scalar: taken out of its vector; or
 * computed by scalars, where the plan has that. */
const char *emit_lane(Emitter *emitter, const IrInstr *value, int lane);
const char *emit_scalar_lane(Emitter *emitter, const IrInstr *value, int lane);
/* A thread's number in lane `lane` of the wave, a C expression. */
const char *emit_thread_id(Emitter *emitter, const IrInstr *instr, const char *lane);
/* Lane 0 of what steps over the wave, or of what all lanes share. */
const char *emit_first(Emitter *emitter, const IrInstr *value);
/* A C scalar in all lanes of a piece. */
const char *emit_splat(Emitter *emitter, IrScalar type, const char *scalar);
/* As one piece, number `p`, inside a loop over pieces. */
const char *emit_piece(Emitter *emitter, const IrInstr *value);
/* A piece of the element that the value is a part of: of another part, as it lies. */
const char *emit_part(Emitter *emitter, const IrInstr *value, int part);
/* The operand of an operation on pieces, which may be in the order of memory. */
const char *emit_operand_of_piece(Emitter *emitter, const IrInstr *instr, int operand);
/* Of the values that the parts of an element read, a piece of part number `part`. */
const char *emit_in_order(Emitter *emitter, const IrInstr *const *values, int count, int part);
/* As a pointer to its pieces: its own array, or the one with that label that it was spread into. */
const char *emit_pieces(Emitter *emitter, const IrInstr *value, int spread);
/* An operand of the step's operation, as planned: a pointer to pieces, or a scalar. */
const char *emit_operand(Emitter *emitter, int operand);
void emit_declare(Emitter *emitter,
                  const IrInstr *value); /* without a value: results, parameters, loads */
/* It was declared before the stretch that each piece goes through by itself. */
static inline bool emit_is_declared(const Emitter *emitter, const IrInstr *value)
{
    return emitter->plan->values[value->id].is_declared_ahead;
}
void emit_assign(Emitter *emitter, const PlanStep *step);

/* ---- what is included (emit_includes.c) ---- */
/* `kernels`: the text of all of them. */
void emit_includes(Arena *arena, Text *out, const EmitModule *module, const char *kernels);

/* ---- steps (emit_steps.c) and operations ---- */
void emit_steps(Emitter *emitter);
void emit_scalar_operation(Emitter *emitter, const PlanStep *step); /* emit_alu.c */
void emit_piece_operation(Emitter *emitter, const PlanStep *step);
void emit_piece_of(Emitter *emitter, const IrInstr *instr);
/* An integer operation on C scalars. */
const char *emit_integer(Emitter *emitter, const IrInstr *instr, const char *a, const char *b);
/* SV_GroupThreadID on axis 0..2, SV_GroupIndex on axis 3 in a kernel with a lane order, from its table: -1 where a
 * lane has no thread. */
const char *emit_from_threads(Emitter *emitter, int axis, bool vector);
void emit_access(Emitter *emitter, const PlanStep *step); /* emit_access.c */
/* A spread of what a load has: where lanes find it. */
void emit_row_for_lanes(Emitter *emitter, const PlanStep *step);
typedef void EmitOperation(Emitter *emitter, const PlanStep *step);
EmitOperation emit_straight, emit_together;                           /* emit_straight.c */
EmitOperation emit_pad;                                               /* emit_padded.c */
EmitOperation emit_group_any, emit_resource_size, emit_report;        /* emit_resource.c */
EmitOperation emit_view, emit_axis;                                   /* emit_texture.c */
EmitOperation emit_set_aside, emit_put_together;                      /* emit_wave.c */
EmitOperation emit_if_alone, emit_total, emit_put;                    /* emit_atomic.c */
EmitOperation emit_if_inside, emit_parts, emit_unless_row, emit_not_joined; /* emit_inside.c */
EmitOperation emit_known_rows, emit_keep_rows; /* emit_taps.c */
EmitOperation emit_taps;                                              /* emit_taps.c */
/* The function of a sample's kind, its components' values, the lanes that run. */
const char *emit_kind_name(Emitter *emitter, const PlanSample *sample, const IrInstr *instr);
void emit_give_texel(Emitter *emitter, const IrInstr *instr, unsigned used, const char *name);
const char *emit_active_piece(Emitter *emitter, const IrInstr *instr);
const char *emit_texel_kind(IrScalar scalar);
/* What the textures that kernels sample have in common is constant in wcc_texture.h. */
enum { SAMPLED_FACTS = 5 };
typedef struct EmitSampled {
    const IrResource *first; /* NULL: nothing is sampled */
    bool differs[SAMPLED_FACTS];
} EmitSampled;
void emit_find_sampled(const Plan *plan, EmitSampled *sampled);
void emit_sampled(Text *out, const EmitSampled *sampled);
typedef VEC(const char *) EmitNames;
/* Defines the functions that the plan's samples call, but for those defined already. */
void emit_sample_kinds(Arena *arena, Text *out, const Plan *plan, EmitNames *defined);
void emit_atomic_prologue(Emitter *emitter); /* what resources' atomics ask */
EmitOperation emit_atomic, emit_texture, emit_cross_lane, emit_check, emit_touch; /* the files of their names */

/* ---- where things lie (emit_place.c) ---- */
/* C expression of the array of component `component` of `variable`, in the wave at hand. */
const char *emit_variable_base(Emitter *emitter, const IrVariable *variable, int component);
/* The row that operand number `operand` names in an array of resources, as an unsigned C scalar. */
const char *emit_row_index(Emitter *emitter, const IrInstr *instr, const IrResource *resource,
                           int operand);
/* A field of a resource's WccResource: a local of the kernel, or of the row with that label. */
const char *emit_resource_field(Emitter *emitter, const IrResource *resource, int row,
                                const char *field);
/* Declares the pointer to the row's WccResource; label -1: nothing. */
void emit_declare_row(Emitter *emitter, const IrInstr *instr, int row);

/* ---- --check (emit_check.c), stores that are watched (emit_stores.c) ---- */
void emit_check_prologue(Emitter *emitter);

/* ---- emit_cover.c ---- */

void emit_coverage_table(Emitter *emitter, const char *name); /* nothing without --coverage */
void emit_coverage_prologue(Emitter *emitter, const char *name);
void emit_reach(Emitter *emitter, const PlanStep *step);

/* ---- emit_shown.c: nothing without -Zi ---- */

bool emit_is_shown(const Emitter *emitter); /* -Zi, and its groups are those of the source */
void emit_shown_tables(Emitter *emitter, const char *name);
void emit_shown_prologue(Emitter *emitter, const char *name);
void emit_stop(Emitter *emitter, const PlanStep *step);
/* The step's place for a debugger: what the group computes ahead of its waves belongs to the entry
 * point's line. */
SourcePos emit_shown_pos(const Emitter *emitter, const PlanStep *step);

/* ---- emit_trace.c ---- */

void emit_trace_table(Emitter *emitter, const char *name); /* nothing without --trace */
void emit_trace_prologue(Emitter *emitter);
void emit_trace(Emitter *emitter, const PlanStep *step);

/* ---- emit_print.c ---- */

void emit_print_table(Emitter *emitter, const char *name); /* nothing where it prints nothing */
void emit_print(Emitter *emitter, const PlanStep *step);

/* An initialiser of WccWords: an operand's i32 of each lane (emit_resource.c). */
const char *emit_words(Emitter *emitter, const PlanStep *step, int operand);
/* Those of all operands from the first on, with commas between. */
const char *emit_all_words(Emitter *emitter, const PlanStep *step, int first);
/* Of the first of a step's labels: the name of a WccPlace. */
const char *emit_declare_place(Emitter *emitter, const PlanStep *step);
/* "?" where nothing is known. */
SourcePlace emit_source_place(const Emitter *emitter, SourcePos pos);
/* As a WccPlace is initialized. */
const char *emit_place_row(Emitter *emitter, SourcePlace place);
/* Declares a constant of that name. */
void emit_place(Emitter *emitter, const char *name, SourcePlace place);
EmitStores emit_collect_stores(Arena *arena, const EmitModule *module, const EmitEntry *entry);
int emit_find_store(const EmitStores *stores, const Sources *sources,
                    const IrInstr *instr); /* its row, or -1 */

/* ---- variables (emit_variables.c) ---- */
void emit_scratch_type(Emitter *emitter, const char *name);
/* Declare and clear private arrays: of the group, and those that only this loop over
 * waves or lanes uses. */
void emit_group_locals(Emitter *emitter);
void emit_constants(Emitter *emitter); /* private arrays that are never written, as C constants */
void emit_thread_constants(Emitter *emitter); /* values by thread: plan_thread_tables.c */
void emit_stretch_locals(Emitter *emitter, const IrInstr *stretch);

/* ---- kernels and tables ---- */
/* What the accesses to a large buffer want to know of it (emit_stream.c). */
void emit_stream_locals(Emitter *emitter, const IrResource *resource);
void emit_kernel(Text *out, const EmitModule *module, const Plan *plan, const EmitStores *stores);
/* `stores`: by entry point. */
void emit_tables(Text *out, const EmitModule *module, const EmitStores *stores);

/* ---- tables and headers ---- */
/* What any of its variants uses. */
IrResource **emit_used_resources(Arena *scratch, const EmitEntry *entry, int *count);
/* Piece p of a wave operation's first operand, of inactive lanes 0 (emit_wave.c). */
const char *emit_active_or_zero(Emitter *emitter, const PlanStep *step);
/* ", 4, 5, 6, 7": a number for each lane of a vector, behind what __builtin_shufflevector takes them from (emit_shuffle.c). */
const char *emit_lane_numbers(Emitter *emitter, const int *numbers);
/* A wave_read_lane of lanes that a formula names (emit_lane_moves.c). */
void emit_lane_move(Emitter *emitter, const PlanStep *step);

/* How machines may share the kernel's groups out, NAME_sharing; nothing where nobody asks. */
void emit_sharing(Text *out, Arena *scratch, const Sources *sources, const IrKernel *kernel);
/* What workers may update in copies of their own, NAME_updates; nothing where there is none. `rows`: of resources. */
void emit_updates(Text *out, Arena *scratch, const IrKernel *kernel, uint32_t rows);
/* As C and C++ can have it (emit_struct.c). */
void emit_member_name(Text *out, const char *name, int length);
/* `typedef struct NAME {...} NAME;` of what the info's fields tell, `bytes` large. */
void emit_struct(Text *out, const char *name, const IrResourceInfo *info, uint32_t bytes);

#endif
