/* Constructors of declarations: attributes, variables, functions, structs, templates. */
#include "build_priv.h"
#include "lex_priv.h"
#include "pump_priv.h"

/* ---- attributes ---- */

AstAttribute *build_attribute(Builder *builder, const Token *scope, const Token *name,
                              const ExprList *arguments)
{
    AstAttribute *attribute = ARENA_NEW(builder->arena, AstAttribute);
    attribute->pos = name->pos;
    attribute->scope = scope != NULL ? scope->name : NULL;
    attribute->name = name->name;
    if (arguments != NULL) {
        attribute->arguments = arguments->exprs.items;
        attribute->argument_count = arguments->exprs.count;
    }
    return attribute;
}

AttributeList *build_attributes(Builder *builder, AttributeList *list, AstAttribute *attribute)
{
    AttributeList one = {attribute, attribute};
    if (list != NULL)
        return build_joined_attributes(list, &one);
    list = ARENA_NEW(builder->arena, AttributeList);
    *list = one;
    return list;
}

AttributeList *build_joined_attributes(AttributeList *list, const AttributeList *more)
{
    list->last->next = more->first;
    list->last = more->last;
    return list;
}

DeclList *build_attributed_decls(const AttributeList *attributes, DeclList *decls)
{
    for (int i = 0; i < decls->decls.count; i++)
        decls->decls.items[i]->attributes = attributes->first;
    return decls;
}

/* ---- variables ---- */

AstDecl *build_decl(Builder *builder, AstDeclKind kind, const Token *name)
{
    AstDecl *decl = ARENA_NEW(builder->arena, AstDecl);
    decl->kind = kind;
    decl->pos = name->pos;
    decl->name = name->name;
    return decl;
}

/* Only a path that says more than the name is kept. */
static void set_path(AstDecl *decl, const AstPath *path)
{
    decl->pos = path->pos;
    decl->name = path->parts[path->count - 1];
    if (path->count > 1 || path->global)
        decl->path = *path;
}

AstDecl *build_variable(Builder *builder, const AstPath *path)
{
    AstDecl *decl = ARENA_NEW(builder->arena, AstDecl);
    decl->kind = AST_VARIABLE;
    set_path(decl, path);
    build_path_is_copied(builder, path);
    return decl;
}

AstDecl *build_extents(AstDecl *decl, const ExprList *extents)
{
    if (extents != NULL) {
        decl->extents = extents->exprs.items;
        decl->extent_count = extents->exprs.count;
    }
    return decl;
}

AstDecl *build_initialised(AstDecl *decl, AstExpr *init)
{
    decl->init = init;
    return decl;
}

static void set_type(AstDecl *decl, AstType *type)
{
    decl->type = type;
    decl->qualifiers |= type->qualifiers;
}

DeclList *build_typed_decls(AstType *type, DeclList *decls)
{
    for (int i = 0; i < decls->decls.count; i++)
        set_type(decls->decls.items[i], type);
    return decls;
}

/* `struct S` without a body: a forward declaration, if nothing but `;` follows
 * (build_untyped_decl), else S. The keyword is kept in the declaration until that is known. */
AstType *build_elaborated_type(Builder *builder, const Token *keyword, const Token *name)
{
    AstType *type = build_type(builder, build_path(builder, NULL, name), NULL);
    type->decl = build_decl(builder, AST_STRUCT, name);
    type->decl->is_forward = true;
    type->decl->is_class = keyword->kind != TOKEN_STRUCT;
    type->decl->is_interface = keyword->kind == TOKEN_INTERFACE;
    return type;
}

/* `struct S<int>`: `template<> struct S<int>;`, or S<int>. */
AstType *build_elaborated_instance(Builder *builder, const Token *keyword, const Token *name,
                                   const TemplateArgs *arguments)
{
    AstType *type = build_elaborated_type(builder, keyword, name);
    build_specialised(type->decl, arguments);
    type->has_arguments = true;
    type->arguments = arguments->args.items;
    type->argument_count = arguments->args.count;
    return type;
}

