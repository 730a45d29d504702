/* reload_shared: what is kept over a barrier and stands in groupshared memory too is loaded from there.
 *
 *     wave_loop { store_var $keep1 [0], %1            wave_loop { store_var $keep1 [0], %1   (drop_dead takes it)
 *                 store_var $tile [%own], %1 }                    store_var $tile [%own], %1 }
 *     barrier                                         barrier
 *     wave_loop { %2 = load_var $keep1 [0]      ->    wave_loop { %2 = load_var $tile [%own]
 *                 %3 = load_var $tile [%other]                    %3 = load_var $tile [%other]
 *                 if %c {                                         if %c {
 *                   %4 = fadd %2, %3                                %4 = fadd %2, %3
 *                   store_var $tile [%own], %4                      store_var $tile [%own], %4
 *                   yield %4                                        yield %4
 *                 } else { yield %2 } -> %5                       } else { yield %2 } -> %5
 *                 store_var $keep2 [0], %5 }                      store_var $keep2 [0], %5 }
 *
 * A means of four texels goes on so from level to level of a picture, a sum from step to step of a
 * tree. The threads of later stretches, few of them, then have all that they need where any lane can
 * load it, whole elements are loaded at once, and nothing is stored twice.
 *
 * A value is at home in an element where a thread has stored it at a place that is no other
 * thread's, which is found by computing the place for each thread, and nobody has stored to that
 * variable at other places since, nor does in the stretch that loads it, of which other waves may have
 * done their part. What a branch gives is at home where both of its sides' values are at the same.
 * Stretches follow each other; what a loop at group level stores is at home nowhere.
 *
 * Behind form_waves and join_kept. Needs: wave_loops. Breaks: facts; uniformity must run again. */
#include "passes/passes_priv.h"

enum { DEPTH = 12 /* of a place's operations */ };

/* The element of each thread. */
typedef struct Home {
    IrVariable *shared; /* NULL: none */
    int component;
    const uint64_t *places; /* by thread */
    IrInstr *index;         /* what computes them, somewhere */
} Home;

typedef struct Resident { /* a value of this stretch that is at home now */
    const IrInstr *value;
    Home home;
} Resident;

typedef VEC(Resident) Residents;

typedef struct Reload { /* a load of what is kept, and where else it is */
    IrInstr *load;
    Home home;
} Reload;

typedef struct Reloader {
    PassContext *context;
    IrKernel *kernel;
    int threads;
    Home *of_kept; /* by variable */
    const IrInstr **stored; /* by variable: the value that all threads of this stretch keep there */
    bool *stays;            /* by variable: some load needs it */
    VEC(Reload) reloads;
    VEC(IrInstr *) elements; /* the loads made */
} Reloader;

/* ---- homes ---- */

/* Where each thread stores; NULL: that is not known, or two store to one place. */
static const uint64_t *own_places(const Reloader *reloader, const IrInstr *index, int64_t count)
{
    Arena *scratch = reloader->context->scratch;
    uint64_t *places = ARENA_ARRAY(scratch, uint64_t, reloader->threads);
    bool *is_taken = ARENA_ARRAY(scratch, bool, count);
    for (int thread = 0; thread < reloader->threads; thread++) {
        if (!ir_compute_of_thread(reloader->kernel, index, thread, DEPTH, &places[thread]) ||
            places[thread] >= (uint64_t)count || is_taken[places[thread]])
            return NULL;
        is_taken[places[thread]] = true;
    }
    return places;
}

static bool has_places(const Reloader *reloader, const Home *home, const uint64_t *places)
{
    return places != NULL && memcmp(home->places, places, sizeof *places * (size_t)reloader->threads) == 0;
}

static bool is_same_home(const Reloader *reloader, const Home *left, const Home *right)
{
    return left->shared != NULL && left->shared == right->shared &&
           left->component == right->component &&
           has_places(reloader, left, right->places);
}

static Home home_of(const Residents *residents, const IrInstr *value)
{
    for (int i = residents->count - 1; i >= 0; i--)
        if (residents->items[i].value == value)
            return residents->items[i].home;
    return (Home){0};
}

static void move_in(const Reloader *reloader, Residents *residents, const IrInstr *value, Home home)
{
    if (home.shared != NULL)
        vec_push(reloader->context->scratch, residents, ((Resident){value, home}));
}

