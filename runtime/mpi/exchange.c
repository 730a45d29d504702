/* How bytes come to the ranks that lack them. Where nearly all ranks lack the same, by one
 * broadcast, or, from several ranks, by one MPI_Allgatherv; else from rank to rank, each piece from
 * the nearest rank that has it: halos from the neighbours, slices from rank 0 or to it. */
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

typedef struct Exchange {
    Party *party;
    Memory *memory;
    Spans *missing; /* by rank */
    Spans wanted;   /* by any rank */
    Spans *sources; /* by rank: what of that is its to send, where all get all */
} Exchange;

/* ---- packing ---- */

static void pack(const uint8_t *data, const Spans *spans, uint8_t *packed)
{
    for (size_t i = 0; i < spans->count; i++) {
        size_t bytes = spans->items[i].last - spans->items[i].first;
        memcpy(packed, data + spans->items[i].first, bytes);
        packed += bytes;
    }
}

static void unpack(uint8_t *data, const Spans *spans, const uint8_t *packed)
{
    for (size_t i = 0; i < spans->count; i++) {
        size_t bytes = spans->items[i].last - spans->items[i].first;
        memcpy(data + spans->items[i].first, packed, bytes);
        packed += bytes;
    }
}

/* ---- the same for all ---- */

static void find_sources(Exchange *exchange)
{
    const Memory *memory = exchange->memory;
    Spans left;
    host_spans_copy(&left, &exchange->wanted);
    for (int rank = 0; rank < exchange->party->size; rank++) {
        host_spans_common(&exchange->sources[rank], &left, &memory->have[rank]);
        host_spans_drop(&left, &exchange->sources[rank]);
        mpi_check(exchange->party, &exchange->sources[rank]);
    }
    mpi_check(exchange->party, &left);
    host_spans_free(&left);
}

static int only_source(const Exchange *exchange)
{
    int source = -1;
    for (int rank = 0; rank < exchange->party->size; rank++) {
        if (exchange->sources[rank].count && source >= 0)
            return -1;
        source = exchange->sources[rank].count ? rank : source;
    }
    return source;
}

static void broadcast(const Exchange *exchange, int source)
{
    const Spans *spans = &exchange->sources[source];
    const int rank = exchange->party->rank;
    uint8_t *data = exchange->memory->data;
    size_t bytes = host_spans_bytes(spans);
    if (spans->count == 1) {
        MPI_Bcast(data + spans->items[0].first, (int)bytes, MPI_BYTE, source, MPI_COMM_WORLD);
        return;
    }
    uint8_t *packed = mpi_new(exchange->party, bytes, 1);
    if (rank == source)
        pack(data, spans, packed);
    MPI_Bcast(packed, (int)bytes, MPI_BYTE, source, MPI_COMM_WORLD);
    if (rank != source)
        unpack(data, spans, packed);
    free(packed);
}

static void gather_to_all(const Exchange *exchange)
{
    const Party *party = exchange->party;
    const int own = party->rank;
    uint8_t *data = exchange->memory->data;
    int *counts = mpi_new(party, (size_t)party->size, sizeof *counts);
    int *starts = mpi_new(party, (size_t)party->size, sizeof *starts);
    uint8_t *packed = mpi_new(party, host_spans_bytes(&exchange->wanted), 1);
    for (int rank = 0; rank < party->size; rank++) {
        counts[rank] = (int)host_spans_bytes(&exchange->sources[rank]);
        starts[rank] = rank ? starts[rank - 1] + counts[rank - 1] : 0;
    }
    pack(data, &exchange->sources[own], packed + starts[own]);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, packed, counts, starts, MPI_BYTE,
                   MPI_COMM_WORLD);
    for (int rank = 0; rank < party->size; rank++)
        if (rank != own)
            unpack(data, &exchange->sources[rank], packed + starts[rank]);
    free(packed);
    free(starts);
    free(counts);
}

/* ---- from rank to rank ---- */

typedef struct Letter { /* to this rank or from it */
    Spans spans;
    uint8_t *packed; /* NULL: a single span, which goes as it is */
    bool is_received;
} Letter;

typedef struct Letters {
    Letter *items;
    MPI_Request *requests;
    int count, room;
} Letters;

static void make_room(const Party *party, Letters *letters)
{
    if (letters->count < letters->room)
        return;
    letters->room = letters->room ? 2 * letters->room : 8;
    letters->items = realloc(letters->items, (size_t)letters->room * sizeof *letters->items);
    letters->requests = realloc(letters->requests, (size_t)letters->room * sizeof(MPI_Request));
    if (!letters->items || !letters->requests)
        mpi_give_up(party, "not enough memory");
}

