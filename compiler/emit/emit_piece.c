/* The work on one piece of an access: its loads or stores where its elements lie side by side, and
 * lane by lane where they do not. */
#include "emit_access.h"

/* ---- what memory holds ---- */

IrScalar emit_memory_type(const Access *access)
{
    return access->planned->type == IR_F16 ? IR_I16 : access->planned->type;
}

/* An i1 lies in memory as in pieces: all ones where it is true. */
const char *emit_from_memory(Emitter *emitter, const Access *access, const char *text, bool vector)
{
    if (access->planned->type == IR_I1 && !vector)
        return emit_format(emitter, "(%s != 0)", text);
    if (access->planned->type != IR_F16)
        return text;
    return emit_format(emitter, vector ? "f32_of_halfx%l(%s)" : "f32_of_half(%s)", text);
}

const char *emit_to_memory(Emitter *emitter, const Access *access, const char *text, bool vector)
{
    if (access->planned->type == IR_I1 && !vector)
        return emit_format(emitter, "-(%s != 0)", text);
    if (access->planned->type != IR_F16)
        return text;
    return emit_format(emitter, vector ? "half_bits_f32x%l(%s)" : "half_bits_f32(%s)", text);
}

static const char *as_f32(Emitter *emitter, const IrInstr *value)
{
    return emit_format(emitter, op_scalar_is_float(value->type.scalar) ? "%p" : "(f32x%l)%p",
                       value);
}

static const char *piece_to_memory(Emitter *emitter, const Access *access, int c)
{
    return emit_to_memory(emitter, access, emit_piece(emitter, access->values[c]), true);
}

/* ---- side by side ---- */

typedef struct Run { /* where a piece lies: from one place on, or its halves from two */
    const Access *access, *high;
    const char *index, *high_index;
} Run;

static const char *places(Emitter *emitter, const Run *run, int c)
{
    const char *at = emit_address(emitter, run->access, c, run->index);
    return run->high == NULL ? at
                             : emit_format(emitter, "%s, %s", at,
                                           emit_address(emitter, run->high, c, run->high_index));
}

const char *emit_component_list(Emitter *emitter, const Access *access)
{
    const char *list = "";
    for (int c = 0; c < access->planned->components; c++)
        list =
            emit_format(emitter, "%s, %s", list,
                        access->values != NULL ? as_f32(emitter, access->values[c])
                                               : emit_format(emitter, "(f32x%l *)&%s[p]",
                                                             emit_name(emitter, access->instr, c)));
    return list;
}

static const char *halves_of(const Run *run) { return run->high == NULL ? "" : "halves_"; }

static void load_component(Emitter *emitter, const Run *run, int c)
{
    const char *value = emit_format(emitter, "load_%s%v(%s)", halves_of(run),
                                    emit_memory_type(run->access), places(emitter, run, c));
    emit_line(emitter, "%s[p] = %s;", emit_name(emitter, run->access->instr, c),
              emit_from_memory(emitter, run->access, value, true));
}

static void store_component(Emitter *emitter, const Run *run, int c)
{
    emit_line(emitter, "store_%s%v(%s, %s);", halves_of(run), emit_memory_type(run->access),
              places(emitter, run, c), piece_to_memory(emitter, run->access, c));
}

/* ---- two or four halfwords an element ---- */

/* A piece of each component, h0, h1 ...: as they lie in memory. */
static const char *halfword_list(Emitter *emitter, const Access *access)
{
    const char *list = "";
    for (int c = 0; c < access->planned->components; c++)
        list = access->values != NULL
                   ? emit_format(emitter, "%s, %s", list, piece_to_memory(emitter, access, c))
                   : emit_format(emitter, "%s, &h%d", list, c);
    return list;
}

static void declare_halfwords(Emitter *emitter, const Access *access)
{
    if (access->values == NULL)
        emit_line(emitter, "i16x%l h0, h1%s;", access->planned->components == 4 ? ", h2, h3" : "");
}

static void take_halfwords(Emitter *emitter, const Access *access)
{
    for (int c = 0; c < access->planned->components && access->values == NULL; c++)
        emit_line(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, c),
                  emit_from_memory(emitter, access, emit_format(emitter, "h%d", c), true));
}

static bool are_halfwords(const PlanAccess *access)
{
    return access->component_bytes == 2 && access->components > 1 && plan_is_packed(access);
}

static void adjacent_halfwords(Emitter *emitter, const Run *run)
{
    const Access *access = run->access;
    declare_halfwords(emitter, access);
    emit_line(emitter, "%s_%d_%si16x%l(%s%s);", access->values != NULL ? "store" : "load",
              access->planned->components, halves_of(run), places(emitter, run, 0),
              halfword_list(emitter, access));
    take_halfwords(emitter, access);
}