/* Something else is stored to these components, at any place. */
static void evict(Reloader *reloader, Residents *residents, const IrVariable *shared, int first, int count)
{
    int left = 0;
    for (int i = 0; i < residents->count; i++) {
        const Home *home = &residents->items[i].home;
        if (home->shared != shared || home->component < first || home->component >= first + count)
            residents->items[left++] = residents->items[i];
    }
    residents->count = left;
    for (int i = 0; i < reloader->kernel->variables.count; i++) {
        Home *home = &reloader->of_kept[i];
        if (home->shared == shared && home->component >= first && home->component < first + count)
            home->shared = NULL;
    }
}

/* ---- through a stretch ---- */

static void visit_region(Reloader *reloader, Residents *residents, const IrRegion *region);

static void visit_load(Reloader *reloader, Residents *residents, IrInstr *load)
{
    const Home *home = &reloader->of_kept[load->variable->index];
    if (home->shared == NULL || load->type.components != 1) {
        reloader->stays[load->variable->index] = true;
        return;
    }
    move_in(reloader, residents, load, *home);
    vec_push(reloader->context->scratch, &reloader->reloads, ((Reload){load, *home}));
}

static void visit_shared_store(Reloader *reloader, Residents *residents, const IrInstr *store)
{
    int count = store->operand_count - 1;
    const uint64_t *places = own_places(reloader, store->operands[0], store->variable->count);
    evict(reloader, residents, store->variable, store->component, count);
    for (int i = 0; i < count && places != NULL; i++)
        if (store->operands[1 + i]->type.scalar == store->variable->type.scalar)
            move_in(reloader, residents, store->operands[1 + i],
                    (Home){store->variable, store->component + i, places, store->operands[0]});
}

/* By all threads where it stands in the stretch itself. */
static void visit_kept_store(Reloader *reloader, const IrInstr *store)
{
    bool is_whole = store->region->owner->op == IR_wave_loop &&
                    store->region->owner->immediate == WAVES_ALL && store->operand_count == 2;
    reloader->of_kept[store->variable->index] = (Home){0};
    reloader->stored[store->variable->index] = is_whole ? store->operands[1] : NULL;
}

static const IrInstr *yielded(const IrRegion *region, int position)
{
    const IrInstr *last = region != NULL ? region->last : NULL;
    return last != NULL && last->op == IR_yield && position < last->operand_count
               ? last->operands[position] : NULL;
}

static void visit_branch(Reloader *reloader, Residents *residents, const IrInstr *branch)
{
    Arena *scratch = reloader->context->scratch;
    Residents sides[2] = {{0}, {0}};
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < residents->count; i++)
            vec_push(scratch, &sides[side], residents->items[i]);
        if (branch->regions[side] != NULL)
            visit_region(reloader, &sides[side], branch->regions[side]);
    }
    residents->count = 0;
    for (int i = 0; i < sides[0].count; i++) {
        Home there = home_of(&sides[1], sides[0].items[i].value);
        if (is_same_home(reloader, &sides[0].items[i].home, &there))
            vec_push(scratch, residents, sides[0].items[i]);
    }
    for (int i = 0; i < branch->result_count; i++) {
        Home homes[2] = {home_of(&sides[0], yielded(branch->regions[0], i)),
                         home_of(&sides[1], yielded(branch->regions[1], i))};
        if (is_same_home(reloader, &homes[0], &homes[1]))
            move_in(reloader, residents, branch->results[i], homes[0]);
    }
}

/* A construct that may come to its code again, or leave it out: what it stores to is no home. */
static void visit_other(Reloader *reloader, Residents *residents, const IrInstr *construct)
{
    EACH_REGION (construct, inner)
        EACH_INSTR (inner, instr) {
            if (is_shared(instr) && instr->op != IR_load_var)
                evict(reloader, residents, instr->variable, 0, instr->variable->type.components);
            if (is_kept_access(instr) && instr->op == IR_store_var)
                reloader->of_kept[instr->variable->index] = (Home){0};
        }
    EACH_REGION (construct, inner)
        EACH_INSTR (inner, instr)
            if (is_kept_access(instr) && instr->op == IR_load_var)
                visit_load(reloader, residents, instr);
}