static const char *spell_qualifier(uint32_t bits)
{
    for (int kind = 0; kind < TOKEN_COUNT; kind++)
        if (is_qualifier((TokenKind)kind) && token_infos[kind].qualifier == bits)
            return token_infos[kind].text;
    return NULL;
}

/* specifiers and nothing declared: a struct or enum, `struct S;`, or, of no use, `float;` */
DeclList *build_untyped_decl(Builder *builder, AstType *type, const Token *semicolon)
{
    if (type->decl != NULL) {
        type->decl->qualifiers |= type->qualifiers;
        return build_decls(builder, NULL, type->decl);
    }
    const char *word = spell_qualifier(type->qualifiers);
    if (word != NULL) /* `float in;` */
        diag_report(builder->context->diagnostics, type->pos, DIAG_keyword_declares, word);
    return build_decls(builder, NULL, build_decl(builder, AST_EMPTY_DECL, semicolon));
}

DeclList *build_typedefs(AstType *type, DeclList *decls)
{
    for (int i = 0; i < decls->decls.count; i++) {
        decls->decls.items[i]->kind = AST_TYPEDEF;
        set_type(decls->decls.items[i], type);
    }
    return decls;
}

DeclList *build_alias(Builder *builder, AstType *type, const Token *name, const ExprList *extents)
{
    AstDecl *decl = build_extents(build_decl(builder, AST_TYPEDEF, name), extents);
    decl->is_alias = true;
    return build_typedefs(type, build_decls(builder, NULL, decl));
}

/* ---- : semantic, register, packoffset, bits ---- */

static AstDecl *get_notes(Builder *builder, AstDecl *notes)
{
    return notes != NULL ? notes : ARENA_NEW(builder->arena, AstDecl);
}

AstDecl *build_semantic(Builder *builder, AstDecl *notes, const Token *semantic)
{
    notes = get_notes(builder, notes);
    if (notes->semantic != NULL)
        diag_report(builder->context->diagnostics, semantic->pos, DIAG_two_semantics);
    notes->semantic = semantic->name;
    notes->semantic_pos = semantic->pos;
    return notes;
}

/* read(caller), write(miss): of payloads, which no compute shader has. */
AstDecl *build_payload_access(Builder *builder, AstDecl *notes, const Token *word)
{
    if (strcmp(word->name, "read") != 0 && strcmp(word->name, "write") != 0)
        diag_report(builder->context->diagnostics, word->pos, DIAG_unknown_annotation, word->name);
    return notes;
}

AstDecl *build_bit_width(Builder *builder, AstDecl *notes, AstExpr *width)
{
    notes = get_notes(builder, notes);
    notes->bit_width = width;
    return notes;
}

/* uint : 8; */
DeclList *build_unnamed_bits(Builder *builder, const Token *colon, AstExpr *width)
{
    AstDecl *decl = build_decl(builder, AST_VARIABLE, colon);
    decl->name = NULL;
    decl->bit_width = width;
    return build_decls(builder, NULL, decl);
}

/* Registers of two classes, or for two shader stages, are as good as one. */
static void judge_two_registers(Builder *builder, const AstRegister *one, const AstRegister *other)
{
    Diagnostics *diagnostics = builder->context->diagnostics;
    if (one->text == NULL || other->text == NULL || one->packoffset != other->packoffset)
        return;
    bool share_profile = one->profile == NULL || other->profile == NULL ||
                         one->profile == other->profile;
    bool is_other_number = one->text != other->text && one->text[0] == other->text[0];
    if (one->packoffset && (one->text != other->text || one->space != other->space))
        diag_report(diagnostics, other->pos, DIAG_packoffsets_differ);
    else if (!one->packoffset && share_profile && is_other_number)
        diag_report(diagnostics, other->pos, DIAG_registers_differ, one->text, other->text);
}

