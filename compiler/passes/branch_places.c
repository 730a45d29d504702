/* branch_places: accesses to private arrays at a place that the branch before them chose stand in the branch.
 *
 *     if %c {                                 if %c {
 *       yield 1                                 store_var $best [1], %v
 *     } else {                        ->        yield
 *       yield 2                               } else {
 *     } -> %k                                   store_var $best [2], %v
 *     store_var $best [%k], %v                  yield
 *                                             }
 *
 * for split_variables: an insertion's loop, unrolled, ends at one of a few known places (`while (k > 0 &&
 * v > best[k - 1]) { best[k] = best[k - 1]; k--; } best[k] = v;`). Loads give the branch a result. Done for
 * the arrays that have constant indices alone behind that, of accesses between which and the branch nothing
 * else goes to the array, and which no more than MOST_COPIES take the place of.
 *
 * Needs: simplify. Keeps: facts. */
#include "passes/passes_priv.h"

enum { MOST_COPIES = 16, MOST_OPERANDS = 17 /* an index, and what is stored */ };

typedef struct Places {
    PassContext *context;
    IrKernel *kernel;
    bool *is_moved; /* by variable: its accesses move into branches */
    IrReplacements replacements;
} Places;

/* ---- which arrays ---- */

static IrInstr *on_edge(IrInstr *value, const IrInstr *construct, const IrInstr *jump)
{
    return value->op == IR_result && value->owner == construct ? jump->operands[value->position] : value;
}

/* Between `construct` and `place` nothing keeps an access of these operands from moving; those to the same
 * place move before it. */
static bool can_pass(const IrInstr *construct, const IrInstr *place, const IrVariable *variable,
                     IrInstr *const *operands, int count)
{
    for (const IrInstr *instr = construct->next; instr != place; instr = instr->next) {
        bool is_other = instr->variable == variable && instr->operands[0] != operands[0];
        if (is_construct(instr) || is_other)
            return false;
        for (int i = 0; i < count; i++)
            if (operands[i] == instr && instr->op != IR_const)
                return false;
    }
    return true;
}

static bool is_chosen(const IrInstr *index, const IrInstr *place)
{
    return index->op == IR_result && (index->owner->op == IR_if || index->owner->op == IR_scope) &&
           index->owner->region == place->region;
}

/* An access with these operands, an index first, at `place` has constant indices alone in the branches. */
static bool can_move(const Places *places, const IrVariable *variable, IrInstr *const *operands, int count,
                     const IrInstr *place, int *copies)
{
    const IrInstr *construct = operands[0]->owner;
    if (operands[0]->op == IR_const)
        return ++*copies <= MOST_COPIES;
    if (!is_chosen(operands[0], place) || !can_pass(construct, place, variable, operands, count))
        return false;
    IrEdges edges = ir_result_edges(places->context->scratch, construct);
    for (int i = 0; i < edges.jumps.count; i++) {
        IrInstr *there[MOST_OPERANDS];
        for (int k = 0; k < count; k++)
            there[k] = on_edge(operands[k], construct, edges.jumps.items[i]);
        if (!can_move(places, variable, there, count, edges.jumps.items[i], copies))
            return false;
    }
    return true;
}

static bool is_candidate(const IrVariable *variable)
{
    return variable->kind == IR_LOCAL && variable->count > 1 && !ir_is_for_show(variable);
}

static bool find_arrays(Places *places)
{
    const IrKernel *kernel = places->kernel;
    bool found = false;
    places->is_moved = ARENA_ARRAY(places->context->scratch, bool, kernel->variables.count + 1);
    bool *is_refused = ARENA_ARRAY(places->context->scratch, bool, kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++)
        kernel->variables.items[i]->index = i;
    EACH_INSTR (kernel->body, instr) {
        if (instr->variable == NULL || !is_candidate(instr->variable))
            continue;
        int copies = 0, at = instr->variable->index;
        is_refused[at] |= (instr->op != IR_load_var && instr->op != IR_store_var) ||
                          !can_move(places, instr->variable, instr->operands, instr->operand_count, instr,
                                    &copies);
        places->is_moved[at] |= instr->operands[0]->op != IR_const;
    }
    for (int i = 0; i < kernel->variables.count; i++) {
        places->is_moved[i] &= !is_refused[i];
        found |= places->is_moved[i];
    }
    return found;
}

/* ---- moving ---- */

static void move(Places *places, IrInstr *access);

/* Before the jump; a load's components become operands of it. */
static void put_on_edge(Places *places, const IrInstr *access, const IrInstr *construct, IrInstr *jump)
{
    IrInstr *copy = ir_copy_instr(places->kernel, access);
    IrBuilder builder = ir_builder_before(places->kernel, jump);
    builder.pos = access->pos;
    EACH_USE (copy, use) {
        *use = on_edge(*use, construct, jump);
        if ((*use)->op == IR_const) /* which may stand behind the branch */
            *use = ir_const_bits(&builder, (*use)->type.scalar, (*use)->bits);
    }
    ir_insert(&builder, copy);
    for (int c = 0; c < copy->type.components; c++)
        ir_add_operand(places->kernel, jump, ir_extract(&builder, copy, c));
    if (copy->operands[0]->op != IR_const)
        move(places, copy);
}

/* What takes `load`'s components out of it uses the results instead. */
static void use_results(Places *places, const IrInstr *load, IrInstr *const *results)
{
    if (load->type.components == 1) {
        vec_push(places->kernel->arena, &places->replacements.from, (IrInstr *)load);
        vec_push(places->kernel->arena, &places->replacements.to, results[0]);
        return;
    }
    EACH_INSTR (places->kernel->body, instr)
        if (instr->op == IR_extract && instr->operands[0] == load) {
            vec_push(places->kernel->arena, &places->replacements.from, instr);
            vec_push(places->kernel->arena, &places->replacements.to, results[instr->component]);
            ir_remove(instr);
        }
}

static void move(Places *places, IrInstr *access)
{
    IrInstr *construct = access->operands[0]->owner, *results[MOST_OPERANDS];
    IrEdges edges = ir_result_edges(places->context->scratch, construct);
    for (int i = 0; i < edges.jumps.count; i++)
        put_on_edge(places, access, construct, edges.jumps.items[i]);
    for (int c = 0; c < access->type.components; c++) {
        results[c] = ir_add_result(places->kernel, construct, (IrType){access->type.scalar, 1});
        results[c]->level = LEVEL_VARYING;
        results[c]->shape = (IrShape){1, 0};
    }
    if (access->type.components > 0)
        use_results(places, access, results);
    ir_remove(access);
}

static void move_all(Places *places)
{
    VEC(IrInstr *) accesses = {0};
    EACH_INSTR (places->kernel->body, instr)
        if (instr->variable != NULL && places->is_moved[instr->variable->index] &&
            instr->operands[0]->op != IR_const)
            vec_push(places->context->scratch, &accesses, instr);
    for (int i = 0; i < accesses.count; i++)
        move(places, accesses.items[i]);
    ir_replace_all(places->kernel, &places->replacements);
}

bool pass_branch_places(PassContext *context)
{
    Places places = {.context = context, .kernel = context->kernel};
    if (context->watches_stores || !find_arrays(&places))
        return false;
    for (int i = 0; i < context->kernel->variables.count; i++)
        if (places.is_moved[i])
            pass_explain(context, context->kernel->variables.items[i]->pos,
                         "%s is indexed by what branches chose: it is accessed in them",
                         context->kernel->variables.items[i]->name);
    move_all(&places);
    return true;
}
