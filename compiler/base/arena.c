/* Arenas: memory that is given out piece by piece and given back all at once.
 *
 * Blocks come from calloc, so that what is handed out is zero without being cleared again; they
 * double up to 1 MiB. (Huge pages, and touching a block's pages in one go, were measured on 30 MB of
 * shader and gained nothing.) With WAVECC_ARENA_MALLOC each allocation is a malloc of its own, which
 * lets AddressSanitizer see an overrun of one byte. */
#include "base.h"

#include <stdlib.h>

enum { ALIGNMENT = 16, FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 1024 * 1024 };

typedef struct Block {
    struct Block *next;
    size_t size, used; /* of the bytes after this header */
} Block;

_Static_assert(sizeof(Block) <= 32, "BLOCK_HEADER holds a Block");
enum { BLOCK_HEADER = 32 };

struct Arena {
    const char *lifetime;
    Block *blocks; /* the newest first: allocations come from it */
    size_t next_size;
};

static void stop_out_of_memory(const char *lifetime, size_t size)
{
    fprintf(stderr, "wavecc: out of memory: %zu bytes for '%s'\n", size, lifetime);
    exit(3);
}

static void *get_zeroed(const char *lifetime, size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL)
        stop_out_of_memory(lifetime, size);
    return memory;
}

Arena *arena_new(const char *lifetime)
{
    Arena *arena = get_zeroed(lifetime, sizeof *arena);
    arena->lifetime = lifetime;
    arena->next_size = FIRST_BLOCK;
    return arena;
}

static char *block_bytes(Block *block) { return (char *)block + BLOCK_HEADER; }

/* Puts a block with room for `size` bytes first. */
static Block *add_block(Arena *arena, size_t size)
{
    Block *block = get_zeroed(arena->lifetime, BLOCK_HEADER + size);
    block->size = size;
    block->next = arena->blocks;
    arena->blocks = block;
    return block;
}

#ifdef WAVECC_ARENA_MALLOC

void *arena_alloc(Arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        stop_out_of_memory(arena->lifetime, size);
    return block_bytes(add_block(arena, size));
}

static bool can_grow_in_place(Arena *arena, const void *old, size_t old_size, size_t new_size)
{
    (void)arena, (void)old, (void)old_size, (void)new_size;
    return false;
}

#else

static size_t round_up(size_t size) { return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1); }

static size_t next_block_size(Arena *arena, size_t wanted)
{
    size_t size = arena->next_size;
    if (arena->next_size < LARGEST_BLOCK)
        arena->next_size *= 2;
    return wanted > size ? wanted : size;
}

void *arena_alloc(Arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        stop_out_of_memory(arena->lifetime, size);
    size_t wanted = round_up(size);
    Block *block = arena->blocks;
    if (block == NULL || block->size - block->used < wanted)
        block = add_block(arena, next_block_size(arena, wanted));
    void *memory = block_bytes(block) + block->used;
    block->used += wanted;
    return memory;
}

/* The newest allocation can grow where it stands, if its block has room. */
static bool can_grow_in_place(Arena *arena, const void *old, size_t old_size, size_t new_size)
{
    Block *block = arena->blocks;
    if (old == NULL || block == NULL)
        return false;
    size_t old_room = round_up(old_size);
    if (old_room > block->used || (const char *)old != block_bytes(block) + block->used - old_room)
        return false;
    size_t start = block->used - old_room;
    if (new_size > block->size - start || round_up(new_size) > block->size - start)
        return false;
    block->used = start + round_up(new_size);
    return true;
}

#endif

void *arena_grow(Arena *arena, const void *old, size_t old_size, size_t new_size)
{
    if (new_size >= old_size && can_grow_in_place(arena, old, old_size, new_size))
        return (void *)old;
    void *memory = arena_alloc(arena, new_size);
    size_t kept = old_size < new_size ? old_size : new_size;
    if (old != NULL && kept > 0)
        memcpy(memory, old, kept);
    return memory;
}

char *arena_copy_text(Arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *arena_printf(Arena *arena, const char *format, ...)
{
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    char *copy = arena_copy_text(arena, text.bytes, text.length);
    text_free(&text);
    return copy;
}

void arena_drop(Arena *arena)
{
    if (arena == NULL)
        return;
    for (Block *block = arena->blocks, *next; block != NULL; block = next) {
        next = block->next;
        free(block);
    }
    free(arena);
}

/* ---- vectors ---- */

void vec_reserve_bytes(Arena *arena, void **items, int count, int *capacity, size_t item_size)
{
    if (count < *capacity)
        return;
    int wanted = *capacity == 0 ? 8 : *capacity * 2;
    if (*capacity > INT32_MAX / 2)
        stop_out_of_memory(arena->lifetime, SIZE_MAX);
    *items = arena_grow(arena, *items, (size_t)count * item_size, (size_t)wanted * item_size);
    *capacity = wanted;
}
