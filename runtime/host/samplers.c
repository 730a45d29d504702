/* Samplers: their state as words, "linear,wrap,min-lod=1", put in order over what was there
 * before. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* ---- the words ---- */

static const char *const filters[] = {[WCC_POINT] = "point", [WCC_LINEAR] = "linear"};
static const char *const addresses[] = {
    [WCC_WRAP] = "wrap",     [WCC_MIRROR] = "mirror",           [WCC_CLAMP] = "clamp",
    [WCC_BORDER] = "border", [WCC_MIRROR_ONCE] = "mirror-once",
};
static const char *const comparisons[] = {
    [WCC_NEVER] = "never",           [WCC_LESS] = "less",
    [WCC_EQUAL] = "equal",           [WCC_LESS_EQUAL] = "less-equal",
    [WCC_GREATER] = "greater",       [WCC_NOT_EQUAL] = "not-equal",
    [WCC_GREATER_EQUAL] = "greater-equal", [WCC_ALWAYS] = "always",
};

/* For did-you-mean. The filters and address modes may have a prefix: min-point, v-clamp. */
static const char *const words[] = {
    "point", "linear", "anisotropic", "wrap", "mirror", "clamp", "border", "mirror-once",
    "never", "less", "equal", "less-equal", "greater", "not-equal", "greater-equal", "always",
    "min-point", "min-linear", "mag-point", "mag-linear", "mip-point", "mip-linear",
    "u-wrap", "v-wrap", "w-wrap", "bias=", "min-lod=", "max-lod=", "border=R/G/B/A",
};

static const char *word_name(const void *list, size_t index)
{
    (void)list;
    return words[index];
}

static int find_word(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(list[i], word))
            return (int)i;
    return -1;
}

/* ---- one setting each; false: not of this kind ---- */

static bool set_filter(const char *word, WccSampler *sampler)
{
    static const char *const prefixes[] = {"min-", "mag-", "mip-"};
    WccFilter *const targets[] = {&sampler->min_filter, &sampler->mag_filter,
                                  &sampler->mip_filter};
    for (int i = 0; i < 3; i++) {
        int only = strncmp(word, prefixes[i], 4)
                       ? -1
                       : find_word(word + 4, filters, HOST_LENGTH(filters));
        int all = strcmp(word, "anisotropic") ? find_word(word, filters, HOST_LENGTH(filters))
                                              : WCC_LINEAR;
        if (only >= 0 || all >= 0)
            *targets[i] = (WccFilter)(only >= 0 ? only : all);
        if (only >= 0 || (all >= 0 && i == 2))
            return true;
    }
    return false;
}

static bool set_address(const char *word, WccSampler *sampler)
{
    bool one = strchr("uvw", word[0]) && word[0] && word[1] == '-';
    int mode = find_word(one ? word + 2 : word, addresses, HOST_LENGTH(addresses));
    for (int axis = 0; axis < 3 && mode >= 0; axis++)
        if (!one || word[0] == "uvw"[axis])
            sampler->address[axis] = (WccAddress)mode;
    return mode >= 0;
}

static bool set_comparison(const char *word, WccSampler *sampler)
{
    int comparison = find_word(word, comparisons, HOST_LENGTH(comparisons));
    if (comparison >= 0)
        sampler->comparison = (WccComparison)comparison;
    return comparison >= 0;
}

/* "R/G/B/A" */
static bool parse_border(Report *report, const char *text, float border[4])
{
    char copy[200];
    snprintf(copy, sizeof copy, "%s", text);
    char *rest = copy;
    for (int i = 0; i < 4; i++) {
        char *part = strsep(&rest, "/");
        if (!part || !host_parse_number(report, part, NUMBER_F32, &border[i]))
            return host_fail(report, "'%.60s' is no colour; give border=R/G/B/A", text);
    }
    return !rest || host_fail(report, "'%.60s' is no colour; give border=R/G/B/A", text);
}

static bool set_number(Report *report, const char *word, const char *value, WccSampler *sampler)
{
    if (!strcmp(word, "border"))
        return parse_border(report, value, sampler->border);
    float *target = !strcmp(word, "bias")      ? &sampler->mip_bias
                    : !strcmp(word, "min-lod") ? &sampler->min_lod
                    : !strcmp(word, "max-lod") ? &sampler->max_lod
                                               : NULL;
    if (!target)
        return host_fail_unknown(report, "unknown sampler state", word,
                                 (NameList){words, HOST_LENGTH(words), word_name});
    return host_parse_number(report, value, NUMBER_F32, target);
}

static bool set_word(Report *report, char *word, WccSampler *sampler)
{
    char *equals = strchr(word, '=');
    if (equals) {
        *equals = 0;
        return set_number(report, word, equals + 1, sampler);
    }
    return set_filter(word, sampler) || set_address(word, sampler) ||
           set_comparison(word, sampler) ||
           host_fail_unknown(report, "unknown sampler state", word,
                             (NameList){words, HOST_LENGTH(words), word_name});
}

bool host_set_sampler(Report *report, const char *text, WccSampler *sampler)
{
    char *copy = strdup(text), *rest = copy, *word;
    bool good = copy || host_fail(report, "not enough memory");
    while (good && (word = strsep(&rest, ",")))
        good = set_word(report, word, sampler);
    free(copy);
    return good;
}

const char *host_spell_filter(WccFilter filter)
{
    return filters[filter];
}

const char *host_spell_address(WccAddress address)
{
    return addresses[address];
}

const char *host_spell_comparison(WccComparison comparison)
{
    return comparisons[comparison];
}

/* ---- in the table ---- */

const WccSampler *host_first_state(const WccResourceInfo *info)
{
    static const WccSampler usual = WCC_DEFAULT_SAMPLER;
    return info->sampler ? info->sampler : &usual;
}

Storage *host_new_sampler(Report *report, const WccResourceInfo *info)
{
    const WccSampler *state = host_first_state(info);
    Storage *storage = host_new_storage(report, info, (Extent){sizeof *state, 1, 1});
    if (storage)
        memcpy(storage->view.data, state, sizeof *state);
    return storage;
}

bool host_find_sampler(const WccModule *module, const char *name, Slot *slot)
{
    Report quiet = {0};
    return host_find_slot(&quiet, module, name, slot) &&
           host_kind(slot->info)->class == CLASS_SAMPLER;
}
