/* Atomic operations on variables and resources. The functions are wcc_memory.h's.
 *
 * In general lane by lane (wcc_atomic.h), unless all lanes of a vector are found to go to one cell
 * and may combine; once where one lane runs at most. Lanes that go to one cell after the other
 * (counts of a group, added to those of all) are a load, an operation and a store of vectors where
 * no other thread comes between. Where the whole wave goes to one address, its
 * lanes combine first and memory is touched once, as if the lanes had come one after the other in
 * their order:
 *
 *     InterlockedAdd(count[0], n)              one addition of the sum of n
 *     InterlockedAdd(count[0], n, first)       the same; lane k gets what was there, plus the sum
 * of the lower lanes InterlockedExchange(last[0], n)          the highest active lane's n is stored
 */
#include "emit_atomic.h"

#include "ir/range.h"

static int coordinate_count(const IrInstr *instr)
{
    return instr->operand_count - 1 - op_row_count(instr->op) - (instr->combine == IR_select);
}

/* Of the resource, or of the row of an array that all lanes go to. */
static const char *field(Emitter *emitter, const IrInstr *instr, const char *name)
{
    return emit_resource_field(emitter, instr->resource, emitter->step->labels[0], name);
}

static Cell texture_cell(Emitter *emitter, const IrInstr *instr, const char *const *at)
{
    const char *data = field(emitter, instr, "data");
    return (Cell){
        emit_format(emitter,
                    "%s + (uint32_t)%s * (uint64_t)%u + (uint64_t)(uint32_t)%s * %s + "
                    "(uint64_t)(uint32_t)%s * %s",
                    data, at[0], instr->resource->stride, at[1],
                    field(emitter, instr, "row_pitch"), at[2], field(emitter, instr, "slice_pitch")),
        emit_format(emitter, "(uint32_t)%s < %s && (uint32_t)%s < %s && (uint32_t)%s < %s", at[0],
                    field(emitter, instr, "width"), at[1], field(emitter, instr, "height"), at[2],
                    field(emitter, instr, "depth"))};
}

Cell emit_atomic_cell(Emitter *emitter, const IrInstr *instr, const char *const *at)
{
    const IrResource *resource = instr->resource;
    int bytes = op_scalar_bytes(instr->type.scalar);
    const char *data = resource != NULL ? field(emitter, instr, "data") : NULL,
               *width = resource != NULL ? field(emitter, instr, "width") : NULL;
    switch (instr->op) {
    case IR_atomic_var:
        return (Cell){emit_format(emitter, "(char *)%s + (uint32_t)%s * (uint64_t)%d",
                                  emit_variable_base(emitter, instr->variable, instr->component),
                                  at[0], bytes),
                      emit_format(emitter, "(uint32_t)%s < %D", at[0], instr->variable->count)};
    case IR_atomic_typed:
        return (Cell){emit_format(emitter, "%s + (uint32_t)%s * (uint64_t)%u", data, at[0],
                                  resource->stride),
                      emit_format(emitter, "(uint32_t)%s < %s", at[0], width)};
    case IR_atomic_struct:
        return (Cell){emit_format(emitter, "%s + (uint32_t)%s * (uint64_t)%u + (uint32_t)%s", data,
                                  at[0], resource->stride, at[1]),
                      emit_format(emitter, "(uint32_t)%s < %s && (uint32_t)%s <= %u", at[0], width,
                                  at[1], resource->stride - (unsigned)bytes)};
    case IR_atomic_raw:
        return (Cell){emit_format(emitter, emitter->step->atomic.is_of_words ? "%s + (uint32_t)%s"
                                                                             : "%s + ((uint32_t)%s & ~3u)",
                                  data, at[0]),
                      emit_format(emitter, "((uint32_t)%s & ~3u) < wcc_starts(%s, %d)", at[0],
                                  width, bytes)};
    default: return texture_cell(emitter, instr, at);
    }
}

