/* --time: what loading, each kernel and saving cost. */
#include "session.h"

#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct Spread {
    double min, median;
} Spread;

/* Sorts the values. */
static Spread spread_of(double *values, uint32_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    double middle = count % 2 ? values[count / 2]
                              : (values[count / 2 - 1] + values[count / 2]) / 2;
    return (Spread){values[0], middle};
}

static bool step_spreads(const StepTimes *times, Spread *wall, Spread *cpu)
{
    uint32_t count = times->step->options->repeat;
    double *values = calloc(count, sizeof *values);
    if (!values)
        return false;
    for (uint32_t i = 0; i < count; i++)
        values[i] = times->runs[i].wall_ms;
    *wall = spread_of(values, count);
    for (uint32_t i = 0; i < count; i++)
        values[i] = times->runs[i].cpu_ms;
    *cpu = spread_of(values, count);
    free(values);
    return true;
}

static void print_text(const SessionTimes *times, FILE *out)
{
    fprintf(out, "load   %10.3f ms\n", times->load_ms);
    for (int i = 0; i < times->step_count; i++) {
        const Step *step = times->steps[i].step;
        Spread wall, cpu;
        if (!step_spreads(&times->steps[i], &wall, &cpu))
            continue;
        fprintf(out, "kernel %10.3f ms min %10.3f ms median wall, %.3f ms min %.3f ms median CPU",
                wall.min, wall.median, cpu.min, cpu.median);
        fprintf(out, "  %s, wave size %u, %u worker%s, %u run%s\n", step->entry->name,
                step->way.variant->wave_size, times->workers, times->workers == 1 ? "" : "s",
                step->options->repeat, step->options->repeat == 1 ? "" : "s");
    }
    fprintf(out, "save   %10.3f ms\n", times->save_ms);
}

static void print_json(const SessionTimes *times, FILE *out)
{
    fprintf(out, "{\"load_ms\": %.6f, \"kernels\": [", times->load_ms);
    for (int i = 0; i < times->step_count; i++) {
        const Step *step = times->steps[i].step;
        Spread wall = {0}, cpu = {0};
        step_spreads(&times->steps[i], &wall, &cpu);
        fprintf(out, "%s{\"entry\": \"%s\", \"wave_size\": %u, \"repeat\": %u, ", i ? ", " : "",
                step->entry->name, step->way.variant->wave_size, step->options->repeat);
        fprintf(out, "\"wall_ms\": {\"min\": %.6f, \"median\": %.6f}, ", wall.min, wall.median);
        fprintf(out, "\"cpu_ms\": {\"min\": %.6f, \"median\": %.6f}}", cpu.min, cpu.median);
    }
    fprintf(out, "], \"workers\": %u, \"save_ms\": %.6f}\n", times->workers, times->save_ms);
}

void host_print_times(const SessionTimes *times, TimeFormat format, FILE *text, FILE *json)
{
    if (format == TIME_JSON)
        print_json(times, json);
    else
        print_text(times, text);
}
