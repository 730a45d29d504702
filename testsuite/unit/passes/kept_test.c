/* join_kept keeps what kernels compute: variables that are kept over barriers, loaded, stored and
 * copied at random in stretches, branches and a loop. form_waves stores and loads them in few
 * orders; the pass is asked about all. */
#include "fuzz.h"
#include "test.h"
#include "verified_passes.h"

enum { KERNELS = 2000, THREADS = 8, VARIABLES = 3, MOST_STRETCHES = 6, MOST_OUT = 64 };

typedef struct Writer {
    Arena *arena;
    const char *text;
    uint32_t state;
    int values, out;
} Writer;

static int draw(Writer *writer, int below)
{
    writer->state = writer->state * 1664525u + 1013904223u;
    return (int)((writer->state >> 8) % (uint32_t)below);
}

#define WRITE(writer, ...) \
    ((writer)->text = arena_printf((writer)->arena, "%s%s", (writer)->text, \
                                   arena_printf((writer)->arena, __VA_ARGS__)))

/* Of the stretch: its thread, or what it has loaded. */
typedef struct Held {
    int values[16], count;
} Held;

static void write_load(Writer *writer, Held *held)
{
    held->values[held->count++] = writer->values;
    WRITE(writer, "%%%d varying i32 = load_var $v%d [%%0]\n", writer->values++,
          draw(writer, VARIABLES));
}

static void write_store(Writer *writer, const Held *held)
{
    WRITE(writer, "store_var $v%d [%%0], %%%d\n", draw(writer, VARIABLES),
          held->values[draw(writer, held->count)]);
}

/* By the odd threads. */
static void write_branch(Writer *writer, const Held *held)
{
    int bit = writer->values++, is_odd = writer->values++;
    WRITE(writer, "%%%d varying i32 = iand %%%d, %%1\n", bit, held->values[0]);
    WRITE(writer, "%%%d varying i1 = ieq %%%d, %%1\nif %%%d {\n", is_odd, bit, is_odd);
    write_store(writer, held);
    WRITE(writer, "yield\n} else {\nyield\n}\n");
}

static void write_out(Writer *writer, const Held *held)
{
    int place = writer->values++, from = writer->values++;
    WRITE(writer, "%%%d constant i32 = const %d\n", from, writer->out++ % MOST_OUT * THREADS);
    WRITE(writer, "%%%d varying i32 = iadd %%%d, %%%d\n", place, held->values[0], from);
    WRITE(writer, "store_struct $Out[%%0] [%%%d, %%0], %%%d\n", place,
          held->values[held->count - 1]);
}

static void write_stretch(Writer *writer)
{
    Held held = {{writer->values}, 1};
    WRITE(writer, "wave_loop {\n%%%d varying linear(1) i32 = group_index\n", writer->values++);
    for (int left = 1 + draw(writer, 6); left > 0; left--)
        switch (draw(writer, 12)) {
        case 0: write_branch(writer, &held); break;
        case 1:
        case 2:
        case 3: write_load(writer, &held), write_out(writer, &held); break;
        case 4:
        case 5: write_load(writer, &held); break;
        default: write_store(writer, &held);
        }
    WRITE(writer, "yield\n}\nbarrier\n");
}

static void write_stretches(Writer *writer)
{
    for (int left = 1 + draw(writer, MOST_STRETCHES); left > 0; left--)
        write_stretch(writer);
}

/* Three turns. */
static void write_loop(Writer *writer)
{
    int loop = writer->values++, turn = writer->values++, goes_on = writer->values++,
        next = writer->values++;
    WRITE(writer, "^%d loop (%%%d group i32 = %%0) {\n", loop, turn);
    write_stretches(writer);
    WRITE(writer, "%%%d group i1 = ult %%%d, %%2\nif %%%d {\nyield\n} else {\nbreak ^%d\n}\n",
          goes_on, turn, goes_on, loop);
    write_stretches(writer);
    WRITE(writer, "%%%d group i32 = iadd %%%d, %%1\ncontinue ^%d %%%d\n}\n", next, turn, loop,
          next);
}

static const char *random_text(Arena *arena, uint32_t seed)
{
    Writer writer = {arena, "", seed * 2654435761u, 3, 0};
    WRITE(&writer, "kernel @k numthreads(%d, 1, 1) wave 4 x 2\n", THREADS);
    WRITE(&writer, "uav $Out struct stride 4 row 0\n");
    for (int i = 0; i < VARIABLES; i++)
        WRITE(&writer, "wave $v%d i32\n", i);
    WRITE(&writer, "{\n%%0 constant i32 = const 0\n%%1 constant i32 = const 1\n"
                   "%%2 constant i32 = const 2\n");
    write_stretches(&writer);
    if (draw(&writer, 2))
        write_loop(&writer);
    write_stretches(&writer);
    WRITE(&writer, "yield\n}\n");
    return writer.text;
}

static FuzzKernel kernel_of(Arena *arena, const char *text)
{
    const char *error = NULL;
    FuzzKernel fuzz = {.groups = {1, 1, 1}, .row_count = 1};
    fuzz.kernel = ir_read(arena, names_new(arena), slice_of(text), &error);
    fuzz.rows[0] = (FuzzRow){.width = THREADS * MOST_OUT, .height = 1, .depth = 1, .stride = 4,
                             .scalar = IR_I32, .is_bound = true, .bytes = THREADS * MOST_OUT * 4};
    if (error == NULL)
        error = ir_verify(arena, fuzz.kernel);
    if (error != NULL)
        fail_msg("%s\n%s", error, text);
    return fuzz;
}

static void evaluate(Arena *arena, const FuzzKernel *fuzz, FuzzMemory *memory)
{
    const char *error = NULL;
    if (!fuzz_memory_evaluate(memory, arena, fuzz, fuzz->kernel, &error))
        fail_msg("%s\n%s", error, fuzz_kernel_text(arena, fuzz->kernel));
}

/* Whether variables were joined. */
static bool join_kept(Arena *arena, IrKernel *kernel)
{
    const Pass *pass = passes_find(slice_of("join_kept"));
    PassOptions options = {.diagnostics = diag_new(arena, sources_new(arena)),
                           .optimisation = 2,
                           .only = &(PassList){&pass, 1}};
    const char *before = fuzz_kernel_text(arena, kernel);
    const char *fault = verified_passes(kernel, &options);
    if (fault != NULL)
        fail_msg("%s", fault);
    return strcmp(before, fuzz_kernel_text(arena, kernel)) != 0;
}

TEST(joining_kept_variables_keeps_what_kernels_compute)
{
    FuzzMemory *before = fuzz_memory_new(), *after = fuzz_memory_new();
    int joined = 0;
    for (uint32_t seed = 0; seed < KERNELS; seed++) {
        Arena *arena = arena_new("test");
        const char *text = random_text(arena, seed);
        FuzzKernel fuzz = kernel_of(arena, text);
        evaluate(arena, &fuzz, before);
        joined += join_kept(arena, fuzz.kernel);
        evaluate(arena, &fuzz, after);
        const char *difference = fuzz_memory_differ(arena, &fuzz, before, after);
        if (difference != NULL)
            fail_msg("kernel %u: %s\n%s", seed, difference, text);
        arena_drop(arena);
    }
    assert_true(joined > KERNELS / 20); /* else nothing is asked */
    fuzz_memory_drop(before);
    fuzz_memory_drop(after);
}
