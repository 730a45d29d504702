/* cluster: samples of one texture through one sampler come to stand together, behind all that says
 * where they are: what their lanes have in common is then found once (plan_taps.c).
 *
 *     %3 = sample $t $s %1, %2            %4 = fadd %1, %0
 *     %4 = fadd %1, %0                    %3 = sample $t $s %1, %2
 *     %5 = sample $t $s %4, %2     ->     %5 = sample $t $s %4, %2
 *     %6 = fadd %3, %5                    %6 = fadd %3, %5
 *     store_texture $u ..., %6            store_texture $u ..., %6
 *
 * A sample moves up to the others of its region where what it is computed from may move in front of
 * them: pure operations that depend on none of them. Not past a construct, a store or what lanes do
 * together; nor where the results would be too many to be held in registers.
 *
 * Needs: nothing. Keeps: facts. */
#include "passes/passes_priv.h"

enum { MOST_COMPONENTS = 64, FIRST_PLACE = 2, FIRST_LEVEL = 9, DEEPEST = 24 };

typedef struct Cluster {
    IrInstr *first, *last;
    int components; /* of all of its samples */
} Cluster;

typedef struct Clusters {
    Arena *arena;
    VEC(Cluster) open;    /* that samples further on may come to */
    VEC(IrInstr *) moved; /* what the sample at hand needs, each behind what it needs itself */
    int64_t next_mark;
    bool has_moved;
} Clusters;

static bool is_sample(const IrInstr *instr)
{
    return (instr->op == IR_sample || instr->op == IR_gather) && !instr->resource->is_cube;
}

/* Through the same sampler, at the same level. */
static bool is_alike(const IrInstr *a, const IrInstr *b)
{
    if (a->op != b->op || a->resource != b->resource || a->sampler != b->sampler ||
        a->immediate != b->immediate)
        return false;
    for (int i = 0; i < a->operand_count; i++)
        if ((i < FIRST_PLACE || i >= FIRST_LEVEL) && !ir_same_value(a->operands[i], b->operands[i]))
            return false;
    return true;
}

static bool is_listed(const Clusters *clusters, const IrInstr *value)
{
    for (int i = 0; i < clusters->moved.count; i++)
        if (clusters->moved.items[i] == value)
            return true;
    return false;
}

/* Constants that the host gives are there at any time. */
static bool may_move(const IrInstr *value)
{
    bool is_pure = is_pure_of_lane(value);
    return is_pure || value->op == IR_load_cbuffer;
}

/* Lists what `value` needs that stands behind `first`, and itself; false: some of it may not
 * move. */
static bool list_needs(Clusters *clusters, IrInstr *value, const IrInstr *first, int depth)
{
    if (value->region != first->region || value->mark < first->mark || is_listed(clusters, value))
        return true;
    if (!may_move(value) || depth == 0)
        return false;
    EACH_USE (value, use)
        if (!list_needs(clusters, *use, first, depth - 1))
            return false;
    vec_push(clusters->arena, &clusters->moved, value);
    return true;
}

static bool list_all_needs(Clusters *clusters, const IrInstr *sample, const IrInstr *first)
{
    clusters->moved.count = 0;
    EACH_USE (sample, use)
        if (!list_needs(clusters, *use, first, DEEPEST))
            return false;
    return true;
}

/* Marks are numbers in the order of the region, two apart. A sample goes behind the cluster's last
 * one and has the mark of all of them; what it needs goes in front of the first, and has one
 * less. */
static void join(Clusters *clusters, Cluster *cluster, IrInstr *sample)
{
    for (int i = 0; i < clusters->moved.count; i++) {
        clusters->moved.items[i]->mark = cluster->first->mark - 1;
        ir_move_before(clusters->moved.items[i], cluster->first);
    }
    clusters->has_moved |= clusters->moved.count > 0 || cluster->last->next != sample;
    if (cluster->last->next != sample)
        ir_move_before(sample, cluster->last->next);
    sample->mark = cluster->first->mark;
    cluster->last = sample;
    cluster->components += sample->type.components;
}

static void find_cluster(Clusters *clusters, IrInstr *sample)
{
    for (int i = 0; i < clusters->open.count; i++) {
        Cluster *cluster = &clusters->open.items[i];
        if (is_alike(cluster->first, sample) &&
            cluster->components + sample->type.components <= MOST_COMPONENTS &&
            list_all_needs(clusters, sample, cluster->first)) {
            join(clusters, cluster, sample);
            return;
        }
    }
    Cluster alone = {sample, sample, sample->type.components};
    vec_push(clusters->arena, &clusters->open, alone);
}

static bool ends_clusters(const IrInstr *instr)
{
    return is_construct(instr) || ir_is(instr, OP_CONVERGENT) || ir_is(instr, OP_WRITES) ||
           ir_is(instr, OP_SYNC);
}

static void cluster_region(Clusters *clusters, const IrRegion *region)
{
    clusters->open.count = 0;
    EACH_IN (region, instr) {
        instr->mark = clusters->next_mark += 2;
        if (ends_clusters(instr))
            clusters->open.count = 0;
        else if (is_sample(instr))
            find_cluster(clusters, instr);
    }
}

bool pass_cluster(PassContext *context)
{
    Clusters clusters = {.arena = context->scratch};
    cluster_region(&clusters, context->kernel->body);
    EACH_INSTR (context->kernel->body, instr)
        EACH_REGION (instr, region)
            cluster_region(&clusters, region);
    return clusters.has_moved;
}
