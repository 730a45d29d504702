/* Atomic operations on variables and resources. The functions are wcc_memory.h's.
 *
 * In general lane by lane, and once where one lane runs at most. Where the whole wave goes to one address, its lanes combine first and memory is
 * touched once, as if the lanes had come one after the other in their order:
 *
 *     InterlockedAdd(count[0], n)              one addition of the sum of n
 *     InterlockedAdd(count[0], n, first)       the same; lane k gets what was there, plus the sum of the lower lanes
 *     InterlockedExchange(last[0], n)          the highest active lane's n is stored */
#include "emit_priv.h"

/* C expressions of the address of a cell, and the test that it is inside. */
typedef struct Cell { const char *address, *inside; } Cell;

enum { MOST_COORDINATES = 3 };

static bool is_atomic(IrOp op)
{
    return op == IR_atomic_var || op == IR_atomic_typed || op == IR_atomic_struct || op == IR_atomic_raw || op == IR_atomic_texture;
}

static int first_coordinate(const IrInstr *instr) { return instr->op == IR_atomic_var ? 0 : 1; }

static int coordinate_count(const IrInstr *instr)
{
    return (int)strlen(op_info(instr->op)->operands) - 1 - first_coordinate(instr);
}

static int value_bytes(const IrInstr *instr) { return op_scalar_bits(instr->type.scalar) / 8; }

static Cell texture_cell(Emitter *emitter, const IrInstr *instr, const char *const *at)
{
    int r = instr->resource->index;
    return (Cell){emit_format(emitter, "r%d_data + (uint32_t)%s * (uint64_t)%u + (uint64_t)(uint32_t)%s * r%d_row_pitch + (uint64_t)(uint32_t)%s * r%d_slice_pitch",
                              r, at[0], instr->resource->stride, at[1], r, at[2], r),
                  emit_format(emitter, "(uint32_t)%s < r%d_width && (uint32_t)%s < r%d_height && (uint32_t)%s < r%d_depth", at[0], r, at[1], r, at[2], r)};
}

/* `at`: C expressions of the coordinates. */
static Cell cell_at(Emitter *emitter, const IrInstr *instr, const char *const *at)
{
    const IrResource *resource = instr->resource;
    int r = resource != NULL ? resource->index : 0, bytes = value_bytes(instr);
    switch (instr->op) {
    case IR_atomic_var:
        return (Cell){emit_format(emitter, "(char *)%s + (uint32_t)%s * (uint64_t)%d", emit_variable_base(emitter, instr->variable, instr->component), at[0], bytes),
                      emit_format(emitter, "(uint32_t)%s < %llu", at[0], (unsigned long long)instr->variable->count)};
    case IR_atomic_typed:
        return (Cell){emit_format(emitter, "r%d_data + (uint32_t)%s * (uint64_t)%u", r, at[0], resource->stride),
                      emit_format(emitter, "(uint32_t)%s < r%d_width", at[0], r)};
    case IR_atomic_struct:
        return (Cell){emit_format(emitter, "r%d_data + (uint32_t)%s * (uint64_t)%u + (uint32_t)%s", r, at[0], resource->stride, at[1]),
                      emit_format(emitter, "(uint32_t)%s < r%d_width && (uint32_t)%s <= %u", at[0], r, at[1], resource->stride - (unsigned)bytes)};
    case IR_atomic_raw:
        return (Cell){emit_format(emitter, "r%d_data + ((uint32_t)%s & ~3u)", r, at[0]),
                      emit_format(emitter, "((uint32_t)%s & ~3u) < wcc_starts(r%d_width, %d)", at[0], r, bytes)};
    default:
        return texture_cell(emitter, instr, at);
    }
}

