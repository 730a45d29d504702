/* [RootSignature("..., StaticSampler(s0, filter = FILTER_MIN_MAG_MIP_POINT), ...")]: the states of
 * samplers that the host need not set; -rootsig-define's goes before all attributes. The rest of a root signature says how a driver finds
 * resources, which is nothing to us.
 *
 * Keys, values and what is left out are those of "Specifying Root Signatures in HLSL" (Static
 * Sampler); none of them has case. */
#include "stage_priv.h"

#include <ctype.h>
#include <float.h>
#include <stdlib.h>
#include <strings.h>

/* ---- values ---- */

typedef struct Word { const char *name, *abi; } Word;

static const Word ADDRESSES[] = {
    {"TEXTURE_ADDRESS_WRAP", "WRAP"},
    {"TEXTURE_ADDRESS_MIRROR", "MIRROR"},
    {"TEXTURE_ADDRESS_CLAMP", "CLAMP"},
    {"TEXTURE_ADDRESS_BORDER", "BORDER"},
    {"TEXTURE_ADDRESS_MIRROR_ONCE", "MIRROR_ONCE"},
};

static const Word COMPARISONS[] = {
    {"COMPARISON_NEVER", "NEVER"},
    {"COMPARISON_LESS", "LESS"},
    {"COMPARISON_EQUAL", "EQUAL"},
    {"COMPARISON_LESS_EQUAL", "LESS_EQUAL"},
    {"COMPARISON_GREATER", "GREATER"},
    {"COMPARISON_NOT_EQUAL", "NOT_EQUAL"},
    {"COMPARISON_GREATER_EQUAL", "GREATER_EQUAL"},
    {"COMPARISON_ALWAYS", "ALWAYS"},
};

static bool read_word(const Word *words, int count, const char *value, const char **abi)
{
    for (int i = 0; i < count; i++)
        if (strcasecmp(words[i].name, value) == 0)
            *abi = words[i].abi;
    return *abi != NULL;
}

/* FILTER_COMPARISON_MIN_MAG_POINT_MIP_LINEAR: each POINT or LINEAR is for the MIN, MAG, MIP before
 * it. No sampler has the MINIMUM or the MAXIMUM of texels. */
static bool read_filter(char *value, const char *filters[3])
{
    static const char *const TARGETS[] = {"MIN", "MAG", "MIP"};
    bool waits[3] = {false}, understood = false;
    char *rest = value;
    for (char *word = strsep(&rest, "_"); word != NULL; word = strsep(&rest, "_")) {
        bool is_linear = strcasecmp(word, "LINEAR") == 0,
             is_point = strcasecmp(word, "POINT") == 0,
             is_all = strcasecmp(word, "ANISOTROPIC") == 0;
        bool is_known = is_linear || is_point || is_all || strcasecmp(word, "FILTER") == 0 ||
                        strcasecmp(word, "COMPARISON") == 0;
        for (int i = 0; i < 3; i++) {
            bool is_target = strcasecmp(word, TARGETS[i]) == 0;
            if ((waits[i] && (is_linear || is_point)) || is_all)
                filters[i] = is_point ? "POINT" : "LINEAR", waits[i] = false, understood = true;
            waits[i] |= is_target;
            is_known |= is_target;
        }
        if (!is_known)
            return false;
    }
    return understood;
}

static bool read_border(const char *value, float border[4])
{
    bool is_white = strcasecmp(value, "STATIC_BORDER_COLOR_OPAQUE_WHITE") == 0 ||
                    strcasecmp(value, "STATIC_BORDER_COLOR_OPAQUE_WHITE_UINT") == 0;
    bool is_black = strcasecmp(value, "STATIC_BORDER_COLOR_OPAQUE_BLACK") == 0 ||
                    strcasecmp(value, "STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT") == 0;
    for (int i = 0; i < 4; i++)
        border[i] = is_white || (is_black && i == 3);
    return is_white || is_black || strcasecmp(value, "STATIC_BORDER_COLOR_TRANSPARENT_BLACK") == 0;
}

/* "0.5f" */
static bool read_number(const char *value, float *number)
{
    char *end;
    *number = strtof(value, &end);
    return end != value && (*end == '\0' || strcasecmp(end, "f") == 0);
}

/* ---- one sampler ---- */

