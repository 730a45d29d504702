/* check's insides: the state of one check, scopes, and what its files call in each other.
 *
 * Every function that can fail reports and gives the error type or an EXPR_ERROR, never NULL; what is
 * built from an error is silently an error. */
#ifndef WAVECC_CHECK_PRIV_H
#define WAVECC_CHECK_PRIV_H

#include "check/check.h"

typedef struct Checker Checker;
typedef struct Scope Scope;
typedef struct Symbol Symbol;
typedef struct Template Template;
typedef struct Candidate Candidate;

/* ---- maps from pointers (interned names, types, declarations) to pointers: map.c --------------- */

typedef struct Map {
    const void **keys;
    void **values;
    int count, capacity;
} Map;
void *map_find(const Map *map, const void *key); /* NULL: absent */
void map_put(Arena *arena, Map *map, const void *key, void *value);

/* ---- symbols and scopes: scopes.c -------------------------------------------------------------- */

typedef enum SymbolKind {
    SYMBOL_VARIABLE, SYMBOL_CONSTANT /* enumerators, template value parameters */, SYMBOL_TYPE,
    SYMBOL_TEMPLATE /* of structs and using */, SYMBOL_FUNCTIONS, SYMBOL_NAMESPACE
} SymbolKind;

struct Symbol {
    SymbolKind kind;
    Name name;
    SourcePos pos;
    Variable *variable;
    Expr *constant;
    const Type *type;
    Template *template;
    VEC(Candidate *) candidates; /* FUNCTIONS: overloads and templates, in order */
    Scope *scope;                /* NAMESPACE */
    bool is_leaked;              /* a loop's variable, after the loop: may be declared anew */
};

struct Scope {
    Scope *parent;
    Map symbols;
    VEC(Scope *) used;         /* using namespace */
    const Type *structure;     /* the scope of a struct's members; or NULL */
    const char *name;          /* of a namespace */
    Map structs;               /* AstDecl * -> Type *: structs declared with variables */
};

/* What a struct type is besides its fields. */
typedef struct StructInfo {
    Type *type;
    Scope *scope; /* methods, static members, nested types */
    const AstDecl *decl;
    bool is_complete;
} StructInfo;

typedef struct TemplateArgument { /* one of the two */
    const Type *type;
    Expr *value; /* EXPR_CONSTANT */
} TemplateArgument;

struct Template {
    const AstDecl *decl;
    Scope *scope; /* where it is declared */
    VEC(struct TemplateInstance *) instances;
    VEC(const AstDecl *) specialisations;
};

typedef struct TemplateInstance {
    TemplateArgument *arguments;
    int argument_count;
    const Type *type;       /* struct or alias */
    Candidate *candidate;   /* function */
} TemplateInstance;

typedef struct Deferred { /* an error that counts only where the entry point gets to it */
    SourcePos pos;
    DiagId id;
    const char *first, *second;
} Deferred;

typedef enum BodyState { BODY_UNCHECKED, BODY_CHECKING, BODY_CHECKED } BodyState;

/* A declared function, or a function template. */
struct Candidate {
    const AstDecl *decl;       /* the definition once seen, else the first declaration */
    const AstDecl *defaults;   /* the declaration whose parameters have default arguments */
    Function *function;        /* NULL: a template, or its signature has an error */
    Template *template;
    Scope *scope;              /* in which its types and body are looked up */
    const Type *structure;     /* methods */
    bool is_static;            /* methods without `this` */
    bool is_defined;
    bool is_lazy;              /* of a template: the body is checked when it is called */
    BodyState state;
    VEC(Candidate *) callees;
    VEC(SourcePos) call_positions;
    Map groupshared;           /* variables that the body names */
    VEC(Deferred) deferred;
    int mark;                  /* of searches over calls */
};

/* Whether the function in which we are may do what is being checked. */
typedef struct FunctionState {
    Candidate *candidate;
    Function *function;
    Variable *self;            /* `this`; or NULL */
    int loop_depth, switch_depth;
    VEC(Variable *) locals;
} FunctionState;

typedef struct TypeTable TypeTable;

