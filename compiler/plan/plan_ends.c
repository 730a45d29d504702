/* Rows that do not fill their vectors: stores under a mask where it is known which lanes are on.
 *
 *     if (t.x < 18) tile[t.y][t.x] = v;       two vectors of 8 lanes, and two words
 *
 * A vector all of whose lanes are on is stored as it is. Of one of which lanes side by side are on, these are stored, by
 * fours, twos and ones. Lanes that are off would else be written as they were (MASKING_OVER), and what lies behind a row
 * begins the next one, which would be loaded before it has left the store; or masked by the machine, which takes ten times
 * as long without AVX-512.
 *
 * Needs: which accesses have a lane (plan_near.c); that lane is one of those known, then all of them are on. */
#include "base/machine.h"
#include "plan_priv.h"

enum { MOST_PIECES = 32 };

/* Loading and choosing takes no longer than moving lanes down, where nothing waits for it. */
static bool pays(const PlanAccess *access, PlanEnd end)
{
    enum { MOST_STORES = 3, MOST_OVER = 2 };
    int stores = __builtin_popcount((unsigned)end.count);
    return access->masking == MASKING_OVER ? end.first == 0 && stores <= MOST_OVER : stores <= MOST_STORES;
}

static void find_ends(const Plan *plan, PlanAccess *access)
{
    uint32_t all = (1u << plan->lanes) - 1;
    for (int p = 0; p < plan->pieces; p++) {
        uint32_t lanes = plan_lanes_of_piece(plan, access->chosen, p);
        if (lanes == all)
            access->whole_pieces |= 1u << p;
        if (lanes == 0 || lanes == all || access->end_count == PLAN_MOST_ENDS)
            continue;
        PlanEnd end = {.piece = p, .first = __builtin_ctz(lanes), .count = __builtin_popcount(lanes)};
        bool are_together = lanes == ((1u << end.count) - 1) << end.first;
        if (are_together && pays(access, end))
            access->ends[access->end_count++] = end;
    }
}

void plan_ends(Plan *plan)
{
    bool may_be = plan->pieces <= MOST_PIECES && !machine_has_masks(plan->lanes);
    for (int i = 0; i < plan->steps.count && may_be; i++) {
        PlanAccess *access = plan->steps.items[i].access;
        bool is_new = access != NULL && access->whole_pieces == 0 && access->end_count == 0;
        if (is_new && access->is_store && access->has_lane && access->way == WAY_masked && plan_is_planes(access) &&
            access->component_bytes == 4 && access->chosen != NULL)
            find_ends(plan, access);
    }
}
