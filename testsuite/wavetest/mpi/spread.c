/* One dispatch: a party of its own, on all ranks. */
#include "spread.h"

#include <dlfcn.h>

#include "host/runtime.h"
#include "mpi/ranks.h"

WccStatus spread_run(const Spread *spread, WccRuntime *runtime, const WccRun *run, const char **alone)
{
    Party party = {.size = spread->size, .module = runtime->module,
                   .shares_only = spread->shares_only};
    MPI_Barrier(MPI_COMM_WORLD); /* the library may go when the test ends */
    mpi_begin(&party);
    party.alone = "it could not begin";
    party.ranks.asked = wcc_worker_count(runtime->device);
    host_use_ranks(runtime, &party.ranks);
    WccStatus status = wcc_run(runtime, run);
    host_use_ranks(runtime, NULL);
    if (status == WCC_TIMED_OUT) { /* kernels still run, in memory that is to be freed */
        char why[1024];
        snprintf(why, sizeof why, "%s: %s", spread->test, wcc_error(runtime));
        mpi_give_up(&party, why);
    }
    mpi_end();
    *alone = party.alone;
    mpi_free_party(&party);
    return status;
}

void spread_follow(int rank, int size, const char *library)
{
    Party party = {.rank = rank, .size = size};
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    party.module = handle ? dlsym(handle, "wcc_module") : NULL;
    if (!party.module)
        mpi_give_up(&party, dlerror());
    MPI_Barrier(MPI_COMM_WORLD);
    mpi_begin(&party);
    mpi_follow(&party);
    mpi_free_party(&party);
    dlclose(handle);
}

void *spread_new(int rank, size_t bytes)
{
    return mpi_new(&(Party){.rank = rank}, bytes, 1);
}
