/* Elements of two to four words, or halfwords, whose components are treated alike stay in the order of memory. A load
 * of such elements, one for each lane, is taken apart by shuffles into a vector of each component, and
 * a store puts them together again. Where all that comes between does the same to each component, that
 * is for nothing:
 *
 *     y[i] = a * x[i] + y[i];             float4: x.xyzw of a piece's lanes are vectors 0, 1, 2, 3
 *
 *     in memory, 8 lanes     x0 y0 z0 w0 x1 y1 z1 w1 | x2 ... w3 | x4 ... w5 | x6 ... w7
 *     apart                  x0 x1 ... x7            | y0 ... y7 | z0 ... z7 | w0 ... w7
 *     in order               as in memory
 *
 * An element is what is loaded or stored, or what one operation makes of the components of elements:
 * its parts are four values of the IR, and what a part holds is a vector of the element in the order of
 * memory. Found from the stores up, and from what loops sum up of each component, it reads, with all of its parts alike,
 *
 *     parts of another element          as they are
 *     one word of a loaded element      that element's vectors, each with that word in place of its four
 *     one value for all of them         the same vector, with each lane repeated, unless lanes share it
 *     a scalar each                     a vector of these in turn
 *     vectors that are no element       put in order
 *
 * Where the four parts are packed into bytes of one word (`pack_bytes`), they are so in order, too, which takes as many
 * operations or less; what comes of it lies apart, a word for each lane. What else reads single parts takes
 * the element apart. Elements that hang together are a web; one stays
 * in order where that spares more shuffles than it makes, those in loops more often. Masks are of lanes
 * that lie apart, and repeated where some lanes alone get a value; stores go lane by lane where some are
 * off. What is kept over barriers is in order where all accesses of it are, from one stretch to the next.
 *
 * Needs all steps. */
#include <limits.h>

#include "plan_priv.h"

enum { TURNS_OF_A_LOOP = 8, MOST_WEIGHT = 1 << 12, NEVER = INT_MAX, SUM_DEPTH = 3 };

typedef struct Element Element;
struct Element {
    PlanElement planned;
    const IrInstr *instr; /* the load or store, else the first part */
    PlanAccess *access;   /* of what is loaded or stored */
    IrEdges edges;        /* of parameters and results: who brings values to them */
    bool is_closed;
    PlanApart apart; /* closed: why */
    unsigned split; /* parts that something reads by themselves, a bit each */
    Element *web;   /* a union-find forest */
    int gain;       /* of the web, at its root */
};

typedef VEC(Element *) Elements;

typedef struct Finder {
    Arena *arena, *scratch;
    Plan *plan;
    const PlanFacts *facts;
    Element **of;  /* by id: a part's element; a load's, a store's */
    int *at;       /* by id: the step that defines it */
    int *masked;     /* by id: how often some lanes are assigned alone */
    Elements all;
    const Element **repeated_for; /* by id: the web that a value was last counted for */
} Finder;

/* ---- what an element reads ---- */

static bool is_phi(const IrInstr *instr) { return instr->op == IR_parameter || instr->op == IR_result; }

static bool is_store(const Element *element) { return element->access != NULL && element->access->is_store; }

static bool is_load(const Element *element) { return element->access != NULL && !element->access->is_store; }

static bool is_kept(const Element *element) { return element->access != NULL && element->access->way == WAY_kept; }

static bool is_pack(const Element *element) { return element->instr->op == IR_pack_bytes; }

/* Nothing reads it as an element. */
static bool is_sink(const Element *element) { return is_store(element) || is_pack(element); }

/* A store, or what packs, reads its values, a parameter or result what each edge brings. */
static int operand_count(const Element *element)
{
    return is_load(element)                   ? 0
           : is_sink(element)                 ? 1
           : is_phi(element->planned.parts[0]) ? element->edges.jumps.count
                                              : element->planned.parts[0]->operand_count;
}

