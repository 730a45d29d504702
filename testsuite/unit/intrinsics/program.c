/* Runs the entries of a group: in the reference evaluator, and as compiled code. */
#include "intrinsics.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "front.h"
#include "process.h"
#include "verified_passes.h"
#include "test.h"
#include "wcc_abi.h"

enum { UNTOUCHED = 0xcc, COMPILE_SECONDS = 600, ROWS_BOUND = 2 };

static const char HEADER[] = "ByteAddressBuffer In;\nRWByteAddressBuffer Out;\n";

Program program_new(int group, Selection selection)
{
    Program program = {.arena = arena_new("intrinsics"), .group = group};
    size_t most = 0;
    cases_of_group(program.arena, group, &program.cases);
    program.entries = entries_of(program.arena, &program.cases, selection);
    for (int battery = 0; battery < BATTERY_COUNT; battery++)
        program.inputs[battery] = inputs_new(program.arena, (Battery)battery);
    for (int i = 0; i < program.entries.items.count; i++)
        most = program.entries.items.items[i].out_bytes > most ? program.entries.items.items[i].out_bytes : most;
    program.out = arena_alloc(program.arena, most + 128);
    return program;
}

void program_drop(Program *program) { arena_drop(program->arena); }

static uint32_t groups_of(const Entry *entry) { return entry->tuples ? 1 : (uint32_t)(BATTERY_THREADS[entry->battery] / GROUP); }

/* ---- the reference evaluator ---- */

static LowerResult lower(Arena *arena, const Program *program, const Entry *entry, int wave_size)
{
    Text text = {0};
    text_printf(&text, "%s", HEADER);
    entry_write(arena, &text, entry);
    Sources *sources = sources_new(arena);
    Diagnostics *diagnostics = diag_new(arena, sources);
    const FrontOptions options = {.entry = entry->name, .wave_size = wave_size, .native_16bit = group_is_native(program->group)};
    LowerResult lowered = front_lower(arena, diagnostics, sources, arena_copy_text(arena, text.bytes, text.length), &options);
    if (lowered.kernel == NULL)
        fail_msg("the shader has errors: %s\n%.2000s", front_messages(arena, diagnostics), text.bytes);
    text_free(&text);
    return lowered;
}

static void run_passes(Arena *arena, IrKernel *kernel)
{
    PassOptions options = {.diagnostics = diag_new(arena, sources_new(arena)), .optimisation = 2};
    const char *fault = verified_passes(kernel, &options);
    if (fault != NULL)
        fail_msg("%s", fault);
}

static int count_unfolded(const IrKernel *kernel)
{
    int unfolded = 0;
    EACH_INSTR (kernel->body, instr)
        if (ir_is(instr, OP_PURE) && instr->op != IR_const && unfolded++ < 3)
            print_error("not folded: %s\n", op_info(instr->op)->name);
    return unfolded;
}

static void evaluate(Program *program, const Entry *entry, int wave_size)
{
    Arena *arena = arena_new("intrinsics entry");
    const char *error = NULL;
    LowerResult lowered = lower(arena, program, entry, wave_size);
    IrEvalResource rows[ROWS_BOUND] = {0};
    for (int i = 0; i < lowered.reflection.resource_count; i++) {
        const IrResource *resource = lowered.reflection.resources[i].resource;
        bool is_in = strcmp(resource->name, "In") == 0;
        size_t size = is_in ? inputs_size(entry->battery) : entry->out_bytes;
        rows[resource->first_row] = (IrEvalResource){.data = is_in ? (uint8_t *)program->inputs[entry->battery] : program->out, .width = (uint32_t)size, .stride = 1};
    }
    if (entry->tuples) {
        run_passes(arena, lowered.kernel);
        program->faults += count_unfolded(lowered.kernel);
    }
    memset(program->out, UNTOUCHED, entry->out_bytes);
    if (!ir_evaluate(arena, lowered.kernel, rows, (const uint32_t[3]){groups_of(entry), 1, 1}, &error))
        fail_msg("%s", error);
    judge_entry(program, entry, "evaluated");
    arena_drop(arena);
}

void program_evaluate(Program *program, int wave_size)
{
    for (int i = 0; i < program->entries.items.count; i++)
        evaluate(program, &program->entries.items.items[i], wave_size);
}

/* ---- compiled ---- */

static void write_shader(const Program *program, const char *path)
{
    Text text = {0};
    text_printf(&text, "%s", HEADER);
    for (int i = 0; i < program->entries.items.count; i++)
        entry_write(program->arena, &text, &program->entries.items.items[i]);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text.bytes, 1, text.length, file), text.length);
    assert_int_equal(fclose(file), 0);
    text_free(&text);
}

static void compile(const Program *program, const char *shader, const char *library, const char *wave_sizes)
{
    const char *target = getenv("INTRINSICS_TARGET"), *compiler = getenv("INTRINSICS_CC");
    const char *words[16] = {test_build_path("wavecc"), shader, "--verify", "-shared", "-T", "cs_6_6", "-O0", "-o", library,
                             arena_printf(program->arena, "--wave-size=%s", wave_sizes),
                             arena_printf(program->arena, "--target=%s", target != NULL ? target : "native"),
                             arena_printf(program->arena, "--cc=%s", compiler != NULL ? compiler : "clang"),
                             group_is_native(program->group) ? "-enable-16bit-types" : NULL};
    Process process = process_run(words, COMPILE_SECONDS);
    process_expect(&process, 0, "wavecc");
    process_free(&process);
}

static void dispatch(Program *program, const WccModule *module, const Entry *entry, const WccVariant *variant)
{
    WccResource rows[ROWS_BOUND] = {0};
    for (uint32_t i = 0; i < module->resource_count; i++) {
        bool is_in = strcmp(module->resources[i].name, "In") == 0;
        size_t size = is_in ? inputs_size(entry->battery) : entry->out_bytes;
        rows[module->resources[i].first_row] = (WccResource){.data = is_in ? (void *)program->inputs[entry->battery] : program->out, .width = (uint32_t)size};
    }
    WccDispatch dispatch = {.resources = rows, .groups = {groups_of(entry), 1, 1}};
    void *scratch = aligned_alloc(64, (variant->scratch_bytes + 127) / 64 * 64);
    memset(program->out, UNTOUCHED, entry->out_bytes);
    for (uint32_t group = 0; group < groups_of(entry); group++)
        variant->run(&dispatch, scratch, group, 0, 0);
    free(scratch);
    judge_entry(program, entry, arena_printf(program->arena, "compiled, W = %u", variant->wave_size));
}

static const WccEntry *find_entry(const WccModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->entry_count; i++)
        if (strcmp(module->entries[i].name, name) == 0)
            return &module->entries[i];
    fail_msg("there is no entry %s", name);
    return NULL;
}

void program_run(Program *program, const char *wave_sizes)
{
    test_folder("intrinsics");
    const char *shader = test_build_path("tests/intrinsics/%s.hlsl", group_name(program->group));
    const char *library = test_build_path("tests/intrinsics/%s.so", group_name(program->group));
    write_shader(program, shader);
    compile(program, shader, library, wave_sizes);
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        fail_msg("%s", dlerror());
    const WccModule *module = dlsym(handle, "wcc_module");
    assert_int_equal(module->resource_count, ROWS_BOUND);
    for (int i = 0; i < program->entries.items.count; i++) {
        const Entry *entry = &program->entries.items.items[i];
        const WccEntry *compiled = find_entry(module, entry->name);
        for (uint32_t k = 0; k < compiled->variant_count; k++)
            dispatch(program, module, entry, &compiled->variants[k]);
    }
    dlclose(handle);
}
