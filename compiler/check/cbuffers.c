/* cbuffer and tbuffer blocks, and $Globals: the block that collects what is declared outside any. Members are
 * laid out in order of declaration by layout_place, or where packoffset says. */
#include "check_priv.h"

/* ---- packoffset ---- */

/* The component that packoffset(c3.y)'s second part names: 0..3; -1: none such. */
static int offset_component(const char *text)
{
    const char *colours = "rgba", *axes = "xyzw";
    if (text == NULL)
        return 0;
    if (text[0] == '\0' || text[1] != '\0')
        return -1;
    const char *colour = strchr(colours, text[0]), *axis = strchr(axes, text[0]);
    return axis != NULL ? (int)(axis - axes) : colour != NULL ? (int)(colour - colours) : -1;
}

/* packoffset(c3.y), and register(c3) of a global: its byte offset, or -1 where it is wrong (reported). */
static int64_t written_offset(Checker *checker, const AstRegister *written)
{
    int row = 0, digits = 0, component = offset_component(written->packoffset ? written->space : NULL);
    bool has_row = written->text != NULL && written->text[0] == 'c' && sscanf(written->text + 1, "%d%n", &row, &digits) == 1 &&
                   written->text[1 + digits] == '\0';
    if (!has_row || row < 0 || row > 4095 || component < 0) {
        diag_report(checker->diagnostics, written->pos, DIAG_bad_packoffset);
        return -1;
    }
    return (int64_t)row * 16 + component * 4;
}

static const AstRegister *find_packoffset(const AstDecl *ast, bool is_global)
{
    for (const AstRegister *at = ast->registers; at != NULL; at = at->next)
        if (at->packoffset || (is_global && at->text != NULL && at->text[0] == 'c'))
            return at;
    return NULL;
}

/* ---- members ---- */

static bool rows_overlap(const Variable *left, const Variable *right)
{
    int64_t left_end = left->offset + layout_size(left->type, LAYOUT_CBUFFER), right_end = right->offset + layout_size(right->type, LAYOUT_CBUFFER);
    return left->offset < right_end && right->offset < left_end;
}

/* Sets the member's offset; *end is where the next one may begin. */
static void place_member(Checker *checker, const AstDecl *ast, Variable *member, const Resource *block, bool is_global, int64_t *end)
{
    const AstRegister *written = find_packoffset(ast, is_global);
    int64_t offset = written != NULL ? written_offset(checker, written) : -1;
    if (offset >= 0 && layout_place(offset, member->type, LAYOUT_CBUFFER) != offset)
        diag_report(checker->diagnostics, written->pos, DIAG_packoffset_alignment, member->type);
    member->offset = offset >= 0 ? offset : layout_place(*end, member->type, LAYOUT_CBUFFER);
    for (int i = 0; i < block->member_count && offset >= 0; i++)
        if (rows_overlap(member, block->members[i]))
            diag_report(checker->diagnostics, written->pos, DIAG_packoffset_overlap, member->name, block->members[i]->name);
    int64_t member_end = member->offset + layout_size(member->type, LAYOUT_CBUFFER);
    *end = member_end > *end ? member_end : *end;
}

static void add_member(Checker *checker, Resource *block, Variable *member)
{
    size_t old = sizeof(Variable *) * (size_t)block->member_count;
    if ((block->member_count & (block->member_count - 1)) == 0)
        block->members = arena_grow(checker->arena, block->members, old, old == 0 ? sizeof(Variable *) : old * 2);
    block->members[block->member_count++] = member;
}

static Variable *new_member(Checker *checker, const AstDecl *ast, const Type *type, Resource *block)
{
    Variable *member = variable_new(checker, ast->name, type, ast->pos, STORAGE_CBUFFER);
    apply_qualifiers(member, ast);
    member->resource = block;
    member->index = checker->variable_count++;
    if (ast->init != NULL) {
        Expr *value = check_declared_value(checker, ast, type);
        const ConstantLeaf *leaves = expr_is_error(value) ? NULL : constant_leaves(value);
        if (leaves == NULL && !expr_is_error(value))
            diag_report(checker->diagnostics, ast->init->start, DIAG_not_constant, "the default of a constant-buffer member");
        member->value = (ConstantLeaf *)(uintptr_t)leaves;
    }
    return member;
}

