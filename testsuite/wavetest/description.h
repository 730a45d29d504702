/* description: what a test's pipeline.yaml says: buffers of numbers, what is bound, and the
 * rules for what the buffers must hold in the end. */
#ifndef WAVETEST_DESCRIPTION_H
#define WAVETEST_DESCRIPTION_H

#include "numbers/suite.h"
#include "testfile.h"

typedef struct Extent3 { uint32_t width, height, depth, mips; } Extent3;

typedef struct DataBuffer {
    const char *name;
    DataFormat format;
    uint32_t channels, stride, array_size;
    size_t bytes;       /* of one block */
    uint8_t **initial;  /* array_size blocks, as the test gives them */
    uint8_t **blocks;   /* the same for the present run */
    uint32_t *counters; /* array_size of them */
    bool has_counters;  /* print them */
    Extent3 extent;     /* width 0: not given */
    int line;
} DataBuffer;

typedef enum ResourceKind { /* order of KINDS in describe.c */
                            KIND_BUFFER,
                            KIND_STRUCTURED,
                            KIND_BYTEADDRESS,
                            KIND_TEXTURE2D,
                            KIND_RWBUFFER,
                            KIND_RWSTRUCTURED,
                            KIND_RWBYTEADDRESS,
                            KIND_RWTEXTURE2D,
                            KIND_CONSTANTS,
                            KIND_SAMPLER,
                            KIND_SAMPLED_TEXTURE2D,
                            KIND_ACCELERATION,
                            KIND_COUNT
} ResourceKind;

typedef struct KindRow {
    const char *name;
    char register_class;
    bool is_written;     /* by the shader: read back after the run */
    const char *missing; /* why it cannot be tested here; NULL: it can */
} KindRow;

typedef struct SamplerState {
    const char *name;
    int min_filter, mag_filter, mip_filter, address, comparison, kind; /* in describe.c's names */
    double min_lod, max_lod, bias, border[4];
    int line;
} SamplerState;

typedef struct ResourceBinding {
    const char *name;
    int kind; /* ResourceKind */
    uint32_t register_index, space, heap_index;
    bool has_register, has_heap_index, has_counter;
    DataBuffer *buffer;    /* NULL: a sampler */
    SamplerState *sampler;
    int line;
} ResourceBinding;

typedef struct ResultRule {
    const char *name, *actual_name, *expected_name;
    int rule, denorm_mode; /* RuleKind, DenormMode */
    uint32_t ulps;
    double epsilon, zero_tolerance;
    const DataBuffer *actual, *expected;
    int line;
} ResultRule;

typedef struct Description {
    const char *entry;
    int entry_line;
    uint32_t groups[3];
    VEC(DataBuffer *) buffers;
    VEC(SamplerState) samplers;
    VEC(ResultRule) results;
    Text printed; /* by printf, in the present run */
    VEC(ResourceBinding) bindings; /* of all descriptor sets */
} Description;

/* numbers.c */

/* As LLVM's YAML prints it: %g, decimal, or 0xABC. Float16 in hexadecimal. */
void number_print(Text *out, DataFormat format, const void *value);
/* For people: the value, then its bits: "1.5 (0x3fc00000)". */
void number_explain(Text *out, DataFormat format, const void *value);
double number_to_double(DataFormat format, const void *value);
void number_from_double(DataFormat format, double value, void *target);

/* describe.c */

extern const KindRow KINDS[KIND_COUNT];
/* Reads the YAML of a part; NULL after a fault. */
Description *describe_pipeline(Reader *reader, const Part *part);
/* Fills the blocks with their initial contents, and the counters with 0. */
void description_reset(Description *description);
/* What the present run printed by printf. */
const char *description_printed(const Description *description);

/* print_buffers.c */

/* The buffers as the suite's tool prints them, for FileCheck. */
void description_print(Text *out, const Description *description);

/* rules.c */

/* Whether one element is as expected. */
bool rule_accepts(const ResultRule *rule, DataFormat format, const void *actual,
                  const void *expected);
/* Whether all of the buffers is; if not, `why` names the first element that differs. */
bool rule_check(const ResultRule *rule, Text *why);

#endif