static void list_values(const Element *element, int operand, const IrInstr **values)
{
    const IrInstr *instr = element->instr;
    int count = element->planned.count, first = instr->operand_count - count;
    for (int i = 0; i < count; i++) {
        const IrInstr *part = element->planned.parts[i];
        values[i] = is_sink(element) ? instr->operands[first + i]
                    : is_phi(part)    ? element->edges.jumps.items[operand]->operands[part->position]
                                      : part->operands[operand];
    }
}

static bool is_same(const IrInstr *left, const IrInstr *right)
{
    return left == right || (left->op == IR_const && right->op == IR_const && left->bits == right->bits);
}

static bool are_one(const IrInstr *const *values, int count)
{
    for (int i = 1; i < count; i++)
        if (!is_same(values[0], values[i]))
            return false;
    return true;
}

static bool are_scalars(const Plan *plan, const IrInstr *const *values, int count)
{
    for (int i = 0; i < count; i++)
        if (!plan_is_uniform(plan, values[i]))
            return false;
    return true;
}

/* Four of four bytes each fill a part of a register that machines shuffle within. */
static bool are_words_of_part(const IrInstr *value, int count) { return count == 4 && op_scalar_bytes(value->type.scalar) == 4; }

PlanReading plan_reading(const Plan *plan, const IrInstr *const *values, int count)
{
    const PlanElement *element = NULL;
    bool is_element = true;
    if (are_one(values, count)) {
        int word = 0;
        element = are_words_of_part(values[0], count) ? plan_element_of(plan, values[0], &word) : NULL;
        return element != NULL && element->is_loaded && element->count == count ? READS_WORD : READS_ONE;
    }
    for (int i = 0; i < count; i++) {
        int part = 0;
        const PlanElement *of = plan_element_of(plan, values[i], &part);
        is_element &= of != NULL && part == i && of->count == count && (element == NULL || of == element);
        element = of;
    }
    return is_element ? READS_ELEMENT : are_scalars(plan, values, count) ? READS_SCALARS : READS_APART;
}

/* The open element that a value is a part of, or NULL. */
static Element *element_of(const Finder *finder, const IrInstr *value, int *part)
{
    int component = 0;
    value = plan_resolve(value, &component);
    Element *element = finder->of[value->id];
    if (element == NULL || element->is_closed || is_sink(element))
        return NULL;
    *part = component;
    for (int i = 0; i < element->planned.count && !is_load(element); i++)
        if (element->planned.parts[i] == value)
            *part = i;
    return element;
}

/* The open element whose parts these are, in order. */
static Element *element_of_all(const Finder *finder, const IrInstr *const *values, int count)
{
    Element *element = NULL;
    for (int i = 0; i < count; i++) {
        int part = 0;
        Element *of = element_of(finder, values[i], &part);
        if (of == NULL || part != i || of->planned.count != count || (element != NULL && of != element))
            return NULL;
        element = of;
    }
    return element;
}

static PlanReading reading_of(const Finder *finder, const Element *element, int operand,
                              const IrInstr **values)
{
    int count = element->planned.count, word = 0;
    list_values(element, operand, values);
    const Element *loaded = are_words_of_part(values[0], count) ? element_of(finder, values[0], &word) : NULL;
    bool is_word = loaded != NULL && is_load(loaded) && !is_kept(loaded) && loaded->planned.count == count;
    return are_one(values, count)                             ? (is_word ? READS_WORD : READS_ONE)
           : element_of_all(finder, values, count) != NULL    ? READS_ELEMENT
           : are_scalars(finder->plan, values, count)         ? READS_SCALARS
                                                              : READS_APART;
}

/* ---- finding elements ---- */

/* An operation on pieces, in a run. */
static bool is_in_run(const Plan *plan, const IrInstr *instr)
{
    const PlanValue *planned = &plan->values[instr->id];
    return plan_is_componentwise(instr) && instr->op != IR_extract && planned->form == FORM_VECTOR &&
           planned->run != 0 && !planned->is_cold && !planned->is_straight && !planned->is_by_lanes;
}

