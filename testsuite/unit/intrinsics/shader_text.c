/* Cases as HLSL: one block for each, its arguments loaded (or constants), its results stored.
 *
 *     { float2 a = float2(In.Load<float>(640 + t * 4), In.Load<float>(896 + t * 4)); ...
 *       float2 r = atan2(a, b);
 *       Out.Store<float>(0 + t * 4, r.x); Out.Store<float>(256 + t * 4, r.y); } */
#include "intrinsics.h"

#include <math.h>
#include <stdio.h>

enum { MOST_STORED = 128, MOST_COMPILED = 24, FOLDED_PAIRS = 40, FOLDED_OTHERS = 2, MOST_FOLDED = 1500 };

/* ---- what is stored where ---- */

static const char *component_text(Arena *arena, const char *variable, Shape shape, int index)
{
    if (shape.rows)
        return arena_printf(arena, "%s[%d][%d]", variable, index / shape.columns, index % shape.columns);
    return shape.columns ? arena_printf(arena, "%s.%c", variable, "xyzw"[index]) : variable;
}

static void add_outputs(Arena *arena, Outputs *outputs, const Place *place, int output, const char *variable)
{
    for (int i = 0; i < shape_count(place->shape); i++)
        vec_push(arena, &outputs->items, (Output){output, i, place->kind, component_text(arena, variable, place->shape, i)});
}

Outputs outputs_of(Arena *arena, const Case *test)
{
    Outputs outputs = {0};
    int output = 0;
    if (test->result.direction != '-')
        add_outputs(arena, &outputs, &test->result, output++, "r");
    for (int i = 0; i < test->argument_count; i++)
        if (test->arguments[i].direction == '>')
            add_outputs(arena, &outputs, &test->arguments[i], output++, arena_printf(arena, "%c", "abcd"[i]));
    return outputs;
}

int case_bytes(const Case *test)
{
    int count = test->result.direction != '-' ? shape_count(test->result.shape) : 0;
    for (int i = 0; i < test->argument_count; i++)
        count += test->arguments[i].direction == '>' ? shape_count(test->arguments[i].shape) : 0;
    return count * 8;
}

static int places_of(const Entry *entry) { return entry->tuples ? entry->tuples : BATTERY_THREADS[entry->battery]; }

size_t output_offset(const Entry *entry, int index, int output, int thread)
{
    size_t before = 0;
    for (int i = 0; i < index; i++)
        before += (size_t)case_bytes(entry->cases[i]);
    return (before + (size_t)output * 8) * (size_t)places_of(entry) + (size_t)thread * 8;
}

int thread_of_tuple(const Entry *entry, int index, int tuple)
{
    const Case *test = entry->cases[index];
    if (entry->battery == BATTERY_PAIRS && test->argument_count == 1)
        return tuple;
    return (index * 37 + tuple * 613) % BATTERY_THREADS[entry->battery];
}

/* ---- entry points ---- */

static void add_entry(Arena *arena, Entries *entries, Battery battery, const Case *const *cases, int count, Selection selection)
{
    Entry entry = {.name = arena_printf(arena, "e%d", entries->items.count), .battery = battery, .cases = cases, .count = count};
    entry.tuples = selection != SELECT_FOLDED ? 0 : battery == BATTERY_PAIRS ? FOLDED_PAIRS : FOLDED_OTHERS;
    entry.out_bytes = output_offset(&entry, count, 0, 0);
    vec_push(arena, &entries->items, entry);
}

static int most_stored(Battery battery, Selection selection)
{
    if (selection == SELECT_FOLDED)
        return battery == BATTERY_PAIRS ? MOST_FOLDED / FOLDED_PAIRS : MOST_FOLDED / FOLDED_OTHERS;
    return selection == SELECT_COMPILED ? MOST_COMPILED : MOST_STORED;
}

static void add_battery(Arena *arena, Entries *entries, const Cases *cases, Battery battery, Selection selection)
{
    const Case **chosen = ARENA_ARRAY(arena, const Case *, cases->items.count);
    int count = 0, stored = 0;
    for (int i = 0; i < cases->items.count; i++) {
        const Case *test = &cases->items.items[i];
        if (test->battery != battery || (selection == SELECT_COMPILED && !test->is_compiled))
            continue;
        chosen[count++] = test;
        stored += case_bytes(test) / 8;
        if (stored < most_stored(battery, selection))
            continue;
        add_entry(arena, entries, battery, chosen, count, selection);
        chosen += count;
        count = stored = 0;
    }
    if (count > 0)
        add_entry(arena, entries, battery, chosen, count, selection);
}

Entries entries_of(Arena *arena, const Cases *cases, Selection selection)
{
    Entries entries = {0};
    for (int battery = 0; battery < BATTERY_COUNT; battery++)
        add_battery(arena, &entries, cases, (Battery)battery, selection);
    return entries;
}

/* ---- arguments ---- */