struct Checker {
    CheckContext *context;
    Arena *arena;
    Names *names;
    Diagnostics *diagnostics;
    const CheckOptions *options;
    const AstUnit *unit;
    const AstDecl *entry_decl;
    bool knows_threads;        /* how many, or looks for it just now */
    int ahead_end;             /* declare_constants_ahead sees the declarations up to this one */
    TypeTable *types;
    Scope *global, *scope;
    FunctionState *function;   /* NULL at file scope */
    Candidate *declaring;      /* whose signature is being checked; or NULL */
    CheckedProgram *program;
    Map structs;               /* Type * -> StructInfo * */
    Map builtin_types;         /* Name -> Type * */
    Map heaps;                 /* Type * of a resource -> Variable *, the array of them in a descriptor heap */
    VEC(Candidate *) functions;
    VEC(Resource *) resources;
    VEC(Variable *) statics;
    VEC(Variable *) groupshared;
    Resource *globals;         /* $Globals; NULL: no member yet */
    int64_t globals_end;
    int variable_count;        /* numbering of the program's variables */
    int template_depth;
    int expression_depth;
    int errors_before;    /* reported before this check */
    bool is_precise;           /* expressions built now belong to a precise variable */
};

Symbol *scope_find_here(const Scope *scope, Name name);
Symbol *scope_add(Checker *checker, Scope *scope, SymbolKind kind, Name name, SourcePos pos);
Scope *scope_new(Checker *checker, Scope *parent);
void scope_push(Checker *checker);
void scope_pop(Checker *checker);

/* What a name means at a place: a symbol, or a field of the enclosing method's struct. */
typedef struct Found {
    Symbol *symbol;            /* NULL: a field, or nothing */
    const Type *structure;     /* of the field */
    int field;
} Found;
Found scope_lookup(Checker *checker, Name name);
/* `a::b::c`. A missing qualifier is reported; a missing last part is not. */
Found scope_lookup_path(Checker *checker, const AstPath *path, bool *failed);
Symbol *scope_prefer_template(const Checker *checker, Symbol *symbol);
/* The best-matching visible name at most a third of its letters different, or NULL: for "did you mean". */
const char *scope_suggest(Checker *checker, Name name);
typedef struct Suggestion { const char *best; int distance; } Suggestion;
void suggest_consider(Suggestion *suggestion, const char *wanted, const char *candidate);
StructInfo *struct_info(const Checker *checker, const Type *type);

/* ---- types: types.c ------------------------------------------------------------------------------ */

TypeTable *types_new(Arena *arena);
const Type *type_error(const Checker *checker);
const Type *type_void(const Checker *checker);
const Type *type_string(const Checker *checker);
typedef enum DescriptorHeap { DESCRIPTOR_RESOURCE, DESCRIPTOR_SAMPLER } DescriptorHeap;
const Type *type_descriptor(const Checker *checker, DescriptorHeap heap);
const Type *type_scalar(const Checker *checker, ScalarKind scalar);
const Type *type_vector(Checker *checker, ScalarKind scalar, int size);
const Type *type_matrix(Checker *checker, ScalarKind scalar, int rows, int columns, bool row_major);
const Type *type_array(Checker *checker, const Type *element, int64_t count);
const Type *type_resource(Checker *checker, ResourceKind kind, const Type *element, int sample_count, bool snorm, bool unorm);
Type *type_new_struct(Checker *checker, Name name);
Type *type_new_enum(Checker *checker, Name name, ScalarKind underlying);
/* The scalar, vector or matrix of that shape with other components. */
const Type *type_with_scalar(Checker *checker, const Type *shape, ScalarKind scalar);
bool type_is_error(const Type *type);
bool type_is_scalar_literal(const Type *type);
bool type_is_aggregate(const Type *type);      /* array or struct */
bool type_is_integral(const Type *type);       /* numeric, of bools or integers */
bool type_has_resources(const Type *type);
bool type_is_derived_from(const Type *type, const Type *base);
bool scalar_is_float(ScalarKind scalar);
bool scalar_is_literal(ScalarKind scalar);
ScalarKind scalar_unsigned(ScalarKind scalar); /* int -> uint, ...; others themselves */
void type_print(Text *out, const void *type);
/* Leaf number `leaf` of a type, in declaration order: a scalar or a resource type. */
const Type *type_leaf(Checker *checker, const Type *type, int leaf);

