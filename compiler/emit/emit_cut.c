/* Accesses of raw buffers, and of words and texels side by side, that begin inside and end outside, or begin
 * outside and wrap. D3D judges each 32-bit component by itself (functional specification, ld_raw and
 * store_raw: "out of bounds on any given 32-bit component"), while all ways here take an access as a
 * whole: what they leave of the lanes that are cut is done by calls that nobody else comes to. They
 * work on copies, so that what the ways left stays in registers. */
#include "emit_access.h"

/* Each component is a place of its own, or two of a texel are, by an index that wraps. */
static bool are_words(const Access *access)
{
    IrOp op = access->instr->op;
    return op == IR_load_words || op == IR_store_words || ir_takes_words(access->instr);
}

/* Or elements of two words, which do not differ from those. */
static bool are_texels(const Access *access)
{
    bool are_pairs = are_words(access) && access->planned->index_bytes > access->planned->component_bytes &&
                     access->instr->resource != NULL;
    return are_pairs || access->instr->op == IR_load_texels || access->instr->op == IR_store_texels;
}

static bool are_apart(const Access *access) { return are_words(access) || are_texels(access); }

/* Words of it are judged each by itself. */
bool emit_may_be_cut(const Access *access)
{
    const PlanAccess *planned = access->planned;
    bool is_raw = access->instr->resource != NULL &&
                  access->instr->resource->shape == IR_SHAPE_RAW;
    int unit = planned->component_bytes < 4 ? planned->component_bytes : 4;
    return (is_raw || are_apart(access)) && planned->element_bytes > unit && !planned->is_inside;
}

/* Words that share an index: a texel's. */
static int words_of_index(const PlanAccess *planned)
{
    int words = planned->index_bytes / planned->component_bytes;
    return words > 1 ? words : 1;
}

/* Between the indices of words, or of texels. */
static int words_apart(const PlanAccess *planned)
{
    int apart = planned->component_bytes / planned->index_bytes;
    return apart > 1 ? apart : 1;
}

static const char *word_index(Emitter *emitter, const Access *access, const char *index, int c)
{
    const PlanAccess *planned = access->planned;
    return emit_format(emitter, "(uint32_t)(%s) + %du", index, c / words_of_index(planned) * words_apart(planned));
}

static const char *has_word(Emitter *emitter, const Access *access, const char *at)
{
    const char *has = emit_format(emitter, "wcc_has_word(%s, %d, %s)", at, words_apart(access->planned),
                                  access->width);
    return emit_with_guard(emitter, access, has);
}

static const char *word_cell(Emitter *emitter, const Access *access, const char *at, int c)
{
    return emit_format(emitter, "WCC_AT(%t, %s + (uint64_t)(%s) * %d)", emit_memory_type(access),
                       access->base[c % words_of_index(access->planned)], at, access->planned->index_bytes);
}

const char *emit_cut_component(Emitter *emitter, const Access *access, const char *index, int c)
{
    if (!emit_may_be_cut(access))
        return "0";
    if (are_apart(access)) {
        const char *at = word_index(emitter, access, index, c);
        return emit_format(emitter, "(%s ? %s : 0)", has_word(emitter, access, at),
                           emit_from_memory(emitter, access, word_cell(emitter, access, at, c), false));
    }
    const char *value =
        emit_format(emitter, "wcc_load_cut_%f(%s, %s, (uint64_t)(uint32_t)(%s) + %d)",
                    emit_memory_type(access), access->base[0], access->width, index,
                    c * access->planned->component_bytes);
    return emit_from_memory(emitter, access, value, false);
}

void emit_store_cut_component(Emitter *emitter, const Access *access, const char *index, int c,
                              const char *value)
{
    const char *at = word_index(emitter, access, index, c);
    if (are_apart(access))
        emit_line(emitter, "if (%s) %s = %s;", has_word(emitter, access, at), word_cell(emitter, access, at, c), value);
    else
        emit_line(emitter, "wcc_store_cut_%f(%s, %s, (uint64_t)(uint32_t)(%s) + %d, %s);",
                  emit_memory_type(access), access->base[0], access->width, index,
                  c * access->planned->component_bytes, value);
}

