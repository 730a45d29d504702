/* The grammar of HLSL 2021: pumped tokens come in, constructors of ast_build.c and ast_decl.c are
 * called. It has no conflicts because the pump tells types' names from values' and template
 * brackets from comparisons; lemon stops on any.
 *
 * After a syntax error the driver (parser.c) skips to a `;` or `}` and feeds that: hence the rules
 * with `error`. */

%include {
#undef NDEBUG /* lemon's assertions and traces cost time; the tests have other means */
#define NDEBUG 1
#include "lex_priv.h"
#include "parse_priv.h"
#include <stdlib.h>
}

%name wavecc_parse_
%token_prefix LEMON_
%token_type {const Token *}
%extra_argument {Builder *b}
%stack_size 0
%start_symbol unit

/* Precedence, weakest first. Assignment and ?: are one level (C++11 5.16, 5.17: both right to
 * left), so that a ? b : c = d assigns to c. PREFIX and THEN are no tokens; they only rank. */
%nonassoc THEN.
%nonassoc ELSE.
%right ASSIGN ADD_ASSIGN SUB_ASSIGN MUL_ASSIGN DIV_ASSIGN MOD_ASSIGN SHL_ASSIGN SHR_ASSIGN
       AND_ASSIGN OR_ASSIGN XOR_ASSIGN QUESTION COLON.
%left LOGICAL_OR.
%left LOGICAL_AND.
%left OR.
%left XOR.
%left AND.
%left EQUAL NOT_EQUAL.
%left LESS GREATER LESS_EQUAL GREATER_EQUAL.
%left SHL SHR.
%left ADD SUB.
%left MUL DIV MOD.
%right PREFIX NOT COMPLEMENT.
%left INCREMENT DECREMENT DOT LBRACKET LPAREN.

%syntax_error { b->had_error = true; parser_report(b, yypParser, yyminor); }
%token UNKNOWN.

/* ---- declarations ---- */

%type decls {DeclList *}
%type attributed_decls {DeclList *}
%type global_decls {DeclList *}
%type declaration {DeclList *}
%type simple_declaration {DeclList *}
%type declarators {DeclList *}
%type typedef_names {DeclList *}
%type declarator {AstDecl *}
%type typedef_name {AstDecl *}
%type notes {AstDecl *}
%type body {DeclList *}

unit ::= decls(D). { build_unit(b, D); }

decls(A) ::= . { A = build_decls(b, NULL, NULL); }
decls(A) ::= decls(L) attributed_decls(D). { A = build_joined_decls(b, L, D); }
decls(A) ::= decls(L) error SEMI. { A = L; }

attributed_decls(A) ::= global_decls(D). { A = D; }
attributed_decls(A) ::= attributes(X) global_decls(D). { A = build_attributed_decls(X, D); }

body(A) ::= LBRACE decls(D) RBRACE. { A = D; }
body(A) ::= LBRACE decls(D) error RBRACE. { A = D; }

global_decls(A) ::= declaration(D). { A = D; }
global_decls(A) ::= SEMI(T). { A = build_decls(b, NULL, build_decl(b, AST_EMPTY_DECL, T)); }
global_decls(A) ::= NAMESPACE path(P) body(M). {
    A = build_decls(b, NULL, build_namespace(b, P, M));
}
global_decls(A) ::= NAMESPACE body(M). { A = build_decls(b, NULL, build_namespace(b, NULL, M)); }
global_decls(A) ::= CBUFFER|TBUFFER(K) IDENTIFIER(N) notes(X) body(M). {
    A = build_decls(b, NULL, build_block(b, build_notes(build_cbuffer(b, K, N), X), M));
}
global_decls(A) ::= TEMPLATE TEMPLATE_LESS template_params(P) TEMPLATE_GREATER
        attributed_decls(D). {
    A = build_template(b, P, D);
}
global_decls(A) ::= TEMPLATE TEMPLATE_LESS TEMPLATE_GREATER attributed_decls(D). {
    A = build_template(b, NULL, D);
}
global_decls(A) ::= TEMPLATE specifiers(S) function(F) SEMI. {
    A = build_typed_decls(S, build_decls(b, NULL, build_instantiation(F)));
}
global_decls(A) ::= TEMPLATE STRUCT|CLASS|INTERFACE(K) named_type(T) SEMI. {
    A = build_decls(b, NULL, build_struct_instantiation(b, K, T));
}

