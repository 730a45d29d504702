/* Numbers of jobs and their results, over MPI. A job's results are a head, a word for each variant, and text. */
#include "../peers.h"

#include <mpi.h>
#include <stdlib.h>

enum { TAG_ASK, TAG_NUMBER, TAG_RESULT };

typedef struct Party {
    Peers peers; /* first: what others see of it */
    int open;    /* jobs given out whose results have not come */
    int resting; /* peers that know that none is left */
    bool rests;  /* this one does */
} Party;

typedef struct ResultHead {
    int number, threads;
    double seconds;
    uint32_t files; /* bytes of Job.files */
} ResultHead;

typedef struct ResultVariant {
    int outcome;
    uint32_t message; /* bytes */
} ResultVariant;

static Party party;

Peers *peers_join(int *count, char ***arguments)
{
    MPI_Comm beside;
    MPI_Init(count, arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &party.peers.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &party.peers.size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &beside);
    MPI_Comm_size(beside, &party.peers.beside);
    MPI_Comm_free(&beside);
    return &party.peers;
}

int peers_leave(Peers *peers, int status)
{
    (void)peers;
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return status;
}

int peers_take(Peers *peers)
{
    int number = -1;
    (void)peers;
    if (party.rests)
        return -1;
    MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_ASK, MPI_COMM_WORLD);
    MPI_Recv(&number, 1, MPI_INT, 0, TAG_NUMBER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    party.rests = number < 0;
    return number;
}

static uint32_t length_of(const char *text) { return text != NULL ? (uint32_t)strlen(text) : 0; }

void peers_tell(Peers *peers, int number, const Job *job)
{
    Text packed = {0};
    ResultHead head = {number, job->threads, job->seconds, length_of(job->files)};
    (void)peers;
    text_add(&packed, (const char *)&head, sizeof head);
    for (int i = 0; i < job->variant_count; i++) {
        const Variant *variant = &job->variants[i];
        ResultVariant sent = {variant->outcome, length_of(variant->message)};
        text_add(&packed, (const char *)&sent, sizeof sent);
    }
    text_add(&packed, job->files != NULL ? job->files : "", head.files);
    for (int i = 0; i < job->variant_count; i++)
        if (job->variants[i].message != NULL)
            text_add(&packed, job->variants[i].message, length_of(job->variants[i].message));
    MPI_Send(packed.bytes, (int)packed.length, MPI_BYTE, 0, TAG_RESULT, MPI_COMM_WORLD);
    text_free(&packed);
}

static const char *take_text(const PeerWork *work, const char **at, uint32_t length)
{
    const char *text = length > 0 ? arena_copy_text(work->arena, *at, length) : NULL;
    *at += length;
    return text;
}

static void take_result(const PeerWork *work, const char *bytes)
{
    ResultHead head;
    memcpy(&head, bytes, sizeof head);
    Job *job = work->jobs->items[head.number];
    const char *variants = bytes + sizeof head;
    const char *at = variants + (size_t)job->variant_count * sizeof(ResultVariant);
    job->threads = head.threads;
    job->seconds = head.seconds;
    job->files = take_text(work, &at, head.files);
    for (int i = 0; i < job->variant_count; i++) {
        ResultVariant sent;
        memcpy(&sent, variants + (size_t)i * sizeof sent, sizeof sent);
        job->variants[i].outcome = (Outcome)sent.outcome;
        job->variants[i].message = take_text(work, &at, sent.message);
    }
    work->done(work->context, job);
}

static void serve_one(const PeerWork *work, const MPI_Status *status)
{
    int length;
    MPI_Get_count(status, MPI_BYTE, &length);
    char *bytes = malloc((size_t)length + 1);
    if (bytes == NULL)
        MPI_Abort(MPI_COMM_WORLD, EXIT_BAD_USAGE);
    MPI_Recv(bytes, length, MPI_BYTE, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (status->MPI_TAG == TAG_ASK) {
        int number = work->next(work->context);
        party.open += number >= 0;
        party.resting += number < 0;
        MPI_Send(&number, 1, MPI_INT, status->MPI_SOURCE, TAG_NUMBER, MPI_COMM_WORLD);
    } else {
        party.open--;
        take_result(work, bytes);
    }
    free(bytes);
}

void peers_serve(Peers *peers, const PeerWork *work)
{
    int has_come = 1;
    (void)peers;
    while (has_come) {
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_come, &status);
        if (has_come)
            serve_one(work, &status);
    }
}

bool peers_are_at_work(const Peers *peers)
{
    return party.open > 0 || party.resting < peers->size - 1;
}
