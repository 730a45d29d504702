/* check's core: what recurses as the language does. An expression holds types, a type array sizes,
 * which are expressions; templates hold everything. Its files call each other in one circle. */
#ifndef WAVECC_CHECK_CORE_PRIV_H
#define WAVECC_CHECK_CORE_PRIV_H

#include "conversions_priv.h"

/* expressions.c */
Expr *check_expr(Checker *checker, const AstExpr *ast);
Expr *check_value(Checker *checker, const AstExpr *ast); /* not void; resources and arrays too */
Expr *require_value(Checker *checker, Expr *expr, const AstExpr *ast); /* of what ast is */
Expr *check_condition(Checker *checker, const AstExpr *ast, const char *what);
/* Checks and evaluates; reports "not a constant" with `what` ("an array size") and gives false. */
bool check_constant_integer(Checker *checker, const AstExpr *ast, const char *what,
                            int64_t *value);

/* operators.c */
Expr *check_binary(Checker *checker, const AstExpr *ast);
Expr *check_unary(Checker *checker, const AstExpr *ast);
Expr *check_assign(Checker *checker, const AstExpr *ast);
Expr *check_conditional(Checker *checker, const AstExpr *ast);

/* warnings.c */
/* What `op` computes in `type`; left is NULL where it is assigned to. */
void warn_of_operation(Checker *checker, AstOp op, const Type *type, const Expr *left,
                       const Expr *right, SourcePos pos);
void warn_of_precedence(Checker *checker, const AstExpr *ast); /* of a binary operator */
void warn_of_compared_not(Checker *checker, const AstExpr *ast, const Type *right);
void warn_of_condition(Checker *checker, const AstExpr *ast);
void warn_of_assignment(Checker *checker, const AstExpr *ast, const Expr *place, const Expr *value);
void warn_of_empty_body(Checker *checker, const AstStmt *ast); /* of an if */
void warn_of_empty_loop(Checker *checker, const AstStmt *loop, const AstStmt *next); /* which follows it */
void warn_of_dangling_else(Checker *checker, const AstStmt *ast); /* of an if */
void warn_of_comma(Checker *checker, const AstExpr *initialiser);
void warn_of_effect(Checker *checker, const AstExpr *ast, const Expr *expr); /* a statement */
void warn_of_unused(Checker *checker, const Function *function);

/* members.c */
Expr *check_member(Checker *checker, const AstExpr *ast);
Expr *check_as_base(Checker *checker, const AstExpr *ast);
Expr *check_index(Checker *checker, const AstExpr *ast);

/* calls.c */
Expr *check_call(Checker *checker, const AstExpr *ast);
/* NULL: `self` is of no struct that overloads the operator. */
Expr *call_operator(Checker *checker, AstOp op, Expr *self, Expr **arguments, int count,
                    SourcePos pos);

/* threads.c */
bool know_threads(Checker *checker, SourcePos use); /* program->threads has them from then on */
Expr *fold_group_constant(Checker *checker, Expr *call); /* of a CONSTANT row; others themselves */

/* initialisers.c */
Expr *check_construct(Checker *checker, const AstExpr *ast);
Expr *check_cast(Checker *checker, const AstExpr *ast);
/* A cast that stands left of `=` is part of a place: of an array, and in Direct3D 11's language of a
 * matrix. */
bool is_part_of_place(const Checker *checker, const Expr *cast);
Expr *assign_part(Checker *checker, Expr *cast, Expr *value, SourcePos pos);
Expr *check_initialiser(Checker *checker, const AstExpr *ast, const Type *type);
/* With a leading [] in `element[]`: how many elements the list fills. */
int64_t initialiser_count(Checker *checker, const AstExpr *ast, const Type *element);

/* paths.c */
/* `a::b::c`. A missing qualifier is reported; a missing last part is not. */
Found scope_lookup_path(Checker *checker, const AstPath *path, bool *failed);
Symbol *scope_prefer_template(const Checker *checker, Symbol *symbol);

/* type_names.c */
/* With further qualifiers (row_major, snorm, ...) of the declaration. */
const Type *resolve_type(Checker *checker, const AstType *type, uint32_t qualifiers);
/* The same for the type that a variable, parameter, member, result or typedef is declared with. */
const Type *resolve_declared(Checker *checker, const AstType *type, uint32_t qualifiers);
/* AST_ROW_MAJOR or AST_COLUMN_MAJOR, as written or by the typedef that is named; or 0. */
uint32_t matrix_order(Checker *checker, const AstType *type, uint32_t qualifiers);
typedef enum ArrayUse {
    ARRAY_SIZED,       /* every dimension is written and at least 1 */
    ARRAY_PARAMETER,   /* so too; what is no array may be a struct that is defined before the function's body */
    ARRAY_OPEN,        /* the outermost may be []: count -1 */
    ARRAY_GROUPSHARED  /* a dimension may be 0: [GroupGetWaveCount() - 1] of a single wave */
} ArrayUse;
const Type *resolve_array(Checker *checker, const Type *element, AstExpr *const *extents,
                          int extent_count, ArrayUse use, SourcePos pos);
bool type_is_too_large(Checker *checker, const Type *type, SourcePos pos); /* reports it */
bool resource_by_name(const char *name, ResourceKind *kind);
TemplateArgument resolve_template_argument(Checker *checker, const AstTemplateArg *argument);

/* templates.c */
void declare_template(Checker *checker, const AstDecl *ast);
/* `int f<3>...` that no template<> stands before: told. */
bool is_unmarked_specialisation(Checker *checker, const AstDecl *ast);
/* A method's template that is defined outside its struct; false: the struct has none such. */
bool define_method_template(Checker *checker, const AstDecl *ast, Scope *members);
bool specialise_method(Checker *checker, const AstDecl *ast, Scope *members);
/* A member of a struct's template that is defined outside it, or of what is inside that: part `part` of its path is the
 * template. */
