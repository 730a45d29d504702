/* The faults that kernels compiled with --check report: collected from all workers, told when
 * the run has ended. Of each place in the source one fault is kept, that of the first group and
 * wave, so that what is told does not depend on the workers; the others are counted. */
#include "dispatch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 20 };

typedef struct KeptFault {
    WccFault fault; /* `where` points to the copy beside it */
    WccWhere where;
    uint64_t count;
} KeptFault;

struct Faults {
    pthread_mutex_t lock;
    KeptFault kept[MOST_KEPT];
    int kept_count;
    uint64_t total;
};

/* ---- collecting ---- */

static int compare_numbers(uint32_t left, uint32_t right)
{
    return (left > right) - (left < right);
}

static int compare_places(const WccFault *left, const WccFault *right)
{
    int order = strcmp(left->place->file, right->place->file);
    order = order ? order : compare_numbers(left->place->line, right->place->line);
    order = order ? order : compare_numbers(left->place->column, right->place->column);
    order = order ? order : compare_numbers(left->kind, right->kind);
    return order ? order : compare_numbers((uint32_t)left->axis, (uint32_t)right->axis);
}

static int compare_groups(const WccFault *left, const WccFault *right)
{
    int order = 0;
    for (int axis = 2; axis >= 0 && !order; axis--)
        order = compare_numbers(left->where->group[axis], right->where->group[axis]);
    return order ? order : compare_numbers(left->wave, right->wave);
}

static void keep(KeptFault *kept, const WccFault *fault)
{
    kept->where = *fault->where;
    kept->fault = *fault;
    kept->fault.where = &kept->where;
}

static void add_fault(void *context, const WccFault *fault)
{
    Faults *faults = context;
    pthread_mutex_lock(&faults->lock);
    int at = 0;
    while (at < faults->kept_count && compare_places(&faults->kept[at].fault, fault))
        at++;
    if (at < MOST_KEPT) {
        KeptFault *kept = &faults->kept[at];
        if (at == faults->kept_count || compare_groups(fault, &kept->fault) < 0)
            keep(kept, fault);
        faults->kept_count += at == faults->kept_count;
        kept->count++;
    }
    faults->total++;
    pthread_mutex_unlock(&faults->lock);
}

Faults *host_new_faults(Report *report)
{
    Faults *faults = calloc(1, sizeof *faults);
    if (faults)
        pthread_mutex_init(&faults->lock, NULL);
    else
        host_fail(report, "not enough memory");
    return faults;
}

void host_free_faults(Faults *faults)
{
    if (faults)
        pthread_mutex_destroy(&faults->lock);
    free(faults);
}

void host_collect_faults(Faults *faults, WccDispatch *dispatch)
{
    faults->kept_count = 0;
    faults->total = 0;
    memset(faults->kept, 0, sizeof faults->kept);
    dispatch->report = add_fault;
    dispatch->report_context = faults;
}

/* ---- telling ---- */

static bool has_lane(const WccFault *fault, uint32_t lane)
{
    return lane < 128 && fault->lanes[lane / 32] >> lane % 32 & 1;
}

/* "0-3, 7" */
static void print_lanes(Text *out, const WccFault *fault)
{
    const char *divider = "";
    for (uint32_t lane = 0; lane < 128; lane++) {
        uint32_t first = lane;
        if (!has_lane(fault, lane))
            continue;
        while (has_lane(fault, lane + 1))
            lane++;
        host_text_printf(out, "%s%u", divider, first);
        if (lane > first)
            host_text_printf(out, "-%u", lane);
        divider = ", ";
    }
}

/* SV_GroupThreadID of the first of the lanes. */
static void print_thread(Text *out, const WccFault *fault)
{
    const WccWhere *where = fault->where;
    const uint32_t *sides = where->sides;
    uint32_t lane = 0;
    while (lane < where->wave_size - 1 && !has_lane(fault, lane))
        lane++;
    uint32_t at = fault->wave * where->wave_size + lane;
    uint32_t index = where->thread_of_lane ? (uint32_t)where->thread_of_lane[at] : at;
    host_text_printf(out, "thread (%u, %u, %u)", index % sides[0], index / sides[0] % sides[1],
                     index / sides[0] / sides[1]);
}

static void print_outside(Text *out, const WccFault *fault)
{
    char limit[64] = "";
    const char *what = fault->axis == 'b'   ? "byte address"
                       : fault->axis == 'm' ? "mip"
                       : fault->axis        ? "coordinate"
                                            : "index";
    const char *unit = fault->axis == 'b'   ? "bytes"
                       : fault->axis == 'm' ? "mips"
                       : fault->axis        ? "texels"
                                            : "elements";
    if (fault->limit)
        snprintf(limit, sizeof limit, "which has %u %s", fault->limit, unit);
    else
        snprintf(limit, sizeof limit, "which has nothing in it");
    host_text_printf(out, "%s ", what);
    if (fault->axis == 'x' || fault->axis == 'y' || fault->axis == 'z')
        host_text_printf(out, "%c = ", fault->axis);
    host_text_printf(out, "%d is outside '%s', %s", (int)fault->index, fault->name, limit);
    host_text_printf(out, fault->axis == 'x' || fault->axis == 'y' || fault->axis == 'z' ? " there"
                                                                                         : "");
}

static void print_fault(Text *out, const KeptFault *kept)
{
    const WccFault *fault = &kept->fault;
    const uint32_t *group = fault->where->group;
    host_text_printf(out, "%s:%u:%u: error: ", fault->place->file, fault->place->line,
                     fault->place->column);
    if (fault->kind == WCC_OUTSIDE)
        print_outside(out, fault);
    else
        host_text_printf(out, "barrier that not all threads reach");
    host_text_printf(out, ": group (%u, %u, %u), wave %u", group[0], group[1], group[2],
                     fault->wave);
    if (fault->kind == WCC_WAVE_MISSING) {
        host_text_printf(out, " is missing and goes to the barrier at %s:%u:%u",
                         fault->other->file, fault->other->line, fault->other->column);
    } else {
        host_text_printf(out, ", lanes ");
        print_lanes(out, fault);
        host_text_printf(out, "%s, the first of them ",
                         fault->kind == WCC_OUTSIDE ? "" : " are missing");
        print_thread(out, fault);
    }
    if (kept->count > 1)
        host_text_printf(out, " (and %llu more like it)", (unsigned long long)kept->count - 1);
}

static int compare_kept(const void *left, const void *right)
{
    return compare_places(&((const KeptFault *)left)->fault, &((const KeptFault *)right)->fault);
}

bool host_tell_faults(Report *report, Faults *faults)
{
    if (!faults->total)
        return true;
    qsort(faults->kept, (size_t)faults->kept_count, sizeof *faults->kept, compare_kept);
    for (int i = 0; i < faults->kept_count; i++) {
        Text text = {0};
        faults->kept[i].fault.where = &faults->kept[i].where;
        print_fault(&text, &faults->kept[i]);
        host_tell(report, "", text.text ? text.text : "");
        if (!report->messages && !i)
            host_fail(report, "%s", text.text ? text.text : "");
        free(text.text);
    }
    if (report->messages)
        host_fail(report, "%llu %s, at %d %s of the source", (unsigned long long)faults->total,
                  faults->total == 1 ? "fault" : "faults", faults->kept_count,
                  faults->kept_count == 1 ? "place" : "places");
    return false;
}