declaration(A) ::= simple_declaration(D). { A = D; }
declaration(A) ::= specifiers(S) function(F) SEMI. {
    A = build_typed_decls(S, build_decls(b, NULL, F));
}
declaration(A) ::= specifiers(S) function(F) compound(B). {
    A = build_typed_decls(S, build_decls(b, NULL, build_body(F, B)));
}
declaration(A) ::= TYPEDEF specifiers(S) typedef_names(L) SEMI. { A = build_typedefs(S, L); }
declaration(A) ::= USING IDENTIFIER(N) ASSIGN specifiers(S) extents(X) SEMI. {
    A = build_alias(b, S, N, X);
}
declaration(A) ::= USING(T) NAMESPACE path(P) SEMI. {
    A = build_decls(b, NULL, build_using_namespace(b, T, P));
}
declaration(A) ::= USING(T) scope(S) IDENTIFIER|TYPE_NAME(N) SEMI. {
    A = build_decls(b, NULL, build_using_declaration(b, T, build_path(b, S, N)));
}
declaration(A) ::= STATIC_ASSERT(T) LPAREN expr(E) RPAREN SEMI. {
    A = build_decls(b, NULL, build_static_assert(b, T, E, NULL));
}
declaration(A) ::= STATIC_ASSERT(T) LPAREN expr(E) COMMA expr(M) RPAREN SEMI. {
    A = build_decls(b, NULL, build_static_assert(b, T, E, M));
}

simple_declaration(A) ::= specifiers(S) SEMI(T). { A = build_untyped_decl(b, S, T); }
simple_declaration(A) ::= specifiers(S) declarators(L) SEMI. { A = build_typed_decls(S, L); }

simple_declaration(A) ::= named_type(S) BIT_COLON(C) expr(W) SEMI. {
    A = build_typed_decls(S, build_unnamed_bits(b, C, W));
}

declarators(A) ::= declarator(D). { A = build_decls(b, NULL, D); }
declarators(A) ::= declarators(L) COMMA declarator(D). { A = build_decls(b, L, D); }

declarator(A) ::= path(P) extents(X) notes(N). {
    A = build_notes(build_extents(build_variable(b, P), X), N);
}
declarator(A) ::= path(P) extents(X) notes(N) ASSIGN initialiser(I). {
    A = build_initialised(build_notes(build_extents(build_variable(b, P), X), N), I);
}
declarator(A) ::= path(P) TEMPLATE_LESS template_args(T) TEMPLATE_GREATER extents(X)
        ASSIGN initialiser(I). {
    A = build_initialised(build_extents(build_specialised(build_variable(b, P), T), X), I);
}

typedef_names(A) ::= typedef_name(D). { A = build_decls(b, NULL, D); }
typedef_names(A) ::= typedef_names(L) COMMA typedef_name(D). { A = build_decls(b, L, D); }
typedef_name(A) ::= IDENTIFIER(N) extents(X). {
    A = build_extents(build_decl(b, AST_TYPEDEF, N), X);
}

%type extents {ExprList *}
extents(A) ::= . { A = NULL; }
extents(A) ::= extents(L) LBRACKET RBRACKET. { A = build_exprs(b, L, NULL); }
extents(A) ::= extents(L) LBRACKET expr(E) RBRACKET. { A = build_exprs(b, L, E); }

%type initialiser {AstExpr *}
%type init_list {AstExpr *}
%type init_items {ExprList *}
initialiser(A) ::= expr(E). { A = E; }
initialiser(A) ::= init_list(E). { A = E; }
init_list(A) ::= INIT_LBRACE(T) INIT_RBRACE. { A = build_init_list(b, T, NULL); }
init_list(A) ::= INIT_LBRACE(T) init_items(L) INIT_RBRACE. { A = build_init_list(b, T, L); }
init_list(A) ::= INIT_LBRACE(T) init_items(L) COMMA INIT_RBRACE. { A = build_init_list(b, T, L); }
init_items(A) ::= initialiser(E). { A = build_exprs(b, NULL, E); }
init_items(A) ::= init_items(L) COMMA initialiser(E). { A = build_exprs(b, L, E); }

