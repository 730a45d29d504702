/* Waves, or pieces, that meet the end of a row of texels, which happens in every row of a picture: the texels of all lanes
 * follow each other, and each is judged by itself, so what of them lies inside is copied to where there is room for all, or
 * back from there.
 *
 *     int32_t edge[128];
 *     wcc_load_edge((char *)edge, row, first, 128, width, 4);
 *     v17_0[p] = load_f32x8((char *)edge + ...); */
#include "emit_access.h"

/* So many texels of the edge, from byte `at` of it on, and where they are in the row that `inside` (NULL: surely) is one. */
static void copy_edge(Emitter *emitter, const Access *access, const char *first, int texels, const char *inside, int at)
{
    const PlanAccess *planned = access->planned;
    const char *width = inside == NULL ? access->width : emit_format(emitter, "(%s) ? %s : 0", inside, access->width);
    emit_line(emitter, "wcc_%s_edge((char *)edge + %d, %s, %s, %d, %s, %d);", planned->is_store ? "store" : "load", at,
              access->base[0], first, texels, width, planned->index_bytes);
}

static void open_edge(Emitter *emitter, const Access *access, int lanes)
{
    emit_line(emitter, "int32_t edge[%d];", lanes * access->planned->components);
}

/* A piece, `index` texels behind the edge's start. */
static void access_edge(Emitter *emitter, const Access *access, const char *index)
{
    Access edge = *access;
    for (int c = 0; c < access->planned->components; c++)
        edge.base[c] = emit_format(emitter, "(char *)edge + %d", c * access->planned->component_bytes);
    emit_adjacent_piece(emitter, &(Places){&edge, NULL, index, NULL});
}

/* All of the wave, or the piece at hand. */
void emit_edge(Emitter *emitter, const Access *access)
{
    bool is_store = access->planned->is_store, is_in_piece = emitter->is_in_piece;
    int stride = plan_contiguous_stride(access->planned), of_piece = emitter->plan->lanes * stride;
    int lanes = emit_lane_count(emitter);
    const char *first = emit_first_index(emitter, access);
    if (is_in_piece)
        first = emit_format(emitter, "(int32_t)((uint32_t)%s + (uint32_t)p * %du)", first, of_piece);
    open_edge(emitter, access, lanes);
    if (!is_store)
        copy_edge(emitter, access, first, lanes * stride, access->guard, 0);
    emit_open_pieces(emitter);
    access_edge(emitter, access, is_in_piece ? "0" : emit_format(emitter, "p * %d", of_piece));
    emit_close_pieces(emitter);
    if (is_store)
        copy_edge(emitter, access, first, lanes * stride, access->guard, 0);
}

void emit_edge_of_runs(Emitter *emitter, const EdgeRun *runs, int count)
{
    const Access *access = runs[0].row;
    bool is_store = access->planned->is_store;
    int texels = emitter->plan->lanes / count * plan_contiguous_stride(access->planned),
        bytes = texels * access->planned->index_bytes;
    open_edge(emitter, access, emitter->plan->lanes);
    for (int i = 0; i < count && !is_store; i++)
        copy_edge(emitter, runs[i].row, runs[i].first, texels, runs[i].inside, i * bytes);
    access_edge(emitter, access, "0");
    for (int i = 0; i < count && is_store; i++)
        copy_edge(emitter, runs[i].row, runs[i].first, texels, runs[i].inside, i * bytes);
}
