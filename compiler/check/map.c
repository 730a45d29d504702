/* Maps keyed by pointers: open addressing, linear probing, at most two thirds full. Keys are never
 * removed. */
#include "types_priv.h"

static size_t map_slot(const Map *map, const void *key)
{
    uint64_t hash = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
    size_t slot = (size_t)(hash >> 20) & (size_t)(map->capacity - 1);
    while (map->keys[slot] != NULL && map->keys[slot] != key)
        slot = (slot + 1) & (size_t)(map->capacity - 1);
    return slot;
}

void *map_find(const Map *map, const void *key)
{
    if (map->capacity == 0)
        return NULL;
    return map->values[map_slot(map, key)]; /* of an empty slot: NULL */
}

static void map_grow(Arena *arena, Map *map)
{
    Map bigger = {.capacity = map->capacity == 0 ? 8 : map->capacity * 2};
    bigger.keys = ARENA_ARRAY(arena, const void *, bigger.capacity);
    bigger.values = ARENA_ARRAY(arena, void *, bigger.capacity);
    for (int i = 0; i < map->capacity; i++)
        if (map->keys[i] != NULL)
            map_put(arena, &bigger, map->keys[i], map->values[i]);
    *map = bigger;
}

void map_put(Arena *arena, Map *map, const void *key, void *value)
{
    if ((map->count + 1) * 3 >= map->capacity * 2)
        map_grow(arena, map);
    size_t slot = map_slot(map, key);
    map->count += map->keys[slot] == NULL;
    map->keys[slot] = key;
    map->values[slot] = value;
}
