/* The identifiers of every thread of a two-dimensional dispatch. */
#include "models.h"

void thread_ids_model(ThreadIDs *ids, int groups_x, int groups_y, int side)
{
    uint32_t threads = (uint32_t)side, width = (uint32_t)groups_x * threads, height = (uint32_t)groups_y * threads;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            ids[y * width + x] = (ThreadIDs){
                .group = {x / threads, y / threads, 0},
                .group_thread = {x % threads, y % threads, 0},
                .dispatch_thread = {x, y, 0},
                .group_index = y % threads * threads + x % threads,
            };
}
