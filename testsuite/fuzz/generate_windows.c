/* Two to four words side by side for each thread, each of a window of words that its neighbours' overlap:
 *
 *     out[3 * i + j] = in[3 * i + j - 1] * a + in[3 * i + j] * b + in[3 * i + j + 1] * a
 *
 * mostly the same for each of them, once or summed up in a loop; or each behind a guard. What is drawn for them is drawn
 * apart from all else, as elements are. */
#include "generate_priv.h"

enum { MOST_WORDS = 4, MOST_TAPS = 4 };

/* What each word is made of: words at these distances, each with a weight; the same for all but the odd one. */
typedef struct Window {
    int words, taps, odd; /* odd: MOST_WORDS and more: none */
    int at[MOST_TAPS];
    IrInstr *weights[MOST_TAPS]; /* NULL: as it is */
    IrOp weighed_by, merged_by;
    IrVariable *shared; /* groupshared, of one word an element: where they are; NULL: in the buffer */
} Window;

/* ---- resources ---- */

static void add_one(Generator *generator, int which, IrScalar scalar)
{
    static const IrResourceShape SHAPES[] = {IR_SHAPE_TYPED, IR_SHAPE_STRUCT, IR_SHAPE_STRUCT, IR_SHAPE_RAW};
    IrKernel *kernel = generator->kernel;
    FuzzKernel *fuzz = generator->fuzz;
    int at = fuzz->row_count++;
    IrResource *resource = ARENA_NEW(kernel->arena, IrResource);
    *resource = (IrResource){.name = arena_printf(kernel->arena, "W%d", which),
                             .class = which == 0 ? IR_UAV : IR_SRV,
                             .shape = SHAPES[draw(generator, COUNT_OF(SHAPES))],
                             .stride = 4,
                             .first_row = (uint32_t)at,
                             .index = at};
    if (resource->shape == IR_SHAPE_TYPED)
        resource->element = (IrType){scalar, 1};
    bool is_raw = resource->shape == IR_SHAPE_RAW;
    if (is_raw)
        resource->stride = 0;
    uint32_t groups = fuzz->groups[0] * fuzz->groups[1] * fuzz->groups[2],
             count = groups * ir_group_size(kernel) * (uint32_t)generator->window_words;
    if (draw(generator, 2))
        count -= (uint32_t)draw(generator, (int)count);
    fuzz->rows[at] = (FuzzRow){.width = is_raw ? 4 * count : count,
                               .height = 1,
                               .depth = 1,
                               .stride = is_raw ? 0 : 4,
                               .row_pitch = 4 * count,
                               .slice_pitch = 4 * count,
                               .bytes = 4 * count,
                               .scalar = scalar,
                               .is_bound = draw(generator, 25) > 0};
    generator->windows[which] = (Bound){
        .resource = resource, .row = &fuzz->rows[at], .role = which == 0 ? ROLE_OWN : ROLE_READ};
    vec_push(kernel->arena, &kernel->resources, resource);
}

void add_windows(Generator *generator)
{
    uint32_t kept = generator->state;
    IrScalar scalar = draw(generator, 2) ? IR_F32 : IR_I32;
    generator->window_words = draw(generator, 2) ? MOST_WORDS : 2 + draw(generator, MOST_WORDS - 1);
    for (int which = 0; which < 2 && draw(generator, 8) > 0; which++)
        add_one(generator, which, scalar);
    generator->state = kept;
}

/* ---- words ---- */

/* Word `at` behind the thread's first one, and so many behind that. */
static IrInstr *insert_access(Generator *generator, const Bound *bound, int at, IrInstr *behind, IrInstr *value)
{
    static const IrOp LOADS[] = {[IR_SHAPE_TYPED] = IR_load_typed, [IR_SHAPE_STRUCT] = IR_load_struct,
                                 [IR_SHAPE_RAW] = IR_load_raw},
                      STORES[] = {[IR_SHAPE_TYPED] = IR_store_typed, [IR_SHAPE_STRUCT] = IR_store_struct,
                                  [IR_SHAPE_RAW] = IR_store_raw};
    IrResourceShape shape = bound->resource->shape;
    IrInstr *place = with_number(generator, IR_imul, generator->global, generator->window_words);
    if (behind != NULL)
        place = combined(generator, IR_iadd, place, behind);
    place = with_number(generator, IR_iadd, place, at);
    if (shape == IR_SHAPE_RAW)
        place = with_number(generator, IR_imul, place, 4);
    IrInstr *operands[4] = {generator->zero, place, generator->zero, value};
    if (shape != IR_SHAPE_STRUCT)
        operands[2] = value;
    int count = (shape == IR_SHAPE_STRUCT ? 3 : 2) + (value != NULL);
    IrInstr *access = ir_new(generator->kernel, (value != NULL ? STORES : LOADS)[shape],
                             ir_scalar(value != NULL ? IR_VOID : bound->row->scalar), operands, count);
    access->resource = bound->resource;
    return ir_insert(&generator->builder, access);
}

