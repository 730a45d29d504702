/* split_variables: private arrays that only constants index become one variable per element, for
 * promote.
 *
 *     local $weights f32[3]                      local $weights[0] f32
 *     store_var $weights [2], %1                 local $weights[2] f32
 *     %2 = load_var $weights [0]                 store_var $weights[2] [0], %1
 *     %3 = load_var $weights [7]                 %2 = load_var $weights[0] [0]
 *                                                %3 = load_var $weights[] [0]
 *
 * Only elements that are named get a variable. A load out of bounds reads a variable that no one
 * stores to, which is 0; a store out of bounds goes away. Atomics and groupshared variables are
 * left alone, and so are variables with an index that --check=bounds will report.
 *
 * Needs: constant indices. Keeps: facts. */
#include "passes/passes_priv.h"

enum { MOST_ELEMENTS = 1 << 16 };

typedef struct Splitter {
    PassContext *context;
    IrKernel *kernel;
    /* by variable: by element (the last: out of bounds); NULL: it stays whole */
    IrVariable ***elements;
    bool *needs_split;      /* by variable: an index is not 0 */
    int variable_count;     /* before splitting */
    IrInstr *zero;          /* the new index */
} Splitter;

/* ---- which variables ---- */

/* What of an access keeps its variable whole; NULL: nothing. */
static const char *why_whole(const IrInstr *instr)
{
    const IrInstr *index = instr->operands[0];
    if (instr->op == IR_atomic_var)
        return "changed by an atomic operation";
    if (index->op != IR_const)
        return "indexed by what is no constant";
    bool is_outside = index->bits >= (uint64_t)instr->variable->count;
    return instr->op == IR_check_var && is_outside
               ? "indexed out of bounds, which --check=bounds will report"
               : NULL;
}

static void look_at_access(Splitter *splitter, const IrInstr *instr)
{
    int index = instr->variable->index;
    const char *why = why_whole(instr);
    if (why && splitter->elements[index] && instr->variable->count > 1)
        pass_explain(splitter->context, instr->pos, "not split: %s is %s", instr->variable->name,
                     why);
    if (why)
        splitter->elements[index] = NULL;
    else if (instr->operands[0]->bits != 0)
        splitter->needs_split[index] = true;
}

static bool find_variables(Splitter *splitter)
{
    const IrKernel *kernel = splitter->kernel;
    Arena *scratch = splitter->context->scratch;
    bool found = false;
    splitter->variable_count = kernel->variables.count;
    splitter->elements = ARENA_ARRAY(scratch, IrVariable **, kernel->variables.count + 1);
    splitter->needs_split = ARENA_ARRAY(scratch, bool, kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        splitter->needs_split[i] = variable->count > 1;
        if (ir_is_for_show(variable))
            continue;
        if (variable->kind == IR_LOCAL && variable->count <= MOST_ELEMENTS)
            splitter->elements[i] = ARENA_ARRAY(scratch, IrVariable *, variable->count + 1);
        else if (variable->kind == IR_LOCAL)
            pass_explain(splitter->context, variable->pos,
                         "not split: %s has more than %d elements", variable->name, MOST_ELEMENTS);
    }
    EACH_INSTR (kernel->body, instr)
        if (instr->variable != NULL)
            look_at_access(splitter, instr);
    for (int i = 0; i < kernel->variables.count; i++) {
        if (!splitter->needs_split[i])
            splitter->elements[i] = NULL;
        found |= splitter->elements[i] != NULL;
    }
    return found;
}

/* ---- splitting ---- */

static IrVariable *get_element(Splitter *splitter, const IrVariable *whole, uint64_t index)
{
    int64_t place = index < (uint64_t)whole->count ? (int64_t)index : whole->count;
    IrVariable **element = &splitter->elements[whole->index][place];
    if (*element == NULL) {
        char number[24] = "";
        if (place < whole->count)
            snprintf(number, sizeof number, "%lld", (long long)place);
        const char *name = arena_printf(splitter->kernel->arena, "%s[%s]", whole->name, number);
        *element = ir_variable_new(splitter->kernel, name, IR_LOCAL, whole->type, 1, whole->pos);
        (*element)->level = whole->level;
    }
    return *element;
}

static void split_access(Splitter *splitter, IrInstr *instr)
{
    const IrVariable *whole = instr->variable;
    if (whole == NULL || whole->index >= splitter->variable_count ||
        splitter->elements[whole->index] == NULL)
        return;
    uint64_t index = instr->operands[0]->bits;
    if (instr->op == IR_check_var ||
        (instr->op == IR_store_var && index >= (uint64_t)whole->count)) {
        ir_remove(instr);
        return;
    }
    instr->variable = get_element(splitter, whole, index);
    if (index == 0)
        return;
    if (splitter->zero == NULL)
        splitter->zero = const_at_start(splitter->kernel, IR_I32, 0);
    instr->operands[0] = splitter->zero;
}

static void remove_whole_variables(Splitter *splitter)
{
    IrKernel *kernel = splitter->kernel;
    int kept = 0;
    for (int i = 0; i < kernel->variables.count; i++)
        if (i >= splitter->variable_count || splitter->elements[i] == NULL)
            kernel->variables.items[kept++] = kernel->variables.items[i];
    kernel->variables.count = kept;
    for (int i = 0; i < kept; i++)
        kernel->variables.items[i]->index = i;
}

bool pass_split_variables(PassContext *context)
{
    Splitter splitter = {.context = context, .kernel = context->kernel};
    if (!find_variables(&splitter))
        return false;
    EACH_INSTR (context->kernel->body, instr)
        split_access(&splitter, instr);
    remove_whole_variables(&splitter);
    return true;
}
