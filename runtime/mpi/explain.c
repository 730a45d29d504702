/* --explain-mpi: what each dispatch brings to which ranks, on rank 0.
 *
 *     mpi: UpdateWavesCS: 16 x 16 x 1 groups on 4 ranks, by rows
 *     mpi:   gPrevSolInput  read: nothing travels
 *     mpi:   gCurrSolInput  read: 6144 bytes to 4 ranks, from rank to rank
 *     mpi:   gNextSolOutput in parts of each rank's own: nothing travels
 *     mpi: gNextSolOutput: 196608 bytes to 1 rank, from rank to rank */
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

/* What was told last of each kernel and of each memory that came to rank 0. */
typedef struct Explained {
    const void *about; /* WccVariant, Storage */
    char *text;
    struct Explained *next;
} Explained;

static void add_traffic(Text *text, const Traffic *traffic)
{
    static const char *const WAYS[] = {
        [TRAFFIC_NONE] = "", [TRAFFIC_BROADCAST] = "by a broadcast",
        [TRAFFIC_GATHERED] = "gathered from several", [TRAFFIC_PAIRS] = "from rank to rank"};
    if (traffic->way == TRAFFIC_NONE)
        host_text_printf(text, "nothing travels\n");
    else
        host_text_printf(text, "%llu bytes to %u rank%s, %s\n", (unsigned long long)traffic->bytes,
                         traffic->receivers, traffic->receivers == 1 ? "" : "s",
                         WAYS[traffic->way]);
}

void mpi_forget_explained(Party *party)
{
    while (party->explained) {
        Explained *next = party->explained->next;
        free(party->explained->text);
        free(party->explained);
        party->explained = next;
    }
}

static const char *words_of(const Use *use)
{
    static const char *const WORDS[] = {
        [WCC_MERGE_NONE] = "written", [WCC_MERGE_READ] = "read",
        [WCC_MERGE_STORES] = "stored anywhere", [WCC_MERGE_SUM] = "added up on rank 0",
        [WCC_MERGE_XOR] = "turned on rank 0", [WCC_MERGE_MIN] = "its least on rank 0",
        [WCC_MERGE_MAX] = "its greatest on rank 0", [WCC_MERGE_UMIN] = "its least on rank 0",
        [WCC_MERGE_UMAX] = "its greatest on rank 0", [WCC_MERGE_AND] = "bits on rank 0",
        [WCC_MERGE_OR] = "bits on rank 0", [WCC_MERGE_APPEND] = "appended on rank 0"};
    if (use->is_parted)
        return "in parts of each rank's own";
    return WORDS[use->is_written && use->share ? use->share->merge : WCC_MERGE_READ];
}

static void add_head(Text *text, const Division *division)
{
    const Dispatched *dispatched = &division->dispatched;
    const uint32_t *groups = dispatched->groups;
    host_text_printf(text, "mpi: %s: %u x %u x %u groups on ", dispatched->entry->name, groups[0],
                     groups[1], groups[2]);
    if (division->size == 1)
        host_text_printf(text, "rank 0 alone\n");
    else
        host_text_printf(text, "%d ranks%s\n", division->size,
                         dispatched->unit == 1           ? ""
                         : dispatched->unit == groups[0] ? ", by rows"
                                                         : ", by slices");
}

static Explained *find_explained(Party *party, const void *about)
{
    Explained *explained = party->explained;
    while (explained && explained->about != about)
        explained = explained->next;
    if (!explained) {
        explained = mpi_new(party, 1, sizeof *explained);
        *explained = (Explained){.about = about, .next = party->explained};
        party->explained = explained;
    }
    return explained;
}

/* Unless that was the last there was to tell. Takes the text. */
static void tell(Party *party, Report *report, const void *about, Text *text)
{
    Explained *explained = find_explained(party, about);
    char *told = host_take_text(text);
    bool is_new = told && (!explained->text || strcmp(explained->text, told) != 0);
    host_before_message(report);
    if (is_new && report->messages)
        fputs(told, report->messages);
    free(explained->text);
    explained->text = told;
}

void mpi_explain(Party *party, Report *report, const Division *division, const Traffic *traffic)
{
    Text text = {0};
    if (!party->ranks.explains)
        return;
    add_head(&text, division);
    for (uint32_t i = 0; i < division->use_count; i++) {
        const Use *use = &division->uses[i];
        host_text_printf(&text, "mpi:   %-20s %s: ", mpi_name_of(party, use->row), words_of(use));
        add_traffic(&text, &traffic[i]);
    }
    tell(party, report, division->dispatched.variant, &text);
}

void mpi_explain_home(Party *party, Report *report, const Storage *storage, const char *name,
                      const Traffic *traffic)
{
    Text text = {0};
    if (!party->ranks.explains || traffic->way == TRAFFIC_NONE)
        return;
    host_text_printf(&text, "mpi: %s: ", name);
    add_traffic(&text, traffic);
    tell(party, report, storage, &text);
}
