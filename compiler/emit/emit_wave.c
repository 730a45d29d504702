/* Operations across the lanes of a wave, and hidden counters. The functions are wcc_wave.h's. Masks, the
 * pieces of an i1, are all ones where true; halves are floats that are rounded again. */
#include "emit_priv.h"

static const char *suffix_of(Emitter *emitter, const IrInstr *value)
{
    return emit_format(emitter, "%sx%d", emit_suffix(value->type.scalar), emitter->lanes);
}

/* A sum or product of halves is rounded once, when it is complete. */
static bool needs_rounding(const IrInstr *instr)
{
    return instr->type.scalar == IR_F16 && (instr->combine == IR_fadd || instr->combine == IR_fmul);
}

static void define_scalar(Emitter *emitter, const IrInstr *instr, const char *expression)
{
    if (instr->type.scalar == IR_I1)
        expression = emit_format(emitter, "(%s) != 0", expression);
    if (needs_rounding(instr))
        expression = emit_format(emitter, "round_f16_f32(%s)", expression);
    if (emit_form(emitter, instr) != FORM_VECTOR) {
        emit_line(emitter, "const %s v%u = %s;", emit_ctype(instr->type.scalar), instr->id, expression);
        return;
    }
    emit_declare(emitter, instr);
    emit_each_piece(emitter, "v%u[p] = splat_%sx%d(%s);", instr->id,
              instr->type.scalar == IR_I1 ? "mask" : emit_suffix(instr->type.scalar), emitter->lanes, expression);
}

/* The operand's true lanes among the active ones, as pieces of a fresh mask. */
static const char *active_where(Emitter *emitter, const IrInstr *condition)
{
    const char *name = emit_format(emitter, "on%d", emitter->next_label++);
    emit_line(emitter, "i32x%d %s[%d];", emitter->lanes, name, emitter->pieces);
    emit_each_piece(emitter, "%s[p] = %s & %s;", name, emit_mask_piece(emitter), emit_piece(emitter, condition));
    return name;
}

static void emit_reduce(Emitter *emitter, const IrInstr *instr)
{
    const char *v = emit_pieces(emitter, instr->operands[0]);
    define_scalar(emitter, instr, emit_format(emitter, "reduce_%s_%s(%s, %s, %d)", op_info(instr->combine)->name,
                                              suffix_of(emitter, instr->operands[0]), v, emit_mask_pieces(emitter), emitter->pieces));
}

static void round_pieces(Emitter *emitter, const IrInstr *instr)
{
    if (needs_rounding(instr))
        emit_each_piece(emitter, "v%u[p] = round_f16_f32x%d(v%u[p]);", instr->id, emitter->lanes, instr->id);
}

static void emit_prefix(Emitter *emitter, const IrInstr *instr)
{
    const char *v = emit_pieces(emitter, instr->operands[0]);
    emit_declare(emitter, instr);
    emit_line(emitter, "prefix_%s_%s(v%u, %s, %s, %d);", op_info(instr->combine)->name, suffix_of(emitter, instr->operands[0]),
              instr->id, v, emit_mask_pieces(emitter), emitter->pieces);
    round_pieces(emitter, instr);
}

/* One prefix for each mask that occurs. */
static void emit_multi_prefix(Emitter *emitter, const IrInstr *instr)
{
    const char *type = suffix_of(emitter, instr->operands[0]), *v = emit_pieces(emitter, instr->operands[0]), *words[4];
    int lanes = emitter->lanes, pieces = emitter->pieces;
    for (int i = 0; i < 4; i++)
        words[i] = emit_pieces(emitter, instr->operands[1 + i]);
    emit_declare(emitter, instr);
    emit_line(emitter, "{");
    emitter->indent++;
    emit_line(emitter, "i32x%d left[%d], same[%d], among[%d];", lanes, pieces, pieces, pieces);
    emit_line(emitter, "%s part[%d];", type, pieces);
    emit_each_piece(emitter, "left[p] = %s, v%u[p] = (%s){0};", emit_mask_piece(emitter), instr->id, type);
    emit_line(emitter, "while (any_x%d(left, %d)) {", lanes, pieces);
    emit_line(emitter, "    take_partition_x%d(same, among, left, %s, %s, %s, %s, %s, %d);", lanes, words[0], words[1], words[2],
              words[3], emit_mask_pieces(emitter), pieces);
    emit_line(emitter, "    prefix_%s_%s(part, %s, among, %d);", op_info(instr->combine)->name, type, v, pieces);
    emitter->indent++;
    emit_each_piece(emitter, "v%u[p] = select_%s(same[p], part[p], v%u[p]);", instr->id, type, instr->id);
    emitter->indent--;
    emit_line(emitter, "}");
    emitter->indent--;
    emit_line(emitter, "}");
    round_pieces(emitter, instr);
}