static const char *update(Emitter *emitter, const IrInstr *instr, const char *address, const char *expected, const char *value)
{
    const char *memory = instr->op == IR_atomic_var ? "plain" : "atomic", *type = emit_suffix(instr->type.scalar);
    if (instr->combine == IR_const)
        return emit_format(emitter, "%s_exchange_%s(%s, %s)", memory, type, address, value);
    if (instr->combine == IR_select)
        return emit_format(emitter, "%s_compare_%s(%s, %s, %s)", memory, type, address, expected, value);
    return emit_format(emitter, "%s_%s_%s(%s, %s)", memory, op_info(instr->combine)->name, type, address, value);
}

/* ---- lane by lane ---- */

static const char *lane_array(Emitter *emitter, const IrInstr *value, const char *name)
{
    const char *ctype = emit_ctype(value->type.scalar), *pieces = emit_pieces(emitter, value);
    emit_line(emitter, "%s %s[%d];", ctype, name, emitter->kernel->wave_size);
    emit_line(emitter, "memcpy(%s, %s, sizeof %s);", name, pieces, name);
    return name;
}

static void emit_by_lanes(Emitter *emitter, const IrInstr *instr)
{
    static const char *const NAMES[] = {"at0", "at1", "at2"}, *const AT[] = {"at0[lane]", "at1[lane]", "at2[lane]"};
    int wave_size = emitter->kernel->wave_size, last = instr->operand_count - 1;
    emit_declare(emitter, instr);
    emit_line(emitter, "{");
    emitter->indent++;
    for (int i = 0; i < coordinate_count(instr); i++)
        lane_array(emitter, instr->operands[first_coordinate(instr) + i], NAMES[i]);
    lane_array(emitter, instr->operands[last], "value");
    if (instr->combine == IR_select)
        lane_array(emitter, instr->operands[last - 1], "expected");
    Cell cell = cell_at(emitter, instr, AT);
    emit_line(emitter, "%s old[%d];", emit_ctype(instr->type.scalar), wave_size);
    emit_line(emitter, "int32_t active[%d];", wave_size);
    emit_line(emitter, "memcpy(active, %s, sizeof active);", emit_mask_pieces(emitter));
    emit_line(emitter, "for (int lane = 0; lane < %d; lane++)", wave_size);
    emit_line(emitter, "    old[lane] = active[lane] && %s ? %s : 0;", cell.inside, update(emitter, instr, cell.address, "expected[lane]", "value[lane]"));
    emit_line(emitter, "memcpy(v%u, old, sizeof old);", instr->id);
    emitter->indent--;
    emit_line(emitter, "}");
}

/* ---- where one lane runs at most ---- */

/* A C expression of the value of the lane that runs. */
static const char *in_the_lane(Emitter *emitter, const IrInstr *value)
{
    Form form = emit_form(emitter, value);
    if (form == FORM_CONST || form == FORM_SCALAR)
        return emit_scalar(emitter, value);
    const char *pieces = emit_pieces(emitter, value), *name = emit_format(emitter, "lane%d", emitter->next_label++);
    emit_line(emitter, "const %s %s = lane_%sx%d(%s, %d, last_x%d(%s, %d));", emit_ctype(value->type.scalar), name,
              emit_suffix(value->type.scalar), emitter->lanes, pieces, emitter->pieces, emitter->lanes, emit_mask_pieces(emitter), emitter->pieces);
    return name;
}

static void emit_in_one_lane(Emitter *emitter, const IrInstr *instr)
{
    const char *at[MOST_COORDINATES] = {0}, *ctype = emit_ctype(instr->type.scalar);
    int last = instr->operand_count - 1;
    for (int i = 0; i < coordinate_count(instr); i++)
        at[i] = in_the_lane(emitter, instr->operands[first_coordinate(instr) + i]);
    const char *value = in_the_lane(emitter, instr->operands[last]);
    const char *expected = instr->combine == IR_select ? in_the_lane(emitter, instr->operands[last - 1]) : NULL;
    Cell cell = cell_at(emitter, instr, at);
    emit_line(emitter, "const %s v%u = %s && any_x%d(%s, %d) ? %s : 0;", ctype, instr->id, cell.inside, emitter->lanes,
              emit_mask_pieces(emitter), emitter->pieces, update(emitter, instr, cell.address, expected, value));
    emit_line(emitter, "(void)v%u;", instr->id);
}