/* : SEMANTIC  : register(t0, space1)  : packoffset(c0.x)  : 8; and of payloads, : read(caller) */
notes(A) ::= . { A = NULL; }
notes(A) ::= notes(N) COLON IDENTIFIER(T). { A = build_semantic(b, N, T); }
notes(A) ::= notes(N) COLON IDENTIFIER(T) LPAREN arguments RPAREN. {
    A = build_payload_access(b, N, T);
}
notes(A) ::= notes(N) COLON REGISTER|PACKOFFSET(K) LPAREN arguments(L) RPAREN. {
    A = build_register(b, N, K, L);
}
notes(A) ::= notes(N) COLON INT(T). { A = build_bit_width(b, N, build_number(b, T)); }
notes(A) ::= notes(N) BIT_COLON expr(W). [THEN] { A = build_bit_width(b, N, W); }

/* ---- functions ---- */

%type function {AstDecl *}
%type function_name {AstDecl *}
%type parameters {DeclList *}
%type parameter_list {DeclList *}
%type parameter {AstDecl *}
%type operator {AstOp}

function(A) ::= function_name(F) LPAREN parameters(P) RPAREN qualifiers_opt(Q) extents(X)
        notes(N). {
    A = build_signature(b, build_extents(F, X), P, Q, N);
}
function_name(A) ::= path(P). { A = build_function(b, P, NULL); }
function_name(A) ::= path(P) TEMPLATE_LESS template_args(X) TEMPLATE_GREATER. {
    A = build_function(b, P, X);
}
function_name(A) ::= OPERATOR(T) operator(O). { A = build_operator(b, T, NULL, O); }
function_name(A) ::= scope(S) OPERATOR(T) operator(O). { A = build_operator(b, T, S, O); }

operator(A) ::= ADD|SUB|MUL|DIV|MOD|AND|OR|XOR|LOGICAL_AND|LOGICAL_OR|EQUAL|NOT_EQUAL|LESS|GREATER
                |LESS_EQUAL|GREATER_EQUAL|NOT|COMPLEMENT(T). {
    A = token_infos[T->kind].op;
}
operator(A) ::= ADD_ASSIGN|SUB_ASSIGN|MUL_ASSIGN|DIV_ASSIGN|MOD_ASSIGN|SHL_ASSIGN|SHR_ASSIGN
                |AND_ASSIGN|OR_ASSIGN|XOR_ASSIGN|ASSIGN|SHL|SHR|INCREMENT|DECREMENT(T). {
    A = build_forbidden_operator(b, T);
}
operator(A) ::= COMMA. { A = AST_OP_COMMA; }
operator(A) ::= LPAREN RPAREN. { A = AST_OP_CALL; }
operator(A) ::= LBRACKET RBRACKET. { A = AST_OP_INDEX; }

parameters(A) ::= . { A = NULL; }
parameters(A) ::= parameter_list(L). { A = L; }
parameter_list(A) ::= parameter(D). { A = build_decls(b, NULL, D); }
parameter_list(A) ::= parameter_list(L) COMMA parameter(D). { A = build_decls(b, L, D); }
parameter(A) ::= specifiers(S). { A = build_parameter(b, S, NULL); }
parameter(A) ::= specifiers(S) ASSIGN initialiser(I). {
    A = build_initialised(build_parameter(b, S, NULL), I);
}
parameter(A) ::= specifiers(S) declarator(D). { A = build_parameter(b, S, D); }
parameter(A) ::= attributes(X) specifiers(S) declarator(D). {
    A = build_parameter(b, S, D); A->attributes = X->first;
}

/* ---- templates ---- */

%type template_params {TemplateParams *}
%type template_param {AstTemplateParam *}
%type template_args {TemplateArgs *}
%type template_list {TemplateArgs *}
%type template_arg {AstTemplateArg *}
%type name_opt {const Token *}

