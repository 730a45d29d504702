/* The whole C file: what it includes, its kernels, its tables. */
#include "emit_priv.h"

/* Plan number `i` of the entry point: its variants, then what is joined of them, or NULL. */
static const Plan *plan_of(const EmitEntry *entry, int i)
{
    return i < entry->variant_count ? entry->variants[i]
                                    : emit_joined(entry, i - entry->variant_count);
}

static bool has_assertions(const EmitModule *module)
{
    for (int i = 0; i < module->entry_count; i++)
        for (int v = 0; v < module->entries[i].variant_count; v++)
            if (module->entries[i].variants[v]->kernel->assertions.count > 0)
                return true;
    return false;
}

static bool has_checks(const EmitModule *module)
{
    for (int i = 0; i < module->entry_count; i++)
        for (int v = 0; v < module->entries[i].variant_count; v++)
            if (module->entries[i].variants[v]->has_checks)
                return true;
    return false;
}

/* The lane functions for one width, if a kernel uses it. */
static void include_lanes(Text *out, const EmitModule *module, int lanes)
{
    bool used = false, samples = false;
    for (int i = 0; i < module->entry_count; i++)
        for (int v = 0; v < 2 * module->entries[i].variant_count; v++) {
            const Plan *plan = plan_of(&module->entries[i], v);
            used |= plan != NULL && plan->lanes == lanes;
            samples |= plan != NULL && plan->lanes == lanes && plan->samples;
        }
    if (used)
        text_printf(out, "#define LANES %d\n#include \"wcc_lanes.h\"\n%s#undef LANES\n", lanes,
                    samples ? "#include \"wcc_texture.h\"\n#include \"wcc_sampling.h\"\n" : "");
}

static void define_sampled(Text *out, const EmitModule *module)
{
    EmitSampled sampled = {0};
    for (int i = 0; i < module->entry_count; i++)
        for (int v = 0; v < module->entries[i].variant_count; v++)
            emit_find_sampled(module->entries[i].variants[v], &sampled);
    emit_sampled(out, &sampled);
}

/* What C compilers would say of any kernel: templates declare all that there is of a resource or a
 * value, and gcc does not follow that what is set for linear samplers is read for them alone. */
static const char QUIET[] = "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
                            "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n"
                            "#ifndef __clang__\n"
                            "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n"
                            "#endif\n";

static void emit_includes(Text *out, const EmitModule *module)
{
    text_printf(out, "%s#include \"wcc_abi.h\"\n%s", QUIET,
                module->schedules ? "#include \"wcc_schedule.h\"\n" : "");
    if (has_assertions(module))
        text_printf(out, "#include \"wcc_report.h\"\n");
    if (has_checks(module))
        text_printf(out, "#include \"wcc_check.h\"\n");
    define_sampled(out, module);
    for (int lanes = 4; lanes <= module->lanes; lanes *= 2)
        include_lanes(out, module, lanes);
    text_printf(out, "\n");
}

static void define_sample_kinds(Arena *arena, Text *out, const EmitModule *module)
{
    EmitNames defined = {0};
    for (int i = 0; i < module->entry_count; i++)
        for (int v = 0; v < 2 * module->entries[i].variant_count; v++)
            if (plan_of(&module->entries[i], v) != NULL)
                emit_sample_kinds(arena, out, plan_of(&module->entries[i], v), &defined);
}

/* A path may hold what would end the comment. */
static void emit_head(Text *out, const char *source)
{
    text_printf(out, "/* Made by wavecc from ");
    for (const char *at = source; *at != '\0'; at++)
        text_printf(out, "%c",
                    (at[0] == '*' && at[1] == '/') || (unsigned char)*at < 32 ? '?' : *at);
    text_printf(out, " */\n");
}

void emit_module(Text *out, const EmitModule *module)
{
    Arena *scratch = arena_new("stores");
    EmitStores *stores = ARENA_ARRAY(scratch, EmitStores, module->entry_count + 1);
    emit_head(out, module->source);
    emit_includes(out, module);
    define_sample_kinds(scratch, out, module);
    for (int i = 0; i < module->entry_count; i++) {
        stores[i] = emit_collect_stores(scratch, module, &module->entries[i]);
        for (int v = 0; v < 2 * module->entries[i].variant_count; v++)
            if (plan_of(&module->entries[i], v) != NULL)
                emit_kernel(out, module, plan_of(&module->entries[i], v), &stores[i]);
    }
    emit_tables(out, module, stores);
    arena_drop(scratch);
}
