/* check's insides, on their floors. A function stands in the header of its floor and calls what
 * stands there or below; a file includes the header of the floor that it stands on, which includes
 * those below it.
 *
 *     stage_priv.h        the entry point, and what needs the whole program
 *     core_priv.h         what recurses as the language does: expressions, types, templates,
 * statements conversions_priv.h  values meet types: conversions, overloads, intrinsics; resources
 *     trees_priv.h        typed expressions and statements, constants
 *     scopes_priv.h       what names mean
 *     types_priv.h        types and their layout
 *     check_priv.h        the state of one check
 *
 * Every function that can fail reports and gives the error type or an EXPR_ERROR, never NULL; what
 * is built from an error is silently an error. */
#ifndef WAVECC_CHECK_PRIV_H
#define WAVECC_CHECK_PRIV_H

#include "check/check.h"

typedef struct Checker Checker;
typedef struct Scope Scope;
typedef struct Symbol Symbol;
typedef struct Template Template;
typedef struct Candidate Candidate;

/* ---- maps from pointers (interned names, types, declarations) to pointers ---- */

typedef struct Map {
    const void **keys;
    void **values;
    int count, capacity;
} Map;

/* ---- symbols and scopes ---- */

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
    uint32_t order;              /* AST_ROW_MAJOR or AST_COLUMN_MAJOR that a typedef says, or 0 */
    Template *template;
    VEC(Candidate *) candidates; /* FUNCTIONS: overloads and templates, in order */
    Scope *scope;                /* NAMESPACE */
    bool is_leaked;              /* a loop's variable, after the loop: may be declared anew */
    bool is_sought;              /* looked up by this name */
};

struct Scope {
    Scope *parent;
    Map symbols;
    VEC(Scope *) used;         /* using namespace */
    const Type *structure;     /* the scope of a struct's members; or NULL */
    const char *name;          /* of a namespace */
    bool is_namespace;         /* or the file's; one may have no name */
    int lookup;                /* the last that came here by `using namespace` */
    Map structs;               /* AstDecl * -> Type *: structs and enums declared with variables */
};

/* What a struct type is besides its fields. */
typedef struct StructInfo {
    Type *type;
    Scope *scope; /* methods, static members, nested types */
    const AstDecl *decl;
    VEC(struct StructInfo *) interfaces; /* among its bases */
    bool is_complete;
    /* Of an instance of a template of which nothing but the name was needed so far: gives it its members. NULL:
     * has them. */
    void (*finish)(Checker *checker, struct StructInfo *info);
    struct Template *template;
    struct TemplateInstance *instance;
} StructInfo;

typedef struct TemplateArgument { /* one of the two */
    const Type *type;
    Expr *value; /* EXPR_CONSTANT */
} TemplateArgument;

/* `template<typename T> void List<T>::Node::add() {...}`, defined outside of what declares it. */
typedef struct OutsideMember {
    const AstDecl *ast;
    int part; /* of its path: the template's own */
    /* `Outer<T>::Pair<U>::f`, to the instance of Outer that has this Pair: what it is to Outer, and that instance; or
     * NULL. */
    const struct OutsideMember *around;
    const struct TemplateInstance *instance;
} OutsideMember;

struct Template {
    const AstDecl *decl;
    Scope *scope; /* where it is declared */
    VEC(struct TemplateInstance *) instances;
    VEC(const AstDecl *) specialisations;
    VEC(const OutsideMember *) members; /* of a struct */
};

typedef struct TemplateInstance {
    TemplateArgument *arguments;
    int argument_count;
    const Type *type;       /* struct or alias */
    Variable *variable;
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
    const char *failure;       /* of a template's instance that cannot be: why; or NULL */
    Template *template;
    Scope *scope;              /* in which its types and body are looked up */
    const Type *structure;     /* methods */
    bool is_static;            /* methods without `this` */
    bool is_defined;
    bool is_lazy;              /* of a template: the body is checked when it is called */
    bool is_awaited;           /* and was called before it had one */
    BodyState state;
    VEC(Candidate *) callees;
    VEC(SourcePos) call_positions;
    Map groupshared;           /* variables that the body names */
    VEC(Deferred) deferred;
    VEC(Candidate *) on_object; /* methods that it calls on its own object, or a part of it */
    SourcePos changed_pos;   /* where it changes its object itself */
    bool changes_object;     /* it does */
    bool was_asked;          /* whether methods that it calls do */
    const Candidate *change; /* which one then; NULL: none */
    SourcePos quads_pos;     /* of the first that compares the threads of quads */
    const char *quads_by;    /* its name; NULL: there is none */
    VEC(SourcePos) settled;    /* local variables initialised elsewhere: constants and statics */
    int mark;                  /* of searches over calls */
};

typedef struct ConstCall {
    Candidate *method;
    SourcePos pos;
} ConstCall;

/* A constant buffer on its way. */
typedef struct Block {
    Resource *resource;
    int64_t end;               /* of the members that lie where they say */
    bool starts_row;           /* the next member does, unless it says where it lies */
    bool is_globals;           /* $Globals: register(c3) says where a member lies, as packoffset
                                  does */
} Block;

/* `template void f<3>();`, `template struct S<float>;` */
typedef struct Instantiation {
    const AstDecl *decl;
    Scope *scope;
} Instantiation;

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
    int lookups;               /* how many there were */
    FunctionState *function;   /* NULL at file scope */
    Candidate *initialisers;   /* what the initialisers of static globals do before the entry point */
    bool initialising;         /* one is being checked */
    Candidate *declaring;      /* whose signature is being checked; or NULL */
    CheckedProgram *program;
    Map structs;               /* Type * -> StructInfo * */
    Map builtin_types;         /* Name -> Type * */
    Map foreign_types;         /* Name -> Type *, of other stages */
    Map heaps;                 /* Type * of a resource -> Variable *, the array of them in a
                                  heap */
    VEC(Candidate *) functions;
    Map called;                /* AstDecl *: where bodies that are not called are left out, those that
                                  are, as far as is known */
    bool leaves_out;
    VEC(Instantiation) instantiations; /* explicit ones */
    VEC(Candidate *) reached;  /* by the entry point; itself the first */
    VEC(ConstCall) const_calls; /* of methods that must not change their objects */
    VEC(const char *) said_reasons; /* why types are missing that it reaches */
    bool said_quads;         /* that the entry point's groups cut them */
    VEC(Resource *) resources;
    VEC(Variable *) statics;
    VEC(Variable *) groupshared;
    Block globals;             /* $Globals; its resource is NULL: no member yet */
    int variable_count;        /* numbering of the program's variables */
    int template_depth;
    int expression_depth, outer_depth; /* of these around the body that is checked */
    int statement_depth;
    int errors_before;         /* reported before this check */
    bool names_only;           /* instances of templates that are named now wait for their members */
    bool is_precise;           /* expressions built now belong to a precise variable */
};

#endif
