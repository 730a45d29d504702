/* Textures through samplers: by views and axes where the plan has them (wcc_sampling.h), else as
 * calls of wcc_texture.h: one for each piece, or one for a value that is the same in all lanes. */
#include "emit_priv.h"

enum { FIRST_PLACE = 2, PLACE_OFFSET = 6, AFTER_PLACE = 9 }; /* operands */

const char *emit_texel_kind(IrScalar scalar)
{
    switch (scalar) {
    case IR_F16: return "WCC_TEXEL_F16";
    case IR_I32: return "WCC_TEXEL_I32";
    case IR_I16: return "WCC_TEXEL_I16";
    default: return "WCC_TEXEL_F32";
    }
}

/* ---- what textures have in common ---- */

static const char *sampled_fact(const IrResource *texture, int fact)
{
    static const char *const NUMBERS[] = {"0", "1", "2", "3", "4"};
    switch (fact) {
    case 0: return NUMBERS[ir_texture_axes(texture)];
    case 1: return NUMBERS[texture->is_cube];
    case 2: return NUMBERS[texture->is_array];
    case 3: return NUMBERS[texture->element.components];
    default: return emit_texel_kind(texture->element.scalar);
    }
}

static bool has_sampling(const IrInstr *instr)
{
    switch (instr->op) {
    case IR_sample:
    case IR_sample_compare:
    case IR_gather:
    case IR_gather_compare:
    case IR_sample_level:
    case IR_load_texture: return true;
    default: return false;
    }
}

void emit_find_sampled(const Plan *plan, EmitSampled *sampled)
{
    EACH_INSTR (plan->kernel->body, instr) {
        if (!has_sampling(instr))
            continue;
        if (sampled->first == NULL)
            sampled->first = instr->resource;
        for (int fact = 0; fact < SAMPLED_FACTS; fact++)
            sampled->differs[fact] |= strcmp(sampled_fact(sampled->first, fact),
                                             sampled_fact(instr->resource, fact)) != 0;
    }
}

void emit_sampled(Text *out, const EmitSampled *sampled)
{
    static const char *const NAMES[SAMPLED_FACTS] = {"AXES", "IS_CUBE", "IS_ARRAY", "COMPONENTS",
                                                     "TEXEL"};
    for (int fact = 0; fact < SAMPLED_FACTS && sampled->first != NULL; fact++)
        if (!sampled->differs[fact])
            text_printf(out, "#define WCC_%s_OF(sampling) %s\n", NAMES[fact],
                        sampled_fact(sampled->first, fact));
}

/* ---- a texture and its sampler ---- */

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

static const char *sampling_of(Emitter *emitter, const IrInstr *instr)
{
    const IrResource *texture = instr->resource;
    return emit_format(emitter, "{%s, %s, %d, %d, %d, %d, %s}", texture_row(emitter, instr),
                       sampler_row(emitter, instr),
                       ir_texture_axes(texture), texture->is_cube,
                       texture->is_array, texture->element.components,
                       emit_texel_kind(texture->element.scalar));
}

static void declare_sampling(Emitter *emitter, const IrInstr *instr)
{
    emit_line(emitter, "const WccSampling sampling = %s;", sampling_of(emitter, instr));
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

const char *emit_active_piece(Emitter *emitter, const IrInstr *instr)
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
              emit_active_piece(emitter, instr));
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
              emit_piece(emitter, instr->operands[4]), emit_active_piece(emitter, instr));
}

/* ---- results ---- */

static const char *component_of_texel(Emitter *emitter, const IrInstr *instr, const char *name,
                                      int component)
{
    const char *texel = emit_format(emitter, "%s[%d]", name, component);
    if (instr->type.scalar == IR_I32)
        return emit_format(emitter, "((i32x%l)%s)", texel);
    if (instr->type.scalar == IR_I16)
        return emit_format(emitter, "WCC_CONVERT((i32x%l)%s, i16x%l)", texel);
    return texel;
}

void emit_give_texel(Emitter *emitter, const IrInstr *instr, unsigned used, const char *name)
{
    bool vector = plan_is_vector(emitter->plan, instr);
    for (int c = 0; c < instr->type.components; c++)
        if (used >> c & 1)
            emit_line(emitter, "%s%s = %s%s;", emit_name(emitter, instr, c), vector ? "[p]" : "",
                      component_of_texel(emitter, instr, name, c), vector ? "" : "[0]");
}

/* The components that something reads. */
static void give_texel(Emitter *emitter, const IrInstr *instr, const char *name)
{
    const PlanSample *sample = emitter->step->sample;
    emit_give_texel(emitter, instr, sample != NULL ? sample->used : ~0u, name);
}