/* `memory`: "plain", or "atomic" where other workers' groups may come between. */
static const char *update_name(Emitter *emitter, const IrInstr *instr, IrScalar type,
                               const char *memory)
{
    return emit_format(emitter, "%s_%s_%f", memory,
                       instr->combine == IR_const    ? "exchange"
                       : instr->combine == IR_select ? "compare"
                                                     : op_info(instr->combine)->name,
                       type);
}

static const char *update_as(Emitter *emitter, const IrInstr *instr, const char *memory,
                             const char *address, const char *expected, const char *value)
{
    const char *name = update_name(emitter, instr, instr->type.scalar, memory);
    if (instr->combine == IR_select)
        return emit_format(emitter, "%s(%s, %s, %s)", name, address, expected, value);
    return emit_format(emitter, "%s(%s, %s)", name, address, value);
}

static const char *update(Emitter *emitter, const IrInstr *instr, const char *address,
                          const char *expected, const char *value)
{
    const char *plain = update_as(emitter, instr, "plain", address, expected, value);
    if (instr->op == IR_atomic_var || emitter->step->atomic.is_alone)
        return plain;
    return emit_format(emitter, "(is_alone ? %s : %s)", plain,
                       update_as(emitter, instr, "atomic", address, expected, value));
}

/* ---- lane by lane ---- */

static const char *below(Emitter *emitter, const char *at, const char *count)
{
    return emit_format(emitter, "((u32x%l)%s < (u32x%l)splat_i32x%l((int32_t)%s))", at, count);
}

static const char *times(Emitter *emitter, const char *at, unsigned bytes)
{
    return emit_format(emitter, "%s * splat_i32x%l(%u)", at, bytes);
}

static Cells texture_cells(Emitter *emitter, const IrInstr *instr)
{
    return (Cells){
        field(emitter, instr, "data"),
        emit_format(emitter,
                    "%s + at1 * splat_i32x%l((int32_t)%s) + at2 * splat_i32x%l((int32_t)%s)",
                    times(emitter, "at0", instr->resource->stride),
                    field(emitter, instr, "row_pitch"), field(emitter, instr, "slice_pitch")),
        emit_format(emitter, "%s & %s & %s", below(emitter, "at0", field(emitter, instr, "width")),
                    below(emitter, "at1", field(emitter, instr, "height")),
                    below(emitter, "at2", field(emitter, instr, "depth")))};
}

static Cells struct_cells(Emitter *emitter, const IrInstr *instr, int bytes)
{
    unsigned stride = instr->resource->stride;
    const char *starts = emit_format(emitter, "wcc_starts(%u, %d)", stride, bytes);
    return (Cells){field(emitter, instr, "data"),
                   emit_format(emitter, "%s + at1", times(emitter, "at0", stride)),
                   emit_format(emitter, "%s & %s",
                               below(emitter, "at0", field(emitter, instr, "width")),
                               below(emitter, "at1", starts))};
}

static Cells cells_at(Emitter *emitter, const IrInstr *instr)
{
    const IrResource *resource = instr->resource;
    int bytes = op_scalar_bytes(instr->type.scalar);
    const char *data = resource != NULL ? field(emitter, instr, "data") : NULL,
               *width = resource != NULL ? field(emitter, instr, "width") : NULL;
    switch (instr->op) {
    case IR_atomic_var:
        return (Cells){emit_format(emitter, "(char *)%s",
                                   emit_variable_base(emitter, instr->variable, instr->component)),
                       times(emitter, "at0", (unsigned)bytes),
                       below(emitter, "at0", emit_format(emitter, "%D", instr->variable->count))};
    case IR_atomic_typed:
        return (Cells){data, times(emitter, "at0", resource->stride), below(emitter, "at0", width)};
    case IR_atomic_struct: return struct_cells(emitter, instr, bytes);
    case IR_atomic_raw:
        return (Cells){data, emit_format(emitter, "at0 & splat_i32x%l(-4)"),
                       below(emitter, emit_format(emitter, "(at0 & splat_i32x%l(-4))"),
                             emit_format(emitter, "wcc_starts(%s, %d)", width, bytes))};
    default: return texture_cells(emitter, instr);
    }
}

