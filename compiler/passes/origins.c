#include "passes/origins.h"

typedef struct Finder {
    Origins origins;
    OriginRule *rule;
    const void *context;
    bool changed;
} Finder;

static uint8_t sources_of(const Finder *finder, const IrInstr *instr)
{
    const Origins *origins = &finder->origins;
    uint8_t all = instr->variable != NULL ? origins->in[instr->variable->index] : 0;
    if (is_phi(instr))
        for (int i = 0; i < incoming_count(instr); i++)
            all |= origins_of(origins, incoming_value(instr, i));
    for (int i = 0; i < instr->operand_count && !is_phi(instr); i++)
        all |= origins_of(origins, instr->operands[i]);
    return finder->rule(finder->context, origins, instr, all);
}

static void note(Finder *finder, uint8_t *what, uint8_t all)
{
    finder->changed |= (*what | all) != *what;
    *what |= all;
}

static void look_at(Finder *finder, const IrInstr *instr)
{
    uint8_t all = sources_of(finder, instr);
    note(finder, &finder->origins.of[order_of(instr)], all);
    if (instr->variable != NULL && ir_is(instr, OP_WRITES))
        note(finder, &finder->origins.in[instr->variable->index], all);
}

Origins origins_find(Arena *scratch, IrKernel *kernel, OriginRule *rule, const void *context)
{
    Order order = order_kernel(kernel, scratch);
    Finder finder = {.origins = {ARENA_ARRAY(scratch, uint8_t, order.count + 1),
                                 ARENA_ARRAY(scratch, uint8_t, kernel->variables.count + 1)},
                     .rule = rule, .context = context, .changed = true};
    while (finder.changed) {
        finder.changed = false;
        EACH_INSTR (kernel->body, instr) {
            if (!is_construct(instr))
                look_at(&finder, instr);
            EACH_PHI (instr, phi)
                look_at(&finder, phi);
        }
    }
    return finder.origins;
}

uint8_t origins_of_place(const Origins *origins, const IrInstr *access)
{
    int count = ir_is(access, OP_WRITES) ? op_row_count(access->op) + op_address_count(access->op) : access->operand_count;
    uint8_t all = 0;
    for (int i = 0; i < count; i++)
        all |= origins_of(origins, access->operands[i]);
    return all;
}
