/* --list: what is in the module, for people. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

typedef struct Widths {
    int name, type;
} Widths;

static int longer(int width, const char *text)
{
    int length = (int)strlen(text);
    return length > width ? length : width;
}

static Widths resource_widths(const WccModule *module)
{
    Widths widths = {4, 4};
    for (uint32_t i = 0; i < module->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[i];
        widths.name = longer(widths.name, info->name);
        widths.type = longer(widths.type, info->type);
        for (uint32_t j = 0; j < info->field_count; j++) {
            widths.name = longer(widths.name, info->fields[j].name);
            widths.type = longer(widths.type, info->fields[j].type);
        }
    }
    widths.name += 2;
    return widths;
}

static void print_variants(const WccEntry *entry, FILE *out)
{
    Text text = {0};
    host_text_printf(&text, "  wave sizes");
    host_print_wave_sizes(&text, entry);
    if (host_has_lane_orders(entry)) {
        host_text_printf(&text, "  lane orders");
        host_print_lane_orders(&text, entry);
    }
    if (host_has_extra_waves(entry)) {
        host_text_printf(&text, "  extra waves");
        host_print_extra_waves(&text, entry);
    }
    fputs(text.text ? text.text : "", out);
    free(text.text);
}

static void print_entry(const WccModule *module, const WccEntry *entry, FILE *out)
{
    fprintf(out, "  %s  numthreads %u,%u,%u", entry->name, entry->threads[0], entry->threads[1],
            entry->threads[2]);
    fprintf(out, "  groupshared %u bytes", entry->groupshared_bytes);
    print_variants(entry, out);
    fprintf(out, "\n    uses");
    for (uint32_t i = 0; i < entry->resource_count; i++)
        fprintf(out, " %s", module->resources[entry->resources[i]].name);
    fprintf(out, "%s\n", entry->resource_count ? "" : " no resource");
}

static const char *size_unit(const WccResourceInfo *info)
{
    static const char *const units[] = {
        [CLASS_CONSTANTS] = "bytes",
        [CLASS_TYPED] = "bytes an element",
        [CLASS_STRUCTURED] = "bytes an element",
        [CLASS_RAW] = "bytes a word",
        [CLASS_TEXTURE] = "bytes a texel",
        [CLASS_SAMPLER] = "",
    };
    return units[host_kind(info)->class];
}

static void print_field(const WccField *field, Widths widths, FILE *out)
{
    fprintf(out, "    %-*s  %-*s  offset %u", widths.name - 2, field->name, widths.type,
            field->type, field->offset);
    if (field->array_count)
        fprintf(out, "  array of %u, %u bytes apart", field->array_count, field->array_stride);
    fputc('\n', out);
}

static void print_resource(const WccModule *module, const WccResourceInfo *info, Widths widths,
                           FILE *out)
{
    char name[40];
    bool sampler = host_kind(info)->class == CLASS_SAMPLER, raw = host_is_raw(info);
    fprintf(out, "  %-*s  %-*s  %-4s", widths.name, info->name, widths.type, info->type,
            host_spell_register(info, name));
    if (!sampler)
        fprintf(out, "  %u %s", raw ? 4 : info->stride, size_unit(info));
    if (info->sampler)
        fprintf(out, "static");
    if (info->array_count)
        fprintf(out, "  array of %u", host_rows_of(module, info));
    if (info->has_counter)
        fprintf(out, "  counter");
    fputc('\n', out);
    for (uint32_t i = 0; i < info->field_count; i++)
        if (info->fields[i].name[0])
            print_field(&info->fields[i], widths, out);
}

void host_print_list(const WccModule *module, const char *program, FILE *out)
{
    Widths widths = resource_widths(module);
    fprintf(out, "%s, compiled from %s\n\nentry points\n", program, module->source);
    for (uint32_t i = 0; i < module->entry_count; i++)
        print_entry(module, &module->entries[i], out);
    fprintf(out, "\nresources%s\n", module->resource_count ? "" : ": none");
    for (uint32_t i = 0; i < module->resource_count; i++)
        print_resource(module, &module->resources[i], widths, out);
}
