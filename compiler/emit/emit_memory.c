/* Memory operations: from an instruction to an Access (emit_access.h), and the few that are not one:
 * private arrays that vary, values kept over barriers, sizes of resources. */
#include "emit_access.h"

/* ---- resources ---- */

/* A field of the WccResource that `instr` accesses: a local of the kernel, or of the row at hand. */
static const char *resource_field(Emitter *emitter, const IrInstr *instr, const char *row, const char *field)
{
    if (row != NULL)
        return emit_format(emitter, "%s->%s", row, field);
    return emit_format(emitter, "r%d_%s", instr->resource->index, field);
}

const char *emit_row_index(Emitter *emitter, const IrInstr *instr, const IrResource *resource, int operand)
{
    const IrInstr *row = instr->operands[operand];
    if (resource->array_count == 0)
        return "0";
    if (!emit_is_scalar_form(emitter, row) || emit_form(emitter, row) == FORM_LINEAR)
        emit_unsupported(emitter, instr, "an array of resources indexed differently by different lanes");
    return emit_format(emitter, "(uint32_t)%s", emit_scalar(emitter, row));
}

/* NULL where the resource is no array; else the name of a pointer to the row's WccResource. */
static const char *resource_row(Emitter *emitter, const IrInstr *instr)
{
    if (instr->resource->array_count == 0)
        return NULL;
    const char *name = emit_format(emitter, "row%d", emitter->next_label++);
    emit_line(emitter, "const WccResource *%s = wcc_row(dispatch, %u, %uu, %s);", name, instr->resource->first_row,
              ir_bound_rows(instr->resource), emit_row_index(emitter, instr, instr->resource, 0));
    return name;
}

static void set_bases(Emitter *emitter, Access *access, const char *data, int64_t offset)
{
    for (int c = 0; c < access->components; c++)
        access->base[c] = emit_format(emitter, "%s + %lld", data, (long long)(offset + c * access->component_bytes));
}

static Access new_access(const IrInstr *instr, IrScalar type, int components)
{
    return (Access){.instr = instr, .type = type, .component_bytes = op_scalar_bits(type) < 8 ? 4 : op_scalar_bits(type) / 8,
                    .components = components};
}

static bool is_constant(const IrInstr *value, int64_t *number)
{
    *number = op_sign_extend(IR_I32, value->bits);
    return value->op == IR_const;
}

static void access_bytes(Emitter *emitter, Access *access, const IrInstr *address, const char *row)
{
    access->index = address;
    access->index_scale = "";
    access->element_bytes = access->component_bytes * access->components;
    access->alignment = access->instr->resource->shape != IR_SHAPE_RAW ? 0 : access->component_bytes < 4 ? 2 : 4;
    set_bases(emitter, access, resource_field(emitter, access->instr, row, "data"), 0);
    access->count = emit_format(emitter, "wcc_starts(%s, %d)", resource_field(emitter, access->instr, row, "width"), access->element_bytes);
}

static void access_typed(Emitter *emitter, Access *access, const IrInstr *index, const char *row)
{
    access->index = index;
    access->element_bytes = (int)access->instr->resource->stride;
    set_bases(emitter, access, resource_field(emitter, access->instr, row, "data"), 0);
    access->count = resource_field(emitter, access->instr, row, "width");
}

/* Element index, byte offset in the element: constant (in the base), uniform (with a guard) or varying. */
static void access_struct(Emitter *emitter, Access *access, const IrInstr *index, const IrInstr *offset, const char *row)
{
    int64_t constant = 0, room = (int64_t)access->instr->resource->stride - access->components * access->component_bytes;
    const char *data = resource_field(emitter, access->instr, row, "data");
    access_typed(emitter, access, index, row);
    if (is_constant(offset, &constant)) {
        set_bases(emitter, access, data, constant);
        access->guard = constant < 0 || constant > room ? "0" : NULL;
    } else if (emit_form(emitter, offset) == FORM_SCALAR) {
        set_bases(emitter, access, emit_format(emitter, "%s + (uint32_t)%s", data, emit_scalar(emitter, offset)), 0);
        access->guard = emit_format(emitter, "(uint32_t)%s <= %lld", emit_scalar(emitter, offset), (long long)room);
    } else {
        access->extra = offset;
        access->guard = room < 0 ? "0" : NULL;
    }
}