template_params(A) ::= template_param(P). { A = build_template_params(b, NULL, P); }
template_params(A) ::= template_params(L) COMMA template_param(P). {
    A = build_template_params(b, L, P);
}
template_param(A) ::= TYPENAME(T) name_opt(N). { A = build_template_param(b, T, N, NULL, NULL); }
template_param(A) ::= TYPENAME(T) name_opt(N) ASSIGN specifiers(S) extents(X). {
    A = build_template_param(b, T, N, NULL, build_array_arg(build_template_arg(b, S, NULL), X));
}
template_param(A) ::= specifiers(S) IDENTIFIER(N). { A = build_template_param(b, N, N, S, NULL); }
template_param(A) ::= specifiers(S) IDENTIFIER(N) ASSIGN expr(E). {
    A = build_template_param(b, N, N, S, build_template_arg(b, NULL, E));
}
name_opt(A) ::= . { A = NULL; }
name_opt(A) ::= IDENTIFIER(N). { A = N; }

template_list(A) ::= TEMPLATE_LESS template_args(X) TEMPLATE_GREATER. { A = X; }
template_list(A) ::= TEMPLATE_LESS TEMPLATE_GREATER. { A = build_no_template_args(b); }
template_args(A) ::= template_arg(X). { A = build_template_args(b, NULL, X); }
template_args(A) ::= template_args(L) COMMA template_arg(X). { A = build_template_args(b, L, X); }
template_arg(A) ::= specifiers(S) extents(X). {
    A = build_array_arg(build_template_arg(b, S, NULL), X);
}
template_arg(A) ::= expr(E). { A = build_template_arg(b, NULL, E); }

/* ---- types ---- */

%type specifiers {AstType *}
%type type {AstType *}
%type named_type {AstType *}
%type qualifiers {uint32_t}
%type qualifiers_opt {uint32_t}
%type struct_specifier {AstDecl *}
%type enum_specifier {AstDecl *}
%type enumerators {DeclList *}
%type enumerator {AstDecl *}
%type bases {TypeList *}
%type base_list {TypeList *}
%type underlying {AstType *}
%type class_opt {const Token *}

specifiers(A) ::= type(T). { A = T; }
specifiers(A) ::= qualifiers(Q) type(T). { A = build_qualified_type(T, Q); }
specifiers(A) ::= type(T) qualifiers(Q). { A = build_type_qualified_behind(T, 0, Q); }
specifiers(A) ::= qualifiers(P) type(T) qualifiers(Q). { A = build_type_qualified_behind(T, P, Q); }

qualifiers(A) ::= QUALIFIER(T). { A = qualifier_bits(T); }
qualifiers(A) ::= qualifiers(Q) QUALIFIER(T). { A = build_qualifiers(b, Q, T); }
qualifiers_opt(A) ::= . { A = 0; }
qualifiers_opt(A) ::= qualifiers(Q). { A = Q; }

type(A) ::= named_type(T). { A = T; }
type(A) ::= AUTO(T). { A = build_auto_type(b, T); }
type(A) ::= struct_specifier(D). { A = build_decl_type(b, D); }
type(A) ::= enum_specifier(D). { A = build_decl_type(b, D); }
type(A) ::= STRUCT|CLASS|INTERFACE(K) IDENTIFIER(N). { A = build_elaborated_type(b, K, N); }
type(A) ::= STRUCT|CLASS|INTERFACE(K) IDENTIFIER(N) TEMPLATE_LESS template_args(X)
        TEMPLATE_GREATER. {
    A = build_elaborated_instance(b, K, N, X);
}
type(A) ::= STRUCT|CLASS|INTERFACE scope(S) TYPE_NAME(N). {
    A = build_type(b, build_path(b, S, N), NULL);
}
type(A) ::= STRUCT|CLASS|INTERFACE scope(S) TYPE_NAME(N) template_list(X). {
    A = build_type(b, build_path(b, S, N), X);
}

named_type(A) ::= DECLTYPE(T) LPAREN comma_expr(E) RPAREN. { A = build_type_of(b, T, E); }
named_type(A) ::= TYPE_NAME(N). { A = build_type(b, build_path(b, NULL, N), NULL); }
named_type(A) ::= scope(S) TYPE_NAME(N). { A = build_type(b, build_path(b, S, N), NULL); }
named_type(A) ::= TYPE_NAME(N) template_list(X). {
    A = build_type(b, build_path(b, NULL, N), X);
}
named_type(A) ::= scope(S) TYPE_NAME(N) template_list(X). {
    A = build_type(b, build_path(b, S, N), X);
}