static void halfwords_by_lanes(Emitter *emitter, const Access *access)
{
    declare_halfwords(emitter, access);
    if (access->values != NULL)
        emit_line(emitter, "scatter_%d_i16x%l(%s, offset%s, inside);", access->planned->components,
                  access->base[0], halfword_list(emitter, access));
    else
        emit_line(emitter, "gather_%d_i16x%l(%s, offset, inside%s);", access->planned->components,
                  access->base[0], halfword_list(emitter, access));
    take_halfwords(emitter, access);
}

/* ---- a piece side by side ---- */

void emit_adjacent_piece(Emitter *emitter, const Access *access, const char *index,
                         const Access *high, const char *high_index)
{
    Run run = {access, high, index, high_index};
    const PlanAccess *planned = access->planned;
    const char *verb = planned->is_store ? "store" : "load";
    if (are_halfwords(planned))
        adjacent_halfwords(emitter, &run);
    else if (planned->components > 1 && !plan_is_planes(planned))
        emit_line(emitter, "%s_%d_%sf32x%l(%s%s);", verb, planned->components, halves_of(&run),
                  places(emitter, &run, 0), emit_component_list(emitter, access));
    else if (planned->is_store && planned->is_streamed && high == NULL)
        emit_line(emitter, "store_streamed_%v(%s, %p, r%d_streams);", planned->type,
                  places(emitter, &run, 0), access->values[0], access->instr->resource->index);
    else
        for (int c = 0; c < planned->components; c++)
            (planned->is_store ? store_component : load_component)(emitter, &run, c);
}

/* ---- lane by lane ---- */

static const char *coherence(const Access *access)
{
    return plan_is_coherent(access->planned) ? "coherent_" : "";
}

static bool goes_in_quads(const Access *access)
{
    return plan_is_quad(access->planned) && !plan_is_coherent(access->planned);
}

/* Lanes that are outside read the base: it must be readable, which no place in an empty buffer's
 * element is. */
static void gather_quads(Emitter *emitter, const Access *access)
{
    const char *is_there =
        emit_with_guard(emitter, access, emit_format(emitter, "%s > 0", access->count));
    emit_line(emitter, "f32x%l q0, q1, q2, q3;");
    emit_line(emitter,
              "gather_4_f32x%l(%s ? %s : wcc_nothing, offset & inside, &q0, &q1, &q2, &q3);",
              is_there, access->base[0]);
    for (int c = 0; c < 4; c++)
        emit_line(emitter, "%s[p] = (%v)((i32x%l)q%d & inside);",
                  emit_name(emitter, access->instr, c), access->instr->type.scalar, c);
}

static void gather_component(Emitter *emitter, const Access *access, int c)
{
    const char *value = emit_format(emitter, "%sgather_%v(%s, offset, inside)", coherence(access),
                                    emit_memory_type(access), access->base[c]);
    emit_line(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, c),
              emit_from_memory(emitter, access, value, true));
}

static void scatter_component(Emitter *emitter, const Access *access, int c)
{
    emit_line(emitter, "%sscatter_%v(%s, offset, %s, inside);", coherence(access),
              emit_memory_type(access), access->base[c], piece_to_memory(emitter, access, c));
}

void emit_lanes_of_piece(Emitter *emitter, const Access *access)
{
    bool is_store = access->planned->is_store;
    emit_locate_lanes(emitter, access);
    if (goes_in_quads(access) && is_store)
        emit_line(emitter, "scatter_4_f32x%l(%s, offset%s, inside);", access->base[0],
                  emit_component_list(emitter, access));
    else if (goes_in_quads(access))
        gather_quads(emitter, access);
    else if (are_halfwords(access->planned) && !plan_is_coherent(access->planned))
        halfwords_by_lanes(emitter, access);
    else
        for (int c = 0; c < access->planned->components; c++)
            (is_store ? scatter_component : gather_component)(emitter, access, c);
}

/* Planes go by machine masks; what is interleaved, by lanes. */
void emit_masked_piece(Emitter *emitter, const Access *access, const char *index)
{
    if (!plan_is_planes(access->planned)) {
        emit_lanes_of_piece(emitter, access);
        return;
    }
    emit_locate_lanes(emitter, access);
    emit_line(emitter, "(void)offset;");
    for (int c = 0; c < access->planned->components; c++)
        emit_line(emitter, "store_masked_%v(%s, %s, inside);", emit_memory_type(access),
                  emit_address(emitter, access, c, index), piece_to_memory(emitter, access, c));
}