static void emit_any(Emitter *emitter, const IrInstr *instr)
{
    define_scalar(emitter, instr, emit_format(emitter, "any_x%d(%s, %d)", emitter->lanes, active_where(emitter, instr->operands[0]), emitter->pieces));
}

static void emit_all(Emitter *emitter, const IrInstr *instr)
{
    const char *on = active_where(emitter, instr->operands[0]);
    define_scalar(emitter, instr, emit_format(emitter, "count_x%d(%s, %d) == count_x%d(%s, %d)", emitter->lanes, on, emitter->pieces,
                                              emitter->lanes, emit_mask_pieces(emitter), emitter->pieces));
}

static void emit_ballot(Emitter *emitter, const IrInstr *instr)
{
    const char *on = active_where(emitter, instr->operands[0]);
    for (int word = 0; word < 4; word++) {
        const char *bits = word * 32 < emitter->kernel->wave_size
                               ? emit_format(emitter, "ballot_x%d(%s, %d, %d)", emitter->lanes, on, emitter->pieces, word) : "0";
        emit_line(emitter, "const int32_t v%u_%d = %s;", instr->id, word, bits);
    }
}

static void emit_count(Emitter *emitter, const IrInstr *instr)
{
    define_scalar(emitter, instr, emit_format(emitter, "count_x%d(%s, %d)", emitter->lanes, active_where(emitter, instr->operands[0]), emitter->pieces));
}

/* Linear when all lanes count: its value in lane 0 is 0. */
static void emit_prefix_count(Emitter *emitter, const IrInstr *instr)
{
    if (emit_form(emitter, instr) != FORM_VECTOR) {
        emit_line(emitter, "const int32_t v%u = 0;", instr->id);
        return;
    }
    const char *on = active_where(emitter, instr->operands[0]);
    emit_declare(emitter, instr);
    emit_line(emitter, "prefix_count_x%d(v%u, %s, %d);", emitter->lanes, instr->id, on, emitter->pieces);
}

static void emit_all_equal(Emitter *emitter, const IrInstr *instr)
{
    const char *v = emit_pieces(emitter, instr->operands[0]);
    define_scalar(emitter, instr, emit_format(emitter, "all_equal_%s(%s, %s, %d)", suffix_of(emitter, instr->operands[0]), v,
                                              emit_mask_pieces(emitter), emitter->pieces));
}

static void emit_is_first(Emitter *emitter, const IrInstr *instr)
{
    emit_declare(emitter, instr);
    emit_line(emitter, "const int32_t first%u = first_x%d(%s, %d);", instr->id, emitter->lanes, emit_mask_pieces(emitter), emitter->pieces);
    emit_each_piece(emitter, "v%u[p] = linear_i32x%d(p * %d, 1) == splat_i32x%d(first%u);", instr->id,
              emitter->lanes, emitter->lanes, emitter->lanes, instr->id);
}

static void emit_read_first(Emitter *emitter, const IrInstr *instr)
{
    const char *v = emit_pieces(emitter, instr->operands[0]);
    define_scalar(emitter, instr, emit_format(emitter, "lane_%s(%s, %d, first_x%d(%s, %d))", suffix_of(emitter, instr->operands[0]), v,
                                              emitter->pieces, emitter->lanes, emit_mask_pieces(emitter), emitter->pieces));
}

static void emit_read_lane(Emitter *emitter, const IrInstr *instr)
{
    const char *v = emit_pieces(emitter, instr->operands[0]), *type = suffix_of(emitter, instr->operands[0]);
    Form lane = emit_form(emitter, instr->operands[1]);
    if (lane == FORM_CONST || lane == FORM_SCALAR) {
        define_scalar(emitter, instr, emit_format(emitter, "read_%s(%s, %s, %d, %s)", type, v, emit_mask_pieces(emitter),
                                                  emitter->pieces, emit_scalar(emitter, instr->operands[1])));
        return;
    }
    const char *from = emit_pieces(emitter, instr->operands[1]);
    emit_declare(emitter, instr);
    emit_line(emitter, "shuffle_%s(v%u, %s, %s, %d, %s);", type, instr->id, v, emit_mask_pieces(emitter), emitter->pieces, from);
}

