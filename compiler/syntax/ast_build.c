/* Building blocks of the tree: lists, paths and types. The lists are vectors while they grow and
 * plain arrays in the tree. */
#include "build_priv.h"
#include "pump_priv.h"

/* ---- lists ---- */

#define ADD_TO_LIST(ListType, member, value)            \
    do {                                                \
        if (list == NULL)                               \
            list = ARENA_NEW(builder->arena, ListType); \
        vec_push(builder->arena, &list->member, value); \
    } while (0)

ExprList *build_exprs(Builder *builder, ExprList *list, AstExpr *expr)
{
    ADD_TO_LIST(ExprList, exprs, expr);
    return list;
}

StmtList *build_stmts(Builder *builder, StmtList *list, AstStmt *stmt)
{
    if (stmt == NULL)
        return ARENA_NEW(builder->arena, StmtList);
    ADD_TO_LIST(StmtList, stmts, stmt);
    return list;
}

DeclList *build_decls(Builder *builder, DeclList *list, AstDecl *decl)
{
    if (decl == NULL)
        return ARENA_NEW(builder->arena, DeclList);
    ADD_TO_LIST(DeclList, decls, decl);
    return list;
}

DeclList *build_joined_decls(Builder *builder, DeclList *list, const DeclList *more)
{
    for (int i = 0; i < more->decls.count; i++)
        vec_push(builder->arena, &list->decls, more->decls.items[i]);
    return list;
}

TypeList *build_types(Builder *builder, TypeList *list, AstType *type)
{
    ADD_TO_LIST(TypeList, types, type);
    return list;
}

TemplateArgs *build_no_template_args(Builder *builder)
{
    return ARENA_NEW(builder->arena, TemplateArgs);
}

TemplateArgs *build_template_args(Builder *builder, TemplateArgs *list, const AstTemplateArg *arg)
{
    ADD_TO_LIST(TemplateArgs, args, *arg);
    return list;
}

TemplateParams *build_template_params(Builder *builder, TemplateParams *list,
                                      const AstTemplateParam *param)
{
    ADD_TO_LIST(TemplateParams, params, *param);
    return list;
}

AstTemplateArg *build_template_arg(Builder *builder, AstType *type, AstExpr *value)
{
    AstTemplateArg *arg = ARENA_NEW(builder->arena, AstTemplateArg);
    *arg = (AstTemplateArg){.type = type, .value = value};
    return arg;
}

AstTemplateArg *build_array_arg(AstTemplateArg *arg, const ExprList *extents)
{
    if (extents != NULL) {
        arg->extents = extents->exprs.items;
        arg->extent_count = extents->exprs.count;
    }
    return arg;
}

AstTemplateParam *build_template_param(Builder *builder, const Token *at, const Token *name,
                                       AstType *value_type, const AstTemplateArg *default_argument)
{
    AstTemplateParam *param = ARENA_NEW(builder->arena, AstTemplateParam);
    param->pos = name != NULL ? name->pos : at->pos;
    param->name = name != NULL ? name->name : NULL;
    param->value_type = value_type;
    if (default_argument != NULL)
        param->default_argument = *default_argument;
    return param;
}

/* ---- paths ---- */

static AstPath *build_short_path(Builder *builder, const Token *name)
{
    AstPath *path = builder->spare_path;
    builder->spare_path = NULL;
    if (path == NULL) {
        path = ARENA_NEW(builder->arena, AstPath);
        path->parts = ARENA_NEW(builder->arena, Name);
        path->count = 1;
    }
    path->pos = name->pos;
    path->parts[0] = name->name;
    return path;
}

AstPath *build_path(Builder *builder, const AstPath *scope, const Token *name)
{
    if (scope == NULL)
        return build_short_path(builder, name);
    AstPath *path = ARENA_NEW(builder->arena, AstPath);
    int before = scope->count;
    *path = *scope;
    path->parts = ARENA_ARRAY(builder->arena, Name, before + 1);
    if (before > 0)
        memcpy(path->parts, scope->parts, sizeof(Name) * (size_t)before);
    path->parts[before] = name->name;
    path->count = before + 1;
    return path;
}

void build_path_is_copied(Builder *builder, const AstPath *path)
{
    if (path->count == 1 && !path->global && path->arguments == NULL)
        builder->spare_path = (AstPath *)(uintptr_t)path;
}

AstPath *build_global_path(Builder *builder, const Token *colons)
{
    AstPath *path = ARENA_NEW(builder->arena, AstPath);
    path->pos = colons->pos;
    path->global = true;
    return path;
}

AstPath *build_template_path(Builder *builder, const AstPath *scope, const Token *name,
                             const TemplateArgs *args)
{
    AstPath *path = build_path(builder, scope, name);
    AstPartArguments *arguments = ARENA_NEW(builder->arena, AstPartArguments);
    *arguments = (AstPartArguments){path->arguments, args->args.items, args->args.count, path->count - 1};
    path->arguments = arguments;
    return path;
}

const AstPartArguments *ast_part_arguments(const AstPath *path, int part)
{
    const AstPartArguments *arguments = path->arguments;
    while (arguments != NULL && arguments->part != part)
        arguments = arguments->outer;
    return arguments;
}

/* ---- types ---- */

AstType *build_type(Builder *builder, const AstPath *path, const TemplateArgs *args)
{
    AstType *type = ARENA_NEW(builder->arena, AstType);
    type->kind = AST_TYPE_NAMED;
    type->pos = path->pos;
    type->name = *path;
    type->qualifiers = path->count == 1 ? pump_matrix_order(builder->pump, path->parts[0]) : 0;
    if (args != NULL) {
        type->has_arguments = true;
        type->arguments = args->args.items;
        type->argument_count = args->args.count;
    }
    if (path->count == 1) {
        type->own_part = path->parts[0];
        type->name.parts = &type->own_part;
        build_path_is_copied(builder, path);
    }
    return type;
}

AstType *build_auto_type(Builder *builder, const Token *token)
{
    AstType *type = ARENA_NEW(builder->arena, AstType);
    type->kind = AST_TYPE_AUTO;
    type->pos = token->pos;
    return type;
}

AstType *build_type_of(Builder *builder, const Token *token, AstExpr *value)
{
    AstType *type = ARENA_NEW(builder->arena, AstType);
    type->kind = AST_TYPE_OF;
    type->pos = token->pos;
    type->value = value;
    return type;
}

AstType *build_decl_type(Builder *builder, AstDecl *decl)
{
    AstType *type = ARENA_NEW(builder->arena, AstType);
    type->kind = AST_TYPE_STRUCT;
    type->pos = decl->pos;
    type->decl = decl;
    return type;
}

AstType *build_qualified_type(AstType *type, uint32_t qualifiers)
{
    if (qualifiers & AST_MATRIX_ORDERS)
        type->qualifiers &= ~(uint32_t)AST_MATRIX_ORDERS;
    type->qualifiers |= qualifiers;
    return type;
}

AstType *build_type_qualified_behind(AstType *type, uint32_t before, uint32_t behind)
{
    type->behind = behind;
    return build_qualified_type(type, before | behind);
}

uint32_t qualifier_bits(const Token *token) { return token_infos[token->kind].qualifier; }
