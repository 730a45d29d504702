/* A cbuffer, whose members lie where HLSL's packing rules put them: in rows of 16 bytes, which no vector crosses and
 * with which each array, element of one, matrix, column of one and struct begins. */
#include "generate_program_priv.h"

static int bytes_of(Scalar kind) { return kind == KIND_BOOL ? 4 : SCALARS[kind].bits / 8; }

static int round_up(int at, int unit) { return (at + unit - 1) / unit * unit; }

/* Where the first of `count` numbers lies, at `at` or behind. */
static int place_vector(int at, int count, int bytes)
{
    at = round_up(at, bytes);
    return at % 16 + count * bytes > 16 ? round_up(at, 16) : at;
}

/* Gives each leaf its offset; the first byte behind the last. */
static int place_type(const Type *type, int at, int *offsets)
{
    const Type *field;
    const char *name;
    int bytes = bytes_of(type->scalar);
    if (type->shape == SHAPE_NUMBERS && !type->is_matrix) {
        at = place_vector(at, type->columns, bytes);
        for (int i = 0; i < type->columns; i++)
            offsets[i] = at + i * bytes;
        return at + type->columns * bytes;
    }
    at = round_up(at, 16);
    int end = at;
    if (type->shape == SHAPE_NUMBERS) /* column by column */
        for (int i = 0; i < type->leaf_count; i++) {
            int row = i / type->columns, column = i % type->columns;
            offsets[i] = at + column * round_up(type->rows * bytes, 16) + row * bytes;
            end = offsets[i] + bytes;
        }
    else if (type->shape == SHAPE_LIST)
        for (int i = 0; i < type->count; i++)
            end = place_type(type->element, round_up(end, 16),
                             offsets + i * type->element->leaf_count);
    else
        for (int i = 0; i < type_all_fields(type); i++) {
            int first = type_field(type, i, &field, &name);
            end = place_type(field, end, offsets + first);
        }
    return end;
}

/* Matrices of one row or column and structs with bases are laid out by rules of their own. */
static bool is_plain(const Type *type)
{
    const Type *field;
    const char *name;
    if (type->shape == SHAPE_NUMBERS)
        return !type->is_matrix || (type->rows > 1 && type->columns > 1);
    if (type->shape == SHAPE_LIST)
        return is_plain(type->element);
    if (type->base != NULL)
        return false;
    for (int i = 0; i < type->field_count; i++) {
        type_field(type, i, &field, &name);
        if (!is_plain(field))
            return false;
    }
    return true;
}

static void fill(Generator *g)
{
    for (int i = 0; i < CONSTANT_BYTES; i += 4) {
        uint32_t word = gen_one_in(g, 3) ? gen_draw(g, UINT32_MAX) & 0x42ffffff : gen_draw(g, 20);
        memcpy(&g->program->constants[i], &word, 4);
    }
}

void gen_add_constants(Generator *g)
{
    Program *program = g->program;
    fill(g);
    text_printf(&program->text, "cbuffer constants {\n");
    for (int i = 1 + (int)gen_draw(g, 5); i > 0; i--) {
        const Type *type = gen_draw_type(g);
        if (!is_plain(type) || program->constant_bytes > CONSTANT_BYTES / 2 ||
            program->globals.count == COUNT_OF(program->global_values))
            continue;
        Variable *member = gen_new_variable(g, "b", type);
        member->offsets = ARENA_ARRAY(g->arena, int, type->leaf_count);
        program->constant_bytes = place_type(type, program->constant_bytes, member->offsets);
        text_printf(&program->text, "    ");
        print_declared(&program->text, type, member->name);
        text_printf(&program->text, ";\n");
        vec_push(g->arena, &program->globals, member);
        gen_declare(g, member, false, true);
    }
    text_printf(&program->text, "    int last;\n};\n\n");
    program->constant_bytes = round_up(program->constant_bytes + 4, 16);
}