/* ---- views and axes ---- */

void emit_view(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    const char *sampling =
        emit_format(emitter, "&(const WccSampling)%s", sampling_of(emitter, instr));
    emit_line(emitter, "WccView view%d;", step->number);
    switch (step->view_kind) {
    case VIEW_TOP:
        emit_line(emitter, "wcc_view_top(&view%d, %s, 1);", step->number, sampling);
        break;
    case VIEW_LEVEL:
        emit_line(emitter, "wcc_view_level(&view%d, %s, %n, %n);", step->number, sampling,
                  instr->operands[AFTER_PLACE], instr->operands[AFTER_PLACE + 1]);
        break;
    case VIEW_ANY_LEVEL: emit_line(emitter, "wcc_view_any(&view%d, %s);", step->number, sampling);
    }
    if (step->has_runs)
        emit_line(emitter, "const WccRuns runs%d = wcc_runs(&view%d);", step->number,
                  step->number);
}

/* A uniform coordinate is one piece, whose place is that of all. */
static bool is_uniform_axis(Emitter *emitter, const PlanAxis *axis)
{
    return plan_is_uniform(emitter->plan, axis->coordinate) &&
           plan_is_uniform(emitter->plan, axis->by);
}

/* "at, by, step, pieces", where the lanes' offsets are `by` or one step. */
static const char *axis_places(Emitter *emitter, const PlanAxis *axis)
{
    bool is_one = is_uniform_axis(emitter, axis), steps = plan_is_uniform(emitter->plan, axis->by);
    const char *pieces = emit_format(emitter, is_one ? "1" : "%P");
    if (axis->which == PLAN_SLICE)
        return emit_format(emitter, "at, %s", pieces);
    return emit_format(emitter, "at, %s, %s, %s", steps ? "0" : "by",
                       steps ? emit_scalar(emitter, axis->by) : "0", pieces);
}

static void declare_pieces(Emitter *emitter, const char *name, const IrInstr *value, bool is_one)
{
    IrScalar type = value->type.scalar;
    emit_line(emitter, is_one ? "%v %s[1];" : "%v %s[%P];", type, name);
    if (is_one)
        emit_line(emitter, "%s[0] = %s;", name,
                  emit_splat(emitter, type, emit_scalar(emitter, value)));
    else
        emit_each_piece(emitter, "%s[p] = %p;", name, value);
}

void emit_axis(Emitter *emitter, const PlanStep *step)
{
    static const char *const NAMES[] = {"x", "y", "z", "slice"};
    const PlanAxis *axis = &step->axis;
    bool is_one = is_uniform_axis(emitter, axis);
    emit_line(emitter, is_one ? "wcc_axisx%l axis%d[1];" : "wcc_axisx%l axis%d[%P];",
              axis->number);
    emit_open(emitter, "{");
    declare_pieces(emitter, "at", axis->coordinate, is_one);
    if (!plan_is_uniform(emitter->plan, axis->by) && axis->which != PLAN_SLICE)
        declare_pieces(emitter, "by", axis->by, false);
    emit_line(emitter, "wcc_find_%sx%l(&view%d, %s, axis%d);", NAMES[axis->which], axis->view,
              axis_places(emitter, axis), axis->number);
    emit_close(emitter);
}

/* ---- kinds of samples: each has functions of its own ---- */

/* "sample_2d_array_4f32_xyzx16": its name tells all that is constant in it. */
const char *emit_kind_name(Emitter *emitter, const PlanSample *sample, const IrInstr *instr)
{
    const IrResource *texture = instr->resource;
    const char *components = "";
    for (int c = 0; c < 4; c++)
        if (op_info(instr->op)->immediate == IMMEDIATE_CHANNEL ? c == instr->immediate
                                                                : sample->used >> c & 1)
            components = emit_format(emitter, "%s%c", components, "xyzw"[c]);
    return emit_format(emitter, "%s_%dd%s_%d%s_%sx%l", op_info(instr->op)->name,
                       ir_texture_axes(texture),
                       texture->is_array ? "_array" : "", texture->element.components,
                       op_scalar_name(texture->element.scalar), components);
}

