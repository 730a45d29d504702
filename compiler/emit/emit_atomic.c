/* Atomic operations on variables and resources. The functions are wcc_memory.h's.
 *
 * In general lane by lane, and once where one lane runs at most. Where the whole wave goes to one
 * address, its lanes combine first and memory is touched once, as if the lanes had come one after
 * the other in their order:
 *
 *     InterlockedAdd(count[0], n)              one addition of the sum of n
 *     InterlockedAdd(count[0], n, first)       the same; lane k gets what was there, plus the sum
 * of the lower lanes InterlockedExchange(last[0], n)          the highest active lane's n is stored
 */
#include "emit_priv.h"

/* C expressions of the address of a cell, and the test that it is inside. */
typedef struct Cell {
    const char *address, *inside;
} Cell;

enum { MOST_COORDINATES = 3 };

static int first_coordinate(const IrInstr *instr) { return instr->op == IR_atomic_var ? 0 : 1; }

static int coordinate_count(const IrInstr *instr)
{
    return instr->operand_count - 1 - first_coordinate(instr) - (instr->combine == IR_select);
}

static Cell texture_cell(Emitter *emitter, const IrInstr *instr, const char *const *at)
{
    int r = instr->resource->index;
    return (Cell){
        emit_format(
            emitter,
            "r%d_data + (uint32_t)%s * (uint64_t)%u + (uint64_t)(uint32_t)%s * r%d_row_pitch + "
            "(uint64_t)(uint32_t)%s * r%d_slice_pitch",
            r, at[0], instr->resource->stride, at[1], r, at[2], r),
        emit_format(
            emitter,
            "(uint32_t)%s < r%d_width && (uint32_t)%s < r%d_height && (uint32_t)%s < r%d_depth",
            at[0], r, at[1], r, at[2], r)};
}

/* `at`: C expressions of the coordinates. */
static Cell cell_at(Emitter *emitter, const IrInstr *instr, const char *const *at)
{
    const IrResource *resource = instr->resource;
    int r = resource != NULL ? resource->index : 0, bytes = op_scalar_bytes(instr->type.scalar);
    switch (instr->op) {
    case IR_atomic_var:
        return (Cell){emit_format(emitter, "(char *)%s + (uint32_t)%s * (uint64_t)%d",
                                  emit_variable_base(emitter, instr->variable, instr->component),
                                  at[0], bytes),
                      emit_format(emitter, "(uint32_t)%s < %D", at[0], instr->variable->count)};
    case IR_atomic_typed:
        return (Cell){emit_format(emitter, "r%d_data + (uint32_t)%s * (uint64_t)%u", r, at[0],
                                  resource->stride),
                      emit_format(emitter, "(uint32_t)%s < r%d_width", at[0], r)};
    case IR_atomic_struct:
        return (Cell){emit_format(emitter, "r%d_data + (uint32_t)%s * (uint64_t)%u + (uint32_t)%s",
                                  r, at[0], resource->stride, at[1]),
                      emit_format(emitter, "(uint32_t)%s < r%d_width && (uint32_t)%s <= %u", at[0],
                                  r, at[1], resource->stride - (unsigned)bytes)};
    case IR_atomic_raw:
        return (Cell){emit_format(emitter, "r%d_data + ((uint32_t)%s & ~3u)", r, at[0]),
                      emit_format(emitter, "((uint32_t)%s & ~3u) < wcc_starts(r%d_width, %d)",
                                  at[0], r, bytes)};
    default: return texture_cell(emitter, instr, at);
    }
}

static const char *update(Emitter *emitter, const IrInstr *instr, const char *address,
                          const char *expected, const char *value)
{
    const char *memory = instr->op == IR_atomic_var ? "plain" : "atomic";
    IrScalar type = instr->type.scalar;
    if (instr->combine == IR_const)
        return emit_format(emitter, "%s_exchange_%f(%s, %s)", memory, type, address, value);
    if (instr->combine == IR_select)
        return emit_format(emitter, "%s_compare_%f(%s, %s, %s)", memory, type, address, expected,
                           value);
    return emit_format(emitter, "%s_%s_%f(%s, %s)", memory, op_info(instr->combine)->name, type,
                       address, value);
}

