/* --dry-run: a job in words. */
#include "job.h"

/* Bytes of what is known before files are read. */
static bool print_resource(JobFile *job, const JobResource *resource, uint64_t *total, FILE *out)
{
    char text[48] = "as its input";
    Extent extent;
    WccResource view;
    size_t bytes = 0;
    if (!resource->info)
        return true;
    bool known = job_extent_of(resource, &extent);
    if (known && !host_lay_out(job->source.report, resource->info, extent, &view, &bytes))
        return job_fail_in(&job->source, resource->place);
    *total += bytes;
    fprintf(out, "  %-16s %-28s %s", resource->name.text, resource->info->type,
            known ? host_spell_extent(resource->info, extent, text) : text);
    if (known)
        fprintf(out, ", %zu bytes", bytes);
    if (resource->in.count)
        fprintf(out, ", from %.60s%s", resource->in.items[0].text,
                resource->in.is_bracketed ? " ..." : "");
    if (resource->random.place.line)
        fprintf(out, ", random");
    if (resource->out.text)
        fprintf(out, ", to %s", resource->out.text);
    fputc('\n', out);
    return true;
}

static void print_saves(const JobItem *item, int indent, FILE *out)
{
    for (size_t i = 0; i < item->swaps.count; i++) {
        fprintf(out, "%*sswap", indent, "");
        for (size_t j = 0; j < item->swaps.items[i].count; j++)
            fprintf(out, " %s", item->swaps.items[i].items[j].text);
        fputc('\n', out);
    }
    for (size_t i = 0; i < item->saves.count; i++) {
        fprintf(out, "%*ssave %s to %s", indent, "", item->saves.items[i].name.text,
                item->saves.items[i].values.items[0].text);
        if (item->every.place.line)
            fprintf(out, " every %llu", (unsigned long long)item->every.value);
        fputc('\n', out);
    }
}

static bool print_pass(JobFile *job, const JobPass *pass, int indent, FILE *out)
{
    uint32_t groups[3];
    bool known;
    if (!job_count_groups(job, pass, groups, &known))
        return false;
    fprintf(out, "%*s%s, wave size %u, ", indent, "", pass->entry->name, pass->variant->wave_size);
    if (known)
        fprintf(out, "%u,%u,%u groups", groups[0], groups[1], groups[2]);
    else
        fprintf(out, "groups %s", pass->indirect ? "as a buffer says" : "as inputs say");
    for (size_t i = 0; i < pass->binding_count; i++) {
        const JobBinding *binding = &pass->bindings[i];
        fprintf(out, "%s%s = %s", i ? ", " : ": ", binding->slot.info->name,
                binding->resource ? binding->resource->name.text : binding->sampler->name.text);
    }
    fputc('\n', out);
    return true;
}

static bool print_items(JobFile *job, const JobItems *items, int indent, FILE *out)
{
    for (size_t i = 0; i < items->count; i++) {
        const JobItem *item = &items->items[i];
        bool is_repeated = item->repeat.place.line != 0;
        int inner = indent + (is_repeated || job_skips_turns(item) ? 2 : 0);
        if (is_repeated)
            fprintf(out, "%*s%llu times\n", indent, "", (unsigned long long)item->repeat.value);
        else if (job_skips_turns(item))
            fprintf(out, "%*severy %llu turns\n", indent, "",
                    (unsigned long long)item->every.value);
        if ((item->pass && !print_pass(job, item->pass, inner, out)) ||
            !print_items(job, &item->items, inner, out))
            return false;
        print_saves(item, inner, out);
    }
    return true;
}

bool job_print(JobFile *job, FILE *out)
{
    uint64_t total = 0;
    fprintf(out, "resources\n");
    for (size_t i = 0; i < job->resources.count; i++)
        if (!print_resource(job, &job->resources.items[i], &total, out))
            return false;
    fprintf(out, "  %llu bytes besides what files hold\n\npasses\n", (unsigned long long)total);
    return print_items(job, &job->passes, 2, out);
}