/* What steps may have a variable for the next turn, where it lies apart. */
static bool may_be_part(const Finder *finder, const IrInstr *instr)
{
    bool is_there = is_phi(instr) ? plan_is_vector(finder->plan, instr) && instr->shape.length == 1
                                  : is_in_run(finder->plan, instr) && instr->operand_count > 0;
    return is_there && instr->type.components == 1 && finder->of[instr->id] == NULL && finder->at[instr->id] != NEVER;
}

static bool do_the_same(const IrInstr *left, const IrInstr *right)
{
    return left->op == right->op && left->type.scalar == right->type.scalar &&
           left->operand_count == right->operand_count && left->immediate == right->immediate &&
           left->precise == right->precise &&
           (is_phi(left) ? left->owner == right->owner : left->region == right->region);
}

static IrEdges edges_of(Arena *scratch, const IrInstr *phi)
{
    if (phi->op == IR_result)
        return ir_result_edges(scratch, phi->owner);
    IrEdges edges = ir_continue_edges(scratch, phi->owner);
    vec_push(scratch, &edges.jumps, (IrInstr *)phi->owner);
    return edges;
}

/* Of values that nobody has found to be parts yet. */
static void add_element(Finder *finder, const IrInstr *const *values, int count)
{
    Element element = {.planned = {.count = count}, .instr = values[0]};
    for (int i = 0; i < count; i++) {
        if (!may_be_part(finder, values[i]) || !do_the_same(values[0], values[i]))
            return;
        for (int k = 0; k < i; k++)
            if (values[i] == values[k])
                return;
        element.planned.parts[i] = values[i];
    }
    if (is_phi(values[0]))
        element.edges = edges_of(finder->scratch, values[0]);
    Element *added = ARENA_NEW(finder->arena, Element);
    *added = element;
    added->web = added;
    vec_push(finder->scratch, &finder->all, added);
    for (int i = 0; i < count; i++)
        finder->of[values[i]->id] = added;
}

/* Elements a step apart that all lanes share, of which four words are wanted, whatever else is in them. */
static bool goes_by_steps(const PlanAccess *access)
{
    bool has_steps = access->way == WAY_stepped || access->way == WAY_stepped_halves || access->way == WAY_stepped_elements ||
                     (access->way == WAY_stepped_by && !access->is_store);
    return has_steps && plan_goes_by_elements(access);
}

/* Elements that lie behind each other, or one at each lane's place: loads of two or four words, stores of
 * four, which are as many instructions in order as apart. */
static bool has_order(const PlanAccess *access)
{
    PlanWay way = access->way;
    if (way == WAY_kept) /* whichever all accesses agree on */
        return access->component_bytes == 4 && access->components <= PLAN_MOST_PARTS && access->mask == 0;
    if (goes_by_steps(access))
        return access->component_bytes == 4 && access->components == 4;
    if (way == WAY_elements || (way == WAY_placed && !access->is_store))
        return access->component_bytes == 4 &&
               (access->components == 4 || (access->components == 2 && !access->is_store));
    if (way == WAY_picked || way == WAY_placed)
        return access->component_bytes == 4 && access->components == 4;
    return way == WAY_contiguous || way == WAY_masked || way == WAY_rows || way == WAY_halves ||
           way == WAY_straight || way == WAY_tested_halves || way == WAY_tested_rows;
}

/* Parts of what is cut go lane by lane, all at once where the wave steps. */
static bool may_be_cut(const PlanAccess *access)
{
    bool is_struct = access->instr->resource != NULL && access->limit == LIMIT_WIDTH;
    bool has_words = access->instr->resource != NULL || ir_takes_words(access->instr);
    return !is_struct && has_words && !access->is_inside;
}

