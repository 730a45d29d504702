/* The messages as diag.def has them, and the groups that they form. */
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