/* Word `at` of the thread's part, and so many behind that; beyond the array's end there is none. */
static IrInstr *load_shared(Generator *generator, IrVariable *shared, int at, IrInstr *behind)
{
    IrInstr *place = with_number(generator, IR_imul, generator->thread, generator->window_words);
    if (behind != NULL)
        place = combined(generator, IR_iadd, place, behind);
    return ir_load_var(&generator->builder, shared, 0, 1, with_number(generator, IR_iadd, place, at));
}

/* One that nobody writes now. */
static IrVariable *draw_shared_window(Generator *generator, IrScalar scalar)
{
    for (int i = 0; i < SHARED_COUNT; i++) {
        const Shared *shared = &generator->shared[i];
        if (shared->phase == PHASE_READ && shared->variable->type.components == 1 &&
            shared->variable->type.scalar == scalar && draw(generator, 4) > 0)
            return shared->variable;
    }
    return NULL;
}

/* ---- what they are made of ---- */

static Window draw_window(Generator *generator, const Bound *bound)
{
    static const IrOp FLOATS[] = {IR_fadd, IR_fadd, IR_fsub, IR_fmin, IR_fmax, IR_fmul},
                      INTEGERS[] = {IR_iadd, IR_iadd, IR_isub, IR_ixor, IR_umax, IR_imin};
    IrScalar scalar = bound->row->scalar;
    bool is_float = op_scalar_is_float(scalar), is_even = draw(generator, 2);
    Window window = {.words = generator->window_words,
                     .taps = 1 + draw(generator, MOST_TAPS),
                     .odd = draw(generator, 6 * MOST_WORDS),
                     .weighed_by = is_float ? IR_fmul : draw(generator, 2) ? IR_imul : IR_iand,
                     .merged_by = is_float ? FLOATS[draw(generator, COUNT_OF(FLOATS))]
                                           : INTEGERS[draw(generator, COUNT_OF(INTEGERS))]};
    int first = draw(generator, 3) - 1, by = draw(generator, 3) ? 1 : 2;
    for (int i = 0; i < window.taps; i++) {
        IrLevel level, most = draw(generator, 3) ? LEVEL_GROUP : LEVEL_VARYING;
        window.at[i] = draw(generator, 12) ? first + i * by : draw(generator, MOST_WORDS);
        window.weights[i] = draw(generator, 3) == 0   ? NULL
                            : draw(generator, 2) == 0 ? draw_const(generator, scalar)
                                                      : draw_value_below(generator, scalar, most, &level);
        if (is_even && i >= (window.taps + 1) / 2)
            window.weights[i] = window.weights[window.taps - 1 - i];
    }
    return window;
}

/* Word `word` of a window that begins so many words behind the thread's first one. */
static IrInstr *compute_word(Generator *generator, const Window *window, int word, IrInstr *behind)
{
    IrInstr *result = NULL;
    for (int i = 0; i < window->taps; i++) {
        int at = window->at[i] + word + (word == window->odd && i == 0);
        IrInstr *value = window->shared != NULL
                             ? load_shared(generator, window->shared, at, behind)
                             : insert_access(generator, &generator->windows[1], at, behind, NULL);
        if (window->weights[i] != NULL)
            value = draw(generator, 2) ? combined(generator, window->weighed_by, value, window->weights[i])
                                       : combined(generator, window->weighed_by, window->weights[i], value);
        result = result == NULL ? value : combined(generator, window->merged_by, result, value);
    }
    return result;
}

static void compute_words(Generator *generator, const Window *window, IrInstr *behind, IrInstr **words)
{
    for (int i = 0; i < window->words; i++)
        words[i] = compute_word(generator, window, i, behind);
    if (draw(generator, 8) == 0)
        keep(generator, words[draw(generator, window->words)], LEVEL_VARYING);
}