static void visit_region(Reloader *reloader, Residents *residents, const IrRegion *region)
{
    EACH_IN (region, instr) {
        if (is_kept_access(instr) && instr->op == IR_load_var)
            visit_load(reloader, residents, instr);
        else if (is_kept_access(instr))
            visit_kept_store(reloader, instr);
        else if (is_shared(instr) && instr->op == IR_store_var)
            visit_shared_store(reloader, residents, instr);
        else if (is_shared(instr) && instr->op != IR_load_var)
            evict(reloader, residents, instr->variable, 0, instr->variable->type.components);
        else if (instr->op == IR_if)
            visit_branch(reloader, residents, instr);
        else
            visit_other(reloader, residents, instr);
    }
}

/* Waves run one after the other: what one stores in the stretch at places of other threads is there before those load. */
static void evict_by_other_waves(const Reloader *reloader, const IrInstr *stretch)
{
    EACH_INSTR (stretch->regions[0], instr) {
        if (!is_shared(instr) || instr->op == IR_load_var)
            continue;
        bool is_store = instr->op == IR_store_var;
        int first = is_store ? instr->component : 0, count = is_store ? instr->operand_count - 1 : instr->variable->type.components;
        const uint64_t *places = is_store ? own_places(reloader, instr->operands[0], instr->variable->count) : NULL;
        for (int i = 0; i < reloader->kernel->variables.count; i++) {
            Home *home = &reloader->of_kept[i];
            if (home->shared == instr->variable && home->component >= first && home->component < first + count &&
                !has_places(reloader, home, places))
                home->shared = NULL;
        }
    }
}

/* What is kept may be at home only by the stretch's end. */
static void visit_stretch(Reloader *reloader, const IrInstr *stretch)
{
    Residents residents = {0};
    evict_by_other_waves(reloader, stretch);
    memset(reloader->stored, 0, sizeof *reloader->stored * (size_t)reloader->kernel->variables.count);
    visit_region(reloader, &residents, stretch->regions[0]);
    for (int i = 0; i < reloader->kernel->variables.count; i++)
        if (reloader->stored[i] != NULL)
            reloader->of_kept[i] = home_of(&residents, reloader->stored[i]);
}

static void visit_group(Reloader *reloader)
{
    EACH_IN (reloader->kernel->body, instr) {
        Residents residents = {0};
        if (instr->op == IR_wave_loop)
            visit_stretch(reloader, instr);
        else if (is_shared(instr) && instr->op != IR_load_var)
            evict(reloader, &residents, instr->variable, 0, instr->variable->type.components);
        else
            visit_other(reloader, &residents, instr);
    }
}

/* ---- what is loaded instead ---- */

/* Most threads have their elements beside each other, as what is kept has. */
static bool is_in_order(const Reloader *reloader, const Home *home)
{
    int beside = 0;
    for (int thread = 1; thread < reloader->threads; thread++)
        beside += home->places[thread] == home->places[thread - 1] + 1;
    return beside * 4 >= (reloader->threads - 1) * 3;
}

/* A place's computation again, at the builder; what stands at group level stays. */
static IrInstr *compute_again(IrBuilder *builder, IrInstr *value)
{
    if (ir_wave_loop_around(value) == NULL)
        return value;
    IrInstr *copy = ir_copy_instr(builder->kernel, value);
    for (int i = 0; i < value->operand_count; i++)
        copy->operands[i] = compute_again(builder, value->operands[i]);
    return ir_insert(builder, copy);
}

static bool are_together(const Reloader *reloader, const Reload *first, const Reload *other)
{
    Home beside = other->home;
    beside.component = first->home.component;
    return first->load->region == other->load->region && is_same_home(reloader, &first->home, &beside);
}