static Name name_of(const AstExpr *expr)
{
    return expr->kind == AST_NAME ? expr->path.parts[expr->path.count - 1] : NULL;
}

/* ps, cs_6_0, or whatever has a profile's letters, digits and underscores, as in dxc. */
static bool is_profile(Name name)
{
    static const char LOWER[] = "abcdefghijklmnopqrstuvwxyz", DIGITS[] = "0123456789";
    static const char *const STAGES[] = {"ps", "vs", "gs", "hs", "ds", "cs", "ms", "as", "lib"};
    for (int i = 0; i < COUNT_OF(STAGES); i++)
        if (strcmp(name, STAGES[i]) == 0)
            return true;
    return strpbrk(name, LOWER) != NULL && strpbrk(name, DIGITS) != NULL &&
           strchr(name, '_') != NULL &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

/* register(t0), register(t0, space1), register(cs, t0), packoffset(c0), packoffset(c0.x). */
AstDecl *build_register(Builder *builder, AstDecl *notes, const Token *keyword,
                        const ExprList *arguments)
{
    notes = get_notes(builder, notes);
    AstRegister *binding = ARENA_NEW(builder->arena, AstRegister);
    binding->pos = keyword->pos;
    binding->packoffset = keyword->kind == TOKEN_PACKOFFSET;
    for (int i = 0; arguments != NULL && i < arguments->exprs.count; i++) {
        const AstExpr *argument = arguments->exprs.items[i];
        if (argument->kind == AST_INDEX) /* old: s[0] */
            argument = argument->left;
        Name name = name_of(argument->kind == AST_MEMBER ? argument->left : argument);
        if (name == NULL) {
            diag_report(builder->context->diagnostics, argument->pos, DIAG_register_of_number,
                        keyword->name);
        } else if (strncmp(name, "space", 5) == 0) {
            binding->space = name;
        } else if (i == 0 && arguments->exprs.count > 1 && is_profile(name)) {
            binding->profile = name;
        } else {
            if (binding->text != NULL)
                diag_report(builder->context->diagnostics, argument->pos, DIAG_registers_differ,
                            binding->text, name);
            binding->text = name;
            binding->space = argument->kind == AST_MEMBER ? argument->member : binding->space;
        }
    }
    AstRegister **end = &notes->registers;
    for (; *end != NULL; end = &(*end)->next)
        judge_two_registers(builder, *end, binding);
    *end = binding;
    return notes;
}

AstDecl *build_notes(AstDecl *decl, const AstDecl *notes)
{
    if (notes != NULL) {
        decl->semantic = notes->semantic;
        decl->semantic_pos = notes->semantic_pos;
        decl->registers = notes->registers;
        decl->bit_width = notes->bit_width;
    }
    return decl;
}

/* ---- functions ---- */

AstDecl *build_specialised(AstDecl *decl, const TemplateArgs *specialisation)
{
    if (specialisation != NULL) {
        decl->specialisation_arguments = specialisation->args.items;
        decl->specialisation_argument_count = specialisation->args.count;
    }
    return decl;
}

AstDecl *build_function(Builder *builder, const AstPath *path, const TemplateArgs *specialisation)
{
    AstDecl *decl = build_variable(builder, path);
    decl->kind = AST_FUNCTION;
    return build_specialised(decl, specialisation);
}

/* An operator's name is "operator+". */
AstDecl *build_operator(Builder *builder, const Token *keyword, const AstPath *scope, AstOp op)
{
    Token name = *keyword;
    const char *text = arena_printf(builder->arena, "operator%s", ast_op_spelling(op));
    name.name = names_intern_text(builder->context->names, text);
    AstDecl *decl = build_function(builder, build_path(builder, scope, &name), NULL);
    decl->pos = keyword->pos;
    decl->is_operator = true;
    decl->operator_op = op;
    return decl;
}

/* HLSL 2021 "Operator overloading": neither assignments nor shifts, ++ and --. */
AstOp build_forbidden_operator(Builder *builder, const Token *op)
{
    diag_report(builder->context->diagnostics, op->pos, DIAG_operator_not_overloadable,
                (int)op->text.length, op->text.text);
    return token_infos[op->kind].op;
}

static bool is_void(const AstDecl *parameter)
{
    const AstType *type = parameter->type;
    bool is_name_alone = type->kind == AST_TYPE_NAMED && type->name.count == 1;
    return parameter->name == NULL && is_name_alone && strcmp(type->name.parts[0], "void") == 0;
}

AstDecl *build_signature(Builder *builder, AstDecl *function, const DeclList *parameters,
                         uint32_t qualifiers, const AstDecl *notes)
{
    bool has_parameters = parameters != NULL && (parameters->decls.count != 1 ||
                                                 !is_void(parameters->decls.items[0]));
    if (has_parameters) {
        judge_qualifiers(builder, parameters, PLACE_PARAMETER);
        function->parameters = parameters->decls.items;
        function->parameter_count = parameters->decls.count;
    }
    function->qualifiers = qualifiers | ((qualifiers & AST_CONST) != 0 ? AST_CONST_SELF : 0);
    return build_notes(function, notes);
}

AstDecl *build_body(AstDecl *function, AstStmt *body)
{
    function->body = body;
    return function;
}

AstDecl *build_parameter(Builder *builder, AstType *type, AstDecl *variable)
{
    AstDecl *decl = variable != NULL ? variable : ARENA_NEW(builder->arena, AstDecl);
    decl->kind = AST_VARIABLE;
    if (variable == NULL)
        decl->pos = type->pos;
    set_type(decl, type);
    return decl;
}

/* ---- structs, enums, blocks ---- */

AstDecl *build_members(AstDecl *decl, const DeclList *members)
{
    if (members != NULL) {
        decl->members = members->decls.items;
        decl->member_count = members->decls.count;
    }
    return decl;
}

/* Anonymous things stand at their keyword. */
static AstDecl *new_named(Builder *builder, AstDeclKind kind, const Token *keyword,
                          const Token *name)
{
    AstDecl *decl = build_decl(builder, kind, name != NULL ? name : keyword);
    if (name == NULL)
        decl->name = NULL;
    return decl;
}

AstDecl *build_cbuffer(Builder *builder, const Token *keyword, const Token *name)
{
    AstDecl *decl = new_named(builder, AST_CBUFFER, keyword, name);
    decl->is_tbuffer = keyword->kind == TOKEN_TBUFFER;
    return decl;
}

AstDecl *build_block(Builder *builder, AstDecl *cbuffer, const DeclList *members)
{
    judge_qualifiers(builder, members, PLACE_BLOCK);
    return build_members(cbuffer, members);
}

/* dxc takes `using` there alone. */
static void judge_typedefs(Builder *builder, const DeclList *members)
{
    for (int i = 0; members != NULL && i < members->decls.count; i++) {
        const AstDecl *decl = members->decls.items[i];
        if (decl->kind == AST_TYPEDEF && !decl->is_alias)
            diag_report(builder->context->diagnostics, decl->pos, DIAG_nested_typedef, decl->name);
    }
}

AstDecl *build_struct(Builder *builder, const Token *keyword, const Token *name,
                      const TemplateArgs *specialisation, const TypeList *bases,
                      const DeclList *members)
{
    AstDecl *decl = new_named(builder, AST_STRUCT, keyword, name);
    decl->is_class = keyword->kind != TOKEN_STRUCT;
    decl->is_interface = keyword->kind == TOKEN_INTERFACE;
    if (bases != NULL) {
        decl->bases = bases->types.items;
        decl->base_count = bases->types.count;
    }
    judge_qualifiers(builder, members, PLACE_FIELD);
    judge_typedefs(builder, members);
    return build_members(build_specialised(decl, specialisation), members);
}

/* `struct N::S`, which N has declared. */
AstDecl *build_struct_in(Builder *builder, const AstPath *scope, const Token *name, AstDecl *decl)
{
    set_path(decl, build_path(builder, scope, name));
    return decl;
}

AstDecl *build_enum(Builder *builder, const Token *keyword, const Token *class_word,
                    const Token *name, AstType *underlying, const DeclList *members)
{
    AstDecl *decl = new_named(builder, AST_ENUM, keyword, name);
    decl->is_class = class_word != NULL;
    decl->type = underlying;
    return build_members(decl, members);
}

AstDecl *build_namespace(Builder *builder, const AstPath *path, const DeclList *members)
{
    AstDecl *decl = ARENA_NEW(builder->arena, AstDecl);
    decl->kind = AST_NAMESPACE;
    if (path != NULL)
        set_path(decl, path);
    judge_qualifiers(builder, members, PLACE_GLOBAL);
    return build_members(decl, members);
}

AstDecl *build_using_namespace(Builder *builder, const Token *token, const AstPath *path)
{
    AstDecl *decl = new_named(builder, AST_USING_NAMESPACE, token, NULL);
    decl->path = *path;
    bool is_linalg = path->count == 2 && strcmp(path->parts[0], "dx") == 0 &&
                     strcmp(path->parts[1], "linalg") == 0;
    if (is_linalg && !pump_declares(builder->pump, path->parts[0]))
        diag_report(builder->context->diagnostics, path->pos, DIAG_linear_algebra, "dx::linalg");
    return decl;
}

AstDecl *build_using_declaration(Builder *builder, const Token *token, const AstPath *path)
{
    AstDecl *decl = new_named(builder, AST_USING_DECLARATION, token, NULL);
    decl->path = *path;
    return decl;
}

AstDecl *build_static_assert(Builder *builder, const Token *token, AstExpr *condition,
                             AstExpr *message)
{
    AstDecl *decl = new_named(builder, AST_STATIC_ASSERT, token, NULL);
    decl->init = condition;
    decl->message = message;
    return decl;
}

/* ---- templates and the whole ---- */

/* What stands behind the parameters of the struct's template. */
static AstDecl *inner_template(Builder *builder, const AstDecl *decl)
{
    AstDecl *inner = ARENA_NEW(builder->arena, AstDecl);
    *inner = *decl;
    return inner;
}

DeclList *build_template(Builder *builder, const TemplateParams *params, DeclList *decls)
{
    for (int i = 0; i < decls->decls.count; i++) {
        AstDecl *decl = decls->decls.items[i];
        if (params != NULL && decl->is_template)
            decl->member_template = inner_template(builder, decl);
        decl->is_template = params != NULL;
        decl->is_specialisation = params == NULL || decl->specialisation_arguments != NULL;
        if (params != NULL) {
            decl->template_params = params->params.items;
            decl->template_param_count = params->params.count;
        }
    }
    return decls;
}

AstDecl *build_instantiation(AstDecl *function)
{
    function->is_instantiation = true;
    return function;
}

AstDecl *build_struct_instantiation(Builder *builder, const Token *keyword, AstType *type)
{
    AstDecl *decl = build_struct(builder, keyword, NULL, NULL, NULL, NULL);
    decl->name = type->name.parts[type->name.count - 1];
    decl->pos = type->pos;
    decl->type = type;
    return build_instantiation(decl);
}

void build_unit(Builder *builder, const DeclList *decls)
{
    builder->unit = ARENA_NEW(builder->arena, AstUnit);
    judge_qualifiers(builder, decls, PLACE_GLOBAL);
    builder->unit->decls = decls->decls.items;
    builder->unit->decl_count = decls->decls.count;
}