static bool stays_whole(const Finder *finder, const PlanAccess *access)
{
    unsigned all = (1u << access->components) - 1;
    bool is_wave = access->way == WAY_contiguous || access->way == WAY_straight;
    bool is_packed = plan_packed_words(access) == access->components || plan_is_wide(access) ||
                     plan_are_halfwords(access) || goes_by_steps(access) || access->way == WAY_kept;
    if (access->components < 2 || !is_packed ||
        access->type == IR_I1 || !has_order(access) ||
        plan_is_coherent(access) || access->is_outside || access->is_of_lane ||
        (may_be_cut(access) && !is_wave))
        return false;
    for (int i = 0; i < access->attempt_count; i++)
        if (access->attempts[i].way != WAY_rows && access->attempts[i].way != WAY_halves &&
            access->attempts[i].way != access->way)
            return false;
    return access->is_store || (plan_is_vector(finder->plan, access->instr) &&
                                finder->facts->used_components[access->instr->id] == all);
}

static void add_accesses(Finder *finder)
{
    for (int i = 0; i < finder->plan->steps.count; i++) {
        const PlanStep *step = &finder->plan->steps.items[i];
        if (step->kind != STEP_access || !stays_whole(finder, step->access))
            continue;
        Element *element = ARENA_NEW(finder->arena, Element);
        *element = (Element){.planned = {.count = step->access->components, .is_loaded = !step->access->is_store},
                             .instr = step->instr, .access = step->access};
        element->web = element;
        finder->of[step->instr->id] = element;
        vec_push(finder->scratch, &finder->all, element);
    }
}

/* What packs all of an element, in a run. */
static void add_packs(Finder *finder)
{
    EACH_INSTR (finder->plan->kernel->body, instr) {
        if (instr->op != IR_pack_bytes || !is_in_run(finder->plan, instr) || finder->at[instr->id] == NEVER)
            continue;
        Element *element = ARENA_NEW(finder->arena, Element);
        *element = (Element){.planned = {.count = instr->operand_count}, .instr = instr};
        element->web = element;
        finder->of[instr->id] = element;
        vec_push(finder->scratch, &finder->all, element);
    }
}

/* What is found is looked at in its turn. */
static void find_from(Finder *finder, int first)
{
    for (int i = first; i < finder->all.count; i++) {
        const Element *element = finder->all.items[i];
        for (int k = 0; k < operand_count(element); k++) {
            const IrInstr *values[PLAN_MOST_PARTS];
            if (reading_of(finder, element, k, values) == READS_APART)
                add_element(finder, values, element->planned.count);
        }
    }
}

/* The loaded element that something is computed of, and the part; NULL: of none. */
static const Element *loaded_for(const Finder *finder, const IrInstr *value, int *part, int depth)
{
    const Element *element = element_of(finder, value, part);
    if (element != NULL)
        return is_load(element) ? element : NULL;
    for (int i = 0; i < value->operand_count && plan_is_componentwise(value) && depth > 0 && element == NULL; i++)
        element = loaded_for(finder, value->operands[i], part, depth - 1);
    return element;
}

/* What a loop's result was before its last turn is this after it; NULL: it is no parameter of the loop. */
static const IrInstr *next_of(const Finder *finder, const IrInstr *result)
{
    const IrInstr *loop = result->owner, *end = loop->regions[0]->last;
    IrEdges breaks = ir_result_edges(finder->scratch, loop);
    const IrInstr *leaves = breaks.jumps.count > 0 ? breaks.jumps.items[0]->operands[result->position] : NULL;
    bool goes_round = leaves != NULL && leaves->op == IR_parameter && leaves->owner == loop && end->op == IR_continue && end->target == loop;
    return goes_round ? end->operands[leaves->position] : NULL;
}

