/* Interned names: text comes in, one pointer per distinct text goes out.
 *
 * An open-addressed table with linear probing, at most half full. A name's number stands before its
 * text. */
#include "base.h"

enum { FIRST_CAPACITY = 1024, LONGEST_COMPARED = 64 };

typedef struct NameSlot {
    Name name; /* NULL: free */
    uint32_t hash, length;
} NameSlot;

struct Names {
    Arena *arena;
    NameSlot *slots;
    uint32_t capacity, count; /* capacity is a power of two */
};

Names *names_new(Arena *arena)
{
    Names *names = ARENA_NEW(arena, Names);
    names->arena = arena;
    names->capacity = FIRST_CAPACITY;
    names->slots = ARENA_ARRAY(arena, NameSlot, names->capacity);
    return names;
}

static uint64_t mix(uint64_t hash, uint64_t part)
{
    hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* Up to eight bytes as a number; those in the middle may count twice. */
static uint64_t bytes_of(const char *text, size_t length)
{
    if (length >= 4) {
        uint32_t first, last;
        memcpy(&first, text, sizeof first);
        memcpy(&last, text + length - sizeof last, sizeof last);
        return (uint64_t)first << 32 | last;
    }
    if (length == 0)
        return 0;
    const unsigned char *bytes = (const unsigned char *)text;
    uint64_t first = bytes[0], middle = bytes[length / 2], last = bytes[length - 1];
    return first | middle << 8 | last << 16;
}

static uint32_t hash_text(Slice text)
{
    uint64_t hash = text.length;
    for (; text.length > 8; text.text += 8, text.length -= 8)
        hash = mix(hash, bytes_of(text.text, 8));
    return (uint32_t)mix(hash, bytes_of(text.text, text.length));
}

/* The slot that holds `text`, or the free one where it belongs. */
static inline NameSlot *find_slot(NameSlot *slots, uint32_t capacity, Slice text, uint32_t hash)
{
    for (uint32_t i = hash;; i++) {
        NameSlot *slot = &slots[i & (capacity - 1)];
        if (slot->name == NULL)
            return slot;
        bool may_match = slot->hash == hash && slot->length == text.length;
        if (may_match && memcmp(slot->name, text.text, text.length) == 0)
            return slot;
    }
}

static void double_table(Names *names)
{
    uint32_t capacity = names->capacity * 2;
    NameSlot *slots = ARENA_ARRAY(names->arena, NameSlot, capacity);
    for (uint32_t i = 0; i < names->capacity; i++) {
        NameSlot *old = &names->slots[i];
        if (old->name != NULL)
            *find_slot(slots, capacity, (Slice){old->name, old->length}, old->hash) = *old;
    }
    names->slots = slots;
    names->capacity = capacity;
}

Name names_intern(Names *names, Slice text)
{
    uint32_t hash = hash_text(text);
    NameSlot *slot = find_slot(names->slots, names->capacity, text, hash);
    if (slot->name != NULL)
        return slot->name;
    char *numbered = arena_alloc(names->arena, sizeof names->count + text.length + 1);
    char *name = numbered + sizeof names->count;
    memcpy(numbered, &names->count, sizeof names->count);
    if (text.length > 0)
        memcpy(name, text.text, text.length);
    *slot = (NameSlot){name, hash, (uint32_t)text.length};
    if (++names->count * 2 > names->capacity)
        double_table(names);
    return name;
}

Name names_intern_text(Names *names, const char *text)
{
    return names_intern(names, slice_of(text));
}

static int smallest(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* Damerau and Levenshtein's distance with adjacent swaps ("optimal string alignment"). Names longer
 * than LONGEST_COMPARED are never typing errors of each other: they are as far apart as they are
 * long. */
int names_edit_distance(const char *left, const char *right)
{
    int rows = (int)strlen(left), columns = (int)strlen(right);
    if (rows > LONGEST_COMPARED || columns > LONGEST_COMPARED)
        return strcmp(left, right) == 0 ? 0 : (rows > columns ? rows : columns);
    int distance[LONGEST_COMPARED + 1][LONGEST_COMPARED + 1];
    for (int i = 0; i <= rows; i++)
        distance[i][0] = i;
    for (int j = 0; j <= columns; j++)
        distance[0][j] = j;
    for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= columns; j++) {
            int replaced = distance[i - 1][j - 1] + (left[i - 1] != right[j - 1]);
            distance[i][j] = smallest(distance[i - 1][j] + 1, distance[i][j - 1] + 1, replaced);
            bool is_swapped = i > 1 && j > 1 && left[i - 1] == right[j - 2] &&
                              left[i - 2] == right[j - 1];
            if (is_swapped && distance[i - 2][j - 2] + 1 < distance[i][j])
                distance[i][j] = distance[i - 2][j - 2] + 1;
        }
    }
    return distance[rows][columns];
}

void nearest_consider(NearestName *nearest, const char *candidate)
{
    int length = (int)strlen(nearest->written), most = length / 3;
    int longer = (int)strlen(candidate) - length;
    if (longer > most || -longer > most)
        return;
    int distance = names_edit_distance(nearest->written, candidate);
    if (distance <= most && distance > 0 &&
        (nearest->best == NULL || distance < nearest->distance)) {
        nearest->best = candidate;
        nearest->distance = distance;
    }
}
