/* Runs the cross of waves.h, one C file for each wave size: the emitted code and the reference evaluator
 * against the model.
 *
 * The whole cross takes minutes. A run of the tests takes a part of it, another one for each control shape
 * and wave size, so that all operations, types, shapes and sizes meet somewhere; WAVES=all takes all. */
#include "waves.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compile_c.h"
#include "emit/emit.h"
#include "test.h"
#include "verified_passes.h"
#include "wcc_abi.h"

enum { UNTOUCHED = 0xcc, PARTS = 24, PARTS_OF_ALL = 12, MOST_SHAPES = 16 };

typedef struct Batch { /* all shapes at one wave size */
    Arena *arena;
    int wave_size, lanes;
    WaveCases cases[MOST_SHAPES];
    const char *compiler;
    IrLaneOrder order;
    Input *inputs;
    size_t out_bytes;
    uint32_t *expected, *got;
} Batch;

/* ---- what is expected ---- */

/* Quads of a group two threads high, in plain C; a random order is what it is. */
static int thread_of(const Batch *batch, const IrKernel *kernel, int lane)
{
    int threads = (int)ir_group_size(kernel), quad = lane / 4, x = quad * 2 + lane % 2, y = lane / 2 % 2;
    if (batch->order.kind == IR_ORDER_RANDOM)
        return ir_thread_of_lane(kernel, lane);
    if (batch->order.kind == IR_ORDER_QUAD && threads % 4 == 0)
        return y * (threads / 2) + x;
    return lane < threads ? lane : -1;
}

static ModelWave model_wave(const Batch *batch, const ControlShape *shape, const IrKernel *kernel, int index, int turn)
{
    ModelWave wave = {.size = batch->wave_size, .index = index};
    for (int lane = 0; lane < wave.size; lane++) {
        int thread = thread_of(batch, kernel, index * wave.size + lane);
        wave.threads[lane] = thread;
        wave.inputs[lane] = &batch->inputs[thread < 0 ? 0 : thread];
        wave.active[lane] = thread >= 0 && shape->runs(wave.inputs[lane]->words[INPUT_WHICH], lane, wave.size, turn);
        if (wave.active[lane])
            wave.lanes[wave.count++] = lane;
    }
    return wave;
}

static void expect_case(const Batch *batch, const ControlShape *shape, const WaveCase *test, const ModelWave *wave)
{
    int threads = waves_thread_count(shape, batch->wave_size);
    for (int i = 0; i < wave->count; i++) {
        uint32_t words[MOST_WORDS] = {0};
        test->operation->model(test, wave, wave->lanes[i], words);
        for (int k = 0; k < test->words; k++)
            batch->expected[(test->slot + k) * threads + wave->threads[wave->lanes[i]]] = words[k];
    }
}

static void expect(const Batch *batch, const ControlShape *shape, const WaveCases *cases, const IrKernel *kernel)
{
    memset(batch->expected, UNTOUCHED, batch->out_bytes);
    for (int turn = 0; turn < shape->turns; turn++)
        for (int index = 0; index < WAVES_PER_GROUP; index++) {
            ModelWave wave = model_wave(batch, shape, kernel, index, turn);
            for (int i = 0; i < cases->count; i++)
                expect_case(batch, shape, &cases->items[i], &wave);
        }
}

static void compare(const Batch *batch, const ControlShape *shape, const WaveCases *cases, const char *who)
{
    int threads = waves_thread_count(shape, batch->wave_size), faults = 0;
    for (int i = 0; i < cases->count; i++) {
        const WaveCase *test = &cases->items[i];
        for (int k = 0; k < test->words * threads; k++) {
            int at = test->slot * threads + k;
            if (batch->got[at] == batch->expected[at] || faults > 10)
                continue;
            print_error("%s, W = %d, %s: thread %d, word %d of %s is 0x%08x, expected 0x%08x\n", shape->name, batch->wave_size, who,
                        k % threads, k / threads, waves_case_text(batch->arena, test), batch->got[at], batch->expected[at]);
            faults++;
            break;
        }
    }
    if (faults > 0)
        fail();
}

/* ---- the evaluator ---- */

