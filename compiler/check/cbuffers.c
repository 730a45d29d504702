/* cbuffer and tbuffer blocks, and $Globals: the block that collects what is declared outside any.
 * Members lie where packoffset says, and the others behind the last of these, in order of
 * declaration, by layout_place. */
#include "conversions_priv.h"

/* ---- packoffset ---- */

/* The component that packoffset(c3.y)'s second part names: 0..3; -1: none such. */
static int offset_component(const char *text)
{
    const char *colours = "rgbaRGBA", *axes = "xyzwXYZW";
    if (text == NULL)
        return 0;
    if (text[0] == '\0' || text[1] != '\0')
        return -1;
    const char *colour = strchr(colours, text[0]), *axis = strchr(axes, text[0]);
    return axis != NULL     ? (int)(axis - axes) % 4
         : colour != NULL ? (int)(colour - colours) % 4
                          : -1;
}

/* packoffset(c3.y), and register(c3) of a global: its byte offset, or -1 where it is wrong
 * (reported). */
static int64_t written_offset(Checker *checker, const AstRegister *written)
{
    int component = offset_component(written->packoffset ? written->space : NULL);
    bool has_row = written->text != NULL && (written->text[0] | 0x20) == 'c';
    int row = has_row ? number_after(written->text, 1) : -1;
    if (row < 0 || row > 4095 || component < 0) {
        diag_report(checker->diagnostics, written->pos, DIAG_bad_packoffset);
        return -1;
    }
    return (int64_t)row * 16 + component * 4;
}

static const AstRegister *find_packoffset(const AstDecl *ast, bool is_global)
{
    const AstRegister *found = NULL; /* the last one counts */
    for (const AstRegister *at = ast->registers; at != NULL; at = at->next)
        if (at->packoffset || (is_global && at->text != NULL && (at->text[0] | 0x20) == 'c'))
            found = at;
    return found;
}

/* ---- members ---- */

static bool rows_overlap(const Variable *left, const Variable *right)
{
    int64_t left_end = left->offset + layout_size(left->type, LAYOUT_CBUFFER),
            right_end = right->offset + layout_size(right->type, LAYOUT_CBUFFER);
    return left->offset < right_end && right->offset < left_end;
}

static void add_member(Checker *checker, Resource *block, Variable *member)
{
    size_t old = sizeof(Variable *) * (size_t)block->member_count;
    if ((block->member_count & (block->member_count - 1)) == 0)
        block->members = arena_grow(checker->arena, block->members, old,
                                    old == 0 ? sizeof(Variable *) : old * 2);
    block->members[block->member_count++] = member;
}

/* Offsets of members that lie behind those with a packoffset, until all are known. */
enum { OFFSET_OPEN = -1, OFFSET_OPEN_ROW = -2 };

static void place_where_written(Checker *checker, const AstRegister *written, Variable *member,
                                int64_t offset, Block *block)
{
    const Resource *resource = block->resource;
    if (layout_place(offset, member->type, LAYOUT_CBUFFER) != offset)
        diag_report(checker->diagnostics, written->pos, DIAG_packoffset_alignment, member->type);
    member->offset = offset;
    for (int i = 0; i < resource->member_count; i++)
        if (resource->members[i]->offset >= 0 && rows_overlap(member, resource->members[i]))
            diag_report(checker->diagnostics, written->pos, DIAG_packoffset_overlap, member->name,
                        resource->members[i]->name);
    int64_t member_end = offset + layout_size(member->type, LAYOUT_CBUFFER);
    block->end = member_end > block->end ? member_end : block->end;
}

static void judge_global(Checker *checker, const AstDecl *ast)
{
    for (const AstRegister *at = ast->registers; at != NULL; at = at->next)
        if (at->space != NULL && strncmp(at->space, "space", 5) == 0)
            diag_report(checker->diagnostics, at->pos, DIAG_constant_space);
        else if (at->space != NULL)
            report_bad_register(checker, at);
}

void block_place_member(Checker *checker, const AstDecl *ast, Variable *member, Block *block)
{
    if (block->is_globals)
        judge_global(checker, ast);
    const AstRegister *written = find_packoffset(ast, block->is_globals);
    int64_t offset = written != NULL ? written_offset(checker, written) : -1;
    if (offset >= 0)
        place_where_written(checker, written, member, offset, block);
    else
        member->offset = block->starts_row ? OFFSET_OPEN_ROW : OFFSET_OPEN;
    block->starts_row = false;
    add_member(checker, block->resource, member);
}