/* ---- lanes ---- */

static bool has_cut_lanes(const Access *access)
{
    return emit_may_be_cut(access) && !access->planned->is_active_inside && !access->planned->has_edge;
}

static const char *of_mask(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    return planned->is_store && planned->mask != 0 ? emit_format(emitter, "%k & ", planned->mask)
                                                   : "";
}

/* Words lane by lane are many instructions: where nobody comes to that but at the ends of buffers,
 * the calls do whole pieces. Pieces under a mask that has not all lanes come to it, too. */
static bool goes_by_calls(const Access *access)
{
    const PlanAccess *planned = access->planned;
    return are_apart(access) && has_cut_lanes(access) && emit_goes_by_known_runs(planned) &&
           (!planned->is_store || planned->mask == 0);
}

bool emit_leave_piece(Emitter *emitter, const Access *access)
{
    if (!goes_by_calls(access))
        return false;
    emit_line(emitter, "left[p] = splat_i32x%l(-1);");
    for (int c = 0; c < access->planned->components && !access->planned->is_store; c++)
        emit_line(emitter, "%s[p] = (%v){0};", emit_name(emitter, access->instr, c),
                  access->instr->type.scalar);
    return true;
}

void emit_begin_cut(Emitter *emitter, const Access *access)
{
    if (!has_cut_lanes(access))
        return;
    emit_open(emitter, "{");
    if (!goes_by_calls(access)) {
        emit_line(emitter, "i32x%l left = {0};");
        return;
    }
    emit_line(emitter, "i32x%l left[%P];");
    emit_each_piece(emitter, "left[p] = splat_i32x%l(0);");
}

/* Those that begin inside or wrap to the first, one of `index`. */
static const char *are_near(Emitter *emitter, const Access *access, const char *index)
{
    const PlanAccess *planned = access->planned;
    int span = (planned->components - 1) / words_of_index(planned) * words_apart(planned);
    return emit_format(emitter,
                       "(u32x%l)(%s + splat_i32x%l(%d)) < "
                       "(u32x%l)splat_i32x%l((int32_t)wcc_words_reach(%s, %d))",
                       index, span, access->width, span);
}

void emit_note_cut(Emitter *emitter, const Access *access)
{
    if (has_cut_lanes(access) && are_apart(access))
        emit_line(emitter, "left |= %s(%s) & ~inside;", of_mask(emitter, access),
                  are_near(emitter, access, "index"));
    else if (has_cut_lanes(access))
        emit_line(emitter, "left |= %s~inside;", of_mask(emitter, access));
}

/* A piece of the component as it lies in memory. */
static const char *component_in_memory(Emitter *emitter, const Access *access, int c)
{
    if (access->planned->is_store)
        return emit_piece_to_memory(emitter, access, c);
    return emit_to_memory(emitter, access,
                          emit_format(emitter, "%s[p]", emit_name(emitter, access->instr, c)),
                          true);
}

static bool has_rows(const PlanAccess *planned) { return planned->lane_row != NULL || planned->lane_slice != NULL; }

/* Of texels: how far behind the base each lane's row begins, and lanes whose row, or slice, is outside are off. */
static void find_rows(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    struct { const IrInstr *value; const char *count, *pitch; } along[] = {
        {planned->lane_row, access->row_count, access->row_pitch},
        {planned->lane_slice, access->slice_count, access->slice_pitch}};
    if (has_rows(planned))
        emit_line(emitter, "behind[p] = splat_i32x%l(0);");
    for (int i = 0; i < COUNT_OF(along); i++)
        if (along[i].value != NULL) {
            emit_line(emitter, "on[p] &= (u32x%l)%p < (u32x%l)splat_i32x%l((int32_t)%s);", along[i].value,
                      along[i].count);
            emit_line(emitter, "behind[p] += %p * splat_i32x%l((int32_t)%s);", along[i].value, along[i].pitch);
        }
    if (access->guard != NULL)
        emit_line(emitter, "on[p] &= splat_maskx%l(%s);", access->guard);
}

