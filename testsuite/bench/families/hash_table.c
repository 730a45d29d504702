/* A hash table with open addressing: filled, and asked. */
#include <string.h>

#include "../bench.h"

enum { COUNT = SIZE(1 << 17, 1 << 10), SLOTS = 4 * COUNT };
static const uint32_t EMPTY = 0xffffffff;
typedef struct Slot {
    uint32_t key, value;
} Slot;
static uint32_t *keys, *probes, *found, *kernel_found;
static Slot *slots, *kernel_slots;

static inline uint32_t hash(uint32_t key)
{
    key ^= key >> 16;
    key *= 0x85ebca6b;
    key ^= key >> 13;
    key *= 0xc2b2ae35;
    return key ^ key >> 16;
}

PLAIN void fill(const uint32_t *restrict in, Slot *restrict table, uint32_t count, uint32_t mask)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = hash(in[i]) & mask;
        while (table[slot].key != EMPTY && table[slot].key != in[i])
            slot = (slot + 1) & mask;
        table[slot] = (Slot){in[i], in[i] * 3 + 1};
    }
}

PLAIN void ask(const uint32_t *restrict in, const Slot *restrict table, uint32_t *restrict out, uint32_t count, uint32_t mask)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = hash(in[i]) & mask;
        while (table[slot].key != EMPTY && table[slot].key != in[i])
            slot = (slot + 1) & mask;
        out[i] = table[slot].key == EMPTY ? 0 : table[slot].value;
    }
}

static void prepare(Kernels *kernels)
{
    keys = new_random_words(COUNT);
    probes = new_words(COUNT);
    for (uint32_t i = 0; i < COUNT; i++) /* half of them are there */
        probes[i] = i & 1 ? keys[(i * 2654435761u) % COUNT] : ~keys[i];
    found = new_words(COUNT);
    kernel_found = new_words(COUNT);
    slots = new_memory(SLOTS * sizeof(Slot));
    kernel_slots = new_memory(SLOTS * sizeof(Slot));
    bind_buffer(kernels, "gKeys", keys, COUNT, 4);
    bind_buffer(kernels, "gProbes", probes, COUNT, 4);
    bind_buffer(kernels, "gSlots", kernel_slots, SLOTS, sizeof(Slot));
    bind_buffer(kernels, "gFound", kernel_found, COUNT, 4);
    set_int(kernels, "gCount", COUNT);
    set_int(kernels, "gMask", SLOTS - 1);
}

static void plain(void)
{
    memset(slots, 0xff, SLOTS * sizeof(Slot));
    fill(keys, slots, COUNT, SLOTS - 1);
    ask(probes, slots, found, COUNT, SLOTS - 1);
}

static void kernel(Kernels *kernels)
{
    memset(kernel_slots, 0xff, SLOTS * sizeof(Slot));
    run(kernels, "InsertCS", COUNT / 256, 1, 1);
    run(kernels, "FindCS", COUNT / 256, 1, 1);
}

static double difference(void) { return words_that_differ(found, kernel_found, COUNT); }

const Contest contests[] = {{"hash table, 2^17 keys in and out", prepare, plain, kernel, difference, 0}, {0}};
