/* check's fourth floor: where values meet types. Resources, which conversions of descriptors make,
 * are here too. */
#ifndef WAVECC_CHECK_CONVERSIONS_PRIV_H
#define WAVECC_CHECK_CONVERSIONS_PRIV_H

#include "trees_priv.h"

/* registers.c */
/* Reports those that a declaration of this type, which is no resource, cannot have. */
void judge_registers(Checker *checker, const AstDecl *ast, const Type *type);
/* "t12" -> 12, "space3" -> 3 after `prefix`; -1: not of that form, or more than INT32_MAX. */
int number_after(const char *text, size_t prefix);
void report_bad_register(Checker *checker, const AstRegister *written);
void register_resource(Checker *checker, Resource *resource, const AstRegister *written);
/* Of several resources that share what is written: *used registers of this one's class are
 * taken. */
void register_shared_resource(Checker *checker, Resource *resource, const AstRegister *written,
                              int used[128]);
void assign_registers(Checker *checker);

/* cbuffers.c */
Block block_new(Checker *checker, Name name, ResourceKind kind, SourcePos pos);
Block *globals_block(Checker *checker, SourcePos pos);
/* Has no place yet. */
Variable *block_new_member(Checker *checker, const AstDecl *ast, const Type *type,
                           const Block *block);
void block_place_member(Checker *checker, const AstDecl *ast, Variable *member, Block *block);
void block_finish(Checker *checker, Block *block, const AstRegister *written);
void finish_globals(Checker *checker);
void judge_cbuffer_sizes(Checker *checker); /* all resources are declared */

/* apart.c */
/* "a::b" within a { namespace b { ... } }; NULL at file scope. */
Name spaces_around(Checker *checker);
void tell_members_apart(Checker *checker, const Resource *block);
void tell_resources_apart(Checker *checker);

/* resources.c */
/* Without a register, and not listed yet. */
Resource *new_resource(Checker *checker, Name name, const Type *type, SourcePos pos);
void declare_resource(Checker *checker, const AstDecl *ast, const Type *type);
/* What is no resource in it becomes members of `block`; NULL: of $Globals. */
void declare_resource_struct(Checker *checker, const AstDecl *ast, const Type *type, Block *block);

/* heaps.c */
bool is_heap_name(Name name);
/* ResourceDescriptorHeap[index], SamplerDescriptorHeap[index]: an EXPR_CONVERT of the index to
 * TYPE_DESCRIPTOR. */
Expr *build_descriptor(Checker *checker, Name heap, Expr *index, SourcePos pos);
/* The element of the heap's array of that resource type. */
Expr *build_descriptor_resource(Checker *checker, Expr *descriptor, const Type *resource);
/* The index alone, of a descriptor that nothing uses; others themselves. */
Expr *discard_descriptor(Checker *checker, Expr *expr);

/* conversions.c */
typedef enum ConversionShape {
    SHAPE_IMPOSSIBLE, SHAPE_SAME, SHAPE_SPLAT, SHAPE_TRUNCATE, SHAPE_RESHAPE, SHAPE_BASE,
    SHAPE_FLAT, SHAPE_DESCRIPTOR
} ConversionShape;
typedef enum CastKind { CAST_IMPLICIT, CAST_EXPLICIT } CastKind;
ConversionShape conversion_shape(Checker *checker, const Type *from, const Type *to,
                                 CastKind cast);
/* dxc's width of a kind in combinations; literals and bool have none. */
int combining_bits(ScalarKind scalar);
/* The usual combination of two scalar kinds in an operator. */
ScalarKind scalar_combine(ScalarKind left, ScalarKind right);
/* dxc's score of passing an argument of type `from` to a parameter `to`: the lower the better;
 * UINT64_MAX: not at all. */
uint64_t conversion_score(Checker *checker, const Type *from, const Type *to);

/* losses.c */
/* What `from` loses by becoming `to`; `expr` is what is converted, or the place it is stored to. */
void warn_of_loss(Checker *checker, const Expr *expr, const Type *from, const Type *to,
                  ConversionShape shape);
void warn_of_sign(Checker *checker, const Expr *expr, const Type *to);
void warn_of_constant(Checker *checker, const Expr *expr, const Type *to);

