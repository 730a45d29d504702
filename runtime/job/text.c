/* Places in messages, and memory that is freed at once. */
#include "text.h"

#include <stdarg.h>
#include <stdlib.h>

typedef struct JobChunk {
    struct JobChunk *next;
    max_align_t bytes[];
} JobChunk;

void *job_alloc(JobSource *source, size_t count, size_t size)
{
    size_t bytes;
    JobChunk *chunk = NULL;
    if (!__builtin_mul_overflow(count, size, &bytes) &&
        !__builtin_add_overflow(bytes, sizeof *chunk, &bytes))
        chunk = calloc(1, bytes);
    if (!chunk) {
        host_fail(source->report, "not enough memory");
        return NULL;
    }
    chunk->next = source->chunks;
    source->chunks = chunk;
    return chunk->bytes;
}

void job_free_all(JobSource *source)
{
    for (JobChunk *chunk = source->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    source->chunks = NULL;
}

bool job_fail_in(const JobSource *source, JobPlace place)
{
    if (!place.line)
        return false;
    return host_fail_in(source->report, "%.300s:%zu:%zu", source->path, place.line, place.column);
}

bool job_fail(const JobSource *source, JobPlace place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(source->report->error, sizeof source->report->error, format, arguments);
    va_end(arguments);
    return job_fail_in(source, place);
}