struct_specifier(A) ::= STRUCT|CLASS|INTERFACE(K) IDENTIFIER(N) bases(B) body(M). {
    A = build_struct(b, K, N, NULL, B, M);
}
struct_specifier(A) ::= STRUCT|CLASS|INTERFACE(K) IDENTIFIER(N) TEMPLATE_LESS template_args(X)
        TEMPLATE_GREATER bases(B) body(M). {
    A = build_struct(b, K, N, X, B, M);
}
struct_specifier(A) ::= STRUCT|CLASS|INTERFACE(K) scope(S) IDENTIFIER(N) bases(B) body(M). {
    A = build_struct_in(b, S, N, build_struct(b, K, N, NULL, B, M));
}
struct_specifier(A) ::= STRUCT|CLASS|INTERFACE(K) scope(S) IDENTIFIER(N) TEMPLATE_LESS
        template_args(X) TEMPLATE_GREATER bases(B) body(M). {
    A = build_struct_in(b, S, N, build_struct(b, K, N, X, B, M));
}
struct_specifier(A) ::= STRUCT|CLASS|INTERFACE(K) body(M). {
    A = build_struct(b, K, NULL, NULL, NULL, M);
}
bases(A) ::= . { A = NULL; }
bases(A) ::= COLON base_list(L). { A = L; }
base_list(A) ::= named_type(T). { A = build_types(b, NULL, T); }
base_list(A) ::= base_list(L) COMMA named_type(T). { A = build_types(b, L, T); }

enum_specifier(A) ::= ENUM(K) class_opt(C) name_opt(N) underlying(U) LBRACE enumerators(L) RBRACE. {
    A = build_enum(b, K, C, N, U, L);
}
enum_specifier(A) ::= ENUM(K) class_opt(C) name_opt(N) underlying(U) LBRACE enumerators(L)
        COMMA RBRACE. {
    A = build_enum(b, K, C, N, U, L);
}
enum_specifier(A) ::= ENUM(K) class_opt(C) name_opt(N) underlying(U) LBRACE RBRACE. {
    A = build_enum(b, K, C, N, U, NULL);
}
enum_specifier(A) ::= ENUM(K) class_opt(C) name_opt(N) underlying(U) LBRACE error RBRACE. {
    A = build_enum(b, K, C, N, U, NULL);
}
class_opt(A) ::= . { A = NULL; }
class_opt(A) ::= STRUCT|CLASS(T). { A = T; }
underlying(A) ::= . { A = NULL; }
underlying(A) ::= COLON named_type(T). { A = T; }
enumerators(A) ::= enumerator(D). { A = build_decls(b, NULL, D); }
enumerators(A) ::= enumerators(L) COMMA enumerator(D). { A = build_decls(b, L, D); }
enumerator(A) ::= IDENTIFIER(N). { A = build_decl(b, AST_ENUMERATOR, N); }
enumerator(A) ::= IDENTIFIER(N) ASSIGN expr(E). {
    A = build_initialised(build_decl(b, AST_ENUMERATOR, N), E);
}

/* ---- names ---- */

%type scope {AstPath *}
%type path {AstPath *}

scope(A) ::= GLOBAL_SCOPE(T). { A = build_global_path(b, T); }
scope(A) ::= SCOPE_NAME(N) SCOPE. { A = build_path(b, NULL, N); }
scope(A) ::= SCOPE_NAME(N) template_list(X) SCOPE. {
    A = build_template_path(b, NULL, N, X);
}
scope(A) ::= scope(S) SCOPE_NAME(N) SCOPE. { A = build_path(b, S, N); }
scope(A) ::= scope(S) SCOPE_NAME(N) template_list(X) SCOPE. {
    A = build_template_path(b, S, N, X);
}
path(A) ::= IDENTIFIER(N). { A = build_path(b, NULL, N); }
path(A) ::= scope(S) IDENTIFIER(N). { A = build_path(b, S, N); }

/* ---- attributes ---- */

%type attributes {AttributeList *}
%type attribute_group {AttributeList *}
%type attribute_list {AttributeList *}
%type attribute {AstAttribute *}