static bool is_wave_uniform(const Emitter *emitter, const IrInstr *value)
{
    Form form = emit_form(emitter, value);
    return form == FORM_CONST || form == FORM_SCALAR;
}

static const char *and_guard(Emitter *emitter, const char *guard, const char *condition)
{
    return guard == NULL ? condition : emit_format(emitter, "%s && %s", guard, condition);
}

/* One further coordinate: into the base where it is uniform, else for each lane. */
static const char *fold_coordinate(Emitter *emitter, Access *access, const char *data, const IrInstr *value, const char *count, const char *pitch)
{
    const char *scalar = emit_scalar(emitter, value);
    access->guard = and_guard(emitter, access->guard, emit_format(emitter, "(uint32_t)%s < %s", scalar, count));
    return emit_format(emitter, "%s + (uint64_t)((uint32_t)%s < %s ? (uint32_t)%s : 0) * %s", data, scalar, count, scalar, pitch);
}

/* A mip level other than 0: the name of a pointer to it as a texture of its own. (A level that differs between
 * lanes is not loaded here: emit_texture.c.) */
static const char *level_row(Emitter *emitter, const IrInstr *instr, const char *row)
{
    const IrInstr *mip = instr->op == IR_load_texture ? instr->operands[4] : NULL;
    if (mip == NULL || (mip->op == IR_const && mip->bits == 0))
        return row;
    const char *texture = row != NULL ? row : emit_format(emitter, "r%d", instr->resource->index);
    int label = emitter->next_label++;
    emit_line(emitter, "const WccResource level%d = wcc_level(%s, (uint32_t)%s, %d), *row%d = &level%d;", label, texture,
              emit_scalar(emitter, mip), instr->resource->shape == IR_SHAPE_TEX3D, label, label);
    return emit_format(emitter, "row%d", label);
}

static void access_texture(Emitter *emitter, Access *access, IrInstr *const *at, const char *row)
{
    const IrInstr *instr = access->instr;
    const IrResource *resource = instr->resource;
    bool has_row = resource->shape != IR_SHAPE_TEX1D, has_slice = resource->shape == IR_SHAPE_TEX3D || resource->is_array;
    const IrInstr *slice = at[2];
    const char *data = resource_field(emitter, instr, row, "data");
    access_typed(emitter, access, at[0], row);
    access->row_count = resource_field(emitter, instr, row, "height");
    access->row_pitch = resource_field(emitter, instr, row, "row_pitch");
    access->slice_count = resource_field(emitter, instr, row, "depth");
    access->slice_pitch = resource_field(emitter, instr, row, "slice_pitch");
    bool across_rows = has_row && !is_wave_uniform(emitter, at[1]), across_slices = has_slice && !is_wave_uniform(emitter, slice);
    if (has_row && !across_rows)
        data = fold_coordinate(emitter, access, data, at[1], access->row_count, access->row_pitch);
    if (has_slice && !across_slices)
        data = fold_coordinate(emitter, access, data, slice, access->slice_count, access->slice_pitch);
    access->row = across_rows ? at[1] : NULL;
    access->slice = across_slices ? slice : NULL;
    set_bases(emitter, access, data, 0);
}

