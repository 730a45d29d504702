/* The memory of resources, on all ranks. */
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

static void make_places(Party *party, uint32_t count)
{
    if (count <= party->memory_count)
        return;
    Memory *memories = mpi_new(party, count, sizeof *memories);
    if (party->memory_count)
        memcpy(memories, party->memories, party->memory_count * sizeof *memories);
    free(party->memories);
    party->memories = memories;
    party->memory_count = count;
}

/* Whatever is in it, where it need not be zeros: so tests see who reads what did not come. */
static uint8_t *new_bytes(const Party *party, size_t bytes, bool is_zero)
{
    Report report = {0};
    uint8_t *data = is_zero ? host_new_data(&report, bytes) : host_new_bytes(&report, bytes);
    if (!data)
        mpi_give_up(party, "not enough memory for the resources");
    return data;
}

Memory *mpi_add_memory(Party *party, uint32_t place, size_t bytes, bool is_zero)
{
    make_places(party, place + 1);
    Memory *memory = &party->memories[place];
    *memory = (Memory){.bytes = bytes};
    memory->have = mpi_new(party, (size_t)party->size, sizeof *memory->have);
    for (int rank = 0; rank < (is_zero ? party->size : 1); rank++)
        host_span_add(&memory->have[rank], 0, bytes);
    if (party->rank > 0)
        memory->data = new_bytes(party, bytes, is_zero);
    return memory;
}

void mpi_drop_memory(const Party *party, Memory *memory)
{
    for (int rank = 0; rank < party->size; rank++)
        host_spans_free(&memory->have[rank]);
    free(memory->have);
    free(memory->before);
    if (party->rank > 0 && !party->is_stuck)
        free(memory->data);
    if (!party->is_stuck)
        host_drop_storage(memory->storage);
    *memory = (Memory){0};
}

void mpi_keep_before(const Party *party, Memory *memory)
{
    if (!memory->before)
        memory->before = new_bytes(party, memory->bytes, false);
    memcpy(memory->before, memory->data, memory->bytes);
}

void mpi_new_rows(Party *party)
{
    const uint32_t rows = party->module->resource_rows;
    party->rows = mpi_new(party, rows, sizeof *party->rows);
    party->views = mpi_new(party, rows, sizeof *party->views);
}

void mpi_forget_rows(Party *party)
{
    if (party->is_stuck)
        mpi_new_rows(party);
    for (uint32_t row = 0; row < party->module->resource_rows; row++) {
        party->rows[row].memory = -1;
        party->views[row] = (WccResource){0};
    }
}

static void free_rows(Party *party)
{
    for (uint32_t row = 0; row < party->module->resource_rows; row++)
        free(party->rows[row].own);
    free(party->rows);
    free(party->views);
}

void mpi_free_party(Party *party)
{
    for (uint32_t i = 0; i < party->memory_count; i++)
        if (party->memories[i].bytes)
            mpi_drop_memory(party, &party->memories[i]);
    mpi_forget_explained(party);
    free(party->memories);
    if (!party->is_stuck)
        free_rows(party);
    *party = (Party){.rank = party->rank, .size = party->size};
}
