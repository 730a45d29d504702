/* Large buffers do not stay in the caches, so contiguous accesses to them help the memory along: what a wave loads
 * is fetched some way ahead, and what a kernel stores but never reads goes to memory past the caches, which
 * then need not read it first. How large is only known as the kernel runs: r3_ahead and r3_streams say it.
 *
 * Such stores may be seen late by other workers, which is allowed within a dispatch unless the buffer is
 * globallycoherent (HLSL: writes are flushed across groups for globallycoherent resources); atomics order them. */
#include "emit_access.h"

static bool is_buffer(const IrResource *resource)
{
    return resource != NULL && resource->array_count == 0 && (resource->shape == IR_SHAPE_TYPED || resource->shape == IR_SHAPE_STRUCT);
}

typedef struct ReadSearch { const IrResource *resource; bool found; } ReadSearch;

static void look_for_read(void *context, IrInstr *instr)
{
    ReadSearch *search = context;
    search->found |= instr->resource == search->resource && ir_is(instr, OP_READS);
}

static bool is_only_written(const Emitter *emitter, const IrResource *resource)
{
    ReadSearch search = {resource, resource->class != IR_UAV || resource->is_coherent};
    ir_walk(emitter->kernel->body, look_for_read, &search);
    return !search.found;
}

void emit_stream_locals(Emitter *emitter, const IrResource *resource)
{
    int i = resource->index;
    if (!is_buffer(resource))
        return;
    if (is_only_written(emitter, resource))
        emit_line(emitter, "const int r%d_streams = wcc_is_large(r%d_width, r%d_stride);", i, i, i);
    else
        emit_line(emitter, "const int64_t r%d_ahead = wcc_is_large(r%d_width, r%d_stride) ? WCC_BYTES_AHEAD : 0;", i, i, i);
}

void emit_fetch_ahead(Emitter *emitter, const Access *access, const char *at, int bytes)
{
    if (is_buffer(access->instr->resource) && bytes <= 1024)
        emit_line(emitter, "wcc_fetch_ahead(%s, %d, r%d_ahead);", at, bytes, access->instr->resource->index);
}

const char *emit_streams(Emitter *emitter, const Access *access)
{
    const IrResource *resource = access->instr->resource;
    bool single = access->components == 1 && access->component_bytes == 4;
    if (!single || !is_buffer(resource) || !is_only_written(emitter, resource))
        return NULL;
    return emit_format(emitter, "r%d_streams", resource->index);
}