/* The first place at or after `offset` for something of that type: layout.c. */
int64_t layout_place(int64_t offset, const Type *type, LayoutRule rule);

/* ---- types as written: type_names.c ---------------------------------------------------------------- */

/* With further qualifiers (row_major, snorm, ...) of the declaration. */
const Type *resolve_type(Checker *checker, const AstType *type, uint32_t qualifiers);
typedef enum ArrayUse {
    ARRAY_SIZED,       /* every dimension is written and at least 1 */
    ARRAY_OPEN,        /* the outermost may be []: count -1 */
    ARRAY_GROUPSHARED  /* a dimension may be 0: [GroupGetWaveCount() - 1] of a single wave */
} ArrayUse;
enum { LARGEST_TYPE = INT32_MAX }; /* bytes in a structured buffer; so that offsets are ints everywhere */
bool type_is_too_large(Checker *checker, const Type *type, SourcePos pos); /* reports it */
const Type *resolve_array(Checker *checker, const Type *element, AstExpr *const *extents, int extent_count, ArrayUse use, SourcePos pos);
/* The built-in type of that name, or NULL; those that take <> get their defaults. */
const Type *builtin_type(Checker *checker, Name name);
bool resource_by_name(const char *name, ResourceKind *kind);
TemplateArgument resolve_template_argument(Checker *checker, const AstTemplateArg *argument);

/* ---- constants: constants.c ------------------------------------------------------------------------- */

ConstantLeaf leaf_convert(ConstantLeaf leaf, ScalarKind from, ScalarKind to);
/* The leaves of an expression whose value is known, or NULL. */
const ConstantLeaf *constant_leaves(const Expr *expr);
/* Folds an operator, conversion, constructor, member access or intrinsic whose operands are constants; gives
 * `expr` itself where they are not. */
Expr *constant_fold(Checker *checker, Expr *expr);
bool constant_is_integer(const Expr *expr, int64_t *value);
bool constant_is_true(const Expr *expr);
/* The IR operation of a binary operator on that scalar kind; *swapped: with its operands exchanged. */
IrOp binary_ir_op(AstOp op, ScalarKind scalar, bool *swapped);
/* Checks and evaluates; reports "not a constant" with `what` ("an array size") and gives false. */
bool constant_evaluate_integer(Checker *checker, const AstExpr *ast, const char *what, int64_t *value);

/* ---- building expressions: build.c --------------------------------------------------------------------- */

Expr *expr_new(Checker *checker, ExprKind kind, const Type *type, SourcePos pos);
Expr *expr_error(Checker *checker, SourcePos pos);
bool expr_is_error(const Expr *expr);
Expr *expr_constant(Checker *checker, const Type *type, const ConstantLeaf *leaves, SourcePos pos);
Expr *expr_integer(Checker *checker, ScalarKind scalar, int64_t value, SourcePos pos);
Expr *expr_zero(Checker *checker, const Type *type, SourcePos pos);
Expr *expr_variable(Checker *checker, Variable *variable, SourcePos pos);
Expr *expr_convert_node(Checker *checker, Expr *left, const Type *type);
Expr *expr_swizzle(Checker *checker, Expr *left, const uint8_t *components, int count, SourcePos pos);
Expr *expr_field(Checker *checker, Expr *left, int field, SourcePos pos);
Expr *expr_index(Checker *checker, Expr *left, Expr *index, const Type *type, SourcePos pos);
Expr *expr_binary(Checker *checker, AstOp op, Expr *left, Expr *right, const Type *type, SourcePos pos);
Expr *expr_construct(Checker *checker, const Type *type, Expr **arguments, int count, SourcePos pos);
Expr *expr_comma(Checker *checker, Expr *left, Expr *right, SourcePos pos);
Expr *expr_assign(Checker *checker, Expr *place, Expr *value, SourcePos pos);
/* A hidden variable that holds `value`; *setup assigns it. */
Expr *expr_temporary(Checker *checker, Expr *value, Expr **setup);
bool expr_has_effects(const Expr *expr);
Variable *variable_new(Checker *checker, Name name, const Type *type, SourcePos pos, Storage storage);
Variable *local_new(Checker *checker, Name name, const Type *type, SourcePos pos);