/* The address operands of each resource operation. */
static Access resource_access(Emitter *emitter, const IrInstr *instr, IrScalar type, int components)
{
    Access access = new_access(instr, type, components);
    const char *row = level_row(emitter, instr, resource_row(emitter, instr));
    switch (instr->op) {
    case IR_load_typed: case IR_store_typed: access_typed(emitter, &access, instr->operands[1], row); break;
    case IR_load_struct: case IR_store_struct: access_struct(emitter, &access, instr->operands[1], instr->operands[2], row); break;
    case IR_load_texture: case IR_store_texture: access_texture(emitter, &access, &instr->operands[1], row); break;
    default: access_bytes(emitter, &access, instr->operands[1], row); break;
    }
    return access;
}

/* ---- variables ---- */

static Access variable_access(Emitter *emitter, const IrInstr *instr, int components)
{
    const IrVariable *variable = instr->variable;
    Access access = new_access(instr, variable->type.scalar, components);
    int64_t constant;
    access.index = instr->operands[0];
    access.element_bytes = access.component_bytes;
    access.count = emit_format(emitter, "%llu", (unsigned long long)variable->count);
    access.inside = is_constant(access.index, &constant) && constant >= 0 && constant < variable->count;
    for (int c = 0; c < components; c++)
        access.base[c] = emit_format(emitter, "(char *)%s", emit_variable_base(emitter, variable, instr->component + c));
    return access;
}

static bool is_kept(const Emitter *emitter, const IrVariable *variable)
{
    return emit_variable_home(emitter, variable) == HOME_WAVE_KEPT && variable->kind == IR_WAVE_VALUE;
}

static bool varies(const IrVariable *variable) { return variable->level > LEVEL_WAVE; }

static void load_kept(Emitter *emitter, const IrInstr *instr)
{
    for (int c = 0; c < instr->type.components; c++) {
        const char *cell = emit_variable_base(emitter, instr->variable, instr->component + c), *name = emit_name(emitter, instr, c);
        if (emit_form(emitter, instr) == FORM_VECTOR && varies(instr->variable)) {
            emit_line(emitter, "%sx%d %s[%d];", emit_suffix(instr->type.scalar), emitter->lanes, name, emitter->pieces);
            emit_each_piece(emitter, "%s[p] = %s[p];", name, cell);
        } else {
            emit_line(emitter, "const %s %s = %s%s;", emit_ctype(instr->type.scalar), name, cell, varies(instr->variable) ? "[0][0]" : "");
        }
    }
}

static void store_kept(Emitter *emitter, const IrInstr *instr)
{
    for (int c = 0; c < instr->operand_count - 1; c++) {
        const char *cell = emit_variable_base(emitter, instr->variable, instr->component + c);
        if (!varies(instr->variable)) {
            emit_line(emitter, "%s = %s;", cell, emit_scalar(emitter, instr->operands[c + 1]));
            continue;
        }
        const char *piece = emit_piece(emitter, instr->operands[c + 1]);
        if (emitter->mask.id != 0)
            piece = emit_format(emitter, "select_%sx%d(m%d[p], %s, %s[p])", emit_suffix(instr->variable->type.scalar),
                                emitter->lanes, emitter->mask.id, piece, cell);
        emit_each_piece(emitter, "%s[p] = %s;", cell, piece);
    }
}

/* A private array that varies: [element][lane], so that a uniform index is one vector a piece. */
static bool is_private_lanes(const IrInstr *instr) { return instr->variable->kind == IR_LOCAL && varies(instr->variable); }

static void locate_private(Emitter *emitter, const IrInstr *instr)
{
    int lanes = emitter->lanes, wave_size = emitter->kernel->wave_size;
    emit_line(emitter, "const i32x%d index = %s;", lanes, emit_piece(emitter, instr->operands[0]));
    emit_line(emitter, "const i32x%d inside = (u32x%d)index < (u32x%d)splat_i32x%d(%lld);", lanes, lanes, lanes, lanes, (long long)instr->variable->count);
    emit_line(emitter, "const i32x%d offset = (index * splat_i32x%d(%d) + linear_i32x%d(p * %d, 1)) * splat_i32x%d(%d);", lanes, lanes,
              wave_size, lanes, lanes, lanes, op_scalar_bits(instr->variable->type.scalar) == 64 ? 8 : op_scalar_bits(instr->variable->type.scalar) == 16 && instr->variable->type.scalar == IR_I16 ? 2 : 4);
}

