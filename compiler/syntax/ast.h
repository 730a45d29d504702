/* ast: the tree that the grammar builds. It says what was written, not what it means: names are
 * unresolved, types are spelled, nothing is converted. check reads it and never changes it (a
 * template is checked once per instantiation from the same tree). Nodes live in the ast arena. */
#ifndef WAVECC_SYNTAX_AST_H
#define WAVECC_SYNTAX_AST_H

#include "base/base.h"

typedef struct AstType AstType;
typedef struct AstExpr AstExpr;
typedef struct AstStmt AstStmt;
typedef struct AstDecl AstDecl;
typedef struct AstAttribute AstAttribute;

typedef struct AstTemplateArg {
    AstType *type;       /* this or `value` */
    AstExpr *value;
    AstExpr **extents;   /* of `uint[2]`, outermost first; NULL for [] */
    int extent_count;
} AstTemplateArg;

/* ---- names ---- */

/* Those of a part before the last one: `S<int>::f`. */
typedef struct AstPartArguments {
    const struct AstPartArguments *outer; /* of a part before this one */
    AstTemplateArg *items;
    int count;
    int part;
} AstPartArguments;

/* `a::b::c` or `::a`; parts[0] is the outermost. Of the last part's template arguments others know. */
typedef struct AstPath {
    SourcePos pos;
    int count;
    Name *parts;
    const AstPartArguments *arguments; /* of the last part that has some */
    bool global; /* begins with :: */
} AstPath;

const AstPartArguments *ast_part_arguments(const AstPath *path, int part); /* or NULL */

/* ---- types as written ---- */

typedef enum AstTypeKind {
    AST_TYPE_NAMED,  /* float4, Texture2D, MyStruct, T, unsigned int (one name "uint") */
    AST_TYPE_STRUCT, /* `struct S { ... } v;`, `enum E { ... } v;`: decl, AST_STRUCT or AST_ENUM */
    AST_TYPE_AUTO,
    AST_TYPE_OF /* __decltype(value) */
} AstTypeKind;

typedef enum AstQualifier { /* bits */
    AST_CONST = 1 << 0, AST_STATIC = 1 << 1, AST_GROUPSHARED = 1 << 2, AST_UNIFORM = 1 << 3,
    AST_PRECISE = 1 << 4, AST_VOLATILE = 1 << 5, AST_GLOBALLYCOHERENT = 1 << 6, AST_EXTERN = 1 << 7,
    AST_INLINE = 1 << 8, AST_ROW_MAJOR = 1 << 9, AST_COLUMN_MAJOR = 1 << 10, AST_IN = 1 << 11,
    AST_OUT = 1 << 12, AST_SNORM = 1 << 13, AST_UNORM = 1 << 14, AST_INTERPOLATION = 1 << 15,
    AST_EXPORT = 1 << 16, AST_SHARED = 1 << 17, AST_REORDERCOHERENT = 1 << 18,
    AST_CONST_SELF = 1 << 19, /* of a method: const stands behind its parameters */
    AST_NOINTERPOLATION = 1 << 20,
    AST_TOPOLOGY = 1 << 21, /* point, line, triangle, ... */
    AST_MESH = 1 << 22      /* vertices, indices, primitives, payload */
} AstQualifier;
enum { AST_MATRIX_ORDERS = AST_ROW_MAJOR | AST_COLUMN_MAJOR };

struct AstType {
    AstTypeKind kind : 8;
    bool has_arguments : 1; /* `vector<>` differs from `vector` */
    SourcePos pos;
    uint32_t qualifiers; /* const, row_major, ... written with this type */
    uint32_t behind;     /* those of them that stand behind it */
    int argument_count;
    AstTemplateArg *arguments;
    AstPath name;
    Name own_part;       /* name.parts is this, if it is one part */
    AstDecl *decl;       /* AST_TYPE_STRUCT */
    struct AstExpr *value; /* AST_TYPE_OF */
};

/* ---- expressions ---- */

typedef enum AstExprKind {
    AST_INT, AST_FLOAT, AST_BOOL, AST_STRING, AST_NAME, AST_THIS,
    AST_UNARY, AST_BINARY, AST_ASSIGN, AST_CONDITIONAL, AST_COMMA,
    AST_CALL,      /* left(arguments): left is AST_NAME or AST_MEMBER, template arguments there */
    AST_CONSTRUCT, /* float4(1, 2, 3, 4): type, arguments */
    AST_CAST,      /* (float4)x, (float[4])x: type, extents, left */
    AST_MEMBER,    /* left.member, swizzles too; template arguments for a method */
    AST_AS_BASE,   /* left as its base struct, in left.base::member: type, left */
    AST_INDEX,     /* left[right] */
    AST_INIT_LIST, /* { 1, 2, { 3 } } */
    AST_SIZEOF,    /* of a type (type) or an expression (left) */
    AST_ERROR
} AstExprKind;