/* for (k = 0; k < limit; k++) word[j] += what the window has that begins k times `apart` words further on. */
static void sum_words(Generator *generator, const Window *window, IrInstr **words)
{
    IrLevel level;
    IrInstr *limit = with_number(generator, IR_iand, draw_value_below(generator, IR_I32, LEVEL_GROUP, &level), 3),
            *apart = number(generator, 1 + draw(generator, 40)), *loop = ir_loop(&generator->builder),
            *sums[MOST_WORDS], *next[1 + MOST_WORDS];
    IrInstr *counter = ir_add_parameter(generator->kernel, loop, ir_scalar(IR_I32), generator->zero);
    IrScalar scalar = words[0]->type.scalar;
    for (int i = 0; i < window->words; i++) {
        sums[i] = ir_add_parameter(generator->kernel, loop, ir_scalar(scalar), words[i]);
        words[i] = ir_add_result(generator->kernel, loop, ir_scalar(scalar));
    }
    Saved saved = enter_region(generator, loop->regions[0]);
    IrInstr *test = ir_if(&generator->builder, combined(generator, IR_ult, counter, limit));
    IrBuilder leaving = ir_builder_at_end(generator->kernel, test->regions[1]);
    ir_close_region(generator->kernel, test->regions[0]);
    ir_jump(&leaving, IR_break, loop, sums, window->words);
    compute_words(generator, window, combined(generator, IR_imul, counter, apart), &next[1]);
    for (int i = 0; i < window->words; i++)
        next[1 + i] = combined(generator, window->merged_by, sums[i], next[1 + i]);
    next[0] = with_number(generator, IR_iadd, counter, 1);
    ir_jump(&generator->builder, IR_continue, loop, next, 1 + window->words);
    leave_region(generator, &saved);
}

static void update(Generator *generator)
{
    const Bound *own = &generator->windows[0];
    Window window = draw_window(generator, own);
    IrInstr *words[MOST_WORDS];
    window.shared = draw_shared_window(generator, own->row->scalar);
    compute_words(generator, &window, NULL, words);
    if (draw(generator, 3) == 0)
        sum_words(generator, &window, words);
    int left_out = draw(generator, 6 * MOST_WORDS);
    for (int i = 0; i < window.words; i++)
        if (i != left_out)
            insert_access(generator, own, i, NULL, words[i]);
}

/* ---- words behind guards ---- */

/* Of the thread's word `at`, and what is `from` or above it, mostly below something that the group shares. */
static IrInstr *draw_guard(Generator *generator, const Bound *own, int at, IrInstr *bound, int from)
{
    static const IrOp BELOW[] = {IR_ult, IR_ult, IR_ule, IR_slt, IR_sle};
    IrInstr *place = with_number(generator, IR_imul, generator->global, generator->window_words);
    IrOp below = BELOW[(unsigned)from % COUNT_OF(BELOW)];
    place = with_number(generator, IR_iadd, place, at);
    if (from == 7) /* sums of constants beyond 32 bits */
        place = with_number(generator, IR_iadd, with_number(generator, IR_iadd, place, INT32_MIN), at % 2 ? INT32_MIN : 0);
    if (bound == NULL)
        bound = number(generator, (int)own->row->width - from);
    IrInstr *guard = combined(generator, below, place, bound);
    if (from % 3 > 0)
        return guard;
    IrInstr *begins = combined(generator, IR_sle, number(generator, -(from % 2)), with_number(generator, IR_iadd, place, -from));
    return combined(generator, IR_iand, begins, guard);
}

/* if (i + k < n) own[k] = in[i + k - 1], behind each other or each in the one before. */
static void update_guarded(Generator *generator)
{
    enum { MOST_GUARDED = 7 };
    const Bound *own = &generator->windows[0], *in = &generator->windows[1];
    IrLevel level;
    IrInstr *bound = draw(generator, 2) ? draw_value_below(generator, IR_I32, LEVEL_GROUP, &level) : NULL;
    int count = 2 + draw(generator, MOST_GUARDED - 1), from = draw(generator, 10), first = draw(generator, 4) - 1, open = 0;
    bool is_nested = draw(generator, 3) == 0;
    Saved branches[MOST_GUARDED];
    for (int i = 0; i < count; i++) {
        IrInstr *guard = draw_guard(generator, own, i, draw(generator, 12) ? bound : NULL, from);
        branches[open++] = open_branch(generator, guard);
        IrInstr *value = insert_access(generator, in, first + i, NULL, NULL);
        if (draw(generator, 2))
            value = combined(generator, op_scalar_is_float(own->row->scalar) ? IR_fmul : IR_imul, value,
                             draw_const(generator, own->row->scalar));
        insert_access(generator, own, i % generator->window_words, NULL, value);
        if (!is_nested)
            close_branch(generator, &branches[--open]);
    }
    while (open > 0)
        close_branch(generator, &branches[--open]);
}