attributes(A) ::= attribute_group(G). { A = G; }
attributes(A) ::= attributes(L) attribute_group(G). { A = build_joined_attributes(L, G); }
attribute_group(A) ::= LBRACKET attribute(X) RBRACKET. { A = build_attributes(b, NULL, X); }
attribute_group(A) ::= LBRACKET LBRACKET attribute_list(L) RBRACKET RBRACKET. { A = L; }
attribute_list(A) ::= attribute(X). { A = build_attributes(b, NULL, X); }
attribute_list(A) ::= attribute_list(L) COMMA attribute(X). { A = build_attributes(b, L, X); }
attribute(A) ::= IDENTIFIER(N). { A = build_attribute(b, NULL, N, NULL); }
attribute(A) ::= IDENTIFIER(N) LPAREN arguments(X) RPAREN. { A = build_attribute(b, NULL, N, X); }
attribute(A) ::= SCOPE_NAME(S) SCOPE IDENTIFIER(N). { A = build_attribute(b, S, N, NULL); }
attribute(A) ::= SCOPE_NAME(S) SCOPE IDENTIFIER(N) LPAREN arguments(X) RPAREN. {
    A = build_attribute(b, S, N, X);
}

/* ---- statements ---- */

%type statements {StmtList *}
%type statement {AstStmt *}
%type plain_statement {AstStmt *}
%type compound {AstStmt *}
%type condition {AstStmt *}
%type condition_opt {AstStmt *}
%type for_init {AstStmt *}
%type step_opt {AstExpr *}

compound(A) ::= LBRACE(T) statements(L) RBRACE. { A = build_compound(b, T, L); }
compound(A) ::= LBRACE(T) statements(L) error RBRACE. { A = build_compound(b, T, L); }
statements(A) ::= . { A = build_stmts(b, NULL, NULL); }
statements(A) ::= statements(L) statement(S). { A = build_stmts(b, L, S); }
statements(A) ::= statements(L) error SEMI. { A = L; }

statement(A) ::= plain_statement(S). { A = S; }
statement(A) ::= attributes(X) plain_statement(S). { A = build_attributed_stmt(X, S); }

plain_statement(A) ::= compound(S). { A = S; }
plain_statement(A) ::= SEMI(T). { A = build_stmt(b, AST_EMPTY, T, NULL); }
plain_statement(A) ::= comma_expr(E) SEMI. { A = build_expr_stmt(b, E); }
plain_statement(A) ::= declaration(D). { A = build_decl_stmt(b, D); }
plain_statement(A) ::= IF(T) constexpr_opt(K) LPAREN condition(C) RPAREN statement(S). [THEN] {
    A = build_if(b, T, K, C, S, NULL);
}
plain_statement(A) ::= IF(T) constexpr_opt(K) LPAREN condition(C) RPAREN statement(S) ELSE
        statement(E). {
    A = build_if(b, T, K, C, S, E);
}
plain_statement(A) ::= FOR(T) LPAREN for_init(I) condition_opt(C) SEMI step_opt(X) RPAREN
        statement(S). {
    A = build_for(b, T, I, C, X, S);
}
plain_statement(A) ::= WHILE|SWITCH(T) LPAREN condition(C) RPAREN statement(S). {
    A = build_while_or_switch(b, T, C, S);
}
plain_statement(A) ::= DO(T) statement(S) WHILE LPAREN comma_expr(E) RPAREN SEMI. {
    A = build_do(b, T, S, E);
}
plain_statement(A) ::= CASE(T) expr(E) COLON. { A = build_stmt(b, AST_CASE, T, E); }
plain_statement(A) ::= DEFAULT(T) COLON. { A = build_stmt(b, AST_DEFAULT, T, NULL); }
plain_statement(A) ::= BREAK(T) SEMI. { A = build_stmt(b, AST_BREAK, T, NULL); }
plain_statement(A) ::= CONTINUE(T) SEMI. { A = build_stmt(b, AST_CONTINUE, T, NULL); }
plain_statement(A) ::= DISCARD(T) SEMI. { A = build_stmt(b, AST_DISCARD, T, NULL); }
plain_statement(A) ::= RETURN(T) SEMI. { A = build_stmt(b, AST_RETURN, T, NULL); }
plain_statement(A) ::= RETURN(T) comma_expr(E) SEMI. { A = build_stmt(b, AST_RETURN, T, E); }
plain_statement(A) ::= RETURN(T) init_list(E) SEMI. { A = build_stmt(b, AST_RETURN, T, E); }