/* ---- conversions: conversions.c --------------------------------------------------------------------------- */

typedef enum ConversionShape { SHAPE_IMPOSSIBLE, SHAPE_SAME, SHAPE_SPLAT, SHAPE_TRUNCATE, SHAPE_RESHAPE, SHAPE_BASE, SHAPE_FLAT, SHAPE_CONTENT, SHAPE_DESCRIPTOR } ConversionShape;
typedef enum CastKind { CAST_IMPLICIT, CAST_EXPLICIT } CastKind;

ConversionShape conversion_shape(Checker *checker, const Type *from, const Type *to, CastKind cast);
/* The usual combination of two scalar kinds in an operator. */
ScalarKind scalar_combine(ScalarKind left, ScalarKind right);
/* int, uint, float, ... for a literal that met nothing. */
Expr *settle_literal(Checker *checker, Expr *expr);
/* Converts as an assignment does; reports what cannot be, and warns of truncation. */
Expr *convert_implicitly(Checker *checker, Expr *expr, const Type *to);
/* Enumerators and ConstantBuffer<T>s as the numbers and structs that they stand for. */
Expr *decay(Checker *checker, Expr *expr);
Expr *convert_explicitly(Checker *checker, Expr *expr, const Type *to, SourcePos pos);
/* A condition: to bool. */
Expr *convert_condition(Checker *checker, Expr *expr, const char *what);
/* dxc's score of passing an argument of type `from` to a parameter `to`: the lower the better; UINT64_MAX: not at all. */
uint64_t conversion_score(Checker *checker, const Type *from, const Type *to);
/* A modifiable value for an out or inout parameter of type `to`, converted where types differ. */
Expr *convert_place(Checker *checker, Expr *place, const Type *to);
/* Reports and gives false where `expr` cannot be assigned. */
bool check_assignable(Checker *checker, const Expr *expr, SourcePos pos);

/* ---- expressions ------------------------------------------------------------------------------------------- */

Expr *check_expr(Checker *checker, const AstExpr *ast);                         /* expressions.c */
Expr *check_value(Checker *checker, const AstExpr *ast);                        /* not void; resources and arrays too */
Expr *check_condition(Checker *checker, const AstExpr *ast, const char *what);
Expr *check_binary(Checker *checker, const AstExpr *ast);                       /* operators.c */
Expr *check_unary(Checker *checker, const AstExpr *ast);
Expr *check_assign(Checker *checker, const AstExpr *ast);
Expr *check_conditional(Checker *checker, const AstExpr *ast);
Expr *build_select(Checker *checker, Expr *condition, Expr *left, Expr *right, SourcePos pos);
const Type *combine_shapes(Checker *checker, const Type *left, const Type *right);
Expr *check_member(Checker *checker, const AstExpr *ast);                       /* members.c */
Expr *check_index(Checker *checker, const AstExpr *ast);
Expr *build_content(Checker *checker, Expr *expr);  /* ConstantBuffer<T> -> T; others themselves */
int struct_find_field(const Type *type, Name name);
Expr *check_call(Checker *checker, const AstExpr *ast);                         /* calls.c */
Expr *call_candidate(Checker *checker, Candidate *candidate, Expr *self, Expr **arguments, int count, SourcePos pos);
/* NULL: `type` is no struct that overloads the operator. */
Name operator_name(Checker *checker, AstOp op); /* "operator+" */
Expr *call_operator(Checker *checker, AstOp op, Expr *self, Expr **arguments, int count, SourcePos pos);
Symbol *struct_find_member(Checker *checker, const Type *type, Name name, const Type **owner);
Candidate *overload_choose(Checker *checker, const Symbol *functions, const AstExpr *callee, Expr **arguments, int count, SourcePos pos); /* overloads.c */
const Type *type_of_argument(const Expr *argument);
Expr *check_construct(Checker *checker, const AstExpr *ast);                    /* initialisers.c */
Expr *check_cast(Checker *checker, const AstExpr *ast);
Expr *check_initialiser(Checker *checker, const AstExpr *ast, const Type *type);
Expr *build_flat(Checker *checker, const Type *type, Expr **parts, int count, SourcePos pos, CastKind cast);
/* With a leading [] in `element[]`: how many elements the list fills. */
int64_t initialiser_count(Checker *checker, const AstExpr *ast, const Type *element);

