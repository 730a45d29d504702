/* instrument's third part: what --check=uninit follows of local variables. Beside each stands
 * another, of i1, that says which of its components were written:
 *
 *     store_var $x [%0], %5                      store_var $x [%0], %5
 *                                          ->    store_var $x.written [%0], %true
 *     %7 = load_var $x [%0]                      %6 = load_var $x.written [%0]
 *                                                check_init #0 %6
 *                                                %7 = load_var $x [%0]
 *
 * A value that is only copied into other variables is not read yet: what is known of it goes along,
 * since structs are copied whole. promote and simplify leave of all that what they cannot
 * decide. */
#include "passes/instrument.h"

enum { MOST_COMPONENTS = 16 };

typedef struct Unset {
    IrKernel *kernel;
    IrVariable **written; /* by variable's index; NULL: not followed */
    int count;            /* of those */
    IrInstr *(*bits)[MOST_COMPONENTS]; /* by id of a load: were its components written? */
} Unset;

static IrVariable *written_of(const Unset *unset, const IrInstr *access)
{
    const IrVariable *variable = access->variable;
    bool is_plain = access->op == IR_load_var || access->op == IR_store_var;
    return is_plain && variable->index < unset->count ? unset->written[variable->index] : NULL;
}

/* ---- who is followed ---- */

static void add_written(Unset *unset, const IrVariable *variable)
{
    const char *name = arena_printf(unset->kernel->arena, "%s.written", variable->name);
    unset->written[variable->index] =
        ir_variable_new(unset->kernel, name, IR_LOCAL,
                        (IrType){IR_I1, variable->type.components}, variable->count, variable->pos);
}

static void find_variables(PassContext *context, Unset *unset)
{
    IrKernel *kernel = unset->kernel;
    unset->count = kernel->variables.count;
    unset->written = ARENA_ARRAY(context->scratch, IrVariable *, unset->count + 1);
    for (int i = 0; i < unset->count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        if (variable->kind == IR_LOCAL && !variable->starts_at_zero &&
            variable->type.components <= MOST_COMPONENTS)
            add_written(unset, variable);
    }
}

/* ---- copies ---- */

/* The load whose component it is, or NULL. */
static const IrInstr *loaded(const Unset *unset, const IrInstr *value, int *component)
{
    const IrInstr *load = value->op == IR_extract ? value->operands[0] : value;
    *component = value->op == IR_extract ? value->component : 0;
    bool is_one = value->op == IR_extract || value->type.components == 1;
    return load->op == IR_load_var && is_one && written_of(unset, load) != NULL ? load : NULL;
}

static bool is_copied_by(const Unset *unset, const IrInstr *user, int operand)
{
    return user->op == IR_store_var && operand > 0 && written_of(unset, user) != NULL;
}

/* mark: bits of the components that something reads. */
static void mark_reads(const Unset *unset)
{
    EACH_INSTR (unset->kernel->body, instr)
        instr->mark = 0;
    EACH_INSTR (unset->kernel->body, instr)
        for (int i = 0; i < instr->operand_count; i++) {
            int component;
            const IrInstr *load = loaded(unset, instr->operands[i], &component);
            if (load != NULL && !is_copied_by(unset, instr, i) && instr->op != IR_extract)
                ((IrInstr *)load)->mark |= (int64_t)1 << component;
        }
}

/* ---- the instructions ---- */

/* Its place in IrKernel.names. */
static int name_for_checks(IrKernel *kernel, const char *name)
{
    int at = 0;
    while (at < kernel->names.count && strcmp(kernel->names.items[at], name) != 0)
        at++;
    if (at == kernel->names.count)
        vec_push(kernel->arena, &kernel->names, name);
    return at;
}

/* What is outside an array reads as 0; --check=bounds tells that. */
static IrInstr *or_outside(IrBuilder *builder, const IrInstr *load, IrInstr *bit)
{
    IrInstr *index = load->operands[0];
    if (index->op == IR_const && index->bits < (uint64_t)load->variable->count)
        return bit;
    IrInstr *last = ir_const_i32(builder, (int32_t)load->variable->count - 1);
    return IR_BUILD(builder, IR_ior, bit, IR_BUILD(builder, IR_ult, last, index));
}

static void check_load(Unset *unset, IrInstr *load)
{
    IrKernel *kernel = unset->kernel;
    int components = load->type.components;
    IrBuilder builder = ir_builder_before(kernel, load);
    builder.pos = load->pos;
    IrInstr *bits = ir_load_var(&builder, written_of(unset, load), load->component, components,
                                load->operands[0]),
            *all = NULL;
    for (int i = 0; i < components; i++) {
        IrInstr *bit = or_outside(&builder, load, ir_extract(&builder, bits, i));
        unset->bits[load->id][i] = bit;
        if (load->mark >> i & 1)
            all = all == NULL ? bit : IR_BUILD(&builder, IR_iand, all, bit);
    }
    if (all == NULL)
        return;
    IrInstr *check = ir_new(kernel, IR_check_init, ir_scalar(IR_VOID), &all, 1);
    check->immediate = name_for_checks(kernel, load->variable->name);
    ir_insert(&builder, check);
}

static void note_store(Unset *unset, IrInstr *store)
{
    IrBuilder builder = ir_builder_before(unset->kernel, store);
    IrInstr *bits[MOST_COMPONENTS];
    builder.pos = store->pos;
    for (int i = 1; i < store->operand_count; i++) {
        int component;
        const IrInstr *load = loaded(unset, store->operands[i], &component);
        bits[i - 1] = load != NULL ? unset->bits[load->id][component]
                                   : ir_const_bits(&builder, IR_I1, !store->is_unset);
    }
    ir_store_var(&builder, written_of(unset, store), store->component, store->operands[0], bits,
                 store->operand_count - 1);
}

bool instrument_unset(PassContext *context)
{
    Unset unset = {.kernel = context->kernel};
    ir_renumber(unset.kernel);
    find_variables(context, &unset);
    unset.bits = (IrInstr *(*)[MOST_COMPONENTS])arena_alloc(
        context->scratch, sizeof *unset.bits * (unset.kernel->next_id + 1));
    mark_reads(&unset);
    EACH_INSTR (unset.kernel->body, instr) {
        if (instr->op == IR_load_var && written_of(&unset, instr) != NULL)
            check_load(&unset, instr);
        else if (instr->op == IR_store_var && written_of(&unset, instr) != NULL)
            note_store(&unset, instr);
    }
    return true;
}