Cells emit_atomic_cells(Emitter *emitter, const IrInstr *instr)
{
    for (int i = 0; i < coordinate_count(instr); i++)
        emit_line(emitter, "const i32x%l at%d = %p;", i,
                  instr->operands[op_row_count(instr->op) + i]);
    return cells_at(emitter, instr);
}

/* All lanes are on; those that are off need not be inside. */
static bool are_all_inside(const PlanStep *step) { return step->atomic.is_inside && step->mask == 0; }

/* C expression of the lanes that are active and inside, a bit each. */
static const char *lanes_on(Emitter *emitter, const PlanStep *step, const char *inside)
{
    if (are_all_inside(step))
        return emit_format(emitter, "WCC_ALL_ON(%l)");
    if (step->atomic.is_inside)
        return emit_format(emitter, "bitsx%l(%k)", step->mask);
    return step->mask == 0 ? emit_format(emitter, "bitsx%l(%s)", inside)
                           : emit_format(emitter, "bitsx%l(%s & %k)", inside, step->mask);
}

static const char *changes_something(Emitter *emitter, const IrInstr *instr)
{
    IrScalar type = instr->type.scalar;
    return emit_format(emitter, " & bitsx%l(WCC_CONVERT(value != splat_%v(%d), i32x%l))", type,
                       instr->combine == IR_iand ? -1 : 0);
}

/* Declares `offset` and `value` of piece p. */
static Cells declare_cells(Emitter *emitter, const IrInstr *instr)
{
    IrScalar type = emit_bits_type(instr->type.scalar);
    Cells cells = emit_atomic_cells(emitter, instr);
    emit_line(emitter, "const i32x%l offset = %s;", cells.offset);
    emit_line(emitter, "const %v value = (%v)%p;", type, type,
              instr->operands[instr->operand_count - 1]);
    return cells;
}

/* Declares `on` and `expected` as well; the base is returned. */
static const char *declare_lanes(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    int last = instr->operand_count - 1;
    IrScalar type = emit_bits_type(instr->type.scalar);
    Cells cells = declare_cells(emitter, instr);
    emit_line(emitter, "const uint32_t on = %s%s;", lanes_on(emitter, step, cells.inside),
              step->atomic.skips_neutral ? changes_something(emitter, instr) : "");
    if (instr->combine == IR_select)
        emit_line(emitter, "const %v expected = (%v)%p;", type, type, instr->operands[last - 1]);
    return cells.base;
}

static void update_lanes_as(Emitter *emitter, const IrInstr *instr, const char *memory,
                            const char *base)
{
    IrScalar type = emit_bits_type(instr->type.scalar);
    bool compares = instr->combine == IR_select;
    emit_line(emitter, "%s%s_%v(%s, offset, %svalue, on, %s);",
              emitter->plan->values[instr->id].is_used
                  ? emit_format(emitter, "%I[p] = (%v)", instr->type.scalar)
                  : "",
              compares ? "compare" : "update", type, base, compares ? "expected, " : "",
              update_name(emitter, instr, type, memory));
}

void emit_update_lanes(Emitter *emitter, const IrInstr *instr, const char *base)
{
    if (instr->op == IR_atomic_var) {
        update_lanes_as(emitter, instr, "plain", base);
        return;
    }
    emit_line(emitter, "if (is_alone)");
    emitter->indent++;
    update_lanes_as(emitter, instr, "plain", base);
    emitter->indent--;
    emit_line(emitter, "else");
    emitter->indent++;
    update_lanes_as(emitter, instr, "atomic", base);
    emitter->indent--;
}

