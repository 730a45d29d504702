/* The words for faults that kernels compiled with --check report: a line for each place in the
 * source. */
#include "faults.h"

#include <stdlib.h>
#include <string.h>

static bool has_lane(const uint32_t lanes[4], uint32_t lane)
{
    return lane < 128 && lanes[lane / 32] >> lane % 32 & 1;
}

void host_print_lanes(Text *out, const uint32_t lanes[4])
{
    const char *divider = "";
    for (uint32_t lane = 0; lane < 128; lane++) {
        uint32_t first = lane;
        if (!has_lane(lanes, lane))
            continue;
        while (has_lane(lanes, lane + 1))
            lane++;
        host_text_printf(out, "%s%u", divider, first);
        if (lane > first)
            host_text_printf(out, "-%u", lane);
        divider = ", ";
    }
}

static void print_thread(Text *out, const WccWhere *where, uint32_t index)
{
    const uint32_t *sides = where->sides;
    host_text_printf(out, "thread (%u, %u, %u)", index % sides[0], index / sides[0] % sides[1],
                     index / sides[0] / sides[1]);
}

static uint32_t first_thread(const WccFault *fault)
{
    const WccWhere *where = fault->where;
    uint32_t lane = 0;
    while (lane < where->wave_size - 1 && !has_lane(fault->lanes, lane))
        lane++;
    return wcc_thread(where, fault->wave, lane);
}

/* ---- what is wrong, by kind ---- */

/* Whether the shader counted with or without a sign is not known here: a little below 0 is an
 * index that was stepped back from, far below it a large one. */
static void print_index(Text *out, uint32_t index)
{
    enum { A_LITTLE = 1 << 24 };
    bool is_far = index >> 31 && index < -(uint32_t)A_LITTLE;
    host_text_printf(out, is_far ? "%u" : "%d", index);
    if (is_far)
        host_text_printf(out, " (as an int %d)", (int)index);
}

static void print_outside(Text *out, const WccFault *fault)
{
    char limit[64] = "";
    const char *what = fault->axis == 'b'   ? "byte address"
                       : fault->axis == 'm' ? "mip"
                       : fault->axis        ? "coordinate"
                                            : "index";
    const char *unit = fault->axis == 'b'   ? "byte"
                       : fault->axis == 'm' ? "mip"
                       : fault->axis        ? "texel"
                                            : "element";
    bool is_side = fault->axis == 'x' || fault->axis == 'y' || fault->axis == 'z';
    if (fault->limit)
        snprintf(limit, sizeof limit, "which has %u %s%s", fault->limit, unit,
                 fault->limit == 1 ? "" : "s");
    else
        snprintf(limit, sizeof limit, "which has nothing in it");
    host_text_printf(out, "%s ", what);
    if (is_side)
        host_text_printf(out, "%c = ", fault->axis);
    print_index(out, fault->index);
    host_text_printf(out, " is outside '%s', %s%s", fault->name, limit, is_side ? " there" : "");
}

static void print_missing(Text *out, const WccFault *fault)
{
    (void)fault;
    host_text_printf(out, "barrier that not all threads reach");
}

/* 'g[5]' */
static void print_cell(Text *out, const WccFault *fault)
{
    if (fault->axis == WCC_WHOLE)
        host_text_printf(out, "'%s'", fault->name);
    else if (fault->axis == 'b')
        host_text_printf(out, "byte %u of '%s'", fault->index, fault->name);
    else if (fault->axis == 't' && fault->limit)
        host_text_printf(out, "'%s[%u, %u]'", fault->name, fault->index % fault->limit,
                         fault->index / fault->limit);
    else
        host_text_printf(out, "'%s[%u]'", fault->name, fault->index);
}

static void print_unwritten(Text *out, const WccFault *fault)
{
    print_cell(out, fault);
    host_text_printf(out, " is read and was never written");
}

static void print_nan(Text *out, const WccFault *fault)
{
    (void)fault;
    host_text_printf(out, "a NaN is stored");
}

static void print_lane_away(Text *out, const WccFault *fault)
{
    if (fault->index < fault->where->wave_size)
        host_text_printf(out, "lane %u is read, which is not active", fault->index);
    else
        host_text_printf(out, "lane %d is read, of a wave of %u", (int)fault->index,
                         fault->where->wave_size);
}