static void load_private(Emitter *emitter, const IrInstr *instr)
{
    const char *suffix = emit_suffix(instr->type.scalar);
    bool uniform = is_wave_uniform(emitter, instr->operands[0]);
    emit_declare(emitter, instr);
    emit_open_pieces(emitter);
    if (!uniform)
        locate_private(emitter, instr);
    for (int c = 0; c < instr->type.components; c++) {
        const char *base = emit_variable_base(emitter, instr->variable, instr->component + c), *name = emit_name(emitter, instr, c);
        const char *index = emit_scalar(emitter, instr->operands[0]);
        if (uniform)
            emit_line(emitter, "%s[p] = (uint32_t)%s < %lld ? %s[(uint32_t)%s][p] : (%sx%d){0};", name, index,
                      (long long)instr->variable->count, base, index, suffix, emitter->lanes);
        else
            emit_line(emitter, "%s[p] = gather_%sx%d(%s, offset, inside);", name, suffix, emitter->lanes, base);
    }
    emit_close_pieces(emitter);
}

static void store_private(Emitter *emitter, const IrInstr *instr)
{
    const char *suffix = emit_suffix(instr->variable->type.scalar), *index = emit_scalar(emitter, instr->operands[0]);
    bool uniform = is_wave_uniform(emitter, instr->operands[0]);
    if (uniform)
        emit_line(emitter, "if ((uint32_t)%s < %lld)", index, (long long)instr->variable->count);
    emit_open_pieces(emitter);
    if (!uniform)
        locate_private(emitter, instr);
    for (int c = 0; c < instr->operand_count - 1; c++) {
        const char *base = emit_variable_base(emitter, instr->variable, instr->component + c);
        const char *piece = emit_piece(emitter, instr->operands[c + 1]);
        if (!uniform)
            emit_line(emitter, "scatter_%sx%d(%s, offset, %s, inside & %s);", suffix, emitter->lanes, base, piece, emit_mask_piece(emitter));
        else if (emitter->mask.id == 0)
            emit_line(emitter, "%s[(uint32_t)%s][p] = %s;", base, index, piece);
        else
            emit_line(emitter, "%s[(uint32_t)%s][p] = select_%sx%d(m%d[p], %s, %s[(uint32_t)%s][p]);", base, index, suffix,
                      emitter->lanes, emitter->mask.id, piece, base, index);
    }
    emit_close_pieces(emitter);
}

static void emit_load_var(Emitter *emitter, const IrInstr *instr)
{
    if (is_kept(emitter, instr->variable)) {
        load_kept(emitter, instr);
    } else if (is_private_lanes(instr)) {
        load_private(emitter, instr);
    } else {
        Access access = variable_access(emitter, instr, instr->type.components);
        emit_load(emitter, &access);
    }
}

static void emit_store_var(Emitter *emitter, const IrInstr *instr)
{
    if (is_kept(emitter, instr->variable)) {
        store_kept(emitter, instr);
    } else if (is_private_lanes(instr)) {
        store_private(emitter, instr);
    } else {
        Access access = variable_access(emitter, instr, instr->operand_count - 1);
        emit_store(emitter, &access, (const IrInstr *const *)&instr->operands[1]);
    }
}

/* ---- the operations ---- */

/* Over the group's waves: whether the kept i1 is true for any thread. */
static void emit_group_any(Emitter *emitter, const IrInstr *instr)
{
    const char *cell = emit_variable_base(emitter, instr->variable, 0);
    emit_line(emitter, "int32_t v%u = 0;", instr->id);
    if (varies(instr->variable))
        emit_line(emitter, "for (int32_t wave = 0; wave < %d; wave++) v%u |= any_x%d(%s, %d);", ir_running_waves(emitter->kernel),
                  instr->id, emitter->lanes, cell, emitter->pieces);
    else
        emit_line(emitter, "for (int32_t wave = 0; wave < %d; wave++) v%u |= %s != 0;", ir_running_waves(emitter->kernel), instr->id, cell);
}