/* Which result, from the first on, sums up that part of the element, or of any that is loaded where it is NULL; or -1. */
static int find_sum(const Finder *finder, const IrInstr *loop, int first, int part, const Element **element)
{
    for (int i = first; i < loop->result_count; i++) {
        const IrInstr *next = finder->of[loop->results[i]->id] == NULL ? next_of(finder, loop->results[i]) : NULL;
        int found = 0;
        const Element *of = next != NULL ? loaded_for(finder, next, &found, SUM_DEPTH) : NULL;
        if (of != NULL && found == part && (*element == NULL || of == *element)) {
            *element = of;
            return i;
        }
    }
    return -1;
}

/* Of a loop's results, whoever reads these: sums of all parts of one element. */
static void add_sums(Finder *finder, const IrInstr *loop)
{
    for (int i = 0; i < loop->result_count; i++) {
        const IrInstr *values[PLAN_MOST_PARTS];
        const Element *element = NULL;
        int at = i = find_sum(finder, loop, i, 0, &element), count = 0;
        if (at < 0)
            return;
        for (; at >= 0 && count < element->planned.count; count++) {
            values[count] = loop->results[at];
            at = count + 1 < element->planned.count ? find_sum(finder, loop, 0, count + 1, &element) : at;
        }
        if (at >= 0)
            add_element(finder, values, count);
    }
}

/* From the stores up, and from sums. */
static void find_elements(Finder *finder)
{
    add_accesses(finder);
    add_packs(finder);
    find_from(finder, 0);
    int found = finder->all.count;
    EACH_INSTR (finder->plan->kernel->body, instr)
        if (instr->op == IR_loop)
            add_sums(finder, instr);
    find_from(finder, found);
}

/* ---- which of them may be ---- */

/* Before the first part of the element is computed. */
static bool is_there(const Finder *finder, const Element *element, const IrInstr *value)
{
    for (int i = 0; i < element->planned.count; i++)
        if (value->op != IR_const && finder->at[value->id] >= finder->at[element->planned.parts[i]->id])
            return false;
    return true;
}

/* All of these are, and all of an element that one is taken out of. */
static bool are_there(const Finder *finder, const Element *element, const IrInstr *const *values)
{
    for (int k = 0; k < element->planned.count; k++) {
        int component = 0, part = 0;
        const Element *of = element_of(finder, values[k], &part);
        if (!is_there(finder, element, plan_resolve(values[k], &component)))
            return false;
        for (int i = 0; of != NULL && !is_load(of) && i < of->planned.count; i++)
            if (!is_there(finder, element, of->planned.parts[i]))
                return false;
    }
    return true;
}

static bool may_read(const Finder *finder, const Element *element, int operand)
{
    const IrInstr *values[PLAN_MOST_PARTS];
    int part = 0;
    bool is_operation = !is_sink(element) && !is_phi(element->planned.parts[0]);
    switch (reading_of(finder, element, operand, values)) {
    case READS_ELEMENT: return true;
    case READS_WORD: return is_operation;
    case READS_ONE:
        return is_operation || (is_sink(element) ? is_kept(element) && plan_is_uniform(finder->plan, values[0])
                                                 : element_of(finder, values[0], &part) == NULL);
    default: return is_operation && are_there(finder, element, values);
    }
}

/* A store of its own of some word, piece by piece. */
static bool stores_by_pieces(const Finder *finder, const IrInstr *reader)
{
    bool is_store = finder->at[reader->id] != NEVER && ir_is(reader, OP_WRITES);
    const PlanStep *step = is_store ? &finder->plan->steps.items[finder->at[reader->id]] : NULL;
    return step != NULL && step->kind == STEP_access && plan_goes_by_pieces(finder->plan, step->access);
}

/* A run, or store, that reads single parts takes them out of the element, which must be there as a whole. */
static bool may_split(const Finder *finder, const Element *element, const IrInstr *reader)
{
    bool is_computed = !is_load(element) || is_kept(element);
    if (!is_in_run(finder->plan, reader) && !(is_computed && stores_by_pieces(finder, reader)))
        return false;
    for (int i = 0; i < element->planned.count && !is_load(element); i++)
        if (finder->at[element->planned.parts[i]->id] >= finder->at[reader->id])
            return false;
    return true;
}

