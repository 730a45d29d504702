/* --sweep NAME=FROM..TO:STEP: the command line once for each value, as if --set NAME=VALUE stood in
 * its place and the number in each --out's name, out_%03d.png, were spelt out.
 *
 *     --sweep gRadius=1..3 --out gOutput=r%d.png      --set gRadius=1 --out gOutput=r1.png
 *                                                ->   --set gRadius=2 --out gOutput=r2.png
 *                                                     --set gRadius=3 --out gOutput=r3.png
 *
 * That number is the value where FROM and STEP are whole and not negative, else it counts the runs
 * from 0. */
#include "command_line.h"

#include "files/files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 1000000 };

/* ---- its values ---- */

static bool parse_number(Report *report, const char *text, const char *end, double *number)
{
    char copy[64];
    size_t length = (size_t)(end - text);
    if (length >= sizeof copy)
        return host_fail(report, "'%.60s' is no number", text);
    memcpy(copy, text, length);
    copy[length] = 0;
    return host_parse_number(report, copy, NUMBER_F64, number) &&
           (isfinite(*number) || host_fail(report, "'%.60s' is not finite", copy));
}

/* "1..64", "0..1:0.25" */
static bool parse_values(Report *report, const char *text, Sweep *sweep)
{
    const char *dots = strstr(text, ".."), *colon = strchr(text, ':');
    const char *end = text + strlen(text);
    double last = 0;
    sweep->step = 1;
    if (!dots || (colon && colon < dots))
        return host_fail(report, "'%.60s' is not of the form FROM..TO or FROM..TO:STEP", text);
    if (!parse_number(report, text, dots, &sweep->from) ||
        !parse_number(report, dots + 2, colon ? colon : end, &last) ||
        (colon && !parse_number(report, colon + 1, end, &sweep->step)))
        return false;
    /* So much less than a step that it is what the decimal numbers lost as binary ones. */
    double steps = sweep->step > 0 ? floor((last - sweep->from) / sweep->step + 1e-6) : -1;
    if (!(steps >= 0))
        return host_fail(report, "there is no value from %g to %g in steps of %g", sweep->from,
                         last, sweep->step);
    if (steps >= MOST_RUNS)
        return host_fail(report, "more than %d values", MOST_RUNS);
    sweep->count = (uint64_t)steps + 1;
    return true;
}

static double value_of(const Sweep *sweep, uint64_t index)
{
    return sweep->from + (double)index * sweep->step;
}

static bool counts_values(const Sweep *sweep)
{
    static const double MOST = 1e15; /* of which spell_value shows all digits */
    return sweep->from >= 0 && floor(sweep->from) == sweep->from &&
           floor(sweep->step) == sweep->step && value_of(sweep, sweep->count) < MOST;
}

/* Fifteen digits are those of the decimal number that the steps lead to. */
static char *spell_value(const Sweep *sweep, uint64_t index)
{
    Text text = {0};
    host_text_printf(&text, "%.15g", value_of(sweep, index));
    return host_take_text(&text);
}

static char *spell_path(const Sweep *sweep, uint64_t index, const char *target)
{
    Text text = {0};
    NumberedPath path;
    uint64_t number = counts_values(sweep) ? (uint64_t)value_of(sweep, index) : index;
    host_parse_numbered(target, &path);
    host_spell_numbered(&path, number, &text);
    return host_take_text(&text);
}

/* ---- whether it goes with the rest ---- */

static bool check_assign(Report *report, const Assign *assign)
{
    NumberedPath path;
    if (assign->kind == ASSIGN_IN && host_is_standard(assign->value))
        return host_fail(report,
                         "standard input can be read only once, not in each run of --sweep");
    if (assign->kind != ASSIGN_OUT || assign->value[0] == '@')
        return true;
    if (!host_is_numbered(assign))
        return host_fail(report, "each run of --sweep writes it; give it a number, as in "
                                 "out_%%03d.png");
    return host_parse_numbered(assign->value, &path) ||
           host_fail(report, "one %%d or %%04d stands for the number");
}

static bool check_options(Report *report, const CommandLine *line)
{
    const char *other = line->every                      ? "--every"
                        : line->time_format == TIME_JSON ? "--time=json"
                                                         : NULL;
    return !other || host_fail(report, "%s does not go with --sweep", other);
}

bool host_new_sweep(Report *report, const CommandLine *line, Sweep *sweep)
{
    *sweep = (Sweep){.count = 1};
    for (size_t i = 0; i < line->assign_count; i++) {
        const Assign *assign = &line->assigns[i];
        if (assign->kind != ASSIGN_SWEEP)
            continue;
        if (sweep->typed)
            return host_fail(report, "one --sweep at a time");
        sweep->typed = assign;
        if (!check_options(report, line))
            return false;
        if (!parse_values(report, assign->value, sweep))
            return host_fail_in_assign(report, assign);
    }
    for (size_t i = 0; sweep->typed && i < line->assign_count; i++)
        if (!check_assign(report, &line->assigns[i]))
            return host_fail_in_assign(report, &line->assigns[i]);
    return true;
}

/* ---- one run ---- */

bool host_new_swept(Report *report, const CommandLine *line, const Sweep *sweep, uint64_t index,
                    CommandLine *one)
{
    bool has_room = true;
    *one = *line;
    one->assigns = calloc(line->assign_count + 1, sizeof *one->assigns);
    for (size_t i = 0; one->assigns && has_room && i < line->assign_count; i++) {
        const Assign *typed = &line->assigns[i];
        Assign *assign = &one->assigns[i];
        *assign = *typed;
        if (typed == sweep->typed) {
            assign->kind = ASSIGN_SET;
            assign->value = spell_value(sweep, index);
        } else if (host_is_numbered(typed)) {
            assign->value = spell_path(sweep, index, typed->value);
        }
        has_room = assign->value || !typed->value;
    }
    return (one->assigns && has_room) || host_fail(report, "not enough memory");
}

void host_free_swept(const CommandLine *line, CommandLine *one)
{
    for (size_t i = 0; one->assigns && i < line->assign_count; i++)
        if (one->assigns[i].value != line->assigns[i].value)
            free((char *)one->assigns[i].value);
    free(one->assigns);
    *one = (CommandLine){0};
}