/* ---- the wave at once ---- */

/* Known from the second emission on. */
static bool is_used(const Emitter *emitter, const IrInstr *instr) { return emitter->dry || emitter->escapes[instr->id]; }

static bool goes_to_one_cell(const Emitter *emitter, const IrInstr *instr)
{
    for (int i = 0; i < coordinate_count(instr); i++) {
        Form form = emit_form(emitter, instr->operands[first_coordinate(instr) + i]);
        if (form != FORM_CONST && form != FORM_SCALAR)
            return false;
    }
    return true;
}

/* Can the lanes combine before they reach memory? */
static bool combines_first(const Emitter *emitter, const IrInstr *instr)
{
    if (instr->combine == IR_select || !goes_to_one_cell(emitter, instr))
        return false;
    return instr->combine == IR_iadd || !is_used(emitter, instr);
}

static const char *combined_value(Emitter *emitter, const IrInstr *instr, const char *value, const char *type)
{
    const char *mask = emit_mask_pieces(emitter);
    if (instr->combine == IR_const)
        return emit_format(emitter, "lane_%s(%s, %d, last_x%d(%s, %d))", type, value, emitter->pieces, emitter->lanes, mask, emitter->pieces);
    return emit_format(emitter, "reduce_%s_%s(%s, %s, %d)", op_info(instr->combine)->name, type, value, mask, emitter->pieces);
}

static void emit_combined(Emitter *emitter, const IrInstr *instr)
{
    const char *at[MOST_COORDINATES] = {0}, *ctype = emit_ctype(instr->type.scalar);
    const char *type = emit_format(emitter, "%sx%d", emit_suffix(instr->type.scalar), emitter->lanes);
    bool used = is_used(emitter, instr);
    for (int i = 0; i < coordinate_count(instr); i++)
        at[i] = emit_scalar(emitter, instr->operands[first_coordinate(instr) + i]);
    if (used)
        emit_declare(emitter, instr);
    emit_line(emitter, "{");
    emitter->indent++;
    const char *value = emit_pieces(emitter, instr->operands[instr->operand_count - 1]);
    Cell cell = cell_at(emitter, instr, at);
    emit_line(emitter, "const %s together = %s;", ctype, combined_value(emitter, instr, value, type));
    emit_line(emitter, "const int inside = %s && any_x%d(%s, %d);", cell.inside, emitter->lanes, emit_mask_pieces(emitter), emitter->pieces);
    emit_line(emitter, "const %s old = inside ? %s : 0;", ctype, update(emitter, instr, cell.address, NULL, "together"));
    if (used) {
        emit_line(emitter, "prefix_iadd_%s(v%u, %s, %s, %d);", type, instr->id, value, emit_mask_pieces(emitter), emitter->pieces);
        emit_each_piece(emitter, "v%u[p] = inside ? v%u[p] + splat_%s(old) : splat_%s(0);", instr->id, instr->id, type, type);
    }
    emit_line(emitter, "(void)old;");
    emitter->indent--;
    emit_line(emitter, "}");
}

bool emit_atomic(Emitter *emitter, const IrInstr *instr)
{
    if (!is_atomic(instr->op))
        return false;
    emit_flush(emitter);
    if (instr->resource != NULL && instr->resource->array_count != 0)
        emit_unsupported(emitter, instr, "an atomic operation on an array of resources");
    else if (emit_is_scalar_form(emitter, instr))
        emit_in_one_lane(emitter, instr);
    else if (combines_first(emitter, instr))
        emit_combined(emitter, instr);
    else
        emit_by_lanes(emitter, instr);
    return true;
}
