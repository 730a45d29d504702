/* stages: where a stride is a power of two that is known only as the loop runs, each has a turn of its
 * own, in which it is a constant.
 *
 *     loop (%j = %k, %s = %0) {             loop (%j = %k, %s = %0) {
 *       %c = ugt %j, 0                        %c = ugt %j, 0
 *       if %c { yield } else { break }        if %c { yield } else { break }
 *       A(%j)                                 %1 = ieq %j, 1
 *       %h = ushr %j, 1                       if %1 { A(1); continue 0, %t1 } else { yield }
 *       continue %h, %t                       %2 = ieq %j, 2
 *     }                                       if %2 { A(2); continue 1, %t2 } else { yield }
 *                                             ... A(%j) as it was
 *                                           }
 *
 * A sorting network's inner loop starts where the outer one's turn says: unrolled, both would be 55
 * turns for 1024 keys, here they are 10. With a constant, `t ^ %j` and `2 * %j * (t / %j) + t % %j` are
 * lanes in another order or rows of lanes, and no division is left. The constants are those up to the
 * threads of a group, since a network of more elements than threads and two hardly has a barrier;
 * others take the turn as it was.
 *
 * When: trees.h's loops that are left at their head alone, where all turns together are small.
 * Behind unroll, which takes those away whose turns are known. Needs: uniformity. Keeps: nothing. */
#include "interchange.h"
#include "trees.h"

enum {
    MOST_SIZE = 1024,  /* instructions of all turns of a loop, */
    MOST_ADDED = 2048, /* of a kernel */
    LEAST_STAGES = 3
};

typedef struct Stages {
    PassContext *context;
    VEC(IrInstr *) loops;
    int added;
} Stages;

/* 1, 2, 4, ... up to the threads of a group. */
static int stage_count(const IrKernel *kernel)
{
    int count = 0;
    while (ir_group_size(kernel) >> count != 0)
        count++;
    return count;
}

static IrInstr *stride_of(const PassContext *context, const IrInstr *loop)
{
    IrEdges continues = ir_continue_edges(context->scratch, loop);
    IrInstr *stride = trees_stride(loop, &continues);
    bool is_alike = stride != NULL && stride->level <= LEVEL_GROUP;
    return is_alike && stride->type.scalar == IR_I32 ? stride : NULL;
}

static int size_behind(const IrInstr *test)
{
    int size = 0;
    for (const IrInstr *instr = test->next; instr != NULL; instr = instr->next) {
        size++;
        EACH_REGION (instr, inner)
            EACH_INSTR (inner, nested)
                size++;
    }
    return size;
}

static void consider(Stages *stages, IrInstr *loop)
{
    PassContext *context = stages->context;
    if (stride_of(context, loop) == NULL)
        return;
    const IrInstr *test = interchange_only_test(context->scratch, loop);
    if (test == NULL) {
        pass_explain(context, loop->pos, "no turns of its own for each stride: it is not left at "
                                         "its head alone");
        return;
    }
    int count = stage_count(context->kernel), added = count * size_behind(test);
    if (count < LEAST_STAGES || added > MOST_SIZE || stages->added + added > MOST_ADDED) {
        pass_explain(context, loop->pos,
                     "no turns of its own for each stride: %d of %d instructions", count,
                     size_behind(test));
        return;
    }
    stages->added += added;
    vec_push(context->scratch, &stages->loops, loop);
}

/* ---- taking it apart --------------------------------------------------------------------------- */

typedef struct Turn {
    IrKernel *kernel;
    IrInstr *loop, *stride;
    IrRegion body; /* behind the test */
} Turn;

static void add_stage(Turn *turn, uint32_t stride)
{
    IrKernel *kernel = turn->kernel;
    IrReplacements copies = {0};
    IrBuilder builder = ir_builder_at_end(kernel, turn->loop->regions[0]);
    builder.pos = turn->loop->pos;
    IrInstr *constant = ir_const_i32(&builder, (int32_t)stride);
    IrInstr *test = ir_if(&builder, IR_BUILD(&builder, IR_ieq, turn->stride, constant));
    vec_push(kernel->arena, &copies.from, turn->stride);
    vec_push(kernel->arena, &copies.to, constant);
    IrBuilder inside = ir_builder_at_end(kernel, test->regions[0]);
    ir_clone_region(&inside, &turn->body, &copies);
    ir_close_region(kernel, test->regions[1]);
}

static void take_apart(PassContext *context, IrInstr *loop)
{
    IrInstr *test = interchange_only_test(context->scratch, loop);
    Turn turn = {.kernel = context->kernel, .loop = loop, .stride = stride_of(context, loop)};
    int count = stage_count(context->kernel);
    turn.body.owner = loop;
    move_to_end(context->kernel, test->next, NULL, &turn.body);
    for (int i = 0; i < count; i++)
        add_stage(&turn, 1u << i);
    move_to_end(context->kernel, turn.body.first, NULL, loop->regions[0]);
    pass_explain(context, loop->pos, "a turn of its own for each stride from 1 to %u",
                 1u << (count - 1));
}

bool pass_stages(PassContext *context)
{
    Stages stages = {.context = context};
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_loop)
            consider(&stages, instr);
    for (int i = 0; i < stages.loops.count; i++)
        take_apart(context, stages.loops.items[i]);
    return stages.loops.count > 0;
}