static const IrInstr *phi_of(const IrInstr *instr, int operand)
{
    if (instr->op == IR_loop)
        return instr->parameters[operand];
    const IrInstr *target = instr->op == IR_yield ? instr->region->owner : instr->target;
    return instr->op == IR_continue ? target->parameters[operand] : target->results[operand];
}

/* The operand is read with those of the other parts, as they are. */
static bool reads_in_order(const Finder *finder, const IrInstr *instr, int operand)
{
    const IrInstr *values[PLAN_MOST_PARTS];
    Element *reader = finder->of[instr->id];
    if (ir_is(instr, OP_JUMP) || instr->op == IR_loop) {
        reader = finder->of[phi_of(instr, operand)->id];
        return reader != NULL && !reader->is_closed;
    }
    if (reader == NULL || reader->is_closed || is_load(reader))
        return false;
    if (is_sink(reader))
        return operand >= instr->operand_count - reader->planned.count;
    PlanReading reading = reading_of(finder, reader, operand, values);
    return reading == READS_ELEMENT || reading == READS_WORD;
}

static bool close(Element *element, const IrInstr *culprit, const char *why)
{
    element->is_closed = true;
    element->apart = (PlanApart){culprit, why};
    return true;
}

static bool close_readers(const Finder *finder)
{
    bool has_changed = false;
    for (int i = 0; i < finder->all.count; i++) {
        Element *element = finder->all.items[i];
        for (int k = 0; k < operand_count(element) && !element->is_closed; k++)
            if (!may_read(finder, element, k)) {
                const IrInstr *values[PLAN_MOST_PARTS];
                list_values(element, k, values);
                has_changed = close(element, values[0], "components are not computed alike");
            }
    }
    return has_changed;
}

static bool close_read(const Finder *finder)
{
    bool has_changed = false;
    EACH_INSTR (finder->plan->kernel->body, instr)
        for (int i = 0; i < instr->operand_count && instr->op != IR_extract; i++) {
            int part = 0;
            Element *element = element_of(finder, instr->operands[i], &part);
            if (element != NULL && !reads_in_order(finder, instr, i) && !may_split(finder, element, instr))
                has_changed = close(element, instr, "it takes components by themselves");
        }
    return has_changed;
}

/* What is kept in order is loaded in order. */
static bool close_kept(const Finder *finder)
{
    const Plan *plan = finder->plan;
    bool has_changed = false, *is_apart = ARENA_ARRAY(finder->scratch, bool, plan->kernel->variables.count + 1);
    EACH_INSTR (plan->kernel->body, instr) {
        const Element *element = finder->of[instr->id];
        if (instr->variable != NULL && (element == NULL || element->is_closed))
            is_apart[instr->variable->index] = true;
    }
    for (int i = 0; i < finder->all.count; i++) {
        Element *element = finder->all.items[i];
        if (is_kept(element) && !element->is_closed && is_apart[element->instr->variable->index])
            has_changed = close(element, NULL, "it is kept apart elsewhere");
    }
    return has_changed;
}

/* ---- what it spares ---- */

static int weight_of(const IrInstr *instr)
{
    int weight = 1;
    const IrRegion *region = is_phi(instr) ? instr->owner->region : instr->region;
    for (const IrInstr *around = region->owner; around != NULL; around = around->region->owner)
        if (around->op == IR_loop && weight < MOST_WEIGHT)
            weight *= TURNS_OF_A_LOOP;
    return weight;
}

/* Shuffles of a piece, all parts taken apart or put in order; one part alone. Of eight lanes and
 * more four parts are by shuffles across these, which take half as long again as those within quads or longer. */
static int shuffles_of(const Finder *finder, int count)
{
    return count == 4 ? (finder->plan->lanes > 4 ? 12 : 8) : count == 3 ? 6 : 2;
}

