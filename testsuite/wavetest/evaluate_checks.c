/* What --check reports of a kernel that is evaluated. The evaluator tells which lanes come to the
 * instructions that the pass instrument put in, and what their operands are; the functions that emitted
 * C calls (wcc_check.h, wcc_watch.h) judge it, called as compiler/emit/emit_check.c and emit_touch.c
 * have them called. So the same is reported, in the same words. */
#include "child.h"
#include "collect_faults.h"

/* Vectors of four doubles, in functions that are inlined or not called. */
#pragma GCC diagnostic ignored "-Wpsabi"
#define WCC_USES_SOME 1
#define LANES 4
#include "wcc_check.h"
#include "wcc_lanes.h"
#include "wcc_watch.h"

enum { FIRST, COUNT, BYTES, VALUES }; /* operands of a touch, behind the row */
enum { MOST_VALUES = 16, MOST_LANES = 128 };

typedef struct Checker {
    Arena *arena;
    const IrKernel *kernel;
    const Sources *sources;
    unsigned checks;
    bool watches_memory;
    WccDispatch dispatch;
    WccWhere where;
    WccArrivals arrivals;
    WccWatcher watcher;
    FaultCollector *collector;
    WccPlace *places;   /* by id; file NULL: not yet known */
    WccTouch **touches; /* likewise; NULL */
} Checker;

Checker *checker_new(Arena *arena, const Kernels *kernels, const IrKernel *kernel,
                     const WccResource *rows, const uint32_t groups[3])
{
    Checker *checker = ARENA_NEW(arena, Checker);
    *checker = (Checker){
        .arena = arena, .kernel = kernel, .sources = kernels->compiled->sources, .checks = kernels->checks,
        .watches_memory = ir_contains_op(kernel->body, IR_touch_var) ||
                          ir_contains_op(kernel->body, IR_touch_resource),
        .dispatch = {.resources = rows, .groups = {groups[0], groups[1], groups[2]}},
        .where = {.sides = {kernel->threads[0], kernel->threads[1], kernel->threads[2]},
                  .waves = (uint32_t)ir_running_waves(kernel), .wave_size = (uint32_t)kernel->wave_size,
                  .thread_of_lane = kernel->thread_of_lane},
        .places = ARENA_ARRAY(arena, WccPlace, kernel->next_id + 1),
        .touches = ARENA_ARRAY(arena, WccTouch *, kernel->next_id + 1),
    };
    checker->where.dispatch = &checker->dispatch;
    checker->collector = collector_new(&checker->dispatch);
    return checker->collector != NULL ? checker : NULL;
}

void checker_end(Checker *checker, WccMessage *tell, void *context)
{
    collector_end(checker->collector, tell, context);
}

void checker_begin_group(void *context, const uint32_t group[3])
{
    Checker *checker = context;
    memcpy(checker->where.group, group, sizeof checker->where.group);
    if (checker->watches_memory)
        checker->watcher =
            wcc_begin_watch(&checker->where, (uint32_t)checker->kernel->least_wave_size,
                            checker->checks >> RUN_CHECK_race & 1, checker->checks >> RUN_CHECK_uninit & 1);
    if (checker->kernel->watches_barriers)
        wcc_start_arrivals(&checker->arrivals, &checker->where);
}

static const WccPlace *place_of(Checker *checker, const IrInstr *instr)
{
    WccPlace *place = &checker->places[instr->id];
    bool is_known = instr->pos != SOURCE_NOWHERE && checker->sources != NULL;
    if (place->file == NULL) {
        SourcePlace source = is_known ? sources_place(checker->sources, instr->pos)
                                      : (SourcePlace){.path = "?"};
        *place = (WccPlace){source.path, (uint32_t)source.line, (uint32_t)source.column};
    }
    return place;
}

/* ---- barriers ---- */

static void note_lanes(const IrEvalCheck *check, uint32_t lists[][4], int wave_size)
{
    for (int lane = 0; lane < wave_size; lane++)
        lists[check->wave][lane / 32] |= (check->active[lane] ? 1u : 0) << lane % 32;
}

static void judge_barrier(Checker *checker, const IrEvalCheck *check)
{
    if (!checker->kernel->watches_barriers)
        return;
    uint32_t any = wcc_check_barrier(&checker->arrivals, &checker->where, place_of(checker, check->instr));
    if (checker->watches_memory)
        wcc_pass_barrier(&checker->watcher, any);
}

/* ---- lanes that are at fault ---- */

typedef bool IsAtFault(const Checker *checker, const IrEvalCheck *check, uint32_t lane);

/* Gives the first of them, or the wave size. */
static uint32_t find_lanes(const Checker *checker, const IrEvalCheck *check, IsAtFault *is_at_fault,
                           uint32_t lanes[4])
{
    uint32_t size = checker->where.wave_size, first = size;
    for (uint32_t lane = 0; lane < size; lane++) {
        if (!check->active[lane] || !is_at_fault(checker, check, lane))
            continue;
        first = first < size ? first : lane;
        lanes[lane / 32] |= 1u << lane % 32;
    }
    return first;
}

