/* What the threads of a battery read. */
#include "intrinsics.h"

#include <string.h>

static int components_of(Battery battery) { return battery == BATTERY_PAIRS ? 1 : MOST_COMPONENTS; }

size_t input_offset(Battery battery, ScalarKind kind, int argument, int component)
{
    size_t column = ((size_t)kind * MOST_ARGUMENTS + (size_t)argument) * (size_t)components_of(battery) + (size_t)component;
    return column * (size_t)BATTERY_THREADS[battery] * 8;
}

size_t inputs_size(Battery battery) { return input_offset(battery, SCALAR_COUNT, 0, 0); }

static uint32_t hash(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

uint64_t input_bits(Battery battery, ScalarKind kind, int argument, int component, int thread)
{
    Edges edges = edges_of(kind, battery == BATTERY_TAME);
    uint32_t random = hash((uint32_t)(((int)kind * MOST_ARGUMENTS + argument) * MOST_COMPONENTS + component) * 4096u + (uint32_t)thread);
    int index = (int)(random % (uint32_t)edges.count);
    if (battery == BATTERY_PAIRS && argument < 2)
        index = (argument == 0 ? thread : thread / edges.count) % edges.count;
    return edges.bits[index];
}

static void fill_column(uint8_t *bytes, Battery battery, ScalarKind kind, int argument, int component)
{
    uint8_t *column = bytes + input_offset(battery, kind, argument, component);
    for (int thread = 0; thread < BATTERY_THREADS[battery]; thread++) {
        uint64_t bits = input_bits(battery, kind, argument, component, thread);
        memcpy(column + thread * bytes_of(kind), &bits, (size_t)bytes_of(kind));
    }
}

uint8_t *inputs_new(Arena *arena, Battery battery)
{
    uint8_t *bytes = arena_alloc(arena, inputs_size(battery) + 128);
    for (int kind = 0; kind < SCALAR_COUNT; kind++)
        for (int argument = 0; argument < MOST_ARGUMENTS && kind != SCALAR_LITERAL_INT && kind != SCALAR_LITERAL_FLOAT; argument++)
            for (int component = 0; component < components_of(battery); component++)
                fill_column(bytes, battery, (ScalarKind)kind, argument, component);
    return bytes;
}
