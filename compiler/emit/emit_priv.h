/* Shared by emit's files. */
#ifndef WAVECC_EMIT_PRIV_H
#define WAVECC_EMIT_PRIV_H

#include "emit.h"

typedef enum Form { /* how a value exists in C */
    FORM_CONST,  /* a literal */
    FORM_SCALAR, /* uniform: a C scalar */
    FORM_LINEAR, /* a C scalar: the value in lane 0; lane k has k strides more */
    FORM_VECTOR  /* pieces */
} Form;

/* The active lanes. id 0: all lanes of the wave, no variable. `version` names the set: equal versions,
 * equal sets. */
typedef struct Mask {
    int id;
    int version;
} Mask;

typedef struct Frame Frame;
struct Frame { /* a loop, scope or wave_loop around the current place */
    const IrInstr *construct;
    Frame *outer;
    Mask head;          /* at its start (a loop: of each turn) */
    bool has_own_mask;  /* some of its lanes may leave before others */
    int exit_mask;      /* id of the mask that collects leaving lanes where some leave further out; else 0 */
    int continue_mask;  /* id of the mask of lanes waiting for the next turn; else 0 */
    bool has_next;      /* loop: scalar parameters get their next values through temporaries */
    bool exit_label_used, next_label_used;
};

typedef struct EmitStore { /* a place in the source that writes to a resource */
    const IrResource *resource;
    const char *path;
    int line;
} EmitStore;
typedef VEC(EmitStore) EmitStores;

typedef struct Emitter {
    const EmitModule *module;
    Diagnostics *diagnostics;
    Arena *scratch;
    const IrKernel *kernel;
    const EmitStores *stores; /* of the entry point */
    int lanes, pieces;      /* L, P */
    int indent;
    Text *out;              /* function body */
    const char *line_mark;  /* "#line ..." of the instruction at hand, put before each line of C; "": none */
    Text run;               /* the open run of componentwise operations: text of one piece */
    Text run_arrays;        /* declarations of its values that live longer */
    int run_number;
    bool dry;               /* first of two emissions: only finds out which values leave their run */
    int *def_run;           /* by value id: run that defines it; 0: none */
    bool *escapes;          /* by value id: used outside that run */
    int *home;              /* by variable index: see emit_kernel.c */
    bool *is_off_stack;     /* by variable index: a private array that would make the stack too large */
    bool *stored_in_wave;   /* by variable index: some wave_loop stores to it */
    Mask mask;
    int next_mask, next_version, next_label;
    int known_active;       /* version known to have an active lane */
    Frame *frame;
    int region_end;         /* label at the end of the current region, for when no lane is left */
    bool region_end_used;
    Frame *region_frame;    /* whose construct's body the current region is, or NULL */
    bool in_wave;           /* inside a wave_loop */
    bool writes_out;        /* no loops over pieces */
    size_t pieces_start;    /* then: where in `out` the open one's statements begin */
    bool failed;
} Emitter;