typedef enum AstOp { /* unary, binary and compound assignment operators, by their spelling */
#define AST_OP(id, spelling) AST_OP_##id,
#include "ast_ops.def"
#undef AST_OP
    AST_OP_COUNT
} AstOp;
const char *ast_op_spelling(AstOp op);
bool ast_op_compares(AstOp op); /* == != < > <= >= */

typedef enum AstSuffix {
    AST_SUFFIX_NONE, AST_SUFFIX_U, AST_SUFFIX_L, AST_SUFFIX_UL, AST_SUFFIX_LL, AST_SUFFIX_ULL,
    AST_SUFFIX_H, AST_SUFFIX_F, AST_SUFFIX_F16
} AstSuffix;

bool suffix_is_unsigned(AstSuffix suffix);

/* Most of a tree is expressions: each is a cache line, and what no two kinds have both shares its
 * place. */
struct AstExpr {
    AstExprKind kind : 8;
    AstOp op : 8;         /* UNARY BINARY; ASSIGN: AST_OP_ASSIGN or the compound's binary one */
    AstSuffix suffix : 8; /* INT, FLOAT */
    bool postfix : 1;     /* UNARY ++ -- */
    bool parenthesised : 1;
    bool has_template_arguments : 1; /* NAME, MEMBER */
    bool is_decimal : 1;  /* INT: of base 10 */
    SourcePos pos;   /* of the operator, the name, the literal; where a caret should point */
    SourcePos start; /* of the first token */
    /* Of the tree below, 1 for a leaf; both are limited, so that walks may recurse. In a row of
     * binary operators, a + b + c, the left one is as deep, but not as high, as the right one. */
    uint16_t depth, height;
    union {
        uint64_t integer; /* INT, BOOL */
        struct {
            double number; /* FLOAT */
            float single;  /* what is written, rounded once */
        };
        Slice string;     /* STRING, without quotes, escapes decoded */
        AstPath path;     /* NAME */
        struct {
            AstExpr *left; /* UNARY CALL CAST MEMBER SIZEOF, those below; CONDITIONAL: condition */
            union {
                AstExpr *right; /* BINARY ASSIGN COMMA INDEX; CONDITIONAL: else */
                AstType *type;  /* CONSTRUCT, CAST, SIZEOF, AS_BASE */
                Name member;    /* MEMBER */
            };
            union {
                AstExpr *middle;     /* CONDITIONAL: then */
                AstExpr **extents;   /* CAST, SIZEOF of an array type: its dimensions */
                AstExpr **arguments; /* CALL, CONSTRUCT, INIT_LIST */
            };
            union {
                int extent_count, argument_count;
            };
        };
    };
    AstTemplateArg *template_arguments; /* if it has some */
    union {
        int template_argument_count;
        Name own_part; /* NAME alone: path.parts is this */
    };
};
_Static_assert(sizeof(AstExpr) == 64, "an expression is a cache line");

/* ---- statements ---- */

typedef enum AstStmtKind {
    AST_EMPTY, AST_EXPR_STMT, AST_DECL_STMT, AST_COMPOUND, AST_IF, AST_FOR, AST_WHILE, AST_DO,
    AST_SWITCH, AST_CASE, AST_DEFAULT, AST_BREAK, AST_CONTINUE, AST_RETURN, AST_DISCARD
} AstStmtKind;

struct AstStmt {
    AstStmtKind kind : 8;
    bool is_constexpr : 1; /* IF */
    unsigned depth : 16; /* of the statements below, 1 for a leaf; limited */
    SourcePos pos;
    AstAttribute *attributes;
    AstExpr *expr;       /* EXPR_STMT; condition of IF WHILE DO SWITCH FOR; value of CASE RETURN */
    AstDecl *condition_decl; /* if (int i = f()), loops, switch: then expr is NULL */
    AstStmt *init;       /* FOR */
    AstExpr *step;       /* FOR */
    AstStmt *body, *else_body; /* IF: then and else; loops and SWITCH: body */
    AstStmt **statements; /* COMPOUND; CASE and DEFAULT label those that follow them in the list */
    AstDecl **decls;     /* DECL_STMT */
    int statement_count, decl_count;
};