/* ---- lane by lane ---- */

static void declare_lanes(Emitter *emitter, int operand, const char *name)
{
    IrScalar type = emitter->step->instr->operands[operand]->type.scalar;
    emit_line(emitter, "%t %s[%d];\nmemcpy(%s, %s, sizeof %s);", type, name,
              emitter->kernel->wave_size, name, emit_operand(emitter, operand), name);
}

static void emit_by_lanes(Emitter *emitter, const PlanStep *step)
{
    static const char *const NAMES[] = {"at0", "at1", "at2"}, *const AT[] = {"at0[lane]",
                                                                             "at1[lane]",
                                                                             "at2[lane]"};
    const IrInstr *instr = step->instr;
    int wave_size = emitter->kernel->wave_size, last = instr->operand_count - 1;
    emit_declare(emitter, instr);
    emit_open(emitter, "{");
    for (int i = 0; i < coordinate_count(instr); i++)
        declare_lanes(emitter, first_coordinate(instr) + i, NAMES[i]);
    declare_lanes(emitter, last, "value");
    if (instr->combine == IR_select)
        declare_lanes(emitter, last - 1, "expected");
    Cell cell = cell_at(emitter, instr, AT);
    emit_line(emitter, "%T old[%d];\nint32_t active[%d];", wave_size, wave_size);
    emit_line(emitter, "memcpy(active, %m, sizeof active);\nfor (int lane = 0; lane < %d; lane++)",
              step->mask, wave_size);
    emit_line(emitter, "    old[lane] = active[lane] && %s ? %s : 0;", cell.inside,
              update(emitter, instr, cell.address, "expected[lane]", "value[lane]"));
    emit_line(emitter, "memcpy(%I, old, sizeof old);");
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

static void emit_in_one_lane(Emitter *emitter, const PlanStep *step)
{
    const char *at[MOST_COORDINATES] = {0};
    const IrInstr *instr = step->instr;
    int last = instr->operand_count - 1;
    for (int i = 0; i < coordinate_count(instr); i++)
        at[i] = in_the_lane(emitter, first_coordinate(instr) + i);
    const char *value = in_the_lane(emitter, last);
    const char *expected = instr->combine == IR_select ? in_the_lane(emitter, last - 1) : NULL;
    Cell cell = cell_at(emitter, instr, at);
    emit_line(emitter, "const %T %I = %s && any_x%l(%m, %P) ? %s : 0;\n(void)%I;", cell.inside,
              step->mask, update(emitter, instr, cell.address, expected, value));
}

/* ---- the wave at once ---- */

static const char *combined_value(Emitter *emitter, const PlanStep *step, const char *value)
{
    const IrInstr *instr = step->instr;
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
    bool used = emitter->plan->values[instr->id].is_used;
    for (int i = 0; i < coordinate_count(instr); i++)
        at[i] = emit_operand(emitter, first_coordinate(instr) + i);
    if (used)
        emit_declare(emitter, instr);
    emit_open(emitter, "{");
    const char *value = emit_operand(emitter, instr->operand_count - 1);
    Cell cell = cell_at(emitter, instr, at);
    emit_line(emitter, "const %T together = %s;", combined_value(emitter, step, value));
    emit_line(emitter, "const int inside = %s && any_x%l(%m, %P);", cell.inside, step->mask);
    emit_line(emitter, "const %T old = inside ? %s : 0;",
              update(emitter, instr, cell.address, NULL, "together"));
    if (used) {
        emit_line(emitter, "prefix_iadd_%v(%I, %s, %m, %P);", type, value, step->mask);
        emit_each_piece(emitter, "%I[p] = inside ? %I[p] + splat_%v(old) : splat_%v(0);", type,
                        type);
    }
    emit_line(emitter, "(void)old;");
    emit_close(emitter);
}

void emit_atomic(Emitter *emitter, const PlanStep *step)
{
    static EmitOperation *const WRITERS[] = {[ATOMIC_BY_LANES] = emit_by_lanes,
                                             [ATOMIC_IN_ONE_LANE] = emit_in_one_lane,
                                             [ATOMIC_COMBINED] = emit_combined};
    WRITERS[step->atomic](emitter, step);
}
