/* Tables keyed by names: an open-addressed table over the names' pointers. Values are never removed;
 * they may be set to NULL. */
#include "syntax_priv.h"

enum { FIRST_CAPACITY = 256 };

typedef struct MapSlot {
    Name name;
    void *value;
} MapSlot;

struct NameMap {
    Arena *arena;
    MapSlot *slots;
    uint32_t capacity, count; /* capacity is a power of two */
};

NameMap *name_map_new(Arena *arena)
{
    NameMap *map = ARENA_NEW(arena, NameMap);
    map->arena = arena;
    map->capacity = FIRST_CAPACITY;
    map->slots = ARENA_ARRAY(arena, MapSlot, map->capacity);
    return map;
}

static MapSlot *find_slot(MapSlot *slots, uint32_t capacity, Name name)
{
    uint64_t hash = (uint64_t)(uintptr_t)name * 0x9e3779b97f4a7c15u;
    for (uint32_t i = (uint32_t)(hash >> 32);; i++) {
        MapSlot *slot = &slots[i & (capacity - 1)];
        if (slot->name == name || slot->name == NULL)
            return slot;
    }
}

void *name_map_find(const NameMap *map, Name name) { return find_slot(map->slots, map->capacity, name)->value; }

static void double_map(NameMap *map)
{
    uint32_t capacity = map->capacity * 2;
    MapSlot *slots = ARENA_ARRAY(map->arena, MapSlot, capacity);
    for (uint32_t i = 0; i < map->capacity; i++)
        if (map->slots[i].name != NULL)
            *find_slot(slots, capacity, map->slots[i].name) = map->slots[i];
    map->slots = slots;
    map->capacity = capacity;
}

void name_map_set(NameMap *map, Name name, void *value)
{
    MapSlot *slot = find_slot(map->slots, map->capacity, name);
    if (slot->name == NULL) {
        slot->name = name;
        map->count++;
    }
    slot->value = value;
    if (map->count * 2 > map->capacity)
        double_map(map);
}
