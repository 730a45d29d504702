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

static bool is_alike(Emitter *emitter, const IrInstr *value)
{
    Form form = emit_form(emitter, value);
    return form == FORM_CONST || form == FORM_SCALAR;
}

/* `limit`, of the whole texture, at each lane's mip level: the name of pieces. */
static const char *limits_of_levels(Emitter *emitter, const char *limit, const IrInstr *level)
{
    int lanes = emitter->lanes, label = emitter->next_label++;
    emit_line(emitter, "i32x%d limits%d[%d];", lanes, label, emitter->pieces);
    emit_each_piece(emitter, "limits%d[p] = (i32x%d)((u32x%d)splat_i32x%d((int32_t)%s) >> ((u32x%d)%s & 31));", label, lanes, lanes, lanes, limit,
                    lanes, emit_piece(emitter, level));
    emit_each_piece(emitter, "limits%d[p] |= (limits%d[p] == 0) & (%s != 0);", label, label, limit);
    return emit_format(emitter, "limits%d", label);
}

/* The lanes outside as pieces of a mask; the active ones where all have one index and one limit. */
static const char *lanes_outside(Emitter *emitter, const IrInstr *index, const char *limit, const char *limits)
{
    if (is_alike(emitter, index) && limits == NULL)
        return emit_mask_pieces(emitter);
    int lanes = emitter->lanes;
    const char *name = emit_format(emitter, "outside%d", emitter->next_label++);
    const char *most = limits != NULL ? emit_format(emitter, "%s[p]", limits) : emit_format(emitter, "splat_i32x%d((int32_t)%s)", lanes, limit);
    emit_line(emitter, "i32x%d %s[%d];", lanes, name, emitter->pieces);
    emit_each_piece(emitter, "%s[p] = %s & ((u32x%d)%s >= (u32x%d)%s);", name, emit_mask_piece(emitter), lanes, emit_piece(emitter, index), lanes, most);
    return name;
}

static const char *first_lane(Emitter *emitter, const char *pieces, const char *lanes)
{
    return emit_format(emitter, "lane_i32x%d(%s, %d, first_x%d(%s, %d))", emitter->lanes, pieces, emitter->pieces, emitter->lanes, lanes, emitter->pieces);
}

/* `limit`: elements along that axis; `level`: the mip of whose axis, or NULL. */
static void check_index(Emitter *emitter, const IrInstr *instr, const IrInstr *index, const char *limit, const IrInstr *level, const char *what, const char *axis)
{
    int lanes = emitter->lanes, pieces = emitter->pieces;
    Text name = {0};
    emit_string(&name, what);
    emit_line(emitter, "{");
    emitter->indent++;
    if (level != NULL && is_alike(emitter, level))
        limit = emit_format(emitter, "wcc_level_size((uint32_t)%s, (uint32_t)%s)", limit, emit_scalar(emitter, level));
    const char *limits = level != NULL && !is_alike(emitter, level) ? limits_of_levels(emitter, limit, level) : NULL;
    bool alike = is_alike(emitter, index) && limits == NULL;
    const char *outside = lanes_outside(emitter, index, limit, limits), *place = declare_place(emitter, instr);
    const char *value = is_alike(emitter, index) ? emit_scalar(emitter, index) : first_lane(emitter, emit_pieces(emitter, index), outside);
    if (limits != NULL)
        limit = first_lane(emitter, limits, outside);
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
    check_index(emitter, instr, index, emit_format(emitter, "%lld", (long long)instr->variable->count), NULL, instr->variable->name, "0");
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
    const IrInstr *level = instr->operands[2];
    bool is_first = level->op == IR_const && level->bits == 0;
    check_index(emitter, instr, instr->operands[1], limit, is_first ? NULL : level, resource->name, has_axes ? AXES[instr->immediate] : resource->shape == IR_SHAPE_RAW ? "'b'" : "0");
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