static bool read_setting(StaticSampler *sampler, const char *key, char *value)
{
    static const char *const IGNORED[] = {"maxAnisotropy", "visibility", "flags"};
    static const char AXES[] = "UVW";
    const char *axis = strncasecmp(key, "address", 7) == 0 && key[7] != '\0'
                         ? strchr(AXES, toupper((unsigned char)key[7]))
                         : NULL;
    float space = 0;
    for (int i = 0; i < COUNT_OF(IGNORED); i++)
        if (strcasecmp(key, IGNORED[i]) == 0)
            return true;
    if (axis != NULL) {
        sampler->address[axis - AXES] = NULL;
        return read_word(ADDRESSES, COUNT_OF(ADDRESSES), value, &sampler->address[axis - AXES]);
    }
    if (strcasecmp(key, "filter") == 0)
        return read_filter(value, sampler->filter);
    if (strcasecmp(key, "comparisonFunc") == 0) {
        sampler->comparison = NULL;
        return read_word(COMPARISONS, COUNT_OF(COMPARISONS), value, &sampler->comparison);
    }
    if (strcasecmp(key, "borderColor") == 0)
        return read_border(value, sampler->border);
    if (strcasecmp(key, "space") == 0 && read_number(value, &space)) {
        sampler->space = (int)space;
        return true;
    }
    float *number = strcasecmp(key, "mipLODBias") == 0 ? &sampler->bias
                  : strcasecmp(key, "minLOD") == 0     ? &sampler->min_level
                  : strcasecmp(key, "maxLOD") == 0     ? &sampler->max_level
                                                       : NULL;
    return number != NULL && read_number(value, number);
}

static char *trimmed(char *text)
{
    text += strspn(text, " \t\r\n");
    for (size_t length = strlen(text); length > 0 && isspace((unsigned char)text[length - 1]);
         length--)
        text[length - 1] = '\0';
    return text;
}

/* `text`: what stands between the parentheses; gives the argument that is not understood, or
 * NULL. */
static const char *read_sampler(char *text, StaticSampler *sampler)
{
    *sampler = (StaticSampler){.filter = {"LINEAR", "LINEAR", "LINEAR"},
                               .address = {"WRAP", "WRAP", "WRAP"},
                               .comparison = "LESS_EQUAL",
                               .border = {1, 1, 1, 1},
                               .max_level = FLT_MAX,
                               .register_index = -1};
    for (char *rest = text, *argument = strsep(&rest, ","); argument != NULL;
         argument = strsep(&rest, ",")) {
        char *value = strchr(argument, '='), *end;
        if (value != NULL)
            *value++ = '\0';
        char *key = trimmed(argument);
        if (value != NULL && read_setting(sampler, key, trimmed(value)))
            continue;
        if (value != NULL || tolower((unsigned char)*key) != 's' ||
            !isdigit((unsigned char)key[1]))
            return key;
        sampler->register_index = (int)strtol(key + 1, &end, 10);
    }
    return sampler->register_index < 0 ? "no register" : NULL;
}

/* ---- all of them ---- */

/* The first root signature that names a sampler's register says what it is. */
static void apply_sampler(Checker *checker, const StaticSampler *sampler)
{
    for (int i = 0; i < checker->resources.count; i++) {
        Resource *resource = checker->resources.items[i];
        bool fits = resource->register_class == 's' && resource->array_count == 0 &&
                    resource->register_index == sampler->register_index &&
                    resource->space == sampler->space;
        if (!fits || resource->static_sampler != NULL)
            continue;
        resource->static_sampler = ARENA_NEW(checker->arena, StaticSampler);
        *resource->static_sampler = *sampler;
    }
}

static char *find_ignoring_case(char *text, const char *word)
{
    while (*text != '\0' && strncasecmp(text, word, strlen(word)) != 0)
        text++;
    return *text != '\0' ? text : NULL;
}

static void read_signature(Checker *checker, AstRootSignature signature)
{
    static const char NAME[] = "StaticSampler";
    char *text = arena_copy_text(checker->arena, signature.text.text, signature.text.length);
    while ((text = find_ignoring_case(text, NAME)) != NULL) {
        text += strlen(NAME);
        char *open = text + strspn(text, " \t\r\n"), *close = strchr(text, ')');
        if (*open != '(' || close == NULL)
            return;
        *close = '\0';
        StaticSampler sampler;
        const char *wrong = read_sampler(open + 1, &sampler);
        if (wrong != NULL)
            diag_report(checker->diagnostics, signature.pos, DIAG_static_sampler, wrong);
        else
            apply_sampler(checker, &sampler);
        text = close + 1;
    }
}

void apply_static_samplers(Checker *checker)
{
    bool is_given = checker->unit->root_signature.text.text != NULL;
    if (is_given)
        read_signature(checker, checker->unit->root_signature);
    for (int i = 0; i < checker->unit->decl_count && !is_given; i++) {
        const AstDecl *decl = checker->unit->decls[i];
        const AstAttribute *attribute = decl->kind == AST_FUNCTION
                                          ? attribute_find(decl->attributes, "RootSignature")
                                          : NULL;
        if (attribute != NULL && attribute->argument_count == 1 &&
            attribute->arguments[0]->kind == AST_STRING)
            read_signature(checker, (AstRootSignature){attribute->arguments[0]->string,
                                                       attribute->arguments[0]->start});
    }
}