static int shuffles_of_parts(const Finder *finder, int count, unsigned parts)
{
    return __builtin_popcount(parts) == 1 ? shuffles_of(finder, count) / 2 : shuffles_of(finder, count);
}

static Element *root_of(Element *element)
{
    while (element->web != element)
        element = element->web = element->web->web;
    return element;
}

/* All accesses of a variable that is kept. */
static void join_kept_webs(const Finder *finder)
{
    Element **kept = ARENA_ARRAY(finder->scratch, Element *, finder->plan->kernel->variables.count + 1);
    for (int i = 0; i < finder->all.count; i++) {
        Element *element = finder->all.items[i];
        if (element->is_closed || !is_kept(element))
            continue;
        Element **one = &kept[element->instr->variable->index];
        if (*one != NULL)
            root_of(element)->web = root_of(*one);
        *one = element;
    }
}

static void find_webs(const Finder *finder)
{
    for (int i = 0; i < finder->all.count; i++) {
        Element *element = finder->all.items[i];
        for (int k = 0; k < operand_count(element) && !element->is_closed; k++) {
            const IrInstr *values[PLAN_MOST_PARTS];
            int word = 0;
            PlanReading reading = reading_of(finder, element, k, values);
            if (reading == READS_ELEMENT)
                root_of(element)->web = root_of(element_of_all(finder, values, element->planned.count));
            if (reading == READS_WORD)
                root_of(element)->web = root_of(element_of(finder, values[0], &word));
        }
    }
    join_kept_webs(finder);
}

static void note_splits(const Finder *finder)
{
    EACH_INSTR (finder->plan->kernel->body, instr)
        for (int i = 0; i < instr->operand_count && instr->op != IR_extract; i++) {
            int part = 0;
            Element *element = element_of(finder, instr->operands[i], &part);
            if (element != NULL && !reads_in_order(finder, instr, i))
                element->split |= 1u << part;
        }
}

/* Once for a value: C compilers see that it is the same, and take out of a loop what is from outside. */
static int cost_of_repeating(const Finder *finder, Element *element, const IrInstr *value)
{
    int component = 0;
    if (plan_is_same_in_pieces(finder->plan, value) || finder->repeated_for[value->id] == root_of(element))
        return 0;
    finder->repeated_for[value->id] = root_of(element);
    return element->planned.count * weight_of(plan_resolve(value, &component));
}

static int cost_of_reading(const Finder *finder, Element *element, int operand)
{
    const IrInstr *values[PLAN_MOST_PARTS];
    int weight = weight_of(element->instr);
    switch (reading_of(finder, element, operand, values)) {
    case READS_ELEMENT: return 0;
    case READS_WORD:
    case READS_ONE: return cost_of_repeating(finder, element, values[0]);
    case READS_SCALARS: return weight;
    default: return shuffles_of(finder, element->planned.count) * weight;
    }
}

static void count_gains(const Finder *finder)
{
    for (int i = 0; i < finder->all.count; i++) {
        Element *element = finder->all.items[i];
        int weight = weight_of(element->instr), count = element->planned.count;
        if (element->is_closed)
            continue;
        int gain = is_kept(element)             ? 0
                   : element->access != NULL ? shuffles_of(finder, count) * weight
                   : is_pack(element)        ? weight
                                             : 0;
        if (element->split != 0)
            gain -= shuffles_of_parts(finder, count, element->split) * weight;
        if (element->access == NULL)
            gain -= finder->masked[element->instr->id] * count * weight;
        for (int k = 0; k < operand_count(element); k++)
            gain -= cost_of_reading(finder, element, k);
        root_of(element)->gain += gain;
    }
}