/* ---- blocks ---- */

static Resource *new_block(Checker *checker, Name name, SourcePos pos, ResourceKind kind)
{
    Resource *block = ARENA_NEW(checker->arena, Resource);
    block->name = name;
    block->pos = pos;
    block->register_class = resource_info(kind)->register_class;
    block->register_index = -1;
    block->type = type_resource(checker, kind, type_new_struct(checker, name), 0, false, false);
    return block;
}

/* Gives the block its type, a struct of its members, and its size. */
static void finish_block(Checker *checker, Resource *block, int64_t end)
{
    Type *structure = type_new_struct(checker, block->name);
    Field *fields = ARENA_ARRAY(checker->arena, Field, block->member_count + 1);
    for (int i = 0; i < block->member_count; i++)
        fields[i] = (Field){.name = block->members[i]->name, .type = block->members[i]->type, .pos = block->members[i]->pos};
    structure->fields = fields;
    structure->field_count = block->member_count;
    block->type = type_resource(checker, block->type->resource, structure, 0, false, false);
    block->size = (end + 15) / 16 * 16;
}

static bool is_plain_member(const AstDecl *ast)
{
    uint32_t qualifiers = ast->kind == AST_VARIABLE ? ast->qualifiers | ast->type->qualifiers : 0;
    return ast->kind == AST_VARIABLE && !ast->is_template && (qualifiers & (AST_STATIC | AST_GROUPSHARED)) == 0;
}

static void declare_block_member(Checker *checker, const AstDecl *ast, Resource *block, int64_t *end)
{
    if (!is_plain_member(ast)) {
        check_global(checker, ast);
        return;
    }
    const Type *type = declared_type(checker, ast, ARRAY_OPEN);
    const Type *element = type;
    while (element->kind == TYPE_ARRAY)
        element = element->element;
    if (element->kind == TYPE_RESOURCE) {
        declare_resource(checker, ast, type);
        return;
    }
    if (type_has_resources(type)) {
        diag_report(checker->diagnostics, ast->pos, DIAG_unsupported, ast->name, "resources in a struct in a constant buffer");
        type = type_error(checker);
    }
    Variable *member = new_member(checker, ast, type, block);
    place_member(checker, ast, member, block, false, end);
    add_member(checker, block, member);
    declare_variable(checker, member);
}

void declare_cbuffer(Checker *checker, const AstDecl *ast)
{
    int64_t end = 0;
    Resource *block = new_block(checker, ast->name, ast->pos, ast->is_tbuffer ? RESOURCE_TBUFFER : RESOURCE_CBUFFER);
    for (int i = 0; i < ast->member_count; i++)
        declare_block_member(checker, ast->members[i], block, &end);
    finish_block(checker, block, end);
    register_resource(checker, block, ast->registers);
    if (block->size > 65536)
        diag_report(checker->diagnostics, ast->pos, DIAG_cbuffer_too_big, ast->name, (long long)block->size);
}

Variable *new_global_constant(Checker *checker, const AstDecl *ast, const Type *type)
{
    if (checker->globals == NULL)
        checker->globals = new_block(checker, names_intern_text(checker->names, "$Globals"), ast->pos, RESOURCE_CBUFFER);
    Variable *member = new_member(checker, ast, type, checker->globals);
    place_member(checker, ast, member, checker->globals, true, &checker->globals_end);
    add_member(checker, checker->globals, member);
    return member;
}

void declare_global_constant(Checker *checker, const AstDecl *ast, const Type *type)
{
    declare_variable(checker, new_global_constant(checker, ast, type));
}

void finish_globals(Checker *checker)
{
    if (checker->globals == NULL)
        return;
    finish_block(checker, checker->globals, checker->globals_end);
    register_resource(checker, checker->globals, NULL);
}