/* Takes the spans. */
static void post(const Exchange *exchange, Letters *letters, Spans *spans, int from, int to)
{
    const Party *party = exchange->party;
    int bytes = (int)host_spans_bytes(spans);
    make_room(party, letters);
    Letter *letter = &letters->items[letters->count];
    MPI_Request *request = &letters->requests[letters->count++];
    *letter = (Letter){.spans = *spans, .is_received = to == party->rank};
    *spans = (Spans){0};
    if (letter->spans.count > 1)
        letter->packed = mpi_new(party, (size_t)bytes, 1);
    if (letter->packed && !letter->is_received)
        pack(exchange->memory->data, &letter->spans, letter->packed);
    uint8_t *at = letter->packed ? letter->packed
                                 : exchange->memory->data + letter->spans.items[0].first;
    if (letter->is_received)
        MPI_Irecv(at, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, request);
    else
        MPI_Isend(at, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD, request);
}

/* What `from` has of what `to` still lacks. */
static void send_piece(const Exchange *exchange, Letters *letters, Spans *left, int from, int to)
{
    const int own = exchange->party->rank;
    Spans piece;
    if (from < 0 || from >= exchange->party->size || !left->count)
        return;
    host_spans_common(&piece, left, &exchange->memory->have[from]);
    host_spans_drop(left, &piece);
    mpi_check(exchange->party, &piece);
    mpi_check(exchange->party, left);
    if (piece.count && (from == own || to == own))
        post(exchange, letters, &piece, from, to);
    host_spans_free(&piece);
}

static void open_letters(const Exchange *exchange, Letters *letters)
{
    for (int i = 0; i < letters->count; i++)
        MPI_Wait(&letters->requests[i], MPI_STATUS_IGNORE);
    for (int i = 0; i < letters->count; i++) {
        Letter *letter = &letters->items[i];
        if (letter->packed && letter->is_received)
            unpack(exchange->memory->data, &letter->spans, letter->packed);
        host_spans_free(&letter->spans);
        free(letter->packed);
    }
    free(letters->items);
    free(letters->requests);
}

static void send_in_pairs(const Exchange *exchange)
{
    const int size = exchange->party->size;
    Letters letters = {0};
    for (int to = 0; to < size; to++) {
        Spans left;
        host_spans_copy(&left, &exchange->missing[to]);
        for (int distance = 1; distance < size && left.count; distance++) {
            send_piece(exchange, &letters, &left, to - distance, to);
            send_piece(exchange, &letters, &left, to + distance, to);
        }
        host_spans_free(&left);
    }
    open_letters(exchange, &letters);
}

/* ---- all ---- */

static void find_missing(Exchange *exchange, const Spans *needs, Traffic *traffic)
{
    for (int rank = 0; rank < exchange->party->size; rank++) {
        Spans *missing = &exchange->missing[rank];
        host_spans_minus(missing, &needs[rank], &exchange->memory->have[rank]);
        mpi_check(exchange->party, missing);
        host_spans_join(&exchange->wanted, missing);
        traffic->bytes += host_spans_bytes(missing);
        traffic->receivers += missing->count > 0;
    }
    mpi_check(exchange->party, &exchange->wanted);
}

static void travel(Exchange *exchange, Traffic *traffic)
{
    /* So many arrive where all get all that anybody lacks. */
    uint64_t all = host_spans_bytes(&exchange->wanted) * (uint64_t)(exchange->party->size - 1);
    if (all > traffic->bytes + traffic->bytes / 4) {
        traffic->way = TRAFFIC_PAIRS;
        send_in_pairs(exchange);
        return;
    }
    find_sources(exchange);
    int source = only_source(exchange);
    traffic->way = source >= 0 ? TRAFFIC_BROADCAST : TRAFFIC_GATHERED;
    if (source >= 0)
        broadcast(exchange, source);
    else
        gather_to_all(exchange);
}

Traffic mpi_bring(Party *party, Memory *memory, const Spans *needs)
{
    const size_t size = (size_t)party->size;
    Exchange exchange = {.party = party, .memory = memory,
                         .missing = mpi_new(party, size, sizeof(Spans)),
                         .sources = mpi_new(party, size, sizeof(Spans))};
    Traffic traffic = {0};
    find_missing(&exchange, needs, &traffic);
    if (traffic.bytes)
        travel(&exchange, &traffic);
    for (size_t rank = 0; rank < size; rank++) {
        host_spans_join(&memory->have[rank], &exchange.missing[rank]);
        mpi_check(party, &memory->have[rank]);
        host_spans_free(&exchange.missing[rank]);
        host_spans_free(&exchange.sources[rank]);
    }
    host_spans_free(&exchange.wanted);
    free(exchange.missing);
    free(exchange.sources);
    return traffic;
}

void mpi_own(const Party *party, Memory *memory, int rank, const Spans *spans)
{
    for (int other = 0; other < party->size; other++) {
        if (other == rank)
            host_spans_join(&memory->have[other], spans);
        else
            host_spans_drop(&memory->have[other], spans);
        mpi_check(party, &memory->have[other]);
    }
}
