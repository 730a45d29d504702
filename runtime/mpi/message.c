/* How memory comes from rank 0 to the others. */
#include "ranks.h"

#include <stdlib.h>

static uint32_t at_least_one(uint32_t side) { return side ? side : 1; }

static size_t level_bytes(const WccResourceInfo *info, const WccResource *view, uint32_t level)
{
    WccResource at = view->levels ? host_level_view(info, view, level) : *view;
    size_t offset = view->levels ? view->levels[level].offset : 0;
    return offset + (size_t)(at_least_one(at.depth) - 1) * at.slice_pitch +
           (size_t)(at_least_one(at.height) - 1) * at.row_pitch + (size_t)at.width * at.stride;
}

size_t mpi_view_bytes(const WccResourceInfo *info, const WccResource *view)
{
    size_t most = 0;
    if (!view->data)
        return 0;
    if (host_kind(info)->class == CLASS_SAMPLER)
        return sizeof(WccSampler);
    for (uint32_t level = 0; level < (view->levels ? view->mips : 1); level++) {
        size_t bytes = level_bytes(info, view, level);
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* No resource has more bytes than an int counts. */
void mpi_send_bytes(void *bytes, size_t count)
{
    if (count)
        MPI_Bcast(bytes, (int)count, MPI_BYTE, 0, MPI_COMM_WORLD);
}

bool mpi_make_room(const Party *party, Held *held, size_t bytes)
{
    Report report = {0};
    bool has_data = party->rank == 0 || held->view.data;
    if (held->before && has_data && held->room >= bytes)
        return true;
    free(held->before);
    held->room = 0;
    held->is_known = false;
    held->before = host_new_data(&report, bytes);
    if (party->rank > 0) {
        free(held->view.data);
        held->view.data = host_new_data(&report, bytes);
    }
    held->room = bytes;
    return held->before && (party->rank == 0 || held->view.data);
}

bool mpi_all(bool good)
{
    int is_good = good;
    MPI_Allreduce(MPI_IN_PLACE, &is_good, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return is_good;
}
