/* Shared by the generator's files: what is drawn from, and what may be drawn where. */
#ifndef WAVECC_GENERATE_PROGRAM_PRIV_H
#define WAVECC_GENERATE_PROGRAM_PRIV_H

#include "program.h"

enum { MOST_VISIBLE = 200, MOST_RECORDS = 6, MOST_FUNCTIONS = 16, MOST_DEPTH = 4 };

typedef struct Visible { Variable *variable; bool is_writable, is_global; } Visible;

typedef struct Generator {
    Arena *arena;
    Program *program;
    uint32_t state;
    Visible visible[MOST_VISIBLE];
    int visible_count;
    Type *records[MOST_RECORDS];
    int record_count;
    Function *functions[MOST_FUNCTIONS];
    int function_count;
    int budget, names, loops; /* loops: around the statement */
    bool meets;               /* threads of a wave or a group */
    bool is_alike;            /* all threads of the group get here together */
    const Function *current;  /* NULL: main */
} Generator;

/* ---- generate_nodes.c ---- */
uint32_t gen_draw(Generator *g, uint32_t count);
bool gen_one_in(Generator *g, uint32_t count);
const char *gen_new_name(Generator *g, const char *stem);
const Type *gen_numbers(Generator *g, Scalar scalar, int columns);
Scalar gen_draw_scalar(Generator *g);
const Type *gen_draw_numbers(Generator *g);
const Type *gen_draw_type(Generator *g);
Expr *gen_node(Generator *g, ExprKind kind, const Type *type);
Expr *gen_read_variable(Generator *g, Variable *variable);
Expr *gen_integer(Generator *g, Scalar kind, int64_t value);
Expr *gen_binary(Generator *g, const char *operation, Expr *left, Expr *right,
                    const Type *type);
Expr *gen_converted(Generator *g, Expr *value, const Type *type, bool is_implicit);
Expr *gen_element(Generator *g, Expr *whole, Expr *index);
/* Computed of literals without a type of their own, which the language does in 64 bits. */
bool gen_is_untyped(const Expr *expr);
/* Written with a cast where it is untyped. */
Expr *gen_typed(Generator *g, Expr *expr);

/* ---- generate_values.c ---- */
/* Below `count`. */
Expr *gen_draw_index(Generator *g, int count, int depth);
Expr *gen_field(Generator *g, Expr *record, int number);
/* A part of it that has no more parts, or, where `may_stop`, any. */
Expr *gen_walk(Generator *g, Expr *expr, int depth, bool may_stop);
Visible *gen_draw_visible(Generator *g, bool is_writable);
Variable *gen_declare(Generator *g, Variable *variable, bool is_writable, bool is_global);
Variable *gen_new_variable(Generator *g, const char *stem, const Type *type);
Expr *gen_swizzle(Generator *g, Expr *value, int count, bool repeats);
Expr *gen_construct(Generator *g, const Type *type, int depth);
/* `value` of numbers as `type`, written as it has to be. */
Expr *gen_fit(Generator *g, Expr *value, const Type *type, int depth);
/* A pure function of `type`'s shape, or NULL. */
Function *gen_draw_function(Generator *g, bool is_pure);
/* A visible variable of that record, or NULL. */
Expr *gen_draw_object(Generator *g, const Type *record, bool is_writable);
Expr *gen_value_of(Generator *g, const Type *type, int depth);
/* NULL where what it needs is not there. */
Expr *gen_call(Generator *g, Function *function, int depth);
/* A call whose value is of numbers; NULL where there is none. */
Expr *gen_pure_call(Generator *g, int depth);

/* ---- generate_intrinsics.c ---- */
Expr *gen_any_intrinsic(Generator *g, const Type *type, int depth);

/* ---- generate_fetches.c ---- */
Expr *gen_fetch(Generator *g, int depth);

/* ---- generate_operators.c ---- */
Expr *gen_literal(Generator *g, const Type *type);
Expr *gen_value(Generator *g, const Type *type, int depth);

/* ---- generate_statements.c ---- */
Stmt *gen_stmt_new(Generator *g, Stmt *block, StmtKind kind);
void gen_statement(Generator *g, Stmt *block, int depth);
void gen_block(Generator *g, Stmt *block, int depth);

/* ---- generate_waves.c ---- */
void gen_wave_statement(Generator *g, Stmt *block);
void gen_waterfall(Generator *g, Stmt *block, int depth);
void gen_atomic(Generator *g, Stmt *block);
/* Over groupshared memory; where all threads are together. */
void gen_exchange(Generator *g, Stmt *block);

/* ---- generate_constants.c ---- */
void gen_add_constants(Generator *g);

/* ---- generate_declarations.c ---- */
void gen_add_record(Generator *g);
/* `template<typename T> struct B { T f; T a[2]; ... }`, for two kinds of T. */
void gen_add_class_template(Generator *g);
void gen_add_function(Generator *g);
/* The same functions for two kinds of T: what is drawn is drawn anew from where it began. */
void gen_add_template(Generator *g);
void gen_add_global(Generator *g);

#endif