static void judge_mix(Checker *checker, const Block *block)
{
    const Resource *resource = block->resource;
    int open_count = 0;
    for (int i = 0; i < resource->member_count; i++)
        open_count += resource->members[i]->offset < 0;
    if (!block->is_globals && open_count > 0 && open_count < resource->member_count)
        diag_report(checker->diagnostics, resource->pos, DIAG_packoffset_mixed,
                    resource->name != NULL ? resource->name : "");
}

/* Whatever stands before them, as in dxc. */
static void place_others(Block *block, bool has_minimal)
{
    bool in_minimal = false;
    for (int i = 0; i < block->resource->member_count; i++) {
        Variable *member = block->resource->members[i];
        if (member->offset >= 0)
            continue;
        int64_t from = member->offset == OFFSET_OPEN_ROW ? (block->end + 15) / 16 * 16 : block->end;
        member->offset = has_minimal ? layout_place_between(from, member->type, &in_minimal)
                                     : layout_place(from, member->type, LAYOUT_CBUFFER);
        block->end = member->offset + layout_size(member->type, LAYOUT_CBUFFER);
    }
}

Variable *block_new_member(Checker *checker, const AstDecl *ast, const Type *type,
                           const Block *block)
{
    Variable *member = variable_new(checker, ast->name, type, ast->pos, STORAGE_CBUFFER);
    apply_qualifiers(member, ast);
    member->resource = block->resource;
    member->spaces = spaces_around(checker);
    member->index = checker->variable_count++;
    return member;
}

/* ---- blocks ---- */

Block block_new(Checker *checker, Name name, ResourceKind kind, SourcePos pos)
{
    Resource *resource = ARENA_NEW(checker->arena, Resource);
    resource->name = name;
    resource->spaces = spaces_around(checker);
    resource->pos = pos;
    resource->register_class = resource_info(kind)->register_class;
    resource->register_index = -1;
    resource->type = type_resource(checker, kind, type_new_struct(checker, name), 0, false, false);
    return (Block){.resource = resource};
}

static void judge_block_register(Checker *checker, const AstRegister *written)
{
    if (written->packoffset)
        diag_report(checker->diagnostics, written->pos, DIAG_packoffset_outside);
    else if (written->profile != NULL)
        diag_report(checker->diagnostics, written->pos, DIAG_cbuffer_profile, written->profile);
}

/* Gives the block its type, a struct of its members, and its size. */
void block_finish(Checker *checker, Block *block, const AstRegister *written)
{
    Resource *resource = block->resource;
    judge_mix(checker, block);
    place_others(block, !checker->options->native_16bit);
    Type *structure = type_new_struct(checker, resource->name);
    Field *fields = ARENA_ARRAY(checker->arena, Field, resource->member_count + 1);
    for (int i = 0; i < resource->member_count; i++) {
        const Variable *member = resource->members[i];
        fields[i] = (Field){.name = member->name, .type = member->type, .pos = member->pos};
    }
    structure->fields = fields;
    structure->field_count = resource->member_count;
    resource->type = type_resource(checker, resource->type->resource, structure, 0, false, false);
    resource->size = (block->end + 15) / 16 * 16;
    for (const AstRegister *at = written; at != NULL; at = at->next)
        judge_block_register(checker, at);
    register_resource(checker, resource, written);
}

/* ---- $Globals ---- */

Block *globals_block(Checker *checker, SourcePos pos)
{
    if (checker->globals.resource == NULL) {
        checker->globals = block_new(checker, names_intern_text(checker->names, "$Globals"),
                                     RESOURCE_CBUFFER, pos);
        checker->globals.resource->spaces = NULL;
        checker->globals.is_globals = true;
    }
    return &checker->globals;
}

void finish_globals(Checker *checker)
{
    if (checker->globals.resource == NULL)
        return;
    tell_members_apart(checker, checker->globals.resource);
    block_finish(checker, &checker->globals, NULL);
}

/* ---- sizes ---- */

enum { LARGEST_CBUFFER = 65536 }; /* bytes, D3D's limit */

/* Of $Globals the first member that goes too far. */
static SourcePos place_of_size(const Checker *checker, const Resource *resource)
{
    for (int i = 0; resource == checker->globals.resource && i < resource->member_count; i++) {
        const Variable *member = resource->members[i];
        if (member->offset + layout_size(member->type, LAYOUT_CBUFFER) > LARGEST_CBUFFER)
            return member->pos;
    }
    return resource->pos;
}

void judge_cbuffer_sizes(Checker *checker)
{
    for (int i = 0; i < checker->resources.count; i++) {
        const Resource *resource = checker->resources.items[i];
        if (resource->size > LARGEST_CBUFFER)
            diag_report(checker->diagnostics, place_of_size(checker, resource),
                        DIAG_cbuffer_too_big, resource->name, (long long)resource->size);
    }
}