/* ---- bounds ---- */

/* An array's past its end has nothing in it. */
static const WccResource *view_of(const Checker *checker, const IrEvalCheck *check, uint32_t lane)
{
    static const WccResource UNBOUND;
    const IrResource *resource = check->instr->resource;
    uint32_t row = (uint32_t)ir_eval_operand(check, 0, lane);
    return row < ir_bound_rows(resource)
               ? &checker->dispatch.resources[(uint32_t)resource->first_row + row]
               : &UNBOUND;
}

static uint32_t limit_of(const Checker *checker, const IrEvalCheck *check, uint32_t lane)
{
    const IrInstr *instr = check->instr;
    if (instr->op == IR_check_var)
        return (uint32_t)instr->variable->count;
    const WccResource *view = view_of(checker, check, lane);
    uint32_t level = (uint32_t)ir_eval_operand(check, 2, lane);
    switch (instr->immediate) {
    case EXTENT_WIDTH: return wcc_level_size(view->width, level);
    case EXTENT_HEIGHT: return wcc_level_size(view->height, level);
    case EXTENT_DEPTH: return wcc_level_size(view->depth, level);
    default: return view->mips != 0 ? view->mips : 1; /* an unbound one has no width either */
    }
}

static uint32_t index_of(const IrEvalCheck *check, uint32_t lane)
{
    return (uint32_t)ir_eval_operand(check, check->instr->op == IR_check_var ? 0 : 1, lane);
}

static bool is_outside(const Checker *checker, const IrEvalCheck *check, uint32_t lane)
{
    return index_of(check, lane) >= limit_of(checker, check, lane);
}

static char axis_of(const IrInstr *instr)
{
    static const char AXES[] = {'x', 'y', 'z', 'm'};
    if (instr->op == IR_check_var)
        return 0;
    IrResourceShape shape = instr->resource->shape;
    return shape >= IR_SHAPE_TEX1D ? AXES[instr->immediate] : shape == IR_SHAPE_RAW ? 'b' : 0;
}

static void judge_index(Checker *checker, const IrEvalCheck *check)
{
    const IrInstr *instr = check->instr;
    uint32_t lanes[4] = {0}, first = find_lanes(checker, check, is_outside, lanes);
    if (first < checker->where.wave_size)
        wcc_report_index(&checker->where, place_of(checker, instr),
                         instr->op == IR_check_var ? instr->variable->name : instr->resource->name,
                         axis_of(instr), (int32_t)index_of(check, first), limit_of(checker, check, first),
                         check->wave, lanes);
}

/* ---- what lanes read and store ---- */

static bool is_unset(const Checker *checker, const IrEvalCheck *check, uint32_t lane)
{
    (void)checker;
    return ir_eval_operand(check, 0, lane) == 0;
}

static bool is_nan(const Checker *checker, const IrEvalCheck *check, uint32_t lane)
{
    (void)checker;
    IrScalar scalar = check->instr->operands[0]->type.scalar;
    double value = op_bits_to_double(scalar, ir_eval_operand(check, 0, lane));
    return value != value;
}

static void judge_lanes(Checker *checker, const IrEvalCheck *check, WccFaultKind kind,
                        IsAtFault *is_at_fault)
{
    const IrKernel *kernel = checker->kernel;
    const IrInstr *instr = check->instr;
    bool is_named = instr->op == IR_check_init && instr->immediate < kernel->names.count;
    uint32_t lanes[4] = {0}, first = find_lanes(checker, check, is_at_fault, lanes);
    if (first < checker->where.wave_size)
        wcc_report_lanes(&checker->where, place_of(checker, instr), kind,
                         is_named ? kernel->names.items[instr->immediate] : "a variable", check->wave, lanes);
}

/* An i32 of each lane; that of the first active one where all have the same. */
static WccWords words_of(const Checker *checker, const IrEvalCheck *check, int operand,
                         int32_t words[MOST_LANES])
{
    const IrInstr *value = check->instr->operands[operand];
    bool is_alike = value->level <= LEVEL_WAVE;
    uint32_t size = checker->where.wave_size, from = 0;
    memset(words, 0, size * sizeof *words);
    for (uint32_t lane = 0; lane < size; lane++)
        if (check->active[lane])
            words[lane] = (int32_t)ir_eval_operand(check, operand, lane);
    while (is_alike && from < size - 1 && !check->active[from])
        from++;
    return (WccWords){words + from, !is_alike};
}

static void judge_read_lane(Checker *checker, const IrEvalCheck *check)
{
    int32_t read[MOST_LANES];
    wcc_check_lane(&checker->where, place_of(checker, check->instr), check->wave, check->active,
                   words_of(checker, check, 0, read));
}

/* ---- cells that are touched ---- */

/* Of the groupshared variables before the one at `end`, one behind the other. */
static uint32_t shared_cells(const IrKernel *kernel, int end)
{
    int64_t cells = 0;
    for (int i = 0; i < end; i++)
        if (kernel->variables.items[i]->kind == IR_GROUPSHARED)
            cells += kernel->variables.items[i]->count * kernel->variables.items[i]->type.components;
    return (uint32_t)cells;
}