/* ---- text (emit_text.c) ---- */
void emit_line(Emitter *emitter, const char *format, ...) PRINTF_LIKE(2, 3);
/* What is emitted from here on stands at `pos` in the HLSL, if that is somewhere. */
void emit_at(Emitter *emitter, SourcePos pos);
void emit_at_own_place(Emitter *emitter); /* no longer in the HLSL, but in the C itself */
const char *emit_format(Emitter *emitter, const char *format, ...) PRINTF_LIKE(2, 3);
void emit_unsupported(Emitter *emitter, const IrInstr *instr, const char *what);
/* Around what is done for each piece `p`, and the same for one statement: a loop, or written out `pieces` times. */
void emit_open_pieces(Emitter *emitter);
void emit_close_pieces(Emitter *emitter);
void emit_each_piece(Emitter *emitter, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- values (emit_values.c) ---- */
Form emit_form(const Emitter *emitter, const IrInstr *value);
bool emit_is_scalar_form(const Emitter *emitter, const IrInstr *value); /* CONST, SCALAR or LINEAR */
const char *emit_suffix(IrScalar scalar);   /* "f32": names in wcc_lanes.h; i1 is "i32", f16 is "f32" */
const char *emit_ctype(IrScalar scalar);    /* "float" */
const char *emit_literal(Emitter *emitter, IrScalar type, uint64_t bits);
/* As a C scalar: the value itself, or lane 0's for a linear one. Component of a load. */
const char *emit_scalar(Emitter *emitter, const IrInstr *value);
const char *emit_scalar_component(Emitter *emitter, const IrInstr *value, int component);
/* As one piece, number `p`, inside a loop over pieces. */
const char *emit_piece(Emitter *emitter, const IrInstr *value);
/* As a pointer to its pieces; a value that is not in pieces is spread into a fresh array first. */
const char *emit_pieces(Emitter *emitter, const IrInstr *value);
const char *emit_mask_piece(Emitter *emitter);  /* one piece of the active lanes, all on included */
const char *emit_mask_pieces(Emitter *emitter); /* pointer to them */
const char *emit_name(Emitter *emitter, const IrInstr *value, int component); /* "v12", "v12_3" */
void emit_declare(Emitter *emitter, const IrInstr *value); /* without a value: results, parameters, loads */
/* name = value under `mask` (id 0 or whole: plainly), for results and parameters. */
void emit_assign(Emitter *emitter, const IrInstr *target, const char *target_name, const IrInstr *value, int mask_id);

/* ---- componentwise operations (emit_alu.c) ---- */
/* SV_GroupThreadID on axis 0..2, SV_GroupIndex on axis 3 in a kernel with a lane order: from its table. */
const char *emit_ordered_id(Emitter *emitter, int axis, bool vector);
bool emit_is_componentwise(const IrInstr *instr);
void emit_alu(Emitter *emitter, const IrInstr *instr);
void emit_flush(Emitter *emitter); /* ends the open run */

/* ---- control flow (emit_control.c, emit_jump.c) ---- */
bool emit_groups_may_wait(const IrKernel *kernel); /* one for another's flag: it has a loop that looks again and again */
void emit_region(Emitter *emitter, const IrRegion *region);

/* ---- memory (emit_memory.c, emit_access.c, emit_atomic.c), across lanes (emit_wave.c) ---- */
bool emit_memory(Emitter *emitter, const IrInstr *instr);   /* false: not one of its operations */
bool emit_cross_lane(Emitter *emitter, const IrInstr *instr);
bool emit_atomic(Emitter *emitter, const IrInstr *instr);
bool emit_texture(Emitter *emitter, const IrInstr *instr);  /* through a sampler: emit_texture.c */
void emit_load_of_levels(Emitter *emitter, const IrInstr *instr); /* load_texture whose mip level varies */
bool emit_needs_textures(const IrKernel *kernel);           /* whether wcc_texture.h is */

/* ---- --check (emit_check.c) ---- */
bool emit_has_checks(const IrKernel *kernel);
void emit_check_prologue(Emitter *emitter);
bool emit_check(Emitter *emitter, const IrInstr *instr); /* false: not one of its operations; barriers are */

/* ---- where stores stand (emit_stores.c) ---- */
EmitStores emit_collect_stores(Arena *arena, const EmitModule *module, const EmitEntry *entry);
void emit_note_store(Emitter *emitter, const IrInstr *instr); /* after an operation: says so where it wrote to a resource */

/* ---- kernels and tables ---- */
const char *emit_function_name(Arena *arena, const IrKernel *kernel); /* unique in the file: "main_wave32_quad" */
typedef enum VariableHome { HOME_SHARED, HOME_GROUP_SCALAR, HOME_GROUP_KEPT, HOME_WAVE_LOCAL, HOME_WAVE_KEPT } VariableHome;
VariableHome emit_variable_home(const Emitter *emitter, const IrVariable *variable);
/* C expression of the array of component `component` of `variable`, in the wave at hand. */
const char *emit_variable_base(Emitter *emitter, const IrVariable *variable, int component);
/* Declares and clears the private arrays that only this wave_loop uses. */
void emit_wave_locals(Emitter *emitter, const IrInstr *wave_loop);
/* What the accesses to a large buffer want to know of it. */
void emit_stream_locals(Emitter *emitter, const IrResource *resource);
void emit_kernel(Text *out, Diagnostics *diagnostics, const EmitModule *module, const IrKernel *kernel, const EmitStores *stores, bool *failed);
/* `stores`: by entry point. */
void emit_tables(Text *out, const EmitModule *module, const EmitStores *stores);
void emit_string(Text *out, const char *text); /* in quotes, as a C literal */

#endif
