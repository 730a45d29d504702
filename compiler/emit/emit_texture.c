/* Textures through samplers as calls of wcc_texture.h: one for each piece, or one for a value that
 * is the same in all lanes. */
#include "emit_priv.h"

enum { FIRST_PLACE = 2, PLACE_OFFSET = 6, AFTER_PLACE = 9 }; /* operands */

static const char *texel_kind(IrScalar scalar)
{
    switch (scalar) {
    case IR_F16: return "WCC_TEXEL_F16";
    case IR_I32: return "WCC_TEXEL_I32";
    case IR_I16: return "WCC_TEXEL_I16";
    default: return "WCC_TEXEL_F32";
    }
}

static const char *texture_row(Emitter *emitter, const IrInstr *instr)
{
    const IrResource *texture = instr->resource;
    return emit_format(emitter, "wcc_row(dispatch, %u, %uu, %s)", texture->first_row,
                       ir_bound_rows(texture), emit_row_index(emitter, instr, texture, 0));
}

static const char *sampler_row(Emitter *emitter, const IrInstr *instr)
{
    const IrResource *sampler = instr->sampler;
    if (sampler == NULL)
        return "0";
    return emit_format(emitter, "wcc_sampler(dispatch, %u, %uu, %s)", sampler->first_row,
                       ir_bound_rows(sampler), emit_row_index(emitter, instr, sampler, 1));
}

static void declare_sampling(Emitter *emitter, const IrInstr *instr)
{
    const IrResource *texture = instr->resource;
    emit_line(emitter, "const WccSampling sampling = {%s, %s, %d, %d, %d, %d, %s};",
              texture_row(emitter, instr), sampler_row(emitter, instr),
              1 + (int)texture->shape - (int)IR_SHAPE_TEX1D, texture->is_cube, texture->is_array,
              texture->element.components, texel_kind(texture->element.scalar));
}

/* "{a, b, c}" of consecutive operands, as pieces. */
static const char *piece_list(Emitter *emitter, const IrInstr *instr, int first, int count)
{
    const char *list = "{";
    for (int i = 0; i < count; i++)
        list = emit_format(emitter, "%s%s%s", list, i > 0 ? ", " : "",
                           emit_piece(emitter, instr->operands[first + i]));
    return emit_format(emitter, "%s}", list);
}

static void declare_place(Emitter *emitter, const IrInstr *instr)
{
    emit_line(emitter, "const wcc_placex%l place = {%s, %s};",
              piece_list(emitter, instr, FIRST_PLACE, 4),
              piece_list(emitter, instr, PLACE_OFFSET, 3));
}

/* "&reference", or "0" where the instruction has none. */
static const char *declare_reference(Emitter *emitter, const IrInstr *instr, int operand)
{
    if (operand >= instr->operand_count)
        return "0";
    emit_line(emitter, "const f32x%l reference = %s;",
              emit_piece(emitter, instr->operands[operand]));
    return "&reference";
}

static const char *active_piece(Emitter *emitter, const IrInstr *instr)
{
    return emit_format(emitter, "%k",
                       plan_is_vector(emitter->plan, instr) ? emitter->step->mask : 0);
}

/* ---- the calls: each leaves its components in texel[] ---- */

static void call_sample(Emitter *emitter, const IrInstr *instr)
{
    declare_place(emitter, instr);
    const char *reference = declare_reference(emitter, instr, AFTER_PLACE + 2);
    emit_line(emitter, "wcc_samplex%l(&sampling, &place, %s, %s, %s, %s, texel);",
              emit_piece(emitter, instr->operands[AFTER_PLACE]),
              emit_piece(emitter, instr->operands[AFTER_PLACE + 1]), reference,
              active_piece(emitter, instr));
}

static void call_gather(Emitter *emitter, const IrInstr *instr)
{
    declare_place(emitter, instr);
    const char *reference = declare_reference(emitter, instr, AFTER_PLACE);
    emit_line(emitter, "wcc_gatherx%l(&sampling, &place, %d, %s, texel);", instr->immediate,
              reference);
}

static void call_sample_level(Emitter *emitter, const IrInstr *instr)
{
    static const char *const NAMES[] = {"at", "along_x", "along_y"};
    for (int i = 0; i < 3; i++)
        emit_line(emitter, "const f32x%l %s[3] = %s;", NAMES[i],
                  piece_list(emitter, instr, FIRST_PLACE + 3 * i, 3));
    emit_line(emitter, "texel[0] = wcc_sample_levelx%l(&sampling, at, along_x, along_y, %d);",
              instr->immediate);
}

static void call_load(Emitter *emitter, const IrInstr *instr)
{
    emit_line(emitter, "const i32x%l at[3] = %s;", piece_list(emitter, instr, 1, 3));
    emit_line(emitter, "wcc_loadx%l(&sampling, at, %s, %s, texel);",
              emit_piece(emitter, instr->operands[4]), active_piece(emitter, instr));
}

/* ---- results ---- */

static const char *component_of_texel(Emitter *emitter, const IrInstr *instr, int component)
{
    const char *texel = emit_format(emitter, "texel[%d]", component);
    if (instr->type.scalar == IR_I32)
        return emit_format(emitter, "((i32x%l)%s)", texel);
    if (instr->type.scalar == IR_I16)
        return emit_format(emitter, "WCC_CONVERT((i32x%l)%s, i16x%l)", texel);
    return texel;
}

static void give_texel(Emitter *emitter, const IrInstr *instr)
{
    bool vector = plan_is_vector(emitter->plan, instr);
    for (int c = 0; c < instr->type.components; c++)
        emit_line(emitter, "%s%s = %s%s;", emit_name(emitter, instr, c), vector ? "[p]" : "",
                  component_of_texel(emitter, instr, c), vector ? "" : "[0]");
}

static void write_call(Emitter *emitter, const IrInstr *instr,
                       void (*call)(Emitter *, const IrInstr *))
{
    declare_sampling(emitter, instr);
    emit_line(emitter, "f32x%l texel[4];");
    call(emitter, instr);
    give_texel(emitter, instr);
}

void emit_texture(Emitter *emitter, const PlanStep *step)
{
    static void (*const CALLS[IR_OP_COUNT])(Emitter *, const IrInstr *) = {
        [IR_sample] = call_sample,
        [IR_sample_compare] = call_sample,
        [IR_gather] = call_gather,
        [IR_gather_compare] = call_gather,
        [IR_sample_level] = call_sample_level,
        [IR_load_texture] = call_load,
    };
    const IrInstr *instr = step->instr;
    emit_declare(emitter, instr);
    if (plan_is_vector(emitter->plan, instr)) {
        emit_open_pieces(emitter);
        write_call(emitter, instr, CALLS[instr->op]);
        emit_close_pieces(emitter);
    } else {
        emit_open(emitter, "{");
        write_call(emitter, instr, CALLS[instr->op]);
        emit_close(emitter);
    }
}
