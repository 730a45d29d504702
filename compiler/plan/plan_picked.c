/* Lanes at known places.
 *
 * Stores of lanes that are known to be on: every other thread of a row that halves it.
 *
 *     if (((id.x | id.y) & 1) == 0)          8 x 8 threads, 8 lanes to a piece: lanes 0, 2, 4, 6 of every other
 *         half[id.xy / 2] = least;           piece are four texels in a row
 *
 * The C compiler moves those that lie side by side together by a shuffle, and stores no more than they are;
 * pieces that have none of them are left out, with what was computed for them. No mask is asked.
 *
 * Of all lanes, loads and stores:
 *
 *     weights[id.x & 3]                      float4: four elements for 16 lanes
 *     pairs[id.x ^ 2] = ...                  float2
 *
 * The places follow from one scalar by constants, so C compilers see which of them are one, or side by side. */
#include "plan_priv.h"

enum { MOST_PIECES = 64 };

uint32_t plan_lanes_of_piece(const Plan *plan, const PlanLanes *chosen, int piece)
{
    uint32_t lanes = 0;
    for (int i = 0; i < chosen->count; i++)
        if (chosen->lanes[i] / plan->lanes == piece)
            lanes |= 1u << chosen->lanes[i] % plan->lanes;
    return lanes;
}

/* Pieces have the same lanes or none. */
static bool find_lanes(const Plan *plan, const PlanLanes *chosen, PlanPicked *picked)
{
    uint32_t all = 0;
    *picked = (PlanPicked){.count = 0};
    for (int p = 0; p < plan->pieces; p++) {
        uint32_t lanes = plan_lanes_of_piece(plan, chosen, p);
        if (lanes != 0 && all != 0 && lanes != all)
            return false;
        all |= lanes;
        picked->pieces |= (uint64_t)(lanes != 0) << p;
    }
    for (int i = 0; i < plan->lanes; i++)
        if (all >> i & 1)
            picked->lanes[picked->count++] = (uint8_t)i;
    return picked->count > 0 && picked->count < plan->lanes;
}

static void take_all_lanes(const Plan *plan, PlanPicked *picked)
{
    *picked = (PlanPicked){.count = plan->lanes, .pieces = UINT64_MAX};
    for (int i = 0; i < plan->lanes; i++)
        picked->lanes[i] = (uint8_t)i;
}

static bool find_places(const Plan *plan, const PlanAccess *access, PlanPicked *picked)
{
    int64_t distances[PLAN_MOST_LANES];
    if (!plan_find_distances(plan, access->index, distances))
        return false;
    int64_t lowest = distances[picked->lanes[0]], highest = lowest;
    for (int i = 1; i < picked->count; i++) {
        int64_t distance = distances[picked->lanes[i]];
        lowest = distance < lowest ? distance : lowest;
        highest = distance > highest ? distance : highest;
    }
    if (lowest < INT16_MIN || lowest > INT16_MAX || highest - lowest >= INT16_MAX)
        return false;
    picked->start = (int)lowest;
    picked->span = (int)(highest - lowest) + 1;
    for (int i = 0; i < picked->count; i++) {
        picked->places[i] = (int16_t)(distances[picked->lanes[i]] - lowest);
        if (access->alignment != 0 && (picked->places[i] % access->alignment != 0 || lowest % access->alignment != 0))
            return false;
    }
    return true;
}

/* They, and lane 0, lie in one. */
static bool are_in_one(const Plan *plan, const PlanPicked *picked, const IrInstr *row)
{
    int64_t distances[PLAN_MOST_LANES];
    if (row == NULL || !plan_find_distances(plan, row, distances))
        return row == NULL;
    for (int i = 0; i < picked->count; i++)
        if (distances[picked->lanes[i]] != 0)
            return false;
    return true;
}

static bool are_at_known_places(const Plan *plan, const PlanAccess *access, PlanPicked *picked)
{
    return find_places(plan, access, picked) && are_in_one(plan, picked, access->lane_row) &&
           are_in_one(plan, picked, access->lane_slice);
}

bool plan_find_picked(const Plan *plan, const PlanAccess *access, PlanPicked *picked)
{
    return access->chosen != NULL && access->mask != 0 && plan->pieces <= MOST_PIECES &&
           find_lanes(plan, access->chosen, picked) && are_at_known_places(plan, access, picked);
}

bool plan_find_all_placed(const Plan *plan, const PlanAccess *access, PlanPicked *picked)
{
    take_all_lanes(plan, picked);
    return are_at_known_places(plan, access, picked);
}
