/* --time of a job: what compiling, loading, each pass and saving took. */
#include "job.h"

static void print_text(const JobItems *items, FILE *out)
{
    for (size_t i = 0; i < items->count; i++) {
        const JobPass *pass = items->items[i].pass;
        if (pass)
            fprintf(out, "pass   %10.3f ms wall, %.3f ms CPU  %s, wave size %u, %llu run%s\n",
                    pass->times.wall_ms, pass->times.cpu_ms, pass->entry->name,
                    pass->variant->wave_size, (unsigned long long)pass->runs,
                    pass->runs == 1 ? "" : "s");
        print_text(&items->items[i].items, out);
    }
}

static void print_json(const JobItems *items, const char **divider, FILE *out)
{
    for (size_t i = 0; i < items->count; i++) {
        const JobPass *pass = items->items[i].pass;
        if (pass)
            fprintf(out, "%s{\"entry\": \"%s\", \"wave_size\": %u, \"runs\": %llu, "
                         "\"wall_ms\": %.6f, \"cpu_ms\": %.6f}",
                    *divider, pass->entry->name, pass->variant->wave_size,
                    (unsigned long long)pass->runs, pass->times.wall_ms, pass->times.cpu_ms);
        *divider = pass ? ", " : *divider;
        print_json(&items->items[i].items, divider, out);
    }
}

void job_print_times(const JobFile *job, TimeFormat format, uint32_t workers, FILE *out)
{
    FILE *messages = job->source.report->messages;
    const char *divider = "";
    if (format == TIME_JSON) {
        fprintf(out, "{");
        if (job->compile_ms > 0)
            fprintf(out, "\"compile_ms\": %.6f, ", job->compile_ms);
        fprintf(out, "\"load_ms\": %.6f, \"passes\": [", job->load_ms);
        print_json(&job->passes, &divider, out);
        fprintf(out, "], \"workers\": %u, \"save_ms\": %.6f}\n", workers, job->save_ms);
    } else if (format == TIME_TEXT && messages) {
        host_before_message(job->source.report);
        if (job->compile_ms > 0)
            fprintf(messages, "compile%9.3f ms\n", job->compile_ms);
        fprintf(messages, "load   %10.3f ms\n", job->load_ms);
        print_text(&job->passes, messages);
        fprintf(messages, "save   %10.3f ms\n", job->save_ms);
    }
}