/* The same in a loop: for (k = 0; k < turns; k++), in whose turns there is a guard or a break, or
 * for (i = first; i < min(first + turns, n); i++). What is stored is of the thread's first two words. */
static void update_in_turns(Generator *generator)
{
    enum { LONG = 8, LONGER = 40 };
    const Bound *own = &generator->windows[0], *in = &generator->windows[1];
    IrLevel level;
    IrInstr *bound = draw(generator, 2) ? draw_value_below(generator, IR_I32, LEVEL_GROUP, &level)
                                        : number(generator, (int)own->row->width - draw(generator, 10));
    bool is_signed = draw(generator, 2), goes_to_end = draw(generator, 3) == 0, breaks = draw(generator, 2);
    int turns = draw(generator, 2) ? generator->window_words : LONG + draw(generator, LONGER);
    IrOp below = is_signed ? IR_slt : IR_ult, least = is_signed ? IR_imin : IR_umin;
    IrInstr *first = with_number(generator, IR_imul, generator->global, generator->window_words),
            *end = combined(generator, least, with_number(generator, IR_iadd, first, turns), bound);
    IrInstr *firsts[] = {goes_to_end ? first : generator->zero};
    OpenLoop loop = open_loop(generator, firsts, COUNT_OF(firsts));
    IrInstr *counter = loop.loop->parameters[0], *goes_on = goes_to_end ? combined(generator, below, counter, end)
                                                                        : with_number(generator, below, counter, turns);
    leave_unless(generator, &loop, goes_on, NULL);
    IrInstr *word = goes_to_end ? combined(generator, IR_isub, counter, first) : counter;
    IrInstr *place = combined(generator, IR_iadd, first, word), *guard = combined(generator, below, place, bound);
    if (draw(generator, 6) == 0) /* whether a sum comes round */
        guard = combined(generator, is_signed ? IR_sle : IR_ule, place,
                         with_number(generator, IR_iadd, place, draw(generator, 60) - 40));
    if (breaks)
        leave_unless(generator, &loop, guard, NULL);
    Saved branch = open_branch(generator, guard);
    IrInstr *value = insert_access(generator, in, draw(generator, 3) - 1, word, NULL);
    insert_access(generator, own, 0, with_number(generator, IR_iand, word, 1), value);
    close_branch(generator, &branch);
    IrInstr *nexts[] = {with_number(generator, IR_iadd, counter, 1)};
    close_loop(generator, &loop, nexts, COUNT_OF(nexts));
}

/* What all threads sum up alike, in a known number of turns; the thread's first word gets it. */
static void sum_alike(Generator *generator)
{
    enum { LEAST = 10, MORE = 60, STARTS = 8 };
    static const IrOp WHOLE[] = {IR_iadd, IR_umax, IR_imin, IR_ixor, IR_ior}, FLOAT[] = {IR_fadd, IR_fmax, IR_fmin};
    const Bound *own = &generator->windows[0], *in = &generator->windows[1];
    bool is_float = op_scalar_is_float(in->row->scalar);
    IrOp op = is_float ? FLOAT[draw(generator, COUNT_OF(FLOAT))] : WHOLE[draw(generator, COUNT_OF(WHOLE))];
    IrLevel level;
    int first = draw(generator, STARTS), end = first + LEAST + draw(generator, MORE);
    IrInstr *firsts[] = {number(generator, first), draw_value(generator, in->row->scalar, &level)};
    OpenLoop loop = open_loop(generator, firsts, COUNT_OF(firsts));
    IrInstr *counter = loop.loop->parameters[0], *sum = loop.loop->parameters[1];
    leave_unless(generator, &loop, with_number(generator, IR_ult, counter, end), sum);
    IrInstr *place = with_number(generator, IR_imul, counter, 1 + draw(generator, 3));
    sum = combined(generator, op, load_element(generator, in, place), sum);
    IrInstr *nexts[] = {with_number(generator, IR_iadd, counter, 1), sum};
    close_loop(generator, &loop, nexts, COUNT_OF(nexts));
    if (own->row->scalar == in->row->scalar)
        insert_access(generator, own, 0, generator->zero, loop.loop->results[0]);
}

void update_windows(Generator *generator)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x9e3779b9;
    bool has_both = generator->windows[0].resource != NULL && generator->windows[1].resource != NULL;
    for (int count = draw(generator, 3); count > 0 && has_both; count--)
        update(generator);
    for (int count = draw(generator, 2); count > 0 && has_both; count--)
        if (draw(generator, 2))
            update_in_turns(generator);
        else
            update_guarded(generator);
    if (has_both && draw(generator, 3) == 0)
        sum_alike(generator);
    generator->state = kept;
}