static int operand_of(const IrInstr *touch, int operand) { return op_row_count(touch->op) + operand; }

static uint32_t constant_of(const IrInstr *touch, int operand)
{
    return (uint32_t)touch->operands[operand_of(touch, operand)]->bits;
}

static char axis_of_cells(const IrResource *resource)
{
    return resource->shape >= IR_SHAPE_TEX1D ? 't' : resource->shape == IR_SHAPE_RAW ? 'b' : 0;
}

static WccTouch *new_touch(Checker *checker, const IrInstr *instr)
{
    static const WccTouchKind KINDS[] = {WCC_LOADS, WCC_STORES, WCC_UPDATES, WCC_ASKS};
    const IrKernel *kernel = checker->kernel;
    const IrVariable *variable = instr->variable;
    const IrResource *resource = instr->resource;
    WccTouch *touch = ARENA_NEW(checker->arena, WccTouch);
    *touch = (WccTouch){.place = place_of(checker, instr), .number = instr->id & (WCC_MOST_TOUCHES - 1),
                        .kind = KINDS[instr->immediate], .cell_bytes = constant_of(instr, BYTES),
                        .variable = -1};
    if (variable == NULL) {
        touch->name = resource->name;
        touch->axis = axis_of_cells(resource);
        touch->is_coherent = resource->is_coherent;
    } else {
        touch->name = variable->name;
        touch->is_shared = 1;
        touch->first = shared_cells(kernel, variable->index);
        touch->all = shared_cells(kernel, kernel->variables.count);
        touch->offset = (uint32_t)(instr->component * variable->count);
        touch->variable = variable->index;
    }
    return touch;
}

/* The memory that is touched, as wcc_touch has it. */
typedef struct Touched {
    uint32_t row, plane, width;
    uint64_t limit;
} Touched;

static Touched variable_touched(const IrVariable *variable)
{
    return (Touched){.plane = (uint32_t)variable->count,
                     .limit = (uint64_t)variable->count * variable->type.components};
}

/* Its row is the same for all lanes. */
static Touched resource_touched(const Checker *checker, const IrEvalCheck *check)
{
    const IrResource *resource = check->instr->resource;
    uint32_t lane = 0, bytes = constant_of(check->instr, BYTES);
    while (!check->active[lane])
        lane++;
    const WccResource *view = view_of(checker, check, lane);
    Touched touched = {.row = (uint32_t)resource->first_row + (uint32_t)ir_eval_operand(check, 0, lane),
                       .plane = 1, .limit = view->width};
    if (resource->shape >= IR_SHAPE_TEX1D) {
        touched.limit = wcc_texels(view);
        touched.width = view->width;
    } else if (resource->shape == IR_SHAPE_RAW) {
        touched.limit = view->width / bytes;
    } else if (resource->shape == IR_SHAPE_STRUCT) {
        touched.limit = (uint64_t)view->width * (uint32_t)(resource->stride / bytes);
        touched.plane = view->width;
    }
    return touched;
}

static void judge_touch(Checker *checker, const IrEvalCheck *check)
{
    const IrInstr *instr = check->instr;
    int32_t first[MOST_LANES], hashes[MOST_VALUES][MOST_LANES];
    WccWords values[MOST_VALUES];
    int count = instr->operand_count - operand_of(instr, VALUES);
    bool asks = instr->immediate == TOUCH_ASK && instr->variable != NULL;
    if (asks && wcc_is_full(&checker->watcher, instr->variable->index))
        return;
    if (checker->touches[instr->id] == NULL)
        checker->touches[instr->id] = new_touch(checker, instr);
    for (int i = 0; i < count; i++)
        values[i] = words_of(checker, check, operand_of(instr, VALUES + i), hashes[i]);
    Touched touched =
        instr->variable != NULL ? variable_touched(instr->variable) : resource_touched(checker, check);
    wcc_touchx4(&checker->watcher, checker->touches[instr->id], touched.row, touched.limit, touched.plane,
                touched.width, check->wave, check->active,
                words_of(checker, check, operand_of(instr, FIRST), first), constant_of(instr, COUNT), values,
                (uint32_t)count);
}

void checker_judge(void *context, const IrEvalCheck *check)
{
    Checker *checker = context;
    switch (check->instr->op) {
    case IR_arrive: note_lanes(check, checker->arrivals.here, checker->kernel->wave_size); break;
    case IR_retire: note_lanes(check, checker->arrivals.gone, checker->kernel->wave_size); break;
    case IR_barrier: judge_barrier(checker, check); break;
    case IR_check_var:
    case IR_check_resource: judge_index(checker, check); break;
    case IR_check_lane: judge_read_lane(checker, check); break;
    case IR_check_init: judge_lanes(checker, check, WCC_UNWRITTEN, is_unset); break;
    case IR_check_nan: judge_lanes(checker, check, WCC_NAN, is_nan); break;
    case IR_touch_var:
    case IR_touch_resource: judge_touch(checker, check); break;
    default: break;
    }
}
