/* Tables keyed by names: an array over the names' numbers, as long as the last name that was set
 * needs. */
#include "lex_priv.h"

NameMap *name_map_new(Arena *arena)
{
    NameMap *map = ARENA_NEW(arena, NameMap);
    map->arena = arena;
    return map;
}

void name_map_set(NameMap *map, Name name, void *value)
{
    while (map->capacity <= name_number(name)) {
        uint32_t capacity = map->capacity == 0 ? 512 : map->capacity * 2;
        map->values = arena_grow(map->arena, map->values, sizeof(void *) * map->capacity,
                                 sizeof(void *) * capacity);
        map->capacity = capacity;
    }
    map->values[name_number(name)] = value;
}

void name_map_each(const NameMap *map, ValueVisit *visit, void *context)
{
    for (uint32_t i = 0; i < map->capacity; i++)
        if (map->values[i] != NULL)
            visit(context, map->values[i]);
}