%type constexpr_opt {const Token *}
constexpr_opt(A) ::= . { A = NULL; }
constexpr_opt(A) ::= CONSTEXPR(T). { A = T; }

condition(A) ::= comma_expr(E). { A = build_expr_stmt(b, E); }
condition(A) ::= specifiers(S) IDENTIFIER(N) ASSIGN expr(E). {
    A = build_condition_decl(b, S, N, E);
}
condition_opt(A) ::= . { A = NULL; }
condition_opt(A) ::= condition(C). { A = C; }
for_init(A) ::= SEMI. { A = NULL; }
for_init(A) ::= comma_expr(E) SEMI. { A = build_expr_stmt(b, E); }
for_init(A) ::= simple_declaration(D). { A = build_decl_stmt(b, D); }
step_opt(A) ::= . { A = NULL; }
step_opt(A) ::= comma_expr(E). { A = E; }

/* ---- expressions ---- */

%type comma_expr {AstExpr *}
%type expr {AstExpr *}
%type string {AstExpr *}
%type arguments {ExprList *}
%type argument_list {ExprList *}

comma_expr(A) ::= expr(E). { A = E; }
comma_expr(A) ::= comma_expr(L) COMMA(O) expr(R). { A = build_comma(b, L, O, R); }

expr(A) ::= INT|FLOAT(T). { A = build_number(b, T); }
expr(A) ::= TRUE|FALSE(T). { A = build_bool(b, T); }
expr(A) ::= string(E). { A = E; }
string(A) ::= STRING(T). { A = build_string(b, NULL, T); }
string(A) ::= string(E) STRING(T). { A = build_string(b, E, T); }
expr(A) ::= THIS(T). { A = build_this(b, T); }
expr(A) ::= IDENTIFIER(N). { A = build_simple_name(b, N); }
expr(A) ::= scope(S) IDENTIFIER(N). { A = build_name(b, build_path(b, S, N), NULL); }
expr(A) ::= IDENTIFIER(N) template_list(X). {
    A = build_name(b, build_path(b, NULL, N), X);
}
expr(A) ::= scope(S) IDENTIFIER(N) template_list(X). {
    A = build_name(b, build_path(b, S, N), X);
}
expr(A) ::= LPAREN(T) comma_expr(E) RPAREN. { A = build_parenthesised(E, T); }

expr(A) ::= expr(L) ASSIGN|ADD_ASSIGN|SUB_ASSIGN|MUL_ASSIGN|DIV_ASSIGN|MOD_ASSIGN|SHL_ASSIGN
        |SHR_ASSIGN|AND_ASSIGN
                    |OR_ASSIGN|XOR_ASSIGN(O) expr(R). { A = build_binary(b, AST_ASSIGN, L, O, R); }
