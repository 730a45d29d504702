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

/* Words of the element before the first that the access wants. */
static int words_before(const PlanAccess *access)
{
    return plan_packed_words(access) != 0 ? (int)access->offset / 4 : 0;
}

static const char *component_pointer(Emitter *emitter, const Access *access, int c)
{
    if (c < 0 || c >= access->planned->components)
        return "&unwanted";
    return emit_format(emitter, "(f32x%l *)&%s[p]", emit_name(emitter, access->instr, c));
}

const char *emit_component_list(Emitter *emitter, const Access *access)
{
    const char *list = "";
    int words = plan_packed_words(access->planned), before = words_before(access->planned);
    for (int i = 0; i < (words != 0 ? words : access->planned->components); i++)
        list = emit_format(emitter, "%s, %s", list,
                           access->values != NULL
                               ? as_f32(emitter, access->values[i])
                               : component_pointer(emitter, access, i - before));
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

/* ---- two to four words an element ---- */

/* The access to the element's first word. */
static Access first_word(Emitter *emitter, const Access *access)
{
    Access first = *access;
    if (words_before(access->planned) != 0)
        first.base[0] = emit_format(emitter, "%s - %d", access->base[0],
                                    4 * words_before(access->planned));
    return first;
}

static void adjacent_words(Emitter *emitter, const Run *run)
{
    const PlanAccess *planned = run->access->planned;
    int words = plan_packed_words(planned);
    Access low = first_word(emitter, run->access), high = low;
    if (run->high != NULL)
        high = first_word(emitter, run->high);
    Run whole = {&low, run->high != NULL ? &high : NULL, run->index, run->high_index};
    if (words != planned->components)
        emit_line(emitter, "f32x%l unwanted;");
    emit_line(emitter, "%s_%d_%sf32x%l(%s%s);", planned->is_store ? "store" : "load", words,
              halves_of(run), places(emitter, &whole, 0),
              emit_component_list(emitter, run->access));
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
    if (are_halfwords(planned))
        adjacent_halfwords(emitter, &run);
    else if (plan_packed_words(planned) != 0)
        adjacent_words(emitter, &run);
    else if (planned->is_store && planned->is_streamed && high == NULL)
        emit_line(emitter, "store_streamed_%v(%s, %p, r%d_streams);", planned->type,
                  places(emitter, &run, 0), access->values[0], access->instr->resource->index);
    else
        for (int c = 0; c < planned->components; c++)
            (planned->is_store ? store_component : load_component)(emitter, &run, c);
}

/* ---- lane by lane ---- */

/* Which gathers and scatters: those of memory that other groups write, or those where a better way
 * mostly goes. */
static const char *kind_of_lanes(const Access *access)
{
    PlanWay way = access->planned->way;
    bool is_rare = way == WAY_contiguous || (way >= WAY_rows && way <= WAY_stepped_halves);
    return plan_is_coherent(access->planned) ? "coherent_" : is_rare ? "rare_" : "";
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
    const char *value = emit_format(emitter, "%sgather_%v(%s, offset, inside)", kind_of_lanes(access),
                                    emit_memory_type(access), access->base[c]);
    emit_line(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, c),
              emit_from_memory(emitter, access, value, true));
}

static void scatter_component(Emitter *emitter, const Access *access, int c)
{
    emit_line(emitter, "%sscatter_%v(%s, offset, %s, inside);", kind_of_lanes(access),
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
