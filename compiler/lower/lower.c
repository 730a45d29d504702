/* lower: the typed tree of one entry point becomes a kernel. See state_priv.h for how values and
 * places are represented, statements.c and loops.c for the shape of control flow. */
#include "lower/tree_priv.h"

/* Static variables, one per thread, get their values before anything else runs. */
static void lower_statics(Lower *l)
{
    for (int i = 0; i < l->program->static_count; i++) {
        const Variable *variable = l->program->statics[i];
        if (!variable->init)
            continue;
        l->builder.pos = variable->pos;
        Value value = lower_expr(l, variable->init);
        Place place = place_of_variable(l, variable);
        place_store(l, &place, value);
    }
}

static void lower_entry(Lower *l, const Function *entry)
{
    Activation activation = {.is_entry = true};
    l->activation = &activation;
    lower_statics(l);
    trace_statement(l, entry->pos);
    l->shows.statement = entry->pos;
    lower_entry_inputs(l, entry);
    show_statement(l, entry->pos);
    mark_point(l, IR_POINT_FUNCTION, entry->pos, entry->name, 0);
    lower_stmt(l, entry->body, TAIL);
    ir_close_region(l->kernel, l->kernel->body);
    if (!l->failed)
        choices_expand(l);
    ir_renumber(l->kernel);
}

LowerResult lower_program(Arena *arena, Diagnostics *diagnostics, const CheckedProgram *program,
                          LowerOptions options)
{
    Lower *l = ARENA_NEW(arena, Lower); /* setjmp keeps no locals that change */
    *l = (Lower){.arena = arena, .diagnostics = diagnostics, .program = program,
                 .options = options, .shows = {.visible = -1}};
    l->kernel = ir_kernel_new(arena, program->entry->name, program->threads, program->wave_size);
    l->builder = ir_builder_at_end(l->kernel, l->kernel->body);
    l->zero = ir_const_i32(&l->builder, 0);
    if (program->wave_size_min > 0)
        l->kernel->least_wave_size = program->wave_size_min;
    l->kernel->most_wave_size = program->wave_size_max;
    l->kernel->preferred_wave_size = program->wave_size_preferred;
    memcpy(l->kernel->test_groups, program->test_groups, sizeof program->test_groups);
    LowerResult result = {.reflection = lower_reflect(l)};
    budget_begin(&l->budget);
    if (setjmp(l->budget.exit) == 0)
        lower_entry(l, program->entry);
    IrReflection *reflection = ARENA_NEW(arena, IrReflection);
    *reflection = result.reflection;
    l->kernel->reflection = reflection;
    result.kernel = l->failed ? NULL : l->kernel;
    return result;
}