static void define_kind(Emitter *emitter, const PlanStep *step, const char *name, const char *scattered)
{
    const IrInstr *instr = step->instr;
    const IrResource *texture = instr->resource;
    int axes = ir_texture_axes(texture);
    const char *texel = emit_texel_kind(texture->element.scalar);
    int components = texture->element.components;
    if (instr->op == IR_sample_compare)
        emit_line(emitter, "WCC_COMPARE_KIND(%s, %l, %d, %d, %d, %s)", name, axes,
                  texture->is_array, components, texel);
    else if (instr->op == IR_gather_compare)
        emit_line(emitter, "WCC_COMPARE_GATHER_KIND(%s, %l, %d, %d, %s, %d)", name,
                  texture->is_array, components, texel, instr->immediate);
    else if (instr->op == IR_gather)
        emit_line(emitter, "WCC_GATHER_KIND(%s, %l, %d, %d, %s, %d)", name, texture->is_array,
                  components, texel, instr->immediate);
    else
        emit_line(emitter, "WCC_SAMPLE_KIND(%s, %l, %d, %d, %d, %s, %u, %s)", name, axes,
                  texture->is_array, components, texel, step->sample->used, scattered);
}

static bool is_among(const EmitNames *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

static void define_scattered(Emitter *emitter, const IrInstr *instr, unsigned used, const char *kind,
                             EmitNames *defined)
{
    const char *name = emit_format(emitter, "%s_scattered", kind);
    if (is_among(defined, name))
        return;
    const IrResource *texture = instr->resource;
    const char *texel = emit_texel_kind(texture->element.scalar);
    int axes = ir_texture_axes(texture), components = texture->element.components;
    if (instr->op == IR_sample_compare)
        emit_line(emitter, "WCC_COMPARE_SCATTERED(%s, %l, %d, %d, %d, %s)", kind, axes,
                  texture->is_array, components, texel);
    else
        emit_line(emitter, "WCC_SAMPLE_SCATTERED(%s, %l, %d, %d, %d, %s, %u)", kind, axes,
                  texture->is_array, components, texel, used);
    vec_push(emitter->scratch, defined, name);
}

/* What calls a kind's functions for several taps. */
static void define_taps(Emitter *emitter, const IrInstr *instr, unsigned used, const char *kind,
                        EmitNames *defined)
{
    const char *name = emit_format(emitter, "%s_taps", kind);
    if (is_among(defined, name))
        return;
    IrType element = instr->resource->element;
    if (instr->op == IR_gather)
        emit_line(emitter, "WCC_GATHER_TAPS(%s, %l, %d, %s, %d)", kind, element.components,
                  emit_texel_kind(element.scalar), instr->immediate);
    else
        emit_line(emitter, "WCC_SAMPLE_TAPS(%s, %l, %d, %s, %u)", kind, element.components,
                  emit_texel_kind(element.scalar), used);
    vec_push(emitter->scratch, defined, name);
}

void emit_sample_kinds(Arena *arena, Text *out, const Plan *plan, EmitNames *defined)
{
    Emitter emitter = {.plan = plan, .scratch = arena, .out = out, .line_mark = ""};
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanStep *step = &plan->steps.items[i];
        if (step->sample == NULL || step->kind != STEP_op)
            continue;
        const char *name = emit_kind_name(&emitter, step->sample, step->instr);
        const bool scatters_levels = step->sample->scatters_levels;
        if (step->sample->is_scattered || scatters_levels)
            define_scattered(&emitter, step->instr, step->sample->used, name, defined);
        if (!is_among(defined, name)) {
            define_kind(&emitter, step, name, scatters_levels ? emit_format(&emitter, "%s_scattered", name) : "0");
            vec_push(arena, defined, name);
        }
        if (step->sample->taps != NULL)
            define_taps(&emitter, step->instr, step->sample->used, name, defined);
    }
    text_free(&emitter.unfinished);
}

/* ---- samples through views ---- */

/* "&axis3[p]", or "0". */
static const char *axis_of(Emitter *emitter, int number)
{
    if (number < 0)
        return "0";
    for (int i = 0; i < emitter->plan->steps.count; i++) {
        const PlanStep *step = &emitter->plan->steps.items[i];
        if (step->kind == STEP_axis && step->number == number)
            return emit_format(emitter,
                               is_uniform_axis(emitter, &step->axis) ? "axis%d" : "&axis%d[p]",
                               number);
    }
    return "0";
}

/* "&view0, &axis3[p], &axis4[p], 0, 0" */
static const char *axes_of(Emitter *emitter, const PlanSample *sample)
{
    return emit_format(emitter, "&view%d, %s, %s, %s, %s", sample->view,
                       axis_of(emitter, sample->axes[0]), axis_of(emitter, sample->axes[1]),
                       axis_of(emitter, sample->axes[2]),
                       axis_of(emitter, sample->axes[PLAN_SLICE]));
}

