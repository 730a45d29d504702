/* Arenas: memory that is given out piece by piece and given back all at once.
 *
 * Small blocks come from calloc, so that what is handed out is zero without being cleared again.
 * From 2 MiB on they are mapped where huge pages can back them: handing out 4 KiB pages takes the
 * system four times as long, as much again as parsing them full. Blocks double up to 32 MiB; what
 * is never touched of one costs nothing. With WAVECC_ARENA_MALLOC each allocation is a malloc of
 * its own, which lets AddressSanitizer see an overrun of one byte. */
#include "base.h"

#include <stdlib.h>
#include <sys/mman.h>

enum {
    ALIGNMENT = 16,
    FIRST_BLOCK = 16 * 1024,
    LARGEST_BLOCK = 32 * 1024 * 1024,
    HUGE_PAGE = 2 * 1024 * 1024,
};

typedef struct Block {
    struct Block *next;
    size_t mapped; /* bytes to unmap; 0: free it */
} Block;

_Static_assert(sizeof(Block) <= 32, "BLOCK_HEADER holds a Block");
enum { BLOCK_HEADER = 32 };

struct Arena {
    char *free, *end; /* of the newest block: allocations come from it */
    Block *blocks;    /* the newest first */
    const char *lifetime;
    size_t next_size;
};

void *zeroed_new(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (memory == NULL)
        stop_out_of_memory("calloc", count);
    return memory;
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
    arena->free = arena->end = (char *)arena; /* no room yet */
    return arena;
}

static char *block_bytes(Block *block) { return (char *)block + BLOCK_HEADER; }

static void add_block(Arena *arena, Block *block)
{
    block->next = arena->blocks;
    arena->blocks = block;
}

#ifdef WAVECC_ARENA_MALLOC

void *arena_alloc(Arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        stop_out_of_memory(arena->lifetime, size);
    Block *block = get_zeroed(arena->lifetime, BLOCK_HEADER + size);
    add_block(arena, block);
    return block_bytes(block);
}

static bool can_grow_in_place(Arena *arena, const void *old, size_t old_size, size_t new_size)
{
    (void)arena, (void)old, (void)old_size, (void)new_size;
    return false;
}

#else

static size_t round_up(size_t size, size_t step) { return (size + step - 1) & ~(step - 1); }

static size_t next_block_size(Arena *arena, size_t wanted)
{
    size_t size = arena->next_size;
    if (arena->next_size < LARGEST_BLOCK)
        arena->next_size *= 2;
    return wanted > size ? wanted : size;
}

/* Zeroed memory that begins and ends with a huge page. */
static Block *map_block(const char *lifetime, size_t size)
{
    char *mapped = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        stop_out_of_memory(lifetime, size);
    char *start = (char *)round_up((size_t)mapped, HUGE_PAGE);
    size_t before = (size_t)(start - mapped);
    if (before > 0)
        munmap(mapped, before);
    munmap(start + size, HUGE_PAGE - before);
    madvise(start, size, MADV_HUGEPAGE); /* where the system has none, small ones do */
    Block *block = (Block *)start;
    block->mapped = size;
    return block;
}

/* Puts a block with room for `size` bytes first. Blocks' sizes are multiples of ALIGNMENT. */
static void open_block(Arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        stop_out_of_memory(arena->lifetime, size);
    size_t room = next_block_size(arena, BLOCK_HEADER + round_up(size, ALIGNMENT));
    Block *block;
    if (room < HUGE_PAGE) {
        block = get_zeroed(arena->lifetime, room);
    } else {
        room = round_up(room, HUGE_PAGE);
        block = map_block(arena->lifetime, room);
    }
    add_block(arena, block);
    arena->free = block_bytes(block);
    arena->end = (char *)block + room;
}

void *arena_alloc(Arena *arena, size_t size)
{
    /* What is left is always a multiple of ALIGNMENT. */
    if (size > (size_t)(arena->end - arena->free))
        open_block(arena, size);
    void *memory = arena->free;
    arena->free += round_up(size, ALIGNMENT);
    return memory;
}

/* The newest allocation can grow where it stands, if its block has room. */
static bool can_grow_in_place(Arena *arena, const void *old, size_t old_size, size_t new_size)
{
    char *start = arena->free - round_up(old_size, ALIGNMENT);
    if (old == NULL || start != old || new_size > (size_t)(arena->end - start) ||
        round_up(new_size, ALIGNMENT) > (size_t)(arena->end - start))
        return false;
    arena->free = start + round_up(new_size, ALIGNMENT);
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
        if (block->mapped > 0)
            munmap(block, block->mapped);
        else
            free(block);
    }
    free(arena);
}

/* ---- vectors ---- */

void vec_reserve_bytes(Arena *arena, void **items, int count, int *capacity, size_t item_size)
{
    if (count < *capacity)
        return;
    int wanted = *capacity == 0 ? 4 : *capacity * 2;
    if (*capacity > INT32_MAX / 2)
        stop_out_of_memory(arena->lifetime, SIZE_MAX);
    *items = arena_grow(arena, *items, (size_t)count * item_size, (size_t)wanted * item_size);
    *capacity = wanted;
}