static void emit_by_lanes(Emitter *emitter, const PlanStep *step)
{
    if (emitter->plan->values[step->instr->id].is_used)
        emit_declare(emitter, step->instr);
    emit_open_pieces(emitter);
    emit_update_lanes(emitter, step->instr, declare_lanes(emitter, step));
    emit_close_pieces(emitter);
}

/* All lanes are on and go to one cell. */
static void update_together(Emitter *emitter, const IrInstr *instr, const char *base)
{
    IrScalar type = instr->type.scalar;
    const char *address = emit_format(emitter, "%s + (uint32_t)offset[0]", base);
    emit_line(emitter, "const %T together = reduce_%s_%v(&value, all_on, 1);",
              op_info(instr->combine)->name, type);
    const char *old = update(emitter, instr, address, NULL, "together");
    if (!emitter->plan->values[instr->id].is_used) {
        emit_line(emitter, "(void)%s;", old);
        return;
    }
    emit_line(emitter, "const %T old = %s;\nprefix_iadd_%v(&%I[p], &value, all_on, 1);", old,
              type);
    emit_line(emitter, "%I[p] += splat_%v(old);", type);
}

static void emit_tested(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    if (emitter->plan->values[instr->id].is_used)
        emit_declare(emitter, instr);
    emit_open_pieces(emitter);
    const char *base = declare_lanes(emitter, step);
    emit_open(emitter, "if (meet_x%l(offset, on)) {");
    update_together(emitter, instr, base);
    emit_else(emitter);
    emit_update_lanes(emitter, instr, base);
    emit_close(emitter);
    emit_close_pieces(emitter);
}

/* ---- one cell after the other ---- */

const char *emit_changed(Emitter *emitter, const IrInstr *instr)
{
    static const char *const INFIX[IR_OP_COUNT] = {
        [IR_iadd] = "+", [IR_iand] = "&", [IR_ior] = "|", [IR_ixor] = "^"};
    const char *infix = INFIX[instr->combine];
    return infix != NULL ? emit_format(emitter, "old %s value", infix)
                         : emit_format(emitter, "%s_%v(old, value)", op_info(instr->combine)->name,
                                       instr->type.scalar);
}

/* Lanes that are off leave what is there. */
static const char *changed_row(Emitter *emitter, const PlanStep *step)
{
    const char *changed = emit_changed(emitter, step->instr);
    return step->mask == 0 ? changed
                           : emit_format(emitter, "select_%v(%k, %s, old)", step->instr->type.scalar,
                                         step->mask, changed);
}

/* Of a piece; where all its cells are there, those of lanes that are off are stored, too: nobody else
 * writes meanwhile. */
static void update_row(Emitter *emitter, const PlanStep *step, const char *base)
{
    const IrInstr *instr = step->instr;
    IrScalar type = instr->type.scalar;
    emit_line(emitter, "char *const row = %s + (uint32_t)offset[0];", base);
    emit_line(emitter, "const %v old = load_row_%v(row, inside);", type, type);
    emit_line(emitter, "store_row_%v(row, %s, inside);", type, changed_row(emitter, step));
    if (emitter->plan->values[instr->id].is_used)
        emit_line(emitter, "%I[p] = only_%v(inside & %k, old);", type, step->mask);
}

const char *emit_only_alone(const IrInstr *instr)
{
    return instr->op == IR_atomic_var ? "" : "is_alone && ";
}

static void update_tested_rows(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    emit_open_pieces(emitter);
    Cells cells = declare_cells(emitter, instr);
    emit_line(emitter, "const i32x%l inside = %s;",
              are_all_inside(step) ? emit_format(emitter, "splat_i32x%l(-1)") : cells.inside);
    emit_open(emitter, "if (%sis_row_x%l(offset)) {", emit_only_alone(instr));
    update_row(emitter, step, cells.base);
    emit_else(emitter);
    emit_line(emitter, "const uint32_t on = %s%s;", lanes_on(emitter, step, "inside"),
              step->atomic.skips_neutral ? changes_something(emitter, instr) : "");
    update_lanes_as(emitter, instr, instr->op == IR_atomic_var ? "plain" : "atomic", cells.base);
    emit_close(emitter);
    emit_close_pieces(emitter);
}