expr(A) ::= expr(C) QUESTION(O) comma_expr(T) COLON expr(E). {
    A = build_conditional(b, C, O, T, E);
}
expr(A) ::= expr(L) LOGICAL_OR(O) expr(R). { A = build_binary(b, AST_BINARY, L, O, R); }
expr(A) ::= expr(L) LOGICAL_AND(O) expr(R). { A = build_binary(b, AST_BINARY, L, O, R); }
expr(A) ::= expr(L) OR(O) expr(R). { A = build_binary(b, AST_BINARY, L, O, R); }
expr(A) ::= expr(L) XOR(O) expr(R). { A = build_binary(b, AST_BINARY, L, O, R); }
expr(A) ::= expr(L) AND(O) expr(R). { A = build_binary(b, AST_BINARY, L, O, R); }
expr(A) ::= expr(L) EQUAL|NOT_EQUAL(O) expr(R). { A = build_binary(b, AST_BINARY, L, O, R); }
expr(A) ::= expr(L) LESS|GREATER|LESS_EQUAL|GREATER_EQUAL(O) expr(R). {
    A = build_binary(b, AST_BINARY, L, O, R);
}
expr(A) ::= expr(L) SHL|SHR(O) expr(R). { A = build_binary(b, AST_BINARY, L, O, R); }
expr(A) ::= expr(L) ADD|SUB(O) expr(R). { A = build_binary(b, AST_BINARY, L, O, R); }
expr(A) ::= expr(L) MUL|DIV|MOD(O) expr(R). { A = build_binary(b, AST_BINARY, L, O, R); }
expr(A) ::= ADD|SUB|NOT|COMPLEMENT|INCREMENT|DECREMENT(O) expr(E). [PREFIX] {
    A = build_prefix(b, O, E);
}
expr(A) ::= LPAREN(T) specifiers(S) extents(X) RPAREN expr(E). [PREFIX] {
    A = build_cast(b, T, S, X, E);
}
expr(A) ::= SIZEOF(T) LPAREN specifiers(S) extents(X) RPAREN. {
    A = build_sizeof(b, T, S, X, NULL);
}
expr(A) ::= SIZEOF(T) LPAREN comma_expr(E) RPAREN. { A = build_sizeof(b, T, NULL, NULL, E); }
expr(A) ::= expr(E) INCREMENT|DECREMENT(O). { A = build_postfix(b, E, O); }
expr(A) ::= expr(E) DOT IDENTIFIER(M). { A = build_member(b, E, M, NULL); }
expr(A) ::= expr(E) DOT IDENTIFIER(M) template_list(X). {
    A = build_member(b, E, M, X);
}
expr(A) ::= expr(E) DOT scope(S) IDENTIFIER(M). {
    A = build_member(b, build_as_base(b, E, S), M, NULL);
}
expr(A) ::= expr(E) LBRACKET(T) comma_expr(I) RBRACKET. { A = build_index(b, E, T, I); }
expr(A) ::= expr(E) LPAREN(T) arguments(X) RPAREN. { A = build_call(b, E, T, X); }
expr(A) ::= named_type(T) LPAREN arguments(X) RPAREN. { A = build_construct(b, T, X); }

arguments(A) ::= . { A = NULL; }
arguments(A) ::= argument_list(L). { A = L; }
argument_list(A) ::= expr(E). { A = build_exprs(b, NULL, E); }
argument_list(A) ::= argument_list(L) COMMA expr(E). { A = build_exprs(b, L, E); }

%code {

#undef TOKEN /* the generated parser's macros end here */
#undef INTERFACE
#define LEMON_END 0

static const YYCODETYPE codes[TOKEN_COUNT] = {
#define TOKEN(id, text) [TOKEN_##id] = LEMON_##id,
#define QUALIFIER(id, text, bits) [TOKEN_##id] = LEMON_QUALIFIER,
#define RESERVED(id, text) [TOKEN_##id] = LEMON_UNKNOWN,
#define PP_TOKEN(id, text) [TOKEN_##id] = LEMON_UNKNOWN,
#include "token.def"
#undef TOKEN
};

void *parse_alloc(void) { return wavecc_parse_Alloc(malloc); }
void parse_free(void *parser) { wavecc_parse_Free(parser, free); }

void parse_feed(void *parser, TokenKind kind, const Token *token, Builder *builder)
{
    wavecc_parse_(parser, codes[kind], token, builder);
}


bool parse_is_in_error(const void *parser)
{
    return ((const yyParser *)parser)->yytos->major == YYERRORSYMBOL;
}

void parse_forget_error(void *parser) { ((yyParser *)parser)->yyerrcnt = -1; }

/* Runs the automaton on a copy of the stack's top: `extra` holds what is pushed over its lowest
 * `depth` entries. */
bool parse_would_accept(const void *parser, TokenKind kind)
{
    const yyParser *p = parser;
    YYACTIONTYPE extra[32], state = p->yytos->stateno;
    int extra_count = 0, depth = (int)(p->yytos - p->yystack) + 1;
    for (;;) {
        YYACTIONTYPE action = yy_find_shift_action(codes[kind], state);
        if (action < YY_MIN_REDUCE)
            return action <= YY_MAX_SHIFTREDUCE || action == YY_ACCEPT_ACTION;
        int popped = -yyRuleInfoNRhs[action - YY_MIN_REDUCE];
        int from_extra = popped < extra_count ? popped : extra_count;
        extra_count -= from_extra;
        depth -= popped - from_extra;
        state = extra_count > 0 ? extra[extra_count - 1] : p->yystack[depth - 1].stateno;
        if (extra_count == COUNT_OF(extra))
            return false;
        state = yy_find_reduce_action(state, yyRuleInfoLhs[action - YY_MIN_REDUCE]);
        extra[extra_count++] = state;
    }
}

}
