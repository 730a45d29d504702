/* check's second floor: what names mean, and what is said where they mean nothing. */
#ifndef WAVECC_CHECK_SCOPES_PRIV_H
#define WAVECC_CHECK_SCOPES_PRIV_H

#include "types_priv.h"

/* reports.c */
bool model_is_before(const Checker *checker, int minor); /* the target is older than Shader Model
                                                            6.minor */
/* `what` needs that */
void report_old_model(Checker *checker, SourcePos pos, const char *what, int minor);
/* In what the code being checked runs: a function, or the initialisers of static globals; NULL: it
 * does not run. */
Candidate *running_candidate(const Checker *checker);
void report_if_reached(Checker *checker, SourcePos pos, DiagId id, const char *first,
                       const char *second);
/* A name of one part that is missing is so whatever a template's arguments are: its report goes to
 * no trap. Gives the one to set again. */
DiagTrap *set_trap_for_missing(Checker *checker, int parts);
/* What was wrong with a variable's declaration counts where the variable is used. */
void report_declaration(Checker *checker, SourcePos pos, const Variable *variable);

/* entry_list.c */
const AstAttribute *attribute_find(const AstAttribute *list, const char *name);
const AstDecl *entry_find(const AstUnit *unit, const char *name);

/* foreign.c */
const Type *foreign_type_named(Checker *checker, Name name); /* NULL: none */
const char *foreign_function_reason(const char *name);       /* NULL: none */
bool function_is_of_stage(const char *name); /* only shaders of one other stage call it */
const char *foreign_namespace_reason(const char *name);      /* NULL: none */
/* `vk::f` and the like, which the program does not declare; NULL: none such. */
const char *foreign_path_reason(Checker *checker, const AstPath *path);
Name foreign_path_name(Checker *checker, const AstPath *path); /* "vk::f" */
bool entry_is_foreign(const AstDecl *function); /* of another stage, by its attributes */
/* With the function that is being checked; at file scope nothing counts yet. */
void report_foreign_type(Checker *checker, SourcePos pos, const Type *foreign);

/* struct_info.c */
StructInfo *struct_info(const Checker *checker, const Type *type);
int struct_find_field(const Type *type, Name name); /* -1: none */
Symbol *struct_find_member(Checker *checker, const Type *type, Name name, const Type **owner);
/* An instance of a template that waits for its members has them now, or of an array of it. */
void type_finish(Checker *checker, const Type *type);
/* `struct S;` so far, or an array of it */
bool type_is_incomplete(Checker *checker, const Type *type);
/* The same, which is an error at `pos`. */
bool report_incomplete(Checker *checker, SourcePos pos, const Type *type);
Name operator_name(Checker *checker, AstOp op); /* "operator+" */

/* scopes.c */
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
    const Symbol *other;       /* by `using namespace` it means this as well; NULL: it does not */
} Found;
#define NOT_FOUND ((Found){.field = -1})
Found scope_lookup(Checker *checker, Name name);
Found scope_lookup_in(Checker *checker, const Scope *scope, Name name); /* in that one alone */
/* The name means `symbol` beside what was found: another overload, or one meaning too many. */
void scope_join(Checker *checker, Found *found, Symbol *symbol);
/* Reports a second declaration of `name` in the current scope, unless both are functions. */
bool name_is_declared(Checker *checker, Name name, SourcePos pos, SymbolKind kind);
Symbol *declare_variable(Checker *checker, Variable *variable);

/* associated.c */
/* What a name means where it is called is joined by the functions that its arguments' types bring. */
void scope_join_associated(Checker *checker, Found *found, Name name, Expr *const *arguments, int count);

/* mentions.c */
void mention_resources(Checker *checker, const AstStmt *stmt); /* NULL: none */
typedef struct NameList { VEC(Name) names; } NameList;
NameList names_in(Checker *checker, const AstExpr *expr);
NameList names_in_statement(Arena *arena, const AstStmt *stmt); /* NULL: none */

/* intrinsics.c */
typedef struct ModelRule {
    int minor;               /* the least Shader Model 6.n; 0: any */
    int wide_minor;          /* that, where the place has 64 bits */
    bool is_wave_index;      /* or -fgroup-wave-index */
    bool reads_quads;        /* groups are whole quads */
} ModelRule;
typedef struct Intrinsic {   /* a row of builtin.def or method.def */
    const char *name, *signature;
    ModelRule model;
    const char *refusal;     /* why calls of it are refused; or NULL */
    unsigned families;       /* METHODS_..., of methods */
} Intrinsic;
const Intrinsic *builtin_row(BuiltinId id);
const Intrinsic *method_row(MethodId id);
bool type_has_method(const Type *resource, MethodId id);
enum { MOST_PARAMETERS = 16 };
typedef struct Item {        /* one blank-separated piece of a signature */
    bool is_optional;
    char direction;          /* ' ' > & */
    char component;
    char dimensions[2];      /* NUL, a digit, a letter, or a mark */
} Item;
typedef struct Signature {   /* in builtin.def's notation */
    Item result;
    Item parameters[MOST_PARAMETERS];
    int count, required;
    bool is_variadic;
} Signature;
Signature signature_read(const char *text);
bool builtin_exists(Name name);
bool method_exists(const Type *resource, const char *name);
bool method_takes_type(const Type *resource, const char *name); /* name<T>(...) */
void suggest_builtins(NearestName *nearest);
const char *suggest_method(const Type *resource, const char *name); /* NULL: none */

/* suggestions.c */
/* The best-matching visible name, or NULL: for "did you mean". */
const char *scope_suggest(Checker *checker, Name name);

/* inputs.c */
SystemValue system_value(Name semantic);
/* Of the entry point: sets what system value each parameter is. */
void check_inputs(Checker *checker, const AstDecl *ast, const Function *entry);

#endif