/* C expressions of the first lane's cell, and of the test that all lanes' are inside. */
static Cell row_of_wave(Emitter *emitter, const IrInstr *instr)
{
    const char *at[MOST_COORDINATES] = {0};
    for (int i = 0; i < coordinate_count(instr); i++)
        at[i] = emit_format(emitter, "%n", instr->operands[op_row_count(instr->op) + i]);
    Cell first = emit_atomic_cell(emitter, instr, at);
    int span = (emitter->kernel->wave_size - 1) * instr->operands[op_row_count(instr->op)]->shape.stride;
    const char *last[MOST_COORDINATES] = {
        emit_format(emitter, "((uint32_t)%s + %d)", at[0], span), at[1], at[2]};
    Cell end = emit_atomic_cell(emitter, instr, last);
    first.inside = emit_format(emitter, "(uint32_t)%s <= (uint32_t)%s && %s", at[0], last[0],
                               end.inside);
    return first;
}

static void update_row_of_wave(Emitter *emitter, const PlanStep *step, const char *address)
{
    const IrInstr *instr = step->instr;
    IrScalar type = instr->type.scalar;
    emit_line(emitter, "char *const row = %s;", address);
    emit_open_pieces(emitter);
    emit_line(emitter, "char *const part = row + p * (int)sizeof(%v);", type);
    emit_line(emitter, "const %v value = (%v)%p, old = load_%v(part);", type, type,
              instr->operands[instr->operand_count - 1], type);
    emit_line(emitter, "store_%v(part, %s);", type, changed_row(emitter, step));
    if (emitter->plan->values[instr->id].is_used)
        emit_line(emitter, step->mask == 0 ? "%I[p] = old;" : "%I[p] = only_%v(%k, old);", type, step->mask);
    emit_close_pieces(emitter);
}

static void emit_in_a_row(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    if (emitter->plan->values[instr->id].is_used)
        emit_declare(emitter, instr);
    if (!step->atomic.is_contiguous) {
        update_tested_rows(emitter, step);
        return;
    }
    Cell row = row_of_wave(emitter, instr);
    if (are_all_inside(step))
        emit_open(emitter, "{");
    else
        emit_open(emitter, "if (WCC_LIKELY(%s%s)) {", emit_only_alone(instr), row.inside);
    update_row_of_wave(emitter, step, row.address);
    if (!are_all_inside(step)) {
        emit_else(emitter);
        update_tested_rows(emitter, step);
    }
    emit_close(emitter);
}

/* ---- where one lane runs at most ---- */

/* The operand's value in the lane that runs. */
static const char *in_the_lane(Emitter *emitter, int operand)
{
    const PlanOperand *planned = &emitter->step->operands[operand];
    const IrInstr *value = emitter->step->instr->operands[operand];
    IrScalar type = value->type.scalar;
    if (planned->role == AS_LANE)
        emit_line(emitter, "const %t lane%d = lane_%v(%s, %P, last_x%l(%m, %P));", type,
                  planned->lane, type, emit_pieces(emitter, value, planned->spread),
                  emitter->step->mask);
    return emit_operand(emitter, operand);
}

/* C expression: where the lane runs, and the cell is there. */
static const char *only_inside(Emitter *emitter, const PlanStep *step, Cell cell,
                               const char *update)
{
    if (step->mask != 0)
        return emit_format(emitter, "%s && any_x%l(%m, %P) ? %s : 0", cell.inside, step->mask,
                           update);
    return step->atomic.is_inside ? update : emit_format(emitter, "%s ? %s : 0", cell.inside, update);
}