static void copy_pieces(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    const char *limit = "(u32x%l)at[p] < (u32x%l)splat_i32x%l((int32_t)%s)";
    emit_line(emitter, has_rows(planned) ? "i32x%l at[%P], on[%P], behind[%P];" : "i32x%l at[%P], on[%P];");
    for (int c = 0; c < planned->components; c++)
        emit_line(emitter, "%v copy%d[%P];", emit_memory_type(access), c);
    emit_open_pieces(emitter);
    emit_cold(emitter, access);
    emit_line(emitter, "at[p] = %s;",
              emit_aligned(emitter, access, emit_piece(emitter, planned->index)));
    if (goes_by_calls(access))
        emit_line(emitter, "on[p] = left[p] & (%s);", are_near(emitter, access, "at[p]"));
    else
        emit_line(emitter, "on[p] = %s(%s) & ~(%s);", of_mask(emitter, access),
              are_apart(access) ? are_near(emitter, access, "at[p]")
                                : emit_format(emitter, limit, access->width),
              emit_format(emitter, limit, access->count));
    find_rows(emitter, access);
    for (int c = 0; c < planned->components; c++)
        emit_line(emitter, "copy%d[p] = %s;", c, component_in_memory(emitter, access, c));
    emit_close_pieces(emitter);
}

/* "(const int32_t *)NAME", all pieces of it or the one at hand. */
static const char *lanes_of(Emitter *emitter, const char *name)
{
    return emit_format(emitter, emitter->is_in_piece ? "(const int32_t *)&%s[p]" : "(const int32_t *)%s", name);
}

static void call_for_texels(Emitter *emitter, const Access *access, const char *list)
{
    const PlanAccess *planned = access->planned;
    emit_line(emitter, "wcc_%s_texel_lanes(%s, %s, %s, %s, %s, %d, (void *const[]){%s}, %d, %d);",
              planned->is_store ? "store" : "load", access->base[0], access->width, lanes_of(emitter, "at"),
              has_rows(planned) ? lanes_of(emitter, "behind") : "0", lanes_of(emitter, "on"),
              emit_lane_count(emitter), list, planned->components, words_of_index(planned));
}

static void call_for_cut(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    const char *list = "";
    for (int c = 0; c < planned->components; c++)
        list = emit_format(emitter, emitter->is_in_piece ? "%s%s&copy%d[p]" : "%s%scopy%d", list,
                           c > 0 ? ", " : "", c);
    if (are_texels(access)) {
        call_for_texels(emitter, access, list);
        return;
    }
    emit_line(emitter,
              "wcc_%s_%s_lanes(%s, %s, %s, %s, %d, "
              "(void *const[]){%s}, %d, %d%s);",
              planned->is_store ? "store" : "load", are_words(access) ? "word" : "cut",
              access->base[0], access->width, lanes_of(emitter, "at"), lanes_of(emitter, "on"),
              emit_lane_count(emitter), list, planned->components, planned->component_bytes,
              are_words(access) ? emit_format(emitter, ", %d", words_apart(planned)) : "");
}

void emit_end_cut(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    if (!has_cut_lanes(access))
        return;
    if (goes_by_calls(access)) {
        emit_line(emitter, "i32x%l any = {0};");
        emit_each_piece(emitter, "any |= left[p];");
    }
    emit_open(emitter, "if (WCC_UNLIKELY(bitsx%l(%s) != 0)) {",
              goes_by_calls(access) ? "any" : "left");
    copy_pieces(emitter, access);
    call_for_cut(emitter, access);
    for (int c = 0; c < planned->components && !planned->is_store; c++)
        emit_each_piece(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, c),
                        emit_from_memory(emitter, access, emit_format(emitter, "copy%d[p]", c),
                                         true));
    emit_close(emitter);
    emit_close(emitter);
}
