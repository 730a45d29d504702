/* Resource objects of the program, and structs that hold some. */
#include "conversions_priv.h"

static const Type *resource_element(const Type *type, int64_t *count)
{
    *count = 0;
    for (; type->kind == TYPE_ARRAY; type = type->element)
        *count = type->count < 0 ? -1
               : *count == 0     ? type->count
               : *count < 0      ? -1
                                 : *count * type->count;
    return type;
}

Resource *new_resource(Checker *checker, Name name, const Type *type, SourcePos pos)
{
    Resource *resource = ARENA_NEW(checker->arena, Resource);
    resource->name = name;
    resource->spaces = spaces_around(checker);
    resource->pos = pos;
    resource->type = resource_element(type, &resource->array_count);
    resource->register_class = resource_info(resource->type->resource)->register_class;
    resource->register_index = -1;
    resource->has_counter = resource->type->resource == RESOURCE_APPEND ||
                            resource->type->resource == RESOURCE_CONSUME;
    if (resource->type->resource == RESOURCE_CBUFFER ||
        resource->type->resource == RESOURCE_TBUFFER)
        resource->size = (layout_size(resource->type->element, LAYOUT_CBUFFER) + 15) / 16 * 16;
    return resource;
}

static Variable *resource_variable(Checker *checker, Resource *resource, const AstDecl *ast,
                                   const Type *type)
{
    Variable *variable = variable_new(checker, resource->name, type, ast->pos, STORAGE_RESOURCE);
    apply_qualifiers(variable, ast);
    variable->resource = resource;
    variable->index = checker->variable_count++;
    return variable;
}

/* `Buffer<float> b : t0;`: a semantic, which means nothing here, where a register was meant. */
static void judge_semantic(Checker *checker, const AstDecl *ast)
{
    if (ast->semantic == NULL || strchr("tubsTUBS", ast->semantic[0]) == NULL)
        return;
    size_t digits = strspn(ast->semantic + 1, "0123456789");
    if (digits > 0 && ast->semantic[1 + digits] == '\0')
        diag_report(checker->diagnostics, ast->semantic_pos, DIAG_register_semantic, ast->semantic, ast->semantic);
}

void declare_resource(Checker *checker, const AstDecl *ast, const Type *type)
{
    Resource *resource = new_resource(checker, ast->name, type, ast->pos);
    judge_semantic(checker, ast);
    if (ast->init != NULL)
        diag_report(checker->diagnostics, ast->init->start, DIAG_resource_initialiser, ast->name);
    register_resource(checker, resource, ast->registers);
    declare_variable(checker, resource_variable(checker, resource, ast, type));
}

/* ---- structs with resources, at file scope or in a constant buffer ----
 *
 *     struct Pair { Buffer<float> from; RWBuffer<float> to; float scale; };   Pair p :
 * register(t0) : register(u0);
 *
 * becomes resources "p.from" and "p.to", a member "p.scale" of $Globals (of the constant buffer that
 * it stands in), and a static variable p that is constructed from them. */

typedef struct Leaves {
    const AstDecl *ast;
    Block *block;  /* of the members that are numbers; NULL: $Globals */
    int used[128]; /* registers taken so far, by class letter */
} Leaves;

/* Without a symbol. */
static Variable *new_leaf_member(Checker *checker, Block *block, const AstDecl *ast,
                                 const Type *type)
{
    if (block == NULL)
        block = globals_block(checker, ast->pos);
    Variable *member = block_new_member(checker, ast, type, block);
    block_place_member(checker, ast, member, block);
    return member;
}

static Expr *leaf_value(Checker *checker, Leaves *leaves, const Type *type, Name name)
{
    AstDecl plain = *leaves->ast;
    plain.name = name;
    plain.registers = NULL;
    plain.init = NULL;
    if (type_array_base(type)->kind == TYPE_RESOURCE) {
        Resource *resource = new_resource(checker, name, type, leaves->ast->pos);
        register_shared_resource(checker, resource, leaves->ast->registers, leaves->used);
        return expr_variable(checker, resource_variable(checker, resource, &plain, type),
                             leaves->ast->pos);
    }
    if (!type_has_resources(type))
        return expr_variable(checker, new_leaf_member(checker, leaves->block, &plain, type),
                             leaves->ast->pos);
    int64_t count = type->kind == TYPE_ARRAY ? type->count : type->field_count;
    Expr **parts = ARENA_ARRAY(checker->arena, Expr *, count + 1);
    for (int64_t i = 0; i < count; i++) {
        bool is_array = type->kind == TYPE_ARRAY;
        const char *spelling = is_array
                                 ? arena_printf(checker->arena, "%s[%lld]", name, (long long)i)
                                 : arena_printf(checker->arena, "%s.%s", name,
                                                type->fields[i].name);
        parts[i] = leaf_value(checker, leaves, is_array ? type->element : type->fields[i].type,
                              names_intern_text(checker->names, spelling));
    }
    return expr_construct(checker, type, parts, (int)count, leaves->ast->pos);
}

void declare_resource_struct(Checker *checker, const AstDecl *ast, const Type *type, Block *block)
{
    Leaves leaves = {.ast = ast, .block = block};
    if (block != NULL)
        block->starts_row = true;
    Variable *variable = variable_new(checker, ast->name, type, ast->pos, STORAGE_STATIC);
    variable->is_const = true;
    variable->init = leaf_value(checker, &leaves, type, ast->name);
    add_static(checker, variable);
    declare_variable(checker, variable);
}
