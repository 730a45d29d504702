/* state_priv.h: one lowering, and the cursor in its kernel. The ground floor of lower.
 *
 * The three ideas:
 *   Value    an rvalue: its leaf scalars in declaration order (matrices row by row, structs and
 *            arrays flattened), each an IR instruction.
 *   Place    an lvalue, or anything else that can be taken apart cheaply before it is read: a
 *            variable, memory behind a resource, one texel. a.b[i].xz walks places and loads only
 *            what it names.
 *   Object   a resource as a leaf of a value: an instruction that stands in no region, whose
 *            `resource` says which and whose operand 0 is the row in an array of them. Where which
 *            one it is is only known while the kernel runs, a choice stands for it (choices.c).
 *
 * The floors, each standing on those before it:
 *   state_priv.h      this
 *   questions_priv.h  questions about the tree; on the ground too
 *   values_priv.h     arithmetic, values, conversions
 *   resources_priv.h  resources and objects
 *   places_priv.h     places: where they come from, reading and writing, taking apart
 *   expand_priv.h     builtins and methods, once their arguments are evaluated
 *   tree_priv.h       the tree: expressions, calls and statements recurse as the language does */
#ifndef WAVECC_LOWER_STATE_PRIV_H
#define WAVECC_LOWER_STATE_PRIV_H

#include <setjmp.h>

#include "lower/lower.h"

typedef struct Place Place; /* places_priv.h */

typedef struct Value {
    const Type *type;
    IrInstr **leaves;
    int count;
} Value;

typedef struct Binding { /* what a variable means just now; calls bind their parameters anew */
    const Variable *variable;
    Place *place;
    bool is_alias;          /* a parameter that is another name for the place, in */
    const Variable *root;   /* this variable; or NULL */
} Binding;

typedef struct Jumps { /* where break and continue go */
    IrInstr *break_target;
    IrInstr *continue_target;
    IrOp continue_op; /* continue, or break out of the scope around the body */
} Jumps;

typedef struct Activation { /* an inlined call, or the entry point */
    struct Activation *caller;
    SourcePos call;       /* where `caller` calls it */
    bool is_entry;
    IrInstr *scope;       /* a return that is not in tail position breaks out of it; or NULL */
    const Place *result;  /* where returns store; NULL: `value` takes the only one's */
    Value value;
} Activation;

typedef struct Shows { /* shows.c */
    int visible;           /* the innermost name at the cursor, in IrKernel.shown; -1: none */
    int numbers;           /* IrVariable.shown, counted */
    SourcePos statement;   /* the one at the cursor */
} Shows;

typedef struct Budget { /* budget.c */
    jmp_buf exit;            /* of who goes past it */
    const char *stack_start;
    size_t stack_bytes;
} Budget;

typedef struct Lower {
    Budget budget;
    Arena *arena;
    Diagnostics *diagnostics;
    const CheckedProgram *program;
    IrKernel *kernel;
    IrBuilder builder;
    VEC(IrResource *) resources; /* by Resource.index: the program's, then choices' */
    VEC(bool) resource_used;     /* by Resource.index: it is in kernel->resources */
    VEC(struct Choice *) choices;
    int choice_visits;           /* choices.c */
    Binding *bindings;      /* a hash table; variable NULL is free */
    int binding_capacity, binding_count; /* a power of two; at most half of it */
    IrInstr *zero;          /* i32 0, the kernel's first instruction: most indices and rows */
    Activation *activation;
    Jumps jumps;
    LowerOptions options;
    Shows shows;
    int loop_depth;         /* IR loops around the cursor */
    bool dead;              /* the region at the cursor has ended: what follows is not reached */
    bool failed;            /* an error was reported */
} Lower;

/* ---- state.c ---- */

void budget_begin(Budget *budget); /* where lowering begins */
/* Do not return where a limit is passed: of the stack or the kernel's size, in that construct. */
void budget_check_stack(Lower *l, const char *construct); /* only whether the stack has room */
void budget_check(Lower *l, const char *construct);
void budget_check_value(Lower *l, const Type *type, int numbers);

/* Reports `what` as unsupported at the current position (once per lowering and place). */
void lower_unsupported(Lower *l, const char *what, const char *why);

/* A region's cursor: enter moves into it, leave closes it and comes back. */
typedef struct Cursor {
    IrBuilder builder;
    bool dead;
} Cursor;
Cursor cursor_enter(Lower *l, IrRegion *region);
bool cursor_leave(Lower *l, Cursor cursor); /* whether the region's end is reached */
void cursor_jump(Lower *l, IrOp op, IrInstr *target); /* ends the region */

/* ---- points.c ---- */

/* Where points are marked: the lanes here come to that one. `name`: of a function; else NULL. */
void mark_point(Lower *l, IrPointKind kind, SourcePos pos, const char *name, int way);

#endif
