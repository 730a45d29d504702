/* suite: numbers as the public offload-test-suite has them in its pipeline.yaml: their formats, how
 * they are written, and when two of them are as near to each other as its rules ask. wavetest has
 * them, too, and a Text and a NameList of its own: nothing else is included here. */
#ifndef WCC_SUITE_NUMBERS_H
#define WCC_SUITE_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum DataFormat {
    FORMAT_HEX8,
    FORMAT_HEX16,
    FORMAT_HEX32,
    FORMAT_HEX64,
    FORMAT_UINT16,
    FORMAT_UINT32,
    FORMAT_UINT64,
    FORMAT_INT16,
    FORMAT_INT32,
    FORMAT_INT64,
    FORMAT_FLOAT16,
    FORMAT_FLOAT32,
    FORMAT_FLOAT64,
    FORMAT_DEPTH32,
    FORMAT_BOOL,
    FORMAT_COUNT
} DataFormat;

typedef enum DataClass { DATA_HEX, DATA_UNSIGNED, DATA_SIGNED, DATA_FLOAT } DataClass;

typedef struct FormatInfo {
    const char *name;
    DataClass class;
    uint32_t bytes;
} FormatInfo;

typedef enum RuleKind { RULE_EXACT, RULE_ULP, RULE_EPSILON, RULE_COUNT } RuleKind;
typedef enum DenormMode { DENORM_ANY, DENORM_FTZ, DENORM_PRESERVE, DENORM_COUNT } DenormMode;

/* How near is near enough. */
typedef struct DataRule {
    RuleKind kind;
    DenormMode denorms;
    uint32_t ulps;
    double epsilon, zero_tolerance;
} DataRule;

/* suite_formats.c */

const FormatInfo *host_data_format(DataFormat format);
bool host_is_float_data(DataFormat format);
/* One number from text as LLVM's YAML reads it (0x, 0b, 0o and octal; Float16 as the bits of
 * it); false: none. */
bool host_parse_data(DataFormat format, const char *text, void *target);

/* suite_rules.c */

extern const char *const host_rule_names[RULE_COUNT];
extern const char *const host_denorm_names[DENORM_COUNT];
/* Whether one number is as expected. Follows the suite's lib/Support/Check.cpp. */
bool host_data_agrees(const DataRule *rule, DataFormat format, const void *actual,
                      const void *expected);

#endif
