/* Random programs: their types, functions and main, as trees and as text. Nothing they do is left
 * open by the language: every variable has a value, no index is outside, nothing is divided by 0,
 * and what has side effects is a statement of its own. */
#include "generate_program_priv.h"

/* ---- main ---- */

static void print_hash(Text *out, const Type *type, const char *place)
{
    Text part = {0};
    const Type *inner;
    const char *name;
    if (type->shape == SHAPE_NUMBERS && type->leaf_count == 1 && !type->is_matrix) {
        text_printf(out, "    hash = add(hash, %s);\n", place);
        return;
    }
    for (int i = 0; type->shape == SHAPE_LIST && i < type->count; i++) {
        part.length = 0;
        text_printf(&part, "%s[%d]", place, i);
        print_hash(out, type->element, part.bytes);
    }
    for (int i = 0; type->shape == SHAPE_RECORD && i < type_all_fields(type); i++) {
        part.length = 0;
        type_field(type, i, &inner, &name);
        text_printf(&part, "%s.%s", place, name);
        print_hash(out, inner, part.bytes);
    }
    for (int i = 0; type->shape == SHAPE_NUMBERS && i < type->leaf_count; i++)
        if (type->is_matrix)
            text_printf(out, "    hash = add(hash, %s[%d][%d]);\n", place, i / type->columns,
                        i % type->columns);
        else
            text_printf(out, "    hash = add(hash, %s[%d]);\n", place, i);
    text_free(&part);
}

static const char HEAD[] =
    "RWBuffer<uint> sink;\n"
    "RWStructuredBuffer<uint> cells;\n\n"
    "uint add(uint hash, uint x) { return hash * 31u + x; }\n"
    "uint add(uint hash, int x) { return hash * 31u + (uint)x; }\n"
    "uint add(uint hash, bool x) { return hash * 31u + (uint)x; }\n"
    "uint add(uint hash, int16_t x) { return hash * 31u + (uint)x; }\n"
    "uint add(uint hash, uint16_t x) { return hash * 31u + (uint)x; }\n"
    "uint add(uint hash, uint64_t x) { return (hash * 31u + (uint)x) * 31u + (uint)(x >> 32); }\n"
    "uint add(uint hash, int64_t x) { return add(hash, (uint64_t)x); }\n"
    "uint add(uint hash, float x)\n"
    "{\n"
    "    return hash * 31u + (isnan(x) ? 0x7fc00000u : x == 0 ? 0u : asuint(x));\n"
    "}\n\n";

/* Enums in all ways of declaring them; program_print.c writes small numbers by their names. */
static const char ENUMS[] =
    "enum Small { Zero, One, Two };\n"
    "static enum Any { Three = 3 } any_enum = Three, other_enum;\n"
    "typedef enum { Four = (int)Three + 1 } Fours;\n"
    "struct Holder { enum In { Five = Four + One } held; };\n"
    "namespace Space { enum Out : int { Six = Holder::Five + 1 }; }\n"
    "enum class Scoped : int16_t { Seven = (int)Space::Six | 1 };\n\n";

static void generate_main(Generator *g, int size)
{
    Program *program = g->program;
    Stmt *main = program->main = gen_stmt_new(g, NULL, BLOCK);
    for (int i = 0; i < COUNT_OF(program->source); i++) {
        Variable *variable = gen_new_variable(g, "s", gen_numbers(g, KIND_INT, 1));
        program->source[i] = gen_declare(g, variable, true, false);
    }
    gen_declare(g, program->thread, false, true);
    if (g->meets)
        gen_declare(g, program->lane, false, true);
    g->is_alike = true;
    int first = g->visible_count;
    g->budget = size;
    while (g->budget > 0)
        gen_statement(g, main, 3);
    for (int i = 0; i < program->globals.count; i++)
        program->sinks[program->sink_count++] = program->globals.items[i];
    for (int i = first; i < g->visible_count && program->sink_count < MOST_SINKS; i++)
        program->sinks[program->sink_count++] = g->visible[i].variable;
}

