/* What --check asks: the operations that the instrument pass put in, as calls of wcc_check.h.
 *
 * Barriers: each wave notes the lanes that arrive and those that return; at the barrier the group looks
 * whether someone is missing. Bounds: a comparison beside each access, and a call where a lane is outside. */
#include "emit_priv.h"

bool emit_has_checks(const IrKernel *kernel)
{
    return kernel->watches_barriers || ir_contains_op(kernel->body, IR_check_var) || ir_contains_op(kernel->body, IR_check_resource);
}

/* SV_GroupIndex by lane, where the kernel has a lane order. */
static const char *thread_table(Emitter *emitter)
{
    const IrKernel *kernel = emitter->kernel;
    return kernel->thread_of_lane == NULL ? "0" : emit_format(emitter, "%s_threads[3]", emit_function_name(emitter->scratch, kernel));
}

void emit_check_prologue(Emitter *emitter)
{
    const IrKernel *kernel = emitter->kernel;
    if (emit_has_checks(kernel))
        emit_line(emitter, "const WccWhere where = {dispatch, {group_x, group_y, group_z}, {%u, %u, %u}, %d, %d, %s};", kernel->threads[0],
                  kernel->threads[1], kernel->threads[2], ir_running_waves(kernel), kernel->wave_size, thread_table(emitter));
    if (!kernel->watches_barriers)
        return;
    emit_line(emitter, "WccArrivals arrivals;");
    emit_line(emitter, "wcc_start_arrivals(&arrivals, &where);");
}

/* The name of a constant with the instruction's place in the source. */
static const char *declare_place(Emitter *emitter, const IrInstr *instr)
{
    const char *name = emit_format(emitter, "place%d", emitter->next_label++);
    Text file = {0};
    if (instr->pos == SOURCE_NOWHERE || emitter->module->sources == NULL) {
        emit_line(emitter, "static const WccPlace %s = {\"?\", 0, 0};", name);
        return name;
    }
    SourcePlace place = sources_place(emitter->module->sources, instr->pos);
    emit_string(&file, place.path);
    emit_line(emitter, "static const WccPlace %s = {%s, %d, %d};", name, file.bytes, place.line, place.column);
    text_free(&file);
    return name;
}

/* ---- barriers ---- */

static void note_lanes(Emitter *emitter, const char *list)
{
    const char *lanes = emit_mask_pieces(emitter);
    for (int word = 0; word * 32 < emitter->kernel->wave_size; word++)
        emit_line(emitter, "arrivals.%s[wave][%d] |= (uint32_t)ballot_x%d(%s, %d, %d);", list, word, emitter->lanes, lanes, emitter->pieces, word);
}

static void emit_arrive(Emitter *emitter, const IrInstr *instr) { (void)instr; note_lanes(emitter, "here"); }
static void emit_retire(Emitter *emitter, const IrInstr *instr) { (void)instr; note_lanes(emitter, "gone"); }

static void emit_barrier(Emitter *emitter, const IrInstr *instr)
{
    if (emitter->kernel->watches_barriers)
        emit_line(emitter, "wcc_check_barrier(&arrivals, &where, &%s);", declare_place(emitter, instr));
}

/* ---- bounds ---- */

/* The lanes outside as pieces of a mask; the active ones where all have one index. */
static const char *lanes_outside(Emitter *emitter, const IrInstr *index, const char *limit)
{
    Form form = emit_form(emitter, index);
    if (form == FORM_CONST || form == FORM_SCALAR)
        return emit_mask_pieces(emitter);
    const char *name = emit_format(emitter, "outside%d", emitter->next_label++);
    emit_line(emitter, "i32x%d %s[%d];", emitter->lanes, name, emitter->pieces);
    emit_each_piece(emitter, "%s[p] = %s & ((u32x%d)%s >= (u32x%d)splat_i32x%d((int32_t)%s));", name, emit_mask_piece(emitter),
              emitter->lanes, emit_piece(emitter, index), emitter->lanes, emitter->lanes, limit);
    return name;
}

