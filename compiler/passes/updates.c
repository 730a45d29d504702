/* updates: which resources workers may update in copies of their own.
 *
 *     InterlockedAdd(gCount[bin], 1);              copies: a worker's sums are added to gCount when it has ended
 *     InterlockedAdd(gNext[0], 1, place);          none: places are handed out among all groups
 *
 * A locked operation takes some twenty cycles, many times that where workers meet. A copy takes neither. That needs
 * what sharing out over machines needs (sharing.c): nobody reads the resource or uses old values, and updates come in
 * any order. And no other atomic operation, since what locks nothing locks nothing in the whole kernel. */
#include "ir/sharing.h"
#include "passes/passes_priv.h"

bool passes_update_resources(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->resource != NULL && ir_is(instr, OP_READS) && ir_is(instr, OP_WRITES))
            return true;
    return false;
}

/* An unbounded array has what the host binds to it, of which modules know no number. */
static bool may_be_any(const IrResource *resource) { return resource->array_count == UINT32_MAX; }

const IrSharing *passes_find_updates(Arena *arena, const IrSharing *sharing)
{
    IrSharing *updates = ARENA_NEW(arena, IrSharing);
    for (int i = 0; i < sharing->shares.count; i++) {
        const IrShare *share = &sharing->shares.items[i];
        bool is_update = ir_merge_is_update(share->merge);
        if (share->resource == NULL || share->locks || may_be_any(share->resource) ||
            (is_update && share->resource->array_count != 0))
            return NULL;
        if (is_update)
            vec_push(arena, &updates->shares, *share);
    }
    return updates->shares.count > 0 ? updates : NULL;
}