/* convert.c */
/* int, uint, float, ... for a literal that met nothing. */
Expr *settle_literal(Checker *checker, Expr *expr);
/* Whether printf's arguments, a format and settled values, fit; else it is reported. formats.c */
bool check_format(Checker *checker, Expr **arguments, int count);
/* Converts as an assignment does; reports what cannot be, and warns of truncation. */
Expr *convert_implicitly(Checker *checker, Expr *expr, const Type *to);
/* What an intrinsic of numbers gives of bools, which dxc makes floats: it is computed of ints, whose
 * numbers are small, and a float where it is not made an integer. */
Expr *as_float_of_bools(Checker *checker, Expr *call);
/* Enumerators and ConstantBuffer<T>s as the numbers and structs that they stand for. */
Expr *decay(Checker *checker, Expr *expr);
/* The same for an operand beside one of type `other`: where that has at most 16 bits an enumerator
 * has no more, as dxc's CombineBasicTypes counts no bits of enums. */
Expr *decay_beside(Checker *checker, Expr *expr, const Type *other);
Expr *convert_explicitly(Checker *checker, Expr *expr, const Type *to, SourcePos pos);
/* A condition: to bool. */
Expr *convert_condition(Checker *checker, Expr *expr, const char *what);
/* A modifiable value for an out or inout parameter of type `to`, converted where types differ. */
Expr *convert_place(Checker *checker, Expr *place, const Type *to);
/* Reports and gives false where `expr` cannot be assigned. */
bool check_assignable(Checker *checker, const Expr *expr, SourcePos pos);

/* choices.c */
const Type *combine_shapes(Checker *checker, const Type *left, const Type *right);
Expr *build_select(Checker *checker, Expr *condition, Expr *left, Expr *right, SourcePos pos);
Expr *build_choice(Checker *checker, Expr *condition, Expr *left, Expr *right, SourcePos pos);

/* signatures.c */
/* A row matched against arguments. */
typedef struct Match {
    uint64_t score;          /* UINT64_MAX: does not fit */
    int bad_argument;        /* index of the first that does not fit; -1: their number */
    const Type *result;
    const Type *types[16];   /* of the parameters */
    char kinds[16];          /* ' ' in, '>' out, '&' place */
    bool is_of_bools;        /* ints that bools became, whose result is a float */
    int count;
} Match;
Match signature_match(Checker *checker, const char *signature, const Type *resource,
                      const Type *function_type, Expr **arguments, int count);
void signature_convert_arguments(Checker *checker, const Match *match, Expr **arguments,
                                 int count);

/* builtins.c */
/* Of the row that fits best, to compare with overload_score; UINT64_MAX: none fits. */
uint64_t builtin_score(Checker *checker, Name name, Expr **arguments, int count);
/* GroupGetWaveCount() and other CONSTANT rows stay calls: fold_group_constant. */
Expr *check_builtin_call(Checker *checker, Name name, SourcePos pos, Expr **arguments, int count);
/* `given`: the type between < and > of Load<T> and Store<T>; NULL: there is none. */
Expr *check_method_call(Checker *checker, Expr *object, Name name, const Type *given,
                        SourcePos pos, Expr **arguments, int count);

/* template_order.c */
int template_parameter_named(const AstDecl *decl, const AstPath *path); /* its index; -1: none */
/* Of two templates of functions: whether `left` is more specialised. */
bool template_says_more(const AstDecl *left, const AstDecl *right);

/* overloads.c */
/* A place in groupshared memory, which alone a groupshared parameter takes. */
bool overload_is_shared(const Expr *argument);
/* `candidates` are those of `functions`, with the instance of each template that the arguments
 * fit, or NULL. */
Candidate *overload_choose(Checker *checker, const Symbol *functions, Candidate *const *candidates,
                           Expr **arguments, int count, SourcePos pos);

/* The least score of them, as the sum of conversion_score over the arguments; UINT64_MAX: none
 * fits. */
uint64_t overload_score(Checker *checker, const Symbol *functions, Candidate *const *candidates,
                        Expr **arguments, int count);

#endif