static void evaluate(Batch *batch, const ControlShape *shape, const WaveCases *cases, const IrKernel *kernel, const char *who)
{
    const char *error = NULL;
    uint32_t in_words = (uint32_t)waves_thread_count(shape, batch->wave_size) * INPUT_WORDS;
    IrEvalResource resources[2] = {{.data = (uint8_t *)batch->inputs, .width = in_words, .stride = 4},
                                   {.data = (uint8_t *)batch->got, .width = (uint32_t)(batch->out_bytes / 4), .stride = 4}};
    memset(batch->got, UNTOUCHED, batch->out_bytes);
    if (!ir_evaluate(batch->arena, kernel, resources, (const uint32_t[3]){1, 1, 1}, &error))
        fail_msg("%s, W = %d: %s", shape->name, batch->wave_size, error);
    compare(batch, shape, cases, who);
}

static void run_passes(Batch *batch, IrKernel *kernel)
{
    PassOptions options = {.diagnostics = diag_new(batch->arena, sources_new(batch->arena)), .optimisation = 2};
    const char *fault = verified_passes(kernel, &options);
    if (fault != NULL)
        fail_msg("%s", fault);
}

/* ---- the emitted code ---- */

static void emit(Batch *batch, IrKernel **kernels, Text *text)
{
    EmitEntry *entries = ARENA_ARRAY(batch->arena, EmitEntry, WAVES_SHAPE_COUNT);
    const Plan **plans = ARENA_ARRAY(batch->arena, const Plan *, WAVES_SHAPE_COUNT);
    Diagnostics *diagnostics = diag_new(batch->arena, sources_new(batch->arena));
    IrResourceInfo resources[2] = {{.type = "Buffer<uint>", .kind = "BUFFER", .register_class = 't', .components = 1},
                                   {.type = "RWBuffer<uint>", .kind = "RWBUFFER", .register_class = 'u', .components = 1}};
    for (int i = 0; i < 2; i++)
        resources[i].resource = kernels[0]->resources.items[i];
    for (int i = 0; i < WAVES_SHAPE_COUNT; i++) {
        plans[i] = plan_new(batch->arena, diagnostics, kernels[i], (PlanTarget){.lanes = batch->lanes});
        assert_false(plans[i]->has_failed);
        entries[i] = (EmitEntry){.name = kernels[i]->name, .variants = &plans[i], .variant_count = 1};
    }
    EmitModule module = {.source = "waves", .name = "wcc", .reflection = &(IrReflection){resources, 2, 2}, .entries = entries,
                         .entry_count = WAVES_SHAPE_COUNT, .lanes = batch->lanes};
    emit_module(text, &module);
}

/* Past two vectors there are more pieces of the same, over which the C compiler is slow. Which thread is in
 * which lane is for wavecc to say, and below a vector there is less of the same: unless all is asked for,
 * neither needs an optimiser. */
static bool is_optimised(const Batch *batch)
{
    bool is_typical = batch->wave_size >= 8 && batch->order.kind == IR_ORDER_LINEAR;
    return batch->wave_size <= 2 * batch->lanes && (is_typical || test_runs_all());
}

/* As wavecc -O0 does, each operation rounded by itself. */
static void compile(const Batch *batch, const Text *text, const char *library)
{
    const char *words[] = {"wavecc", "waves.ir", "--emit=c", "-O0", "-Gis", "--target=native",
                           arena_printf(batch->arena, "--cc=%s", batch->compiler)};
    Options options;
    assert_int_equal(options_parse(&options, batch->arena, COUNT_OF(words), (char **)words), EXIT_DONE);
    options.emit = EMIT_SHARED;
    options.output = library;
    options.leaves_as_written = !is_optimised(batch);
    assert_int_equal(compile_c(&options, text), EXIT_DONE);
}

