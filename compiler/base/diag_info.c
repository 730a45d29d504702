/* The messages as diag.def has them, and the groups that they form; the remarks by name. */
#include "diag_priv.h"

const DiagInfo diag_infos[DIAG_COUNT] = {
#define DIAG(id, severity, group, format) [DIAG_##id] = {#id, SEVERITY_##severity, group, format},
#include "diag.def"
#undef DIAG
};

const char *diag_severity_name(Severity severity)
{
    static const char *const names[] = {"note", "remark", "warning", "error", "fatal error"};
    return names[severity];
}

bool diag_is_in_group(int id, const char *group)
{
    return diag_infos[id].group[0] != '\0' && strcmp(diag_infos[id].group, group) == 0;
}

const char *diag_nearest_group(const char *group)
{
    NearestName nearest = {group, NULL, 0};
    for (int id = 0; id < DIAG_COUNT; id++)
        if (diag_infos[id].group[0] != '\0')
            nearest_consider(&nearest, diag_infos[id].group);
    return nearest.best;
}

/* ---- remarks with names ---- */

static const struct { const char *name; DiagId id; const char *tells; } REMARKS[] = {
#define REMARK(name, id, tells) {name, DIAG_##id, tells},
#include "remark.def"
#undef REMARK
};

DiagId diag_find_remark(Slice name)
{
    for (int i = 0; i < COUNT_OF(REMARKS); i++)
        if (slice_is(name, REMARKS[i].name))
            return REMARKS[i].id;
    return DIAG_COUNT;
}

void diag_list_remarks(Text *out)
{
    text_printf(out, "| name | what it tells |\n| --- | --- |\n");
    for (int i = 0; i < COUNT_OF(REMARKS); i++)
        text_printf(out, "| `%s` | %s |\n", REMARKS[i].name, REMARKS[i].tells);
}

void diag_name_remarks(Text *out)
{
    for (int i = 0; i < COUNT_OF(REMARKS); i++)
        text_printf(out, "%s%s", i > 0 ? ", " : "", REMARKS[i].name);
}