/* "thread (5, 0, 0) writes here what thread (9, 0, 0) reads at x.hlsl:12:9, with no barrier between" */
static void print_race(Text *out, const WccFault *fault)
{
    static const char *const VERBS[] = {"reads", "writes", "changes atomically"};
    const uint32_t *grid = fault->where->dispatch->groups, *group = fault->where->group;
    uint64_t other = fault->other_group;
    uint32_t others[3] = {(uint32_t)(other % grid[0]), (uint32_t)(other / grid[0] % grid[1]),
                          (uint32_t)(other / grid[0] / grid[1])};
    bool is_same = !memcmp(others, group, sizeof others);
    if (fault->kind == WCC_RACE)
        host_text_printf(out, "race on ");
    else
        host_text_printf(out, "right only where waves have at least %u lanes, for ",
                         fault->lanes_needed);
    print_cell(out, fault);
    host_text_printf(out, ": ");
    print_thread(out, fault->where, fault->thread);
    host_text_printf(out, " %s here what ", VERBS[fault->does]);
    print_thread(out, fault->where, fault->other_thread);
    if (!is_same)
        host_text_printf(out, " of group (%u, %u, %u)", others[0], others[1], others[2]);
    host_text_printf(out, " %s at %s:%u:%u, ", VERBS[fault->other_does], fault->other->file,
                     fault->other->line, fault->other->column);
    host_text_printf(out, is_same ? "with no barrier between" : "and nothing orders groups");
}

typedef struct FaultWords {
    void (*print)(Text *, const WccFault *);
    bool names_lanes;
    const char *lanes_are; /* what else is said of them */
} FaultWords;

static const FaultWords WORDS[] = {
    [WCC_LANES_MISSING] = {print_missing, true, " are missing"},
    [WCC_WAVE_MISSING] = {print_missing, false, ""},
    [WCC_OUTSIDE] = {print_outside, true, ""},
    [WCC_UNWRITTEN] = {print_unwritten, true, ""},
    [WCC_NAN] = {print_nan, true, ""},
    [WCC_LANE_AWAY] = {print_lane_away, true, ""},
    [WCC_RACE] = {print_race, false, ""},
    [WCC_RACE_IN_STEP] = {print_race, false, ""},
};

static void print_fault(Text *out, const KeptFault *kept)
{
    const WccFault *fault = &kept->fault;
    const FaultWords *words = &WORDS[fault->kind];
    const uint32_t *group = fault->where->group;
    host_text_printf(out, "%s:%u:%u: error: ", fault->place->file, fault->place->line,
                     fault->place->column);
    words->print(out, fault);
    host_text_printf(out, ": group (%u, %u, %u), wave %u", group[0], group[1], group[2],
                     fault->wave);
    if (fault->kind == WCC_WAVE_MISSING)
        host_text_printf(out, " is missing and goes to the barrier at %s:%u:%u",
                         fault->other->file, fault->other->line, fault->other->column);
    if (words->names_lanes) {
        host_text_printf(out, ", lanes ");
        host_print_lanes(out, fault->lanes);
        host_text_printf(out, "%s, the first of them ", words->lanes_are);
        print_thread(out, fault->where, first_thread(fault));
    }
    if (kept->count > 1)
        host_text_printf(out, " (and %llu more like it)", (unsigned long long)kept->count - 1);
}

static int compare_kept(const void *left, const void *right)
{
    return host_compare_faults(&((const KeptFault *)left)->fault, &((const KeptFault *)right)->fault);
}

/* Where threads race whatever the wave size, nobody needs to hear of those that go in step, nor that
 * what is read was not written yet. */
static bool is_said_otherwise(const Faults *faults, const WccFault *fault)
{
    bool may_be = fault->kind == WCC_RACE_IN_STEP || fault->kind == WCC_UNWRITTEN;
    for (int i = 0; i < faults->kept_count && may_be; i++) {
        const WccFault *other = &faults->kept[i].fault;
        if (other->kind == WCC_RACE && other->place->line == fault->place->line &&
            other->place->column == fault->place->column &&
            !strcmp(other->place->file, fault->place->file))
            return true;
    }
    return false;
}

static void drop_said_otherwise(Faults *faults)
{
    for (int i = faults->kept_count - 1; i >= 0; i--) {
        if (!is_said_otherwise(faults, &faults->kept[i].fault))
            continue;
        faults->total -= faults->kept[i].count;
        faults->kept[i] = faults->kept[--faults->kept_count];
    }
}

bool host_tell_faults(Report *report, Faults *faults)
{
    if (!faults->total)
        return true;
    WccDispatch dispatch = {.groups = {faults->grid[0], faults->grid[1], faults->grid[2]}};
    drop_said_otherwise(faults);
    qsort(faults->kept, (size_t)faults->kept_count, sizeof *faults->kept, compare_kept);
    for (int i = 0; i < faults->kept_count; i++) {
        Text text = {0};
        faults->kept[i].where.dispatch = &dispatch;
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