static void emit_in_one_lane(Emitter *emitter, const PlanStep *step)
{
    const char *at[MOST_COORDINATES] = {0};
    const IrInstr *instr = step->instr;
    int last = instr->operand_count - 1;
    for (int i = 0; i < coordinate_count(instr); i++)
        at[i] = in_the_lane(emitter, op_row_count(instr->op) + i);
    const char *value = in_the_lane(emitter, last);
    const char *expected = instr->combine == IR_select ? in_the_lane(emitter, last - 1) : NULL;
    Cell cell = emit_atomic_cell(emitter, instr, at);
    emit_line(emitter, "const %T %I = %s;",
              only_inside(emitter, step, cell,
                          update(emitter, instr, cell.address, expected, value)));
}

/* C expression: the first cell, the last, and so what lies between. */
static const char *are_inside(Emitter *emitter, const IrInstr *atomic, const PlanCells *cells)
{
    const char *first = emit_scalar(emitter, cells->first), *last = emit_scalar(emitter, cells->last);
    const char *offset = atomic->op == IR_atomic_struct ? emit_scalar(emitter, atomic->operands[2]) : NULL;
    const char *inside = emit_atomic_cell(emitter, atomic, (const char *const[]){last, offset, NULL}).inside;
    return cells->first == cells->last
               ? inside
               : emit_format(emitter, "(uint32_t)%s <= (uint32_t)%s && %s", first, last, inside);
}

/* C expression: the last cell that there may be. */
static const char *is_greatest_inside(Emitter *emitter, const IrInstr *atomic)
{
    const char *greatest = emit_format(emitter, "%uu", (unsigned)ir_range_of_operand(atomic, 1).umax);
    const char *offset = atomic->op == IR_atomic_struct ? emit_scalar(emitter, atomic->operands[2]) : NULL;
    return emit_atomic_cell(emitter, atomic, (const char *const[]){greatest, offset, NULL}).inside;
}

void emit_if_alone(Emitter *emitter, const PlanStep *step)
{
    if (step->instr != NULL)
        emit_declare_row(emitter, step->instr, step->labels[0]);
    const char *all = "is_alone";
    for (int i = 0; i < step->neighbours->items.count; i++)
        all = emit_format(emitter, "%s &&\n    %s", all,
                          are_inside(emitter, step->instr, &step->neighbours->items.items[i]));
    for (int i = 0; i < step->neighbours->greatest.count; i++)
        all = emit_format(emitter, "%s &&\n    %s", all, is_greatest_inside(emitter, step->neighbours->greatest.items[i]));
    emit_open(emitter, "if (WCC_LIKELY(%s)) {", all);
}

/* ---- the wave at once ---- */

static const char *combined_value(Emitter *emitter, const PlanStep *step, const char *value)
{
    const IrInstr *instr = step->instr;
    if (step->atomic.counts_lanes)
        return emit_format(emitter, "count_x%l(%m, %P)", step->mask);
    if (instr->combine == IR_const)
        return emit_format(emitter, "lane_%v(%s, %P, last_x%l(%m, %P))", instr->type.scalar, value,
                           step->mask);
    return emit_format(emitter, "reduce_%s_%v(%s, %m, %P)", op_info(instr->combine)->name,
                       instr->type.scalar, value, step->mask);
}