static void keep_in_order(const Finder *finder, Element *element)
{
    PlanValue *values = finder->plan->values;
    if (element->access != NULL)
        element->access->is_in_order = true;
    if (is_load(element))
        values[element->instr->id].element = &element->planned;
    values[element->instr->id].is_packed_in_order = is_pack(element);
    for (int i = 0; i < element->planned.count && element->access == NULL && !is_pack(element); i++) {
        PlanValue *value = &values[element->planned.parts[i]->id];
        value->element = &element->planned;
        value->part = (uint8_t)i;
    }
}

/* ---- all ---- */

static void find_steps(Finder *finder)
{
    for (uint32_t i = 0; i <= finder->plan->kernel->next_id; i++)
        finder->at[i] = NEVER;
    for (int i = finder->plan->steps.count - 1; i >= 0; i--) {
        const PlanStep *step = &finder->plan->steps.items[i];
        if (step->instr != NULL)
            finder->at[step->instr->id] = i;
        if (step->kind == STEP_assign && step->a != 0)
            finder->masked[step->instr->id]++;
    }
}

void plan_in_order(Arena *arena, Arena *scratch, Plan *plan, const PlanFacts *facts)
{
    int room = (int)plan->kernel->next_id + 1;
    Finder finder = {.arena = arena,
                     .scratch = scratch,
                     .plan = plan,
                     .facts = facts,
                     .of = ARENA_ARRAY(scratch, Element *, room),
                     .at = ARENA_ARRAY(scratch, int, room),
                     .masked = ARENA_ARRAY(scratch, int, room),
                     .repeated_for = ARENA_ARRAY(scratch, const Element *, room)};
    if (plan->target.keeps_apart || plan->has_checks)
        return;
    find_steps(&finder);
    find_elements(&finder);
    while (close_readers(&finder) || close_read(&finder) || close_kept(&finder))
        continue;
    find_webs(&finder);
    note_splits(&finder);
    count_gains(&finder);
    for (int i = 0; i < finder.all.count; i++) {
        Element *element = finder.all.items[i];
        bool pays = root_of(element)->gain > 0;
        if (!element->is_closed && pays)
            keep_in_order(&finder, element);
        else if (element->access != NULL)
            element->access->apart = element->is_closed
                                         ? element->apart
                                         : (PlanApart){NULL, "in order it would take as many shuffles"};
    }
}

static bool are_one_power(PlanPower left, PlanPower right)
{
    return left.kind == right.kind && left.quarters == right.quarters;
}

/* What is known of one part alone does not hold for a vector of all. */
static void agree(Plan *plan, const PlanElement *element)
{
    const IrInstr *const *parts = element->parts;
    PlanValue all = plan->values[parts[0]->id];
    for (int i = 1; i < element->count; i++) {
        const PlanValue *value = &plan->values[parts[i]->id];
        bool divides_alike = all.division != DIVIDE_ANY && value->division == all.division &&
                             is_same(parts[i]->operands[1], parts[0]->operands[1]);
        all.division = divides_alike ? all.division : DIVIDE_ANY;
        all.extreme = value->extreme == all.extreme ? all.extreme : EXTREME_ANY;
        all.power = are_one_power(value->power, all.power) ? all.power : (PlanPower){POWER_ANY, 0};
        all.counts_bytes &= value->counts_bytes && value->byte_bit == all.byte_bit;
        all.is_signed &= value->is_signed;
        all.turns_signs &= value->turns_signs;
        all.is_cut &= value->is_cut;
        all.is_rounded |= value->is_rounded;
    }
    for (int i = 0; i < element->count; i++) {
        PlanValue *value = &plan->values[parts[i]->id];
        value->division = all.division;
        value->extreme = all.extreme;
        value->power = all.power;
        value->counts_bytes = all.counts_bytes;
        value->is_signed = all.is_signed;
        value->turns_signs = all.turns_signs;
        value->is_cut = all.is_cut;
        value->is_rounded = all.is_rounded;
    }
}

void plan_agree_in_order(Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        const PlanValue *value = &plan->values[instr->id];
        if (value->element != NULL && !value->element->is_loaded && value->part == 0)
            agree(plan, value->element);
    }
}