static void emit_match(Emitter *emitter, const IrInstr *instr)
{
    const char *v = emit_pieces(emitter, instr->operands[0]);
    emit_declare(emitter, instr);
    emit_line(emitter, "match_%s(v%u_0, v%u_1, v%u_2, v%u_3, %s, %s, %d);", suffix_of(emitter, instr->operands[0]), instr->id, instr->id,
              instr->id, instr->id, v, emit_mask_pieces(emitter), emitter->pieces);
}

/* Reading an inactive lane gives 0. */
static void emit_quad_read(Emitter *emitter, const IrInstr *instr)
{
    static const char *const DIRECTIONS[] = {"lane", "x", "y", "diagonal"};
    const char *type = suffix_of(emitter, instr->operands[0]);
    const char *active = emit_format(emitter, "select_%s(%s, %s, (%s){0})", type, emit_mask_piece(emitter), emit_piece(emitter, instr->operands[0]), type);
    const char *lane = instr->immediate == 0 ? emit_format(emitter, ", %s", emit_piece(emitter, instr->operands[1])) : "";
    emit_declare(emitter, instr);
    emit_each_piece(emitter, "v%u[p] = quad_%s_%s(%s%s);", instr->id, DIRECTIONS[instr->immediate], type, active, lane);
}

/* One addition for the wave; each active lane takes its own number in lane order. Append counts up and
 * takes the old values, consume counts down and takes the new ones. */
static void emit_counter(Emitter *emitter, const IrInstr *instr)
{
    const IrResource *resource = instr->resource;
    const char *all = emit_mask_pieces(emitter);
    bool up = instr->immediate > 0;
    if (resource->array_count != 0) {
        emit_unsupported(emitter, instr, "a counter in an array of resources");
        return;
    }
    emit_line(emitter, "const int32_t lanes%u = %s;", instr->id, emitter->mask.id == 0
              ? emit_format(emitter, "%d", emitter->kernel->wave_size)
              : emit_format(emitter, "count_x%d(%s, %d)", emitter->lanes, all, emitter->pieces));
    emit_line(emitter, "const int32_t first%u = wcc_count(r%d_counter, %slanes%u)%s;", instr->id, resource->index, up ? "" : "-", instr->id,
              up ? "" : " - 1");
    if (emit_form(emitter, instr) != FORM_VECTOR) {
        emit_line(emitter, "const int32_t v%u = first%u;", instr->id, instr->id);
        return;
    }
    emit_declare(emitter, instr);
    emit_line(emitter, "prefix_count_x%d(v%u, %s, %d);", emitter->lanes, instr->id, all, emitter->pieces);
    emit_each_piece(emitter, "v%u[p] = splat_i32x%d(first%u) %c v%u[p];", instr->id, emitter->lanes, instr->id,
              up ? '+' : '-', instr->id);
}

bool emit_cross_lane(Emitter *emitter, const IrInstr *instr)
{
    static void (*const WRITERS[IR_OP_COUNT])(Emitter *, const IrInstr *) = {
        [IR_wave_reduce] = emit_reduce, [IR_wave_prefix] = emit_prefix, [IR_wave_any] = emit_any, [IR_wave_all] = emit_all,
        [IR_wave_ballot] = emit_ballot, [IR_wave_count] = emit_count, [IR_wave_prefix_count] = emit_prefix_count,
        [IR_wave_all_equal] = emit_all_equal, [IR_wave_is_first] = emit_is_first, [IR_wave_read_first] = emit_read_first,
        [IR_wave_read_lane] = emit_read_lane, [IR_wave_match] = emit_match, [IR_wave_multi_prefix] = emit_multi_prefix,
        [IR_quad_read] = emit_quad_read, [IR_counter] = emit_counter,
    };
    if (WRITERS[instr->op] == NULL)
        return false;
    emit_flush(emitter);
    WRITERS[instr->op](emitter, instr);
    return true;
}
