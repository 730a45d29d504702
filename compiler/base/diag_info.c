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

/* Groups that clang has in another. */
static const struct { const char *inner, *outer; } NESTED[] = {
    {"dangling-else", "parentheses"},
    {"logical-op-parentheses", "parentheses"},
    {"bitwise-op-parentheses", "parentheses"},
    {"shift-op-parentheses", "parentheses"},
    {"constant-conversion", "conversion"},
    {"literal-conversion", "conversion"},
    {"sign-conversion", "conversion"},
    {"unused-function", "unused"},
    {"unused-value", "unused"},
    {"unused-variable", "unused"},
};

bool diag_is_in_group(int id, const char *group)
{
    const char *own = diag_infos[id].group;
    bool is_in = own[0] != '\0' && strcmp(own, group) == 0;
    for (int i = 0; !is_in && i < COUNT_OF(NESTED); i++)
        is_in = strcmp(NESTED[i].inner, own) == 0 && strcmp(NESTED[i].outer, group) == 0;
    return is_in;
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
