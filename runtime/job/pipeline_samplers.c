/* Samplers in the suite's words: all filters linear but for the one between mip levels, and one
 * address mode for all axes. */
#include <stdlib.h>
#include <string.h>

#include "pipeline.h"

typedef struct Word {
    const char *suite, *ours;
} Word;

static const Word filters[] = {{"Nearest", "point"}, {"Linear", "linear"}};
static const Word addresses[] = {{"Clamp", "clamp"}, {"Repeat", "wrap"}, {"Mirror", "mirror"},
                                 {"Border", "border"}, {"MirrorOnce", "mirror-once"}};
static const Word comparisons[] = {
    {"Never", "never"}, {"Less", "less"}, {"Equal", "equal"}, {"LessEqual", "less-equal"},
    {"Greater", "greater"}, {"NotEqual", "not-equal"}, {"GreaterEqual", "greater-equal"},
    {"Always", "always"},
};
static const Word kinds[] = {{"Sampler", ""}, {"SamplerComparison", ""}};

typedef struct Words {
    const Word *items;
    size_t count;
} Words;

#define WORDS(list) ((Words){list, HOST_LENGTH(list)})

static const char *suite_word(const void *list, size_t index)
{
    return ((const Word *)list)[index].suite;
}

/* The first of them where nothing is written; NULL: unknown. */
static const Word *find_word(const JobSource *source, const JobText *text, Words words,
                             size_t usual)
{
    for (size_t i = 0; i < words.count; i++)
        if (text->text ? !strcmp(text->text, words.items[i].suite) : i == usual)
            return &words.items[i];
    host_fail_unknown(source->report, "unknown here", text->text,
                      (NameList){words.items, words.count, suite_word});
    job_fail_in(source, text->place);
    return NULL;
}

static void add_number(Text *out, const char *name, const JobText *number)
{
    if (number->text)
        host_text_printf(out, ",%s=%s", name, number->text);
}

static bool check_comparison(const JobSource *source, const JobSuiteSampler *state)
{
    const JobText *text = &state->comparison;
    const Word *kind = find_word(source, &state->kind, WORDS(kinds), 0);
    bool compares = text->text && strcmp(text->text, "Never") != 0;
    if (!kind)
        return false;
    return compares == (kind == &kinds[1]) ||
           job_fail(source, compares ? text->place : state->kind.place,
                    "a SamplerComparison, and no other, has a ComparisonOp other than Never");
}

bool job_spell_suite_sampler(JobSource *source, const JobSuiteSampler *state, JobText *words)
{
    const Word *min = find_word(source, &state->min, WORDS(filters), 1);
    const Word *mag = min ? find_word(source, &state->mag, WORDS(filters), 1) : NULL;
    const Word *mip = mag ? find_word(source, &state->mip, WORDS(filters), 0) : NULL;
    const Word *address = mip ? find_word(source, &state->address, WORDS(addresses), 0) : NULL;
    const Word *comparison =
        address ? find_word(source, &state->comparison, WORDS(comparisons), 0) : NULL;
    Text text = {0};
    if (!comparison || !check_comparison(source, state))
        return false;
    if (state->border.count && state->border.count != 4)
        return job_fail(source, state->border.place, "a BorderColor has four numbers");
    host_text_printf(&text, "min-%s,mag-%s,mip-%s,%s,%s", min->ours, mag->ours, mip->ours,
                     address->ours, comparison->ours);
    host_text_printf(&text, state->min_lod.text ? "" : ",min-lod=0");
    add_number(&text, "min-lod", &state->min_lod);
    add_number(&text, "max-lod", &state->max_lod);
    add_number(&text, "bias", &state->bias);
    for (size_t i = 0; i < state->border.count; i++)
        host_text_printf(&text, "%s%s", i ? "/" : ",border=", state->border.items[i].text);
    char *copy = text.failed ? NULL : job_alloc(source, text.length + 1, 1);
    if (copy)
        memcpy(copy, text.text, text.length);
    free(text.text);
    words->text = copy;
    return copy != NULL;
}