/* `limit`: elements along that axis. */
static void check_index(Emitter *emitter, const IrInstr *instr, const IrInstr *index, const char *limit, const char *what, const char *axis)
{
    int lanes = emitter->lanes, pieces = emitter->pieces;
    Form form = emit_form(emitter, index);
    bool alike = form == FORM_CONST || form == FORM_SCALAR;
    Text name = {0};
    emit_string(&name, what);
    emit_line(emitter, "{");
    emitter->indent++;
    const char *outside = lanes_outside(emitter, index, limit), *place = declare_place(emitter, instr);
    const char *value = alike ? emit_scalar(emitter, index)
                              : emit_format(emitter, "lane_i32x%d(%s, %d, first_x%d(%s, %d))", lanes, emit_pieces(emitter, index), pieces, lanes, outside, pieces);
    if (alike)
        emit_line(emitter, "if ((uint32_t)%s >= (uint32_t)%s) {", value, limit);
    else
        emit_line(emitter, "if (any_x%d(%s, %d)) {", lanes, outside, pieces);
    emit_line(emitter, "    const uint32_t lanes[4] = {(uint32_t)ballot_x%d(%s, %d, 0), (uint32_t)ballot_x%d(%s, %d, 1), (uint32_t)ballot_x%d(%s, %d, 2), "
              "(uint32_t)ballot_x%d(%s, %d, 3)};", lanes, outside, pieces, lanes, outside, pieces, lanes, outside, pieces, lanes, outside, pieces);
    emit_line(emitter, "    wcc_report_index(&where, &%s, %s, %s, %s, (uint32_t)%s, (uint32_t)wave, lanes);", place, name.bytes, axis, value, limit);
    emit_line(emitter, "}");
    emitter->indent--;
    emit_line(emitter, "}");
    text_free(&name);
}

static void emit_check_var(Emitter *emitter, const IrInstr *instr)
{
    const IrInstr *index = instr->operands[0];
    if (index->op == IR_const && index->bits < (uint64_t)instr->variable->count) /* known since a loop was unrolled */
        return;
    check_index(emitter, instr, index, emit_format(emitter, "%lld", (long long)instr->variable->count), instr->variable->name, "0");
}

static void emit_check_resource(Emitter *emitter, const IrInstr *instr)
{
    static const char *const FIELDS[] = {"width", "height", "depth", "mips"};
    static const char *const AXES[] = {"'x'", "'y'", "'z'", "'m'"};
    const IrResource *resource = instr->resource;
    bool has_axes = resource->shape >= IR_SHAPE_TEX1D;
    const char *field = FIELDS[instr->immediate], *limit = emit_format(emitter, "r%d_%s", resource->index, field);
    if (resource->array_count != 0)
        limit = emit_format(emitter, "wcc_row(dispatch, %u, %uu, (uint32_t)%s)->%s", resource->first_row, resource->array_count,
                            emit_scalar(emitter, instr->operands[0]), field);
    if (instr->immediate == 3) /* an unbound texture has none, and then no width either */
        limit = emit_format(emitter, "(%s | !%s)", limit, limit);
    check_index(emitter, instr, instr->operands[1], limit, resource->name, has_axes ? AXES[instr->immediate] : resource->shape == IR_SHAPE_RAW ? "'b'" : "0");
}

bool emit_check(Emitter *emitter, const IrInstr *instr)
{
    static void (*const WRITERS[IR_OP_COUNT])(Emitter *, const IrInstr *) = {
        [IR_arrive] = emit_arrive, [IR_retire] = emit_retire, [IR_barrier] = emit_barrier,
        [IR_check_var] = emit_check_var, [IR_check_resource] = emit_check_resource,
    };
    if (WRITERS[instr->op] == NULL)
        return false;
    emit_flush(emitter);
    WRITERS[instr->op](emitter, instr);
    return true;
}