static const char *load_text(Arena *arena, Battery battery, ScalarKind kind, int argument, int component)
{
    unsigned offset = (unsigned)input_offset(battery, kind, argument, component);
    const char *name = kind == SCALAR_BOOL ? "uint" : scalar_info(kind)->name;
    return arena_printf(arena, "In.Load<%s>(%u + t * %d)%s", name, offset, bytes_of(kind), kind == SCALAR_BOOL ? " != 0" : "");
}

static const char *float_bits_text(Arena *arena, ScalarKind kind, uint64_t bits)
{
    switch (scalar_info(kind)->ir) {
    case IR_F16: return arena_printf(arena, "asfloat16((uint16_t)0x%xu)", (unsigned)bits);
    case IR_F32: return arena_printf(arena, "(%s)asfloat(0x%xu)", scalar_info(kind)->name, (unsigned)bits);
    default: return arena_printf(arena, "asdouble(0x%xu, 0x%xu)", (unsigned)bits, (unsigned)(bits >> 32));
    }
}

/* As a literal where there is one. */
static const char *constant_text(Arena *arena, ScalarKind kind, uint64_t bits, bool literal)
{
    const char *name = scalar_info(kind)->name;
    if (kind == SCALAR_BOOL)
        return bits ? "true" : "false";
    if (scalar_info(kind)->class != CLASS_FLOAT)
        return arena_printf(arena, "(%s)0x%llx%s", name, (unsigned long long)bits, bytes_of(kind) == 8 ? "ull" : "u");
    if (literal && isfinite(number_of_bits(kind, bits)))
        return arena_printf(arena, "(%s)(%#.17g%s)", name, (double)number_of_bits(kind, bits), scalar_info(kind)->ir == IR_F64 ? "L" : "");
    return float_bits_text(arena, kind, bits);
}

static void write_argument(Arena *arena, Text *text, const Entry *entry, const Case *test, int argument, int tuple, int thread)
{
    const Place *place = &test->arguments[argument];
    const char *type = type_text(arena, place->kind, place->shape);
    bool is_static = entry->tuples && tuple % 2 == 0 && place->direction == ' ';
    text_printf(text, " %s%s %c", is_static ? "static const " : "", type, "abcd"[argument]);
    for (int i = 0; place->direction == ' ' && i < shape_count(place->shape); i++) {
        uint64_t bits = input_bits(entry->battery, place->kind, argument, i, thread);
        const char *value = entry->tuples ? constant_text(arena, place->kind, bits, tuple % 4 < 2) : load_text(arena, entry->battery, place->kind, argument, i);
        if (i == 0)
            text_printf(text, place->shape.columns ? " = %s(" : " = ", type);
        text_printf(text, "%s%s", i ? ", " : "", value);
    }
    text_printf(text, place->direction == ' ' && place->shape.columns ? ");" : ";");
}

/* ---- blocks ---- */

static bool stores_static(const Case *test)
{
    for (int i = 0; i < test->argument_count; i++)
        if (test->arguments[i].direction == '>')
            return false;
    return true;
}

static void write_stores(Arena *arena, Text *text, const Entry *entry, int index, int tuple)
{
    Outputs outputs = outputs_of(arena, entry->cases[index]);
    for (int i = 0; i < outputs.items.count; i++) {
        const Output *output = &outputs.items.items[i];
        bool is_bool = output->kind == SCALAR_BOOL;
        unsigned offset = (unsigned)output_offset(entry, index, i, entry->tuples ? tuple : 0);
        text_printf(text, " Out.Store<%s>(%u%s, %s%s);", is_bool ? "uint" : scalar_info(output->kind)->name, offset, entry->tuples ? "" : " + t * 8",
                    is_bool ? "(uint)" : "", output->text);
    }
}

static void write_case(Arena *arena, Text *text, const Entry *entry, int index, int tuple)
{
    const Case *test = entry->cases[index];
    int thread = entry->tuples ? thread_of_tuple(entry, index, tuple) : 0;
    text_printf(text, "    {");
    for (int i = 0; i < test->argument_count; i++)
        write_argument(arena, text, entry, test, i, tuple, thread);
    if (test->result.direction != '-')
        text_printf(text, " %s%s r =", entry->tuples && tuple % 2 == 0 && stores_static(test) ? "static const " : "",
                    type_text(arena, test->result.kind, test->result.shape));
    text_printf(text, " %s;", test->text);
    write_stores(arena, text, entry, index, tuple);
    text_printf(text, " }\n");
}

void entry_write(Arena *arena, Text *text, const Entry *entry)
{
    text_printf(text, "[numthreads(%d, 1, 1)] void %s(uint3 id : SV_DispatchThreadID)\n{\n    uint t = id.x;\n", entry->tuples ? 1 : GROUP, entry->name);
    for (int index = 0; index < entry->count; index++)
        for (int tuple = 0; tuple < (entry->tuples ? entry->tuples : 1); tuple++)
            write_case(arena, text, entry, index, tuple);
    text_printf(text, "}\n");
}
