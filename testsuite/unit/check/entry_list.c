/* Entry points and their wave sizes, found before any check. */
#include "check_test.h"

#include "syntax/syntax.h"

/* "name min max preferred; ..." of all entry points. */
static void expect_entries(const char *source, const char *wanted)
{
    Arena *arena = arena_new("test");
    Sources *sources = sources_new(arena);
    Names *names = names_new(arena);
    SyntaxOptions options = {.hlsl_version = 2021, .shader_model_major = 6, .shader_model_minor = 10};
    SyntaxContext context = {arena, names, sources, diag_new(arena, sources), &options};
    const SourceFile *file = sources_add_text(sources, "test.hlsl", source, strlen(source), SOURCE_NOWHERE);
    CheckEntryList list = check_find_entries(arena, syntax_parse(&context, syntax_preprocess(&context, file)));
    Text made = {0};
    for (int i = 0; i < list.entries.count; i++) {
        const CheckEntry *entry = &list.entries.items[i];
        text_printf(&made, "%s%s %d %d %d", i == 0 ? "" : "; ", entry->name, entry->wave_min, entry->wave_max, entry->preferred);
    }
    assert_string_equal(made.bytes ? made.bytes : "", wanted);
    text_free(&made);
    arena_drop(arena);
}

TEST(functions_with_threads_are_entry_points)
{
    expect_entries("[numthreads(1, 1, 1)] void a() {} void b() {} namespace N { [numthreads(1, 1, 1)] void c() {} }", "a 0 0 0; c 0 0 0");
}

#define THREADS "[numthreads(1, 1, 1)] void "
/* Microsoft's mesh shader specification: DispatchMesh() is of amplification shaders alone. */
TEST(amplification_shaders_are_no_entry_points_beside_compute_shaders)
{
    expect_entries(THREADS "as() { if (n > 1) { DispatchMesh(1, 1, 1, p); } } " THREADS "cs() {}", "cs 0 0 0");
    expect_entries("namespace N { void f(int x) { DispatchMesh(x, 1, 1, p); } } void f(uint x) { f(x - 1); } "
                   "void g() { f(3); } " THREADS "as() { for (g(); ;) ; } " THREADS "cs() {}", "cs 0 0 0");
    expect_entries("void DispatchMesh(uint x) {} " THREADS "own() { DispatchMesh(1); } " THREADS "cs() {}", "own 0 0 0; cs 0 0 0");
    expect_entries(THREADS "as() { DispatchMesh(1, 1, 1, p); }", "as 0 0 0");
}

TEST(wave_sizes_are_one_or_a_range)
{
    expect_entries("[WaveSize(32)] [numthreads(1, 1, 1)] void a() {}", "a 32 32 32");
    expect_entries("[WaveSize(8, 64)] [numthreads(1, 1, 1)] void a() {}", "a 8 64 0");
    expect_entries("[WaveSize(8, 64, 16)] [numthreads(1, 1, 1)] void a() {}", "a 8 64 16");
}

TEST(wave_sizes_may_be_computed_from_constants)
{
    expect_entries("static const uint W = 1 << 4; [WaveSize(W * 2)] [numthreads(1, 1, 1)] void a() {}", "a 32 32 32");
    expect_entries("static const uint W = W; [WaveSize(W)] [numthreads(1, 1, 1)] void a() {}", "a 0 0 0");
    expect_entries("[WaveSize(16 / 0)] [numthreads(1, 1, 1)] void a() {}", "a 0 0 0");
    expect_entries("uint w; [WaveSize(w)] [numthreads(1, 1, 1)] void a() {}", "a 0 0 0");
}
