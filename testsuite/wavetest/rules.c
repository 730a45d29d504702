/* Whether what buffers hold in the end is what a test expects, by the rules of numbers/suite.h. */
#include "description.h"

bool rule_accepts(const ResultRule *rule, DataFormat format, const void *actual,
                  const void *expected)
{
    DataRule how = {(RuleKind)rule->rule, (DenormMode)rule->denorm_mode, rule->ulps,
                    rule->epsilon, rule->zero_tolerance};
    return host_data_agrees(&how, format, actual, expected);
}

static void explain_first(const ResultRule *rule, uint32_t block, size_t element, size_t count,
                          Text *why)
{
    const DataBuffer *actual = rule->actual, *expected = rule->expected;
    size_t at = element * host_data_format(expected->format)->bytes;
    text_printf(why, "%s: %s", rule->name, actual->name);
    if (actual->array_size > 1)
        text_printf(why, "[%u]", block);
    text_printf(why, " element %zu: expected ", element);
    number_explain(why, expected->format, expected->blocks[block] + at);
    text_printf(why, ", actual ");
    number_explain(why, actual->format == expected->format ? actual->format : expected->format,
                   actual->blocks[block] + at);
    text_printf(why, "; %zu element%s differ%s", count, count == 1 ? "" : "s",
                count == 1 ? "s" : "");
}

bool rule_check(const ResultRule *rule, Text *why)
{
    const DataBuffer *actual = rule->actual, *expected = rule->expected;
    size_t size = host_data_format(expected->format)->bytes, differing = 0, first = 0;
    uint32_t first_block = 0;
    if (actual->array_size != expected->array_size || actual->bytes != expected->bytes) {
        text_printf(why, "%s: %s has %zu bytes in %u, expected are %zu in %u", rule->name,
                    actual->name, actual->bytes, actual->array_size, expected->bytes,
                    expected->array_size);
        return false;
    }
    for (uint32_t block = 0; block < actual->array_size; block++)
        for (size_t i = 0; i < actual->bytes / size; i++)
            if (!rule_accepts(rule, expected->format, actual->blocks[block] + i * size,
                              expected->blocks[block] + i * size) &&
                differing++ == 0) {
                first_block = block;
                first = i;
            }
    if (differing > 0)
        explain_first(rule, first_block, first, differing, why);
    return differing == 0;
}