/* ---- declarations ---- */

typedef enum AstDeclKind {
    AST_VARIABLE,  /* globals, locals, fields, parameters */
    AST_FUNCTION, AST_STRUCT, AST_ENUM, AST_ENUMERATOR, AST_TYPEDEF, AST_NAMESPACE,
    AST_CBUFFER,   /* cbuffer and tbuffer blocks */
    AST_USING_NAMESPACE, AST_USING_DECLARATION, AST_STATIC_ASSERT, AST_EMPTY_DECL
} AstDeclKind;

typedef struct AstRegister { /* : register(t0, space1), register(ps, t0), packoffset(c0.x) */
    SourcePos pos;
    bool packoffset;
    Name text, space; /* "t0" / "space1" or NULL; packoffset: "c0" / "x" or NULL */
    Name profile;     /* "ps" or NULL */
    struct AstRegister *next;
} AstRegister;

typedef struct AstTemplateParam {
    SourcePos pos;
    Name name;
    AstType *value_type;  /* NULL: typename */
    AstTemplateArg default_argument;
} AstTemplateParam;

struct AstAttribute { /* [numthreads(8,8,1)], [[vk::binding(0)]] */
    SourcePos pos;
    Name scope; /* "vk" or NULL */
    Name name;
    AstExpr **arguments;
    int argument_count;
    AstAttribute *next;
};

struct AstDecl {
    AstDeclKind kind : 8;
    AstOp operator_op : 8;  /* of an operator's function: AST_OP_CALL for (), AST_OP_INDEX for [] */
    bool is_operator : 1;   /* FUNCTION: operator_op is what it overloads */
    bool is_class : 1;      /* STRUCT: class/interface keyword; ENUM: enum class */
    bool is_interface : 1;
    bool is_forward : 1;    /* STRUCT: `struct S;` */
    bool is_tbuffer : 1;    /* CBUFFER */
    bool is_alias : 1;      /* TYPEDEF: `using` */
    bool is_template : 1;   /* FUNCTION, STRUCT, TYPEDEF (using) */
    bool is_specialisation : 1; /* template<> : arguments in type name */
    bool is_instantiation : 1;  /* `template` alone before it: FUNCTION without a body; STRUCT,
                                   whose `type` is the instance */
    SourcePos pos; /* of the name */
    Name name;     /* NULL: anonymous */
    uint32_t qualifiers;
    int extent_count;
    AstAttribute *attributes;

    AstType *type;          /* VARIABLE, TYPEDEF; FUNCTION: result; ENUM: underlying or NULL */
    AstExpr **extents;      /* array dimensions, outermost first; a NULL entry is []. FUNCTION: the
                               result's, `int f()[2]` */
    AstExpr *init;          /* VARIABLE, parameter, ENUMERATOR: value; STATIC_ASSERT: condition */
    AstExpr *message;       /* STATIC_ASSERT: a string, or NULL */
    Name semantic;          /* : SV_DispatchThreadID */
    SourcePos semantic_pos;
    int parameter_count;
    AstExpr *bit_width;     /* VARIABLE: a bit-field's, or NULL */
    AstRegister *registers;

    AstPath path;           /* FUNCTION, VARIABLE defined outside its struct: S::f; USING_NAMESPACE;
                             * USING_DECLARATION A::b; NAMESPACE A::B; else count is 0 */
    AstDecl **parameters;   /* FUNCTION */
    AstStmt *body;          /* FUNCTION definition; NULL for a forward declaration */

    AstDecl **members;      /* STRUCT, ENUM (enumerators), NAMESPACE, CBUFFER */
    AstType **bases;        /* STRUCT */
    int member_count, base_count;

    AstTemplateParam *template_params;
    struct AstDecl *member_template; /* `template<typename T> template<typename U> U S<T>::f(U x)`: itself with U alone */
    AstTemplateArg *specialisation_arguments;
    int template_param_count, specialisation_argument_count;
};

typedef struct AstRootSignature { /* that all entry points have; no text: as their attributes say */
    Slice text;
    SourcePos pos;
} AstRootSignature;

typedef struct AstUnit {
    AstDecl **decls;
    int decl_count;
    AstRootSignature root_signature;
} AstUnit;

#endif