void define_template_member(Checker *checker, const AstDecl *ast, Template *template, int part);
const Type *template_struct(Checker *checker, Template *template, const AstType *use);
/* The instance that name<...> means; NULL: none, reported. */
Variable *template_variable(Checker *checker, Template *template, const AstExpr *use);
/* The instance that a call means, or NULL where the arguments do not fit the template. */
Candidate *template_function(Checker *checker, Candidate *candidate, const AstExpr *callee,
                             Expr **arguments, int count);

/* structs.c */
typedef enum BodyChecks { BODIES_NOW, BODIES_ON_CALL } BodyChecks;
const Type *declare_struct(Checker *checker, const AstDecl *ast);
/* `scope` gets the name of a struct that has no members yet; one declared there already is it. */
Type *begin_struct(Checker *checker, const AstDecl *ast, Name name, Scope *scope);
/* Its members; instances of templates have their methods checked when they are called. */
void complete_struct(Checker *checker, const AstDecl *ast, const Type *type, BodyChecks bodies);
/* A struct that exists before the first line (RayDesc); NULL: none of that name. */
const Type *known_struct(Checker *checker, Name name);
const Type *declare_enum(Checker *checker, const AstDecl *ast);
void declare_typedef(Checker *checker, const AstDecl *ast);

/* functions.c */
void declare_function(Checker *checker, const AstDecl *ast);
/* A function of the file of which no declaration has been met yet; NULL: there is none. */
Symbol *declare_function_ahead(Checker *checker, Name name);
void declare_method(Checker *checker, const AstDecl *ast, StructInfo *info);
Symbol *functions_named(Checker *checker, Scope *scope, Name name, SourcePos pos); /* new where none are */

Candidate *function_signature(Checker *checker, const AstDecl *ast, Scope *scope,
                              const Type *structure);
/* The declaration among `functions` that has the candidate's parameters; NULL: none. */
/* Of an interface, that the struct, or one derived from it on the way to `type`, does not have; NULL: none. */
const Candidate *struct_missing_method(Checker *checker, const Type *type);
Candidate *find_same(const Symbol *functions, const Candidate *candidate);
/* `declared` and `again`, the function declared last, have the same parameters: one is a
 * definition, or both are declarations. */
Candidate *merge(Checker *checker, Candidate *declared, Candidate *again);
void check_function_body(Checker *checker, Candidate *candidate);

/* outside.c */
/* S::f or S::value, a member that is defined outside its struct, a template's too. */
void define_outside(Checker *checker, const AstDecl *ast);
/* The same of the struct `info`; names are looked up from the current scope. */
void define_member(Checker *checker, const AstDecl *ast, StructInfo *info);

/* statements.c */
Stmt *check_body(Checker *checker, const AstStmt *ast);
/* In the scope of the parameters, which no local may hide. */
Stmt *check_function_block(Checker *checker, const AstStmt *ast);
/* A list of statements on its way into a block. */
typedef struct Reach {
    bool is_lost; /* control does not get here */
    bool is_told;
} Reach;
void add_statement(Checker *checker, Stmt *block, const AstStmt *ast, Reach *reach);
/* The value of the variable that a statement declares as its condition, declared in `block`. */
Expr *check_declared_condition(Checker *checker, const AstStmt *ast, Stmt *block);

/* switches.c */
Stmt *check_switch(Checker *checker, const AstStmt *ast);

/* hints.c */
void judge_hints(Checker *checker, const AstStmt *ast); /* whether they are for it, and for each other */
void judge_function_attributes(Checker *checker, const AstDecl *ast); /* likewise */
void apply_hints(Checker *checker, const AstAttribute *attribute, Stmt *stmt);

/* variables.c */
const Type *declared_type(Checker *checker, const AstDecl *ast, ArrayUse use);
/* Of a variable, or of what a function gives: globallycoherent is for writable resources. */
void judge_coherence(Checker *checker, const AstDecl *ast, const Type *type);
/* The type of what is no global variable, and so no string, nor an array of them. */
const Type *without_strings(Checker *checker, const AstDecl *ast, const Type *type);
/* The initialiser, computed precisely where the variable is. */
Expr *check_declared_value(Checker *checker, const AstDecl *ast, const Type *type);
Variable *declare_groupshared(Checker *checker, const AstDecl *ast);
Variable *declare_static(Checker *checker, const AstDecl *ast);
/* Gives a static member the value that is written outside its struct. */
void define_static(Checker *checker, const AstDecl *ast, Variable *variable);
void declare_local(Checker *checker, const AstDecl *ast, Stmt *block);

/* declarations.c */
/* `using A::b;` in the current scope, where b is a function, and where it is not */
void use_functions(Checker *checker, const AstDecl *ast);
void use_others(Checker *checker, const AstDecl *ast);
void check_global(Checker *checker, const AstDecl *ast); /* any declaration but a function's local
                                                            variable */
/* of a namespace or the file */
void declare_members(Checker *checker, AstDecl *const *decls, int count);

/* again.c */
bool body_is_due(const Checker *checker, const Candidate *candidate); /* to be checked, and not yet */
void again_find_calls(Checker *checker); /* with options->first, or nothing; before anything is checked */
bool again_passes_over(const Checker *checker, const AstDecl *ast); /* nothing will ask for this function */
void again_use_resources(Checker *checker); /* before registers are assigned */
bool again_misses_body(const Checker *checker); /* the entry point came to one that was left out */

#endif
