/* The main() of an executable made with --mpi. */
#include "ranks.h"

#include "program/program.h"

#include <stdlib.h>

/* CPUs of this machine for each of the ranks on it. */
static uint32_t workers_of_rank(void)
{
    MPI_Comm here;
    int ranks;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &ranks);
    MPI_Comm_free(&here);
    uint32_t workers = host_default_workers() / (uint32_t)ranks;
    return workers ? workers : 1;
}

int main(int argc, char **argv)
{
    int given;
    Party party = {.module = &wcc_module, .argc = argc, .argv = argv};
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &party.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &party.size);
    party.ranks.workers = workers_of_rank();
    mpi_begin(&party);
    int status = party.rank > 0 ? mpi_follow(&party)
                                : program_main(&wcc_module, argc, argv, &party.ranks);
    if (party.rank == 0)
        mpi_end();
    mpi_free_party(&party);
    MPI_Finalize();
    return status;
}