/* Families of resource.def: which rows of method.def a resource type has. */
enum { METHODS_NONE = 0, METHODS_BUFFER = 1 << 0, METHODS_STRUCTURED = 1 << 1, METHODS_RWSTRUCTURED = 1 << 2, METHODS_APPEND = 1 << 3,
       METHODS_CONSUME = 1 << 4, METHODS_RAW = 1 << 5, METHODS_RWRAW = 1 << 6, METHODS_TEXTURE = 1 << 7, METHODS_TEXTURE2D = 1 << 8,
       METHODS_CUBE = 1 << 9, METHODS_MULTISAMPLED = 1 << 10, METHODS_RWTEXTURE = 1 << 11 };

/* ---- intrinsics and resource methods: builtins.c, signatures.c ------------------------------------------------ */

bool builtin_exists(Checker *checker, Name name);
Expr *check_builtin_call(Checker *checker, Name name, const AstExpr *ast, Expr **arguments, int count);
Expr *check_method_call(Checker *checker, Expr *object, const AstExpr *ast, Expr **arguments, int count);
bool method_exists(const Type *resource, const char *name);
void suggest_builtins(Suggestion *suggestion, const char *wanted);
const char *suggest_method(const Type *resource, const char *name);
const char *method_name(MethodId id);

/* A row matched against arguments. */
typedef struct Match {
    uint64_t score;          /* UINT64_MAX: does not fit */
    int bad_argument;        /* index of the first that does not fit; -1: their number */
    const Type *result;
    const Type *types[16];   /* of the parameters */
    char kinds[16];          /* ' ' in, '>' out, '&' place */
    int count;
} Match;
Match signature_match(Checker *checker, const char *signature, const Type *resource, const Type *function_type,
                      Expr **arguments, int count);
void signature_convert_arguments(Checker *checker, const Match *match, Expr **arguments, int count);

/* ---- statements, declarations -------------------------------------------------------------------------------- */

Stmt *check_stmt(Checker *checker, const AstStmt *ast);                         /* statements.c; NULL: nothing to do */
Stmt *check_body(Checker *checker, const AstStmt *ast);
void mention_resources(Checker *checker, const AstStmt *stmt);                    /* mentions.c; NULL: none */
/* Declares in the current scope, for a look at their values only, those constants of the file's end that these arguments need. */
void declare_constants_ahead(Checker *checker, const AstAttribute *attribute);
bool stmt_ends(const Stmt *stmt);   /* control can reach its end */
bool stmt_breaks(const Stmt *stmt); /* a break in it leaves what is around it */
void stmt_add(Checker *checker, Stmt *block, Stmt *stmt);
Stmt *stmt_new(Checker *checker, StmtKind kind, SourcePos pos);

void check_local(Checker *checker, const AstDecl *ast, Stmt *block);            /* locals.c */
const Type *declared_type(Checker *checker, const AstDecl *ast, ArrayUse use);
bool type_is_incomplete(const Checker *checker, const Type *type); /* `struct S;` so far, or an array of it */
Symbol *declare_variable(Checker *checker, Variable *variable);
Expr *check_declared_value(Checker *checker, const AstDecl *ast, const Type *type);
void apply_qualifiers(Variable *variable, const AstDecl *ast);
Variable *declare_groupshared(Checker *checker, const AstDecl *ast);
Variable *declare_static(Checker *checker, const AstDecl *ast);