/* "&view0, x, y, z, slice, right, down, back" */
static const char *scattered_place(Emitter *emitter, const PlanStep *step)
{
    const char *place = emit_format(emitter, "&view%d", step->sample->view);
    for (int i = 0; i < 4; i++)
        place = emit_format(emitter, "%s, %s", place, emit_piece(emitter, step->instr->operands[FIRST_PLACE + i]));
    for (int i = 0; i < 3; i++)
        place = emit_format(emitter, "%s, %s", place, emit_scalar(emitter, step->instr->operands[PLACE_OFFSET + i]));
    return place;
}

/* By the functions of its kind: what is plain, and all else. */
static void write_kind(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    const bool is_scattered = step->sample->is_scattered;
    const char *name = emit_kind_name(emitter, step->sample, instr);
    const char *axes = is_scattered ? scattered_place(emitter, step) : axes_of(emitter, step->sample);
    if (is_scattered)
        name = emit_format(emitter, "%s_scattered", name);
    emit_line(emitter, "f32x%l texel[4];");
    if (instr->op == IR_gather_compare)
        axes = emit_format(emitter, "%s, %p", axes, instr->operands[AFTER_PLACE]);
    if (instr->op == IR_sample_compare)
        axes = emit_format(emitter, "%s, %p", axes, instr->operands[AFTER_PLACE + 2]);
    emit_line(emitter, "if (!%s(%s, texel))", name, axes);
    if (instr->op == IR_gather || instr->op == IR_gather_compare)
        emit_line(emitter, "    %s_else(%s, texel);", name, axes);
    else
        emit_line(emitter, "    %s_else(%s, %s, %s, %s, texel);", name, axes,
                  emit_piece(emitter, instr->operands[AFTER_PLACE]),
                  emit_piece(emitter, instr->operands[AFTER_PLACE + 1]),
                  emit_active_piece(emitter, instr));
    give_texel(emitter, instr, "texel");
}

/* Texels of neighbouring threads at their centres, and what neighbours gather, are a few loads. */
static void write_run(Emitter *emitter, const PlanStep *step)
{
    const PlanSample *sample = step->sample;
    const IrInstr *instr = step->instr;
    const IrResource *texture = instr->resource;
    bool gathers = instr->op == IR_gather;
    emit_line(emitter, "const wcc_takenx%l taken = {&view%d, {%s, %s, %s}, %s, %d, %d, %s, 0};",
              sample->view, axis_of(emitter, sample->axes[0]), axis_of(emitter, sample->axes[1]),
              axis_of(emitter, sample->axes[2]), axis_of(emitter, sample->axes[PLAN_SLICE]),
              ir_texture_axes(texture), texture->element.components,
              emit_texel_kind(texture->element.scalar));
    emit_line(emitter, "f32x%l run[4];");
    emit_open(emitter, "if (wcc_%sx%l(&taken, %d, run)) {", gathers ? "gather_run" : "take_centres",
              gathers ? (int)instr->immediate : (int)sample->used);
    give_texel(emitter, instr, "run");
    emit_else(emitter);
    write_kind(emitter, step);
    emit_close(emitter);
}

typedef void EmitCall(Emitter *emitter, const IrInstr *instr);

static void write_sample(Emitter *emitter, const PlanStep *step, EmitCall *call)
{
    if (step->sample != NULL && step->sample->is_inline) {
        write_run(emitter, step);
    } else if (step->sample != NULL) {
        write_kind(emitter, step);
    } else {
        declare_sampling(emitter, step->instr);
        emit_line(emitter, "f32x%l texel[4];");
        call(emitter, step->instr);
        give_texel(emitter, step->instr, "texel");
    }
}

void emit_texture(Emitter *emitter, const PlanStep *step)
{
    static EmitCall *const CALLS[IR_OP_COUNT] = {
        [IR_sample] = call_sample,
        [IR_sample_compare] = call_sample,
        [IR_gather] = call_gather,
        [IR_gather_compare] = call_gather,
        [IR_sample_level] = call_sample_level,
        [IR_load_texture] = call_load,
    };
    const IrInstr *instr = step->instr;
    if (step->sample != NULL && step->sample->taps != NULL)
        return; /* written with the others */
    emit_declare(emitter, instr);
    if (plan_is_vector(emitter->plan, instr)) {
        emit_open_pieces(emitter);
        write_sample(emitter, step, CALLS[instr->op]);
        emit_close_pieces(emitter);
    } else {
        emit_open(emitter, "{");
        write_sample(emitter, step, CALLS[instr->op]);
        emit_close(emitter);
    }
}
