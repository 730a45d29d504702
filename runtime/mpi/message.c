/* What rank 0 says to the others, and how a rank ends them all. */
#include "ranks.h"

#include <stdlib.h>

/* No resource has more bytes than an int counts. */
void mpi_send_bytes(void *bytes, size_t count)
{
    if (count)
        MPI_Bcast(bytes, (int)count, MPI_BYTE, 0, MPI_COMM_WORLD);
}

void mpi_send_spans(const Party *party, Spans *spans, uint64_t count)
{
    if (party->rank > 0) {
        spans->items = mpi_new(party, count + 1, sizeof *spans->items);
        spans->count = spans->room = count;
    }
    mpi_send_bytes(spans->items, count * sizeof *spans->items);
}

_Noreturn void mpi_give_up(const Party *party, const char *why)
{
    char host[MPI_MAX_PROCESSOR_NAME] = "";
    int length;
    MPI_Get_processor_name(host, &length);
    fprintf(stderr, "error: rank %d on %s: %s\n", party->rank, host, why);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, WCC_BAD_INPUT);
    abort();
}

void *mpi_new(const Party *party, size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        mpi_give_up(party, "not enough memory");
    return memory;
}

void mpi_check(const Party *party, const Spans *spans)
{
    if (spans->has_failed)
        mpi_give_up(party, "not enough memory");
}