/* Those of one region and element, which the first one loads as a whole. */
static void reload_together(Reloader *reloader, int first, bool *is_done, IrReplacements *replacements)
{
    const Reload *reload = &reloader->reloads.items[first];
    IrBuilder builder = ir_builder_before(reloader->kernel, reload->load);
    builder.pos = reload->load->pos;
    int low = reload->home.component, high = low;
    for (int i = first; i < reloader->reloads.count; i++)
        if (!is_done[i] && are_together(reloader, reload, &reloader->reloads.items[i])) {
            int component = reloader->reloads.items[i].home.component;
            low = component < low ? component : low;
            high = component > high ? component : high;
        }
    IrInstr *index = compute_again(&builder, reload->home.index);
    IrInstr *element = ir_load_var(&builder, reload->home.shared, low, high - low + 1, index);
    vec_push(reloader->context->scratch, &reloader->elements, element);
    for (int i = first; i < reloader->reloads.count; i++) {
        const Reload *other = &reloader->reloads.items[i];
        if (is_done[i] || !are_together(reloader, reload, other))
            continue;
        is_done[i] = true;
        vec_push(reloader->kernel->arena, &replacements->from, other->load);
        vec_push(reloader->kernel->arena, &replacements->to,
                 ir_extract(&builder, element, other->home.component - low));
    }
}

static bool replace_loads(Reloader *reloader)
{
    IrReplacements replacements = {0};
    bool *is_done = ARENA_ARRAY(reloader->context->scratch, bool, reloader->reloads.count + 1);
    for (int i = 0; i < reloader->reloads.count; i++) {
        const Reload *reload = &reloader->reloads.items[i];
        reloader->stays[reload->load->variable->index] |= !is_in_order(reloader, &reload->home);
    }
    for (int i = 0; i < reloader->reloads.count; i++)
        is_done[i] = reloader->stays[reloader->reloads.items[i].load->variable->index];
    for (int i = 0; i < reloader->reloads.count; i++) {
        if (is_done[i])
            continue;
        pass_explain(reloader->context, reloader->reloads.items[i].load->pos,
                     "what is kept is loaded from %s", reloader->reloads.items[i].home.shared->name);
        reload_together(reloader, i, is_done, &replacements);
    }
    ir_replace_all(reloader->kernel, &replacements);
    for (int i = 0; i < replacements.from.count; i++)
        ir_remove(replacements.from.items[i]);
    return replacements.from.count > 0;
}

/* ---- only where it is wanted ---- */

static bool takes_from(const IrInstr *user, const IrInstr *element)
{
    return user->op == IR_extract && user->operands[0] == element;
}

/* The side of a branch of the region of `element` in which all stand that use it; NULL: none. */
static IrRegion *only_side(const IrInstr *element)
{
    IrRegion *side = NULL;
    EACH_INSTR (element->region, instr)
        EACH_USE (instr, use) {
            bool is_use = *use == element || takes_from(*use, element);
            if (!is_use || takes_from(instr, element))
                continue;
            IrRegion *here = instr->region;
            while (here != element->region && here->owner->region != element->region)
                here = here->owner->region;
            if (here == element->region || here->owner->op != IR_if || (side != NULL && side != here))
                return NULL;
            side = here;
        }
    return side;
}

static void sink(IrInstr *element)
{
    IrRegion *side = only_side(element);
    if (side == NULL || is_stored_between(element, side->owner))
        return;
    IrInstr *place = side->first;
    for (IrInstr *next, *instr = element->next; instr != side->owner; instr = next) {
        next = instr->next;
        if (takes_from(instr, element))
            ir_move_before(instr, place);
    }
    ir_move_before(element, side->first);
}

/* A single wave has what is kept in registers. Checks tell of accesses that the shader has. */
bool pass_reload_shared(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    if (context->checks != 0 || context->watches_stores || ir_running_waves(kernel) == 1 ||
        !ir_contains_op(kernel->body, IR_wave_loop))
        return false;
    Reloader reloader = {.context = context, .kernel = kernel, .threads = (int)ir_group_size(kernel)};
    reloader.of_kept = ARENA_ARRAY(context->scratch, Home, kernel->variables.count + 1);
    reloader.stored = ARENA_ARRAY(context->scratch, const IrInstr *, kernel->variables.count + 1);
    reloader.stays = ARENA_ARRAY(context->scratch, bool, kernel->variables.count + 1);
    visit_group(&reloader);
    if (!replace_loads(&reloader))
        return false;
    pass_drop_dead(context);
    for (int i = 0; i < reloader.elements.count; i++)
        if (reloader.elements.items[i]->region != NULL) /* somebody uses it */
            sink(reloader.elements.items[i]);
    pass_merge(context); /* places that are there already */
    return true;
}