static void run_library(Batch *batch, IrKernel *const *kernels, const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        fail_msg("%s", dlerror());
    const WccModule *module = dlsym(handle, "wcc_module");
    for (int i = 0; i < WAVES_SHAPE_COUNT; i++) {
        const ControlShape *shape = &WAVES_SHAPES[i];
        WccResource resources[2] = {{.data = batch->inputs, .width = (uint32_t)waves_thread_count(shape, batch->wave_size) * INPUT_WORDS, .stride = 4},
                                    {.data = batch->got, .width = (uint32_t)(batch->out_bytes / 4), .stride = 4}};
        void *scratch = aligned_alloc(64, (module->entries[i].variants[0].scratch_bytes + 127) / 64 * 64);
        memset(batch->got, UNTOUCHED, batch->out_bytes);
        module->entries[i].variants[0].run(&(WccDispatch){.resources = resources, .groups = {1, 1, 1}}, scratch, 0, 0, 0);
        free(scratch);
        expect(batch, shape, &batch->cases[i], kernels[i]);
        compare(batch, shape, &batch->cases[i], batch->compiler);
    }
    dlclose(handle);
}

/* ---- a wave size ---- */

static int lanes_of_machine(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return 16;
    return __builtin_cpu_supports("avx2") ? 8 : 4;
}

static void *room(Batch *batch, size_t bytes) { return arena_alloc(batch->arena, (bytes + 127) / 64 * 64); }

static void open_batch(Batch *batch)
{
    WaveCases all = waves_cases(0, 1);
    batch->arena = arena_new("waves");
    batch->out_bytes = sizeof(uint32_t) * (size_t)(all.slots * WAVES_PER_GROUP * batch->wave_size);
    batch->inputs = room(batch, sizeof(Input) * MOST_THREADS);
    batch->expected = room(batch, batch->out_bytes);
    batch->got = room(batch, batch->out_bytes);
    waves_fill_input(batch->inputs, batch->wave_size);
}

static void run_batch(Batch *batch)
{
    IrKernel *kernels[MOST_SHAPES];
    open_batch(batch);
    Names *names = names_new(batch->arena);
    bool all = getenv("WAVES") != NULL;
    for (int i = 0; i < WAVES_SHAPE_COUNT; i++) {
        const ControlShape *shape = &WAVES_SHAPES[i];
        int part = i + 3 * __builtin_ctz((unsigned)batch->wave_size), parts = test_runs_all() ? PARTS_OF_ALL : PARTS;
        batch->cases[i] = all ? waves_cases(0, 1) : waves_cases(part % parts, parts);
        kernels[i] = waves_kernel(batch->arena, names_intern_text(names, shape->name), shape, &batch->cases[i], batch->wave_size, batch->order);
        assert_null(ir_verify(batch->arena, kernels[i]));
        expect(batch, shape, &batch->cases[i], kernels[i]);
        evaluate(batch, shape, &batch->cases[i], kernels[i], "evaluator");
        run_passes(batch, kernels[i]);
        evaluate(batch, shape, &batch->cases[i], kernels[i], "evaluator behind all passes");
    }
    test_folder("waves");
    Text text = {0};
    const char *library = test_build_path("tests/waves/wave%d-%d.so", batch->wave_size, batch->order.kind);
    emit(batch, kernels, &text);
    compile(batch, &text, library);
    text_free(&text);
    run_library(batch, kernels, library);
    arena_drop(batch->arena);
}

static void run_ordered(int wave_size, const char *compiler, IrLaneOrder order)
{
    Batch batch = {.wave_size = wave_size, .lanes = lanes_of_machine(), .compiler = compiler, .order = order};
    if (batch.lanes > wave_size)
        batch.lanes = wave_size;
    run_batch(&batch);
}

static void run_size(int wave_size, const char *compiler) { run_ordered(wave_size, compiler, (IrLaneOrder){0}); }

SLOW_TEST(wave_operations_of_4_lanes) { run_size(4, "clang"); }
SLOW_TEST(wave_operations_of_8_lanes) { run_size(8, "clang"); }
SLOW_TEST(wave_operations_of_16_lanes) { run_size(16, "gcc"); }
SLOW_TEST(wave_operations_of_32_lanes) { run_size(32, "clang"); }
SLOW_TEST(wave_operations_of_64_lanes) { run_size(64, "clang"); }
SLOW_TEST(wave_operations_of_128_lanes) { run_size(128, "clang"); }

SLOW_TEST(wave_operations_over_quads) { run_ordered(16, "clang", (IrLaneOrder){IR_ORDER_QUAD, 0, 0}); }
SLOW_TEST(wave_operations_over_threads_in_random_order) { run_ordered(8, "clang", (IrLaneOrder){IR_ORDER_RANDOM, 7, 2}); }
