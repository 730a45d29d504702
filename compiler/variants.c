/* The variants of an entry point: wave sizes, lane orders and extra waves to compile it for. */
#include "pipeline_priv.h"

/* Twice the machine's vector: enough independent work to hide latencies, few enough registers. */
static int default_wave_size(const Options *options)
{
    int lanes = options_lanes(options);
    return lanes >= 8 ? 32 : 16;
}

/* Those asked for that its [WaveSize] allows; the one that it prefers, if there, goes first. */
static int allowed_wave_sizes(const Options *options, const CheckEntry *entry, int sizes[6])
{
    int count = 0;
    for (int i = 0; i < options->wave_size_count; i++) {
        int size = options->wave_sizes[i];
        if (entry->wave_max != 0 && (size < entry->wave_min || size > entry->wave_max))
            continue;
        if (size == entry->preferred) {
            memmove(sizes + 1, sizes, sizeof *sizes * (size_t)count);
            sizes[0] = size;
        } else
            sizes[count] = size;
        count++;
    }
    return count;
}

/* The sizes to compile an entry point at: those asked for that it allows, all where it allows none
 * (check then says so); or the one it prefers, or the default moved into its range. Gives how many. */
static int choose_wave_sizes(const Options *options, const CheckEntry *entry, int sizes[6])
{
    int count = allowed_wave_sizes(options, entry, sizes), automatic = default_wave_size(options);
    for (int i = 0; count == 0 && i < options->wave_size_count; i++)
        sizes[i] = options->wave_sizes[i];
    if (options->wave_size_count > 0)
        return count > 0 ? count : options->wave_size_count;
    if (entry->wave_max != 0 && automatic > entry->wave_max)
        automatic = entry->wave_max;
    if (automatic < entry->wave_min)
        automatic = entry->wave_min;
    sizes[0] = entry->preferred != 0 ? entry->preferred : automatic;
    return 1;
}

/* Place `order` of --lane-order= and `extra` of --extra-waves=; beyond their ends: the default. */
static Variant variant_of(const Options *options, int wave_size, int order, int extra)
{
    Variant variant = {.wave_size = wave_size, .default_order = options->lane_orders.count == 0};
    if (order < options->lane_orders.count)
        variant.order = options->lane_orders.items[order];
    if (extra < options->extra_waves.count)
        variant.order.extra_waves = options->extra_waves.items[extra];
    return variant;
}

static int at_least_one(int count) { return count > 0 ? count : 1; }

Variant *variants_of_entry(Arena *arena, const Options *options, const CheckEntry *entry,
                           int *count)
{
    int sizes[6], size_count = choose_wave_sizes(options, entry, sizes);
    int orders = at_least_one(options->lane_orders.count);
    int extras = at_least_one(options->extra_waves.count);
    Variant *variants = ARENA_ARRAY(arena, Variant, size_count * orders * extras);
    *count = 0;
    for (int order = 0; order < orders; order++)
        for (int extra = 0; extra < extras; extra++)
            for (int i = 0; i < size_count; i++)
                variants[(*count)++] = variant_of(options, sizes[i], order, extra);
    return variants;
}

/* Quads are 2x2 threads where a kernel uses them and the group's sides are even (SM 6.6). */
void order_lanes(IrKernel *kernel, Variant variant)
{
    IrLaneOrder order = variant.order;
    if (variant.default_order && ir_contains_op(kernel->body, IR_quad_read))
        order.kind = IR_ORDER_QUAD;
    if (order.kind != IR_ORDER_LINEAR || order.extra_waves > 0)
        ir_order_lanes(kernel, order);
}

/* ---- entry points from their variants ---- */

static bool is_first_of_name(const PlanList *plans, int index)
{
    for (int i = 0; i < index; i++)
        if (plans->items[i]->kernel->name == plans->items[index]->kernel->name)
            return false;
    return true;
}

static EmitEntry entry_of_name(Arena *arena, const Pipeline *pipeline, Name name)
{
    const PlanList *plans = &pipeline->plans;
    const Plan **variants = ARENA_ARRAY(arena, const Plan *, plans->count);
    const Plan **joined = ARENA_ARRAY(arena, const Plan *, plans->count);
    int count = 0;
    for (int i = 0; i < plans->count; i++)
        if (plans->items[i]->kernel->name == name) {
            joined[count] = pipeline->joined_plans.items[i];
            variants[count++] = plans->items[i];
        }
    return (EmitEntry){name, variants, count, joined};
}

const EmitEntry *entries_of_plans(Arena *arena, const Pipeline *pipeline, int *count)
{
    const PlanList *plans = &pipeline->plans;
    EmitEntry *entries = ARENA_ARRAY(arena, EmitEntry, plans->count + 1);
    *count = 0;
    for (int i = 0; i < plans->count; i++)
        if (is_first_of_name(plans, i))
            entries[(*count)++] = entry_of_name(arena, pipeline, plans->items[i]->kernel->name);
    return entries;
}
