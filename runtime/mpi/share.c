/* Which groups are whose, and whether what they touch lies apart. */
#include "ranks.h"

Part mpi_part(uint64_t total, int rank, int size)
{
    uint64_t each = total / (uint64_t)size, rest = total % (uint64_t)size, at = (uint64_t)rank;
    uint64_t first = at * each + (at < rest ? at : rest);
    return (Part){first, first + each + (at < rest)};
}

uint64_t mpi_groups(const Dispatched *dispatched)
{
    const uint32_t *groups = dispatched->groups;
    return (uint64_t)groups[0] * groups[1] * groups[2];
}

/* Its groups lie apart, and none of its indices wraps round to where another one's are. */
static bool parts_groups(const WccSlice *slice, const uint32_t groups[3])
{
    if (slice->step == 0 || slice->high - slice->low >= (int64_t)slice->step)
        return false;
    int64_t last = (int64_t)slice->step * (groups[slice->axis] - 1) + slice->high;
    return slice->low >= INT32_MIN && last <= UINT32_MAX;
}

bool mpi_is_apart(const WccShare *share, const uint32_t groups[3])
{
    bool is_apart = share->is_sliced;
    for (uint32_t axis = 0; axis < 3; axis++) {
        bool is_parted = groups[axis] == 1;
        for (int i = 0; i < 3; i++)
            is_parted |= share->slices[i].axis == axis && parts_groups(&share->slices[i], groups);
        is_apart &= is_parted;
    }
    return is_apart;
}

bool mpi_can_merge(const WccShare *share, const uint32_t groups[3])
{
    return share->merge != WCC_MERGE_NONE || mpi_is_apart(share, groups);
}
