/* Large resources do not stay in the caches, so accesses to them help the memory along. How large is
 * only known as the kernel runs: r3_ahead and r3_streams say it.
 *
 * What a wave loads from a buffer is fetched some way ahead, in a loop some turns ahead; where each
 * turn goes far, in buffers of any size. What a kernel stores to a buffer but never reads goes to
 * memory past the caches, which then need not read it first. Groups of several rows touch tiles, a
 * few lines of each row, too little for a machine's prefetcher: what the group after the next one
 * will touch is fetched, stored or loaded, once for each row; of samples: emit_taps.c. Where a call's
 * groups go through rows together, it is what lies further along the row.
 *
 * Such stores may be seen late by other workers, which is allowed within a dispatch unless the
 * buffer is globallycoherent (HLSL: writes are flushed across groups for globallycoherent
 * resources); atomics order them. */
#include "emit_access.h"

void emit_stream_locals(Emitter *emitter, const IrResource *resource)
{
    const PlanResource *planned = &emitter->plan->resources[resource->index];
    int i = resource->index;
    if (planned->is_streamed)
        emit_line(emitter, "const int r%d_streams = wcc_is_large(r%d_width, r%d_stride);", i, i, i);
    if (planned->is_tiled && emitter->plan->waves_in_row > 0)
        emit_line(emitter, "const int64_t r%d_ahead = wcc_row_ahead(r%d);", i, i);
    else if (planned->is_tiled)
        emit_line(emitter, "const int64_t r%d_ahead = wcc_tiles_ahead(r%d, %u);", i, i,
                  emitter->kernel->threads[0]);
    else if (planned->is_fetched_ahead)
        emit_line(
            emitter,
            "const int64_t r%d_ahead = wcc_is_large(r%d_width, r%d_stride) ? WCC_BYTES_AHEAD : 0;",
            i, i, i);
}

bool emit_is_fetched_by_tiles(const Emitter *emitter, const Access *access)
{
    const IrResource *resource = access->instr->resource;
    return resource != NULL && emitter->plan->resources[resource->index].is_tiled;
}

enum { MOST_BYTES_AHEAD = 1024 };

/* `when`: "", or a condition. */
static void fetch_ahead(Emitter *emitter, const Access *access, const char *when, const char *at,
                        int bytes)
{
    const PlanAccess *planned = access->planned;
    int resource = access->instr->resource != NULL ? access->instr->resource->index : 0;
    if (bytes > MOST_BYTES_AHEAD || !planned->is_fetched_ahead)
        return;
    if (planned->travel.step == NULL)
        emit_line(emitter, "%swcc_fetch_ahead(%s, %d, r%d_ahead);", when, at,
                  plan_bytes_ahead(emitter->plan, planned, bytes), resource);
    else
        emit_line(emitter,
                  "%swcc_fetch_ahead(%s, %d, wcc_turns_ahead((int64_t)%n * %d, r%d_ahead));", when,
                  at, bytes, planned->travel.step, planned->travel.factor * planned->index_bytes,
                  resource);
}

void emit_fetch_ahead(Emitter *emitter, const Access *access, const char *at, int bytes)
{
    fetch_ahead(emitter, access, "", at, bytes);
}

void emit_fetch_row_ahead(Emitter *emitter, const Access *access)
{
    fetch_ahead(emitter, access, emitter->is_in_piece ? "if (p == 0) " : "",
                emit_address(emitter, access, 0, emit_first_index(emitter, access)),
                emitter->kernel->wave_size * access->planned->element_bytes);
}