void check_global(Checker *checker, const AstDecl *ast);                        /* declarations.c */
void declare_members(Checker *checker, AstDecl *const *decls, int count);       /* of a namespace or the file */
bool name_is_declared(Checker *checker, Name name, SourcePos pos, SymbolKind kind);

void declare_cbuffer(Checker *checker, const AstDecl *ast);                     /* cbuffers.c */
void declare_global_constant(Checker *checker, const AstDecl *ast, const Type *type);
void finish_globals(Checker *checker);
void declare_resource(Checker *checker, const AstDecl *ast, const Type *type);  /* registers.c */
void declare_resource_struct(Checker *checker, const AstDecl *ast, const Type *type);
Variable *new_global_constant(Checker *checker, const AstDecl *ast, const Type *type); /* cbuffers.c: of $Globals, without a symbol */
void register_resource(Checker *checker, Resource *resource, const AstRegister *written);
void assign_registers(Checker *checker);
/* What root signatures say of samplers: root_signature.c. After the registers are assigned. */
void apply_static_samplers(Checker *checker);
Resource *new_resource(Checker *checker, Name name, const Type *type, SourcePos pos); /* without a register, and not listed */

/* ---- descriptor heaps: heaps.c -------------------------------------------------------------------------------- */

/* ResourceDescriptorHeap[i], SamplerDescriptorHeap[i]: an EXPR_CONVERT of the index to TYPE_DESCRIPTOR. NULL: `ast`
 * is no such thing, or the program declares that name itself. */
Expr *check_descriptor(Checker *checker, const AstExpr *ast);
/* The element of the heap's array of that resource type. */
Expr *build_descriptor_resource(Checker *checker, Expr *descriptor, const Type *resource);
/* The index alone, of a descriptor that nothing uses; others themselves. */
Expr *discard_descriptor(Checker *checker, Expr *expr);
bool is_heap_name(Name name);

typedef enum BodyChecks { BODIES_NOW, BODIES_ON_CALL } BodyChecks;
bool place_bit_field(Checker *checker, const AstDecl *ast, Field *before, Field *field); /* bit_fields.c */
const Type *declare_struct(Checker *checker, const AstDecl *ast);               /* structs.c */
const Type *define_struct(Checker *checker, const AstDecl *ast, Name name, Scope *scope, BodyChecks bodies);
void declare_enum(Checker *checker, const AstDecl *ast);
void declare_typedef(Checker *checker, const AstDecl *ast);

void declare_function(Checker *checker, const AstDecl *ast);                    /* functions.c */
Candidate *declare_method(Checker *checker, const AstDecl *ast, StructInfo *info);
Candidate *function_signature(Checker *checker, const AstDecl *ast, Scope *scope, const Type *structure);
void check_function_body(Checker *checker, Candidate *candidate);
/* flow.c: warns of variables that are read before they have a value, and of out parameters that get none. */
void check_flow(Checker *checker, const Function *function);
void check_recursion(Checker *checker);
void report_if_reached(Checker *checker, SourcePos pos, DiagId id, const char *first, const char *second);

void declare_template(Checker *checker, const AstDecl *ast);                    /* templates.c */
const Type *template_struct(Checker *checker, Template *template, const AstType *use);
Candidate *template_function(Checker *checker, Candidate *candidate, const AstExpr *callee, Expr **arguments, int count);

/* Whether the target is older than Shader Model 6.minor; and the error that `what` needs that. entry.c */
bool model_is_before(const Checker *checker, int minor);
void report_old_model(Checker *checker, SourcePos pos, const char *what, int minor);

/* ---- the entry point: entry.c --------------------------------------------------------------------------------- */

const AstDecl *entry_find(const AstUnit *unit, const char *name);
int entry_wave_count(Checker *checker, SourcePos use); /* GroupGetWaveCount() */
SystemValue system_value(Name semantic);
void entry_add_report(Checker *checker); /* of a unit test; before anything is checked */
void entry_finish(Checker *checker);
const AstAttribute *attribute_find(const AstAttribute *list, const char *name);

#endif