static void print_main(Program *program)
{
    Text *out = &program->text;
    text_printf(out, "[numthreads(%d, 1, 1)]\nvoid main(uint id : SV_DispatchThreadID)\n{\n",
                THREADS);
    text_printf(out, "    thread = id;\n    lane = WaveGetLaneIndex();\n"
                     "    lanes = WaveGetLaneCount();\n"
                     "    InterlockedAdd(cells[%d], 0u);\n", CELL_KINDS - 1);
    for (int i = 0; i < program->globals.count; i++)
        if (program->clears[i])
            text_printf(out, "    %s = (%s)0;\n", program->globals.items[i]->name,
                        program->globals.items[i]->type->name);
    for (int i = 0; i < COUNT_OF(program->source); i++)
        text_printf(out, "    int %s = source[(thread + %d) %% %d];\n", program->source[i]->name,
                    i * 7, SOURCE_COUNT);
    for (int i = 0; i < program->main->body.count; i++)
        print_stmt(out, program->main->body.items[i], 1);
    text_printf(out, "    uint hash;\n");
    for (int i = 0; i < program->sink_count; i++) {
        text_printf(out, "    hash = 17;\n");
        print_hash(out, program->sinks[i]->type, program->sinks[i]->name);
        text_printf(out, "    sink[thread * %d + %d] = hash;\n", MOST_SINKS, i);
    }
    text_printf(out, "}\n");
}

Program *random_program_new(Arena *arena, uint32_t seed, int size)
{
    Program *program = ARENA_NEW(arena, Program);
    Generator *g = ARENA_NEW(arena, Generator);
    *program = (Program){0};
    *g = (Generator){.arena = arena, .program = program, .state = seed * 2654435761u + 1};
    for (int i = 0; i < FETCH_COUNT; i++)
        text_printf(&program->text, "%s %s;\n", FETCHES[i].type, FETCHES[i].name);
    text_printf(&program->text, "%s%s", HEAD, ENUMS);
    program->thread = gen_new_variable(g, "thread", gen_numbers(g, KIND_UINT, 1));
    program->thread->name = "thread";
    program->lane = gen_new_variable(g, "lane", gen_numbers(g, KIND_UINT, 1));
    program->lane->name = "lane";
    program->lanes = gen_new_variable(g, "lanes", gen_numbers(g, KIND_UINT, 1));
    program->lanes->name = "lanes";
    g->meets = seed % 4 != 0;
    text_printf(&program->text, "static uint thread, lane, lanes;\n");
    for (int i = (int)gen_draw(g, 3); i > 0; i--)
        gen_add_global(g);
    text_printf(&program->text, "\n");
    for (int i = 2 + (int)gen_draw(g, 8); i > 0; i--)
        switch (gen_draw(g, 6)) {
        case 0: case 1:
            if (g->record_count < MOST_RECORDS)
                gen_add_record(g);
            break;
        case 5:
            if (g->record_count < MOST_RECORDS - 1)
                gen_add_class_template(g);
            break;
        case 2:
            if (g->function_count < MOST_FUNCTIONS - 2)
                gen_add_template(g);
            break;
        default:
            if (g->function_count < MOST_FUNCTIONS)
                gen_add_function(g);
        }
    if (gen_one_in(g, 2))
        gen_add_constants(g);
    generate_main(g, size);
    print_main(program);
    return program;
}

void random_program_drop(Program *program) { text_free(&program->text); }
const char *random_program_text(const Program *program) { return program->text.bytes; }

const char *random_program_sink(const Program *program, int index)
{
    return index < program->sink_count ? program->sinks[index]->name : "nothing";
}

int random_program_constants(const Program *program, uint8_t bytes[CONSTANT_BYTES])
{
    memcpy(bytes, program->constants, CONSTANT_BYTES);
    return program->constant_bytes;
}
