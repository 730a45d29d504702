/* Results: whether buffers hold in the end what is expected of them. */
#include <stdlib.h>
#include <string.h>

#include "job.h"

/* Of a result, the numbers that are not as expected, and where the first of them is. */
typedef struct Wrong {
    size_t count, first;
    uint32_t block;
    uint8_t actual[8];
} Wrong;

/* What the file says where no pass uses the buffer. */
static bool read_actual(JobFile *job, const JobBuffer *buffer, uint32_t block, uint8_t *bytes)
{
    const JobResource *resource = &buffer->resources[block];
    memcpy(bytes, buffer->blocks[block], buffer->bytes);
    return !resource->storage || resource->info->kind == WCC_CBUFFER ||
           job_read_block(job, resource, bytes);
}

static void compare_block(const JobResult *result, uint32_t block, const uint8_t *actual,
                          Wrong *wrong)
{
    const JobBuffer *expected = result->expected_buffer;
    const size_t size = host_data_format(expected->number)->bytes;
    for (size_t i = 0; i < expected->bytes / size; i++) {
        const uint8_t *number = actual + i * size;
        if (host_data_agrees(&result->how, expected->number, number,
                             expected->blocks[block] + i * size))
            continue;
        if (!wrong->count++) {
            wrong->first = i;
            wrong->block = block;
            memcpy(wrong->actual, number, size);
        }
    }
}

static bool fail_wrong(const JobFile *job, const JobResult *result, const Wrong *wrong)
{
    const JobBuffer *expected = result->expected_buffer;
    const size_t size = host_data_format(expected->number)->bytes;
    Text text = {0};
    job_explain_number(&text, expected->number,
                       expected->blocks[wrong->block] + wrong->first * size);
    host_text_printf(&text, ", and it is ");
    job_explain_number(&text, expected->number, wrong->actual);
    job_fail(&job->source, result->place,
             "%s%s'%s' is not as expected: number %zu should be %s; %zu number%s differ%s",
             result->name.text ? result->name.text : "", result->name.text ? ": " : "",
             result->actual_buffer->resources[wrong->block].name.text, wrong->first,
             text.text ? text.text : "", wrong->count, wrong->count == 1 ? "" : "s",
             wrong->count == 1 ? "s" : "");
    free(text.text);
    return false;
}

static bool check_result(JobFile *job, const JobResult *result)
{
    const JobBuffer *buffer = result->actual_buffer;
    uint8_t *bytes = malloc(buffer->bytes + 1);
    Wrong wrong = {0};
    bool good = true;
    if (!bytes)
        return host_fail(job->source.report, "not enough memory");
    for (uint32_t block = 0; good && block < buffer->array_size.value; block++) {
        good = read_actual(job, buffer, block, bytes) || job_fail_in(&job->source, result->place);
        if (good)
            compare_block(result, block, bytes, &wrong);
    }
    free(bytes);
    return good && (!wrong.count || fail_wrong(job, result, &wrong));
}

bool job_check_results(JobFile *job)
{
    for (size_t i = 0; i < job->pipeline.results.count; i++)
        if (!check_result(job, &job->pipeline.results.items[i]))
            return false;
    return true;
}