static void emit_resource_size(Emitter *emitter, const IrInstr *instr)
{
    static const char *const FIELDS[] = {"width", "height", "depth", "mips", "stride"};
    const char *row = resource_row(emitter, instr);
    emit_line(emitter, "const int32_t v%u = (int32_t)%s;", instr->id, resource_field(emitter, instr, row, FIELDS[instr->immediate]));
}

static void emit_resource_load(Emitter *emitter, const IrInstr *instr)
{
    if (instr->op == IR_load_texture && !is_wave_uniform(emitter, instr->operands[4])) {
        emit_load_of_levels(emitter, instr);
        return;
    }
    Access access = resource_access(emitter, instr, instr->type.scalar, instr->type.components);
    emit_load(emitter, &access);
}

/* Operands of a store before its values. */
static int address_count(IrOp op)
{
    const char *letters = op_info(op)->operands;
    return (int)strlen(letters) - 1;
}

static void emit_resource_store(Emitter *emitter, const IrInstr *instr)
{
    int first = address_count(instr->op);
    Access access = resource_access(emitter, instr, instr->operands[first]->type.scalar, instr->operand_count - first);
    emit_store(emitter, &access, (const IrInstr *const *)&instr->operands[first]);
}

static const char *report_word(Emitter *emitter, const IrInstr *value)
{
    Form form = emit_form(emitter, value);
    if (form == FORM_CONST || form == FORM_SCALAR)
        return emit_format(emitter, "{(const int32_t[]){%s}, 0}", emit_scalar(emitter, value));
    return emit_format(emitter, "{(const int32_t *)%s, 1}", emit_pieces(emitter, value));
}

/* A cold place: a call with pointers to the lanes' words keeps it small. */
static void emit_report(Emitter *emitter, const IrInstr *instr)
{
    int first = address_count(instr->op), r = instr->resource->index;
    const char *words = "";
    emit_line(emitter, "{");
    emitter->indent++;
    for (int i = first; i < instr->operand_count; i++)
        words = emit_format(emitter, "%s%s%s", words, i > first ? ", " : "", report_word(emitter, instr->operands[i]));
    emit_line(emitter, "const WccWords words[] = {%s};", words);
    emit_line(emitter, "wcc_report(r%d_data, r%d_width, (const int32_t *)%s, %d, %d, words, %d);", r, r, emit_mask_pieces(emitter),
              emitter->kernel->wave_size, instr->immediate, instr->operand_count - first);
    emitter->indent--;
    emit_line(emitter, "}");
}

bool emit_memory(Emitter *emitter, const IrInstr *instr)
{
    static void (*const WRITERS[IR_OP_COUNT])(Emitter *, const IrInstr *) = {
        [IR_load_var] = emit_load_var, [IR_store_var] = emit_store_var, [IR_group_any] = emit_group_any, [IR_resource_size] = emit_resource_size,
        [IR_load_cbuffer] = emit_resource_load, [IR_load_typed] = emit_resource_load, [IR_load_struct] = emit_resource_load,
        [IR_load_raw] = emit_resource_load, [IR_load_texture] = emit_resource_load, [IR_store_typed] = emit_resource_store,
        [IR_store_struct] = emit_resource_store, [IR_store_raw] = emit_resource_store, [IR_store_texture] = emit_resource_store,
        [IR_report] = emit_report,
    };
    if (WRITERS[instr->op] == NULL)
        return emit_texture(emitter, instr);
    emit_flush(emitter);
    WRITERS[instr->op](emitter, instr);
    return true;
}