static void emit_combined(Emitter *emitter, const PlanStep *step)
{
    const char *at[MOST_COORDINATES] = {0};
    const IrInstr *instr = step->instr;
    IrScalar type = instr->type.scalar;
    for (int i = 0; i < coordinate_count(instr); i++)
        at[i] = emit_operand(emitter, op_row_count(instr->op) + i);
    const PlanValue *planned = &emitter->plan->values[instr->id];
    bool used = planned->is_used && !planned->is_cold;
    if (planned->has_first)
        emit_line(emitter, "int32_t first%U = 0, counts%U = 0;");
    if (used)
        emit_declare(emitter, instr);
    emit_open(emitter, "{");
    const char *value = emit_operand(emitter, instr->operand_count - 1);
    Cell cell = emit_atomic_cell(emitter, instr, at);
    emit_line(emitter, "const %T together = %s;", combined_value(emitter, step, value));
    emit_line(emitter, "const int inside = %s && any_x%l(%m, %P);", cell.inside, step->mask);
    emit_line(emitter, "const %T old = inside ? %s : 0;",
              update(emitter, instr, cell.address, NULL, "together"));
    if (planned->has_first)
        emit_line(emitter, "first%U = old, counts%U = inside;");
    if (used && step->atomic.counts_lanes)
        emit_line(emitter, "prefix_count_x%l(%I, %m, %P);", step->mask);
    else if (used)
        emit_line(emitter, "prefix_iadd_%v(%I, %s, %m, %P);", type, value, step->mask);
    if (used)
        emit_each_piece(emitter, "%I[p] = inside ? %I[p] + splat_%v(old) : splat_%v(0);", type,
                        type);
    emit_close(emitter);
}

/* ---- the group at once ---- */

void emit_total(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    emit_line(emitter, "%v total%U = neutral_%s_%v();", instr->type.scalar, op_info(instr->combine)->name,
              instr->type.scalar);
}

static void emit_into_total(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    uint32_t total = step->atomic.total->id;
    if (step->atomic.counts_lanes)
        emit_each_piece(emitter, "total%u -= %k;", total, step->mask);
    else
        emit_line(emitter, "total%u = total_%s_%v(total%u, %s, %m, %P);", total, op_info(instr->combine)->name,
                  instr->type.scalar, total, emit_operand(emitter, instr->operand_count - 1), step->mask);
}

/* Others' memory is not touched where no lane had anything to add. */
void emit_put(Emitter *emitter, const PlanStep *step)
{
    const char *at[MOST_COORDINATES] = {0};
    const IrInstr *instr = step->instr;
    const char *name = op_info(instr->combine)->name;
    IrScalar type = instr->type.scalar;
    for (int i = 0; i < coordinate_count(instr); i++)
        at[i] = emit_operand(emitter, op_row_count(instr->op) + i);
    Cell cell = emit_atomic_cell(emitter, instr, at);
    emit_open(emitter, "{");
    emit_line(emitter, "const %T together = reduce_%s_%v(&total%U, %m, 1);", name, type, 0);
    emit_line(emitter, "if (%s%s)\n    %s;", cell.inside,
              instr->resource == NULL ? "" : emit_format(emitter, " && together != neutral_%s_%v()[0]", name, type),
              update(emitter, instr, cell.address, NULL, "together"));
    emit_close(emitter);
}

/* Whether other threads may come between is said once, and to no kernel that does not ask. */
void emit_atomic_prologue(Emitter *emitter)
{
    EACH_INSTR (emitter->kernel->body, instr)
        if (op_is_atomic(instr->op) && instr->resource != NULL) {
            emit_line(emitter, "const uint32_t is_alone = dispatch->is_alone;");
            return;
        }
}

void emit_atomic(Emitter *emitter, const PlanStep *step)
{
    static EmitOperation *const WRITERS[] = {[ATOMIC_BY_LANES] = emit_by_lanes,
                                             [ATOMIC_BY_CELLS] = emit_by_cells,
                                             [ATOMIC_TESTED] = emit_tested,
                                             [ATOMIC_IN_A_ROW] = emit_in_a_row,
                                             [ATOMIC_IN_ONE_LANE] = emit_in_one_lane,
                                             [ATOMIC_COMBINED] = emit_combined,
                                             [ATOMIC_TOTAL] = emit_into_total};
    if (step->instr->resource != NULL)
        emit_declare_row(emitter, step->instr, step->labels[0]);
    WRITERS[step->atomic.kind](emitter, step);
}
