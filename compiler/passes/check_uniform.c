/* check_uniform: ASSERT_UNIFORM and ASSERT_VARYING of unit tests, and lines whose comment says
 * `// wavecc: expect-uniform`, are about what the compiler knows.
 *
 *     expect_uniform %12       error where %12 is varying, with the chain of values that make it so
 *     expect_varying %13       error where %13 is not
 *
 *     if %14 { ...             error where the line says expect-uniform and %14 is varying; so for
 *                              values, loads and stores
 *
 * Needs: uniformity. Takes the expectations out. */
#include "passes/causes.h"
#include "passes/control.h"

static void check_expectation(Causes *causes, const IrInstr *instr)
{
    bool expects_uniform = instr->op == IR_expect_uniform;
    const IrInstr *value = instr->operands[0];
    if ((value->level <= LEVEL_WAVE) == expects_uniform)
        return;
    diag_report(causes->diagnostics, instr->pos,
                expects_uniform ? DIAG_not_uniform : DIAG_not_varying);
    if (expects_uniform)
        causes_explain(causes, value, SOURCE_NOWHERE, DIAG_made_of_varying);
}

/* ---- lines ---- */

typedef struct LineList { VEC(const char *) starts; } LineList;

/* Each line is told of once. */
static bool is_new(PassContext *context, LineList *told, SourcePos pos)
{
    const char *start = sources_place(diag_sources(context->diagnostics), pos).line_text.text;
    for (int i = 0; i < told->starts.count; i++)
        if (told->starts.items[i] == start)
            return false;
    vec_push(context->scratch, &told->starts, start);
    return true;
}

/* Of an if or a loop the condition is its line's; values that other lines gave and that meet behind
 * it are at its place, too, and are not. Those of `?:` are. */
static bool is_of_statement(const PassContext *context, const IrInstr *instr)
{
    static const char *const STATEMENTS[] = {"if", "for", "while", "do", "switch", "["};
    if (instr->pos == SOURCE_NOWHERE)
        return false;
    SourcePlace place = sources_place(diag_sources(context->diagnostics), instr->pos);
    const char *at = place.line_text.text + place.column - 1;
    for (int i = 0; i < COUNT_OF(STATEMENTS); i++)
        if (strncmp(at, STATEMENTS[i], strlen(STATEMENTS[i])) == 0)
            return true;
    return false;
}

/* The instruction, or what it is done with; NULL: it is the same for all lanes. */
static const IrInstr *find_varying(const PassContext *context, const IrInstr *instr)
{
    if (instr->op == IR_if)
        return instr->operands[0]->level == LEVEL_VARYING ? instr->operands[0] : NULL;
    if (ir_is(instr, OP_JUMP) || is_of_statement(context, instr))
        return NULL;
    if (instr->type.scalar != IR_VOID)
        return instr->level == LEVEL_VARYING ? instr : NULL;
    EACH_USE (instr, use)
        if ((*use)->level == LEVEL_VARYING)
            return *use;
    return NULL;
}

/* Lanes of several groups may differ in what is the same for each of them. */
static void check_lines(PassContext *context)
{
    const IrRegion *body = context->kernel->body;
    LineList told = {0};
    if (context->kernel->joined > 1 || !diag_expects_any_uniform(context->diagnostics))
        return;
    Order order = order_kernel(context->kernel, context->scratch);
    Causes causes = causes_new(context, &order);
    EACH_INSTR (body, instr) {
        const IrInstr *varying = find_varying(context, instr);
        if (varying == NULL || !diag_expects_uniform(context->diagnostics, instr->pos) ||
            !is_new(context, &told, instr->pos))
            continue;
        diag_report(context->diagnostics, instr->pos, DIAG_line_varies);
        causes_explain(&causes, varying, instr->pos, DIAG_made_of_varying);
    }
}

bool pass_check_uniform(PassContext *context)
{
    check_lines(context);
    const IrRegion *body = context->kernel->body;
    if (!ir_contains_op(body, IR_expect_uniform) && !ir_contains_op(body, IR_expect_varying))
        return false;
    Order order = order_kernel(context->kernel, context->scratch);
    Causes causes = causes_new(context, &order);
    EACH_INSTR (body, instr) {
        if (instr->op != IR_expect_uniform && instr->op != IR_expect_varying)
            continue;
        check_expectation(&causes, instr);
        ir_remove(instr);
    }
    return true;
}
