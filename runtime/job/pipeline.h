/* pipeline: what the public offload-test-suite says of a test in its pipeline.yaml, in a job:
 * buffers of numbers, at which registers they are bound, samplers, and what must be in the buffers
 * in the end. A job may have these beside keys of its own. */
#ifndef WCC_JOB_PIPELINE_H
#define WCC_JOB_PIPELINE_H

#include "keys.h"
#include "numbers/numbers.h"
#include "numbers/suite.h"

typedef struct JobLists {
    JobList *items;
    size_t count;
} JobLists;

/* Texels of the first level. */
typedef struct JobProps {
    JobPlace place;
    JobCount width, height, depth, mips;
} JobProps;

typedef struct JobBuffer {
    JobText name, format, fill_value;
    JobPlace place;
    JobCount channels, stride, array_size, fill_size, zero_size;
    JobLists data; /* one list, or one for each block */
    JobProps props;
    /* pipeline.c */
    DataFormat number;
    size_t bytes;     /* of a block */
    uint8_t **blocks; /* array_size of them: what the file says */
    struct JobResource *resources; /* one for each block */
} JobBuffer;

typedef struct JobBuffers {
    JobBuffer *items;
    size_t count;
} JobBuffers;

typedef struct JobRegister {
    JobPlace place;
    JobCount number, space;
} JobRegister;

/* A buffer or sampler by name, and where it is bound. */
typedef struct JobDescriptor {
    JobText name, kind;
    JobPlace place;
    JobRegister at; /* or */
    JobCount heap_index;
    /* pipeline.c */
    const struct JobKind *what;
    const JobBuffer *buffer; /* NULL: a sampler */
} JobDescriptor;

typedef struct JobDescriptors {
    JobPlace place;
    JobDescriptor *items;
    size_t count;
} JobDescriptors;

typedef struct JobDescriptorSets {
    JobDescriptors *items;
    size_t count;
} JobDescriptorSets;

typedef struct JobResult {
    JobText name, rule, actual, expected, denorms, epsilon, zero_tolerance;
    JobCount ulps;
    JobPlace place;
    /* pipeline.c */
    DataRule how;
    const JobBuffer *actual_buffer, *expected_buffer;
} JobResult;

typedef struct JobResults {
    JobResult *items;
    size_t count;
} JobResults;

typedef struct JobDispatch {
    JobPlace place;
    JobList groups;
} JobDispatch;

/* The state of a sampler in the suite's words. */
typedef struct JobSuiteSampler {
    JobText kind, min, mag, mip, address, comparison, min_lod, max_lod, bias;
    JobList border;
} JobSuiteSampler;

typedef struct JobPipeline {
    JobBuffers buffers;
    JobDescriptorSets sets;
    JobResults results;
    JobDispatch dispatch;
} JobPipeline;

/* pipeline_keys.c */

extern const KeyTable job_buffer_table, job_descriptors_table, job_result_table,
    job_dispatch_table;

/* pipeline_samplers.c */

/* The words that --set takes, for a state in the suite's, which has other defaults. */
bool job_spell_suite_sampler(JobSource *source, const JobSuiteSampler *state, JobText *words);

/* pipeline_numbers.c */

/* The buffer's numbers as bytes, block by block. */
bool job_read_buffer(JobSource *source, JobBuffer *buffer);
/* Whether it is a Format of the suite's. */
bool job_is_data_format(const char *name);
/* So many numbers are an element. */
uint32_t job_channels_of(const JobBuffer *buffer);
Number job_number_of(DataFormat format);
/* "1.5 (0x3fc00000)" */
void job_explain_number(Text *out, DataFormat format, const void *value);

#endif
