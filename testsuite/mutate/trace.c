/* Which code of a program ran: gcc's -fsanitize-coverage=trace-pc calls this at each basic block. A bit for each
 * place called from, in the file $WAVECC_TRACE.PROGRAM, which stays however the program ends; forked processes
 * share it. Bit i: a call that returns to 4 i .. 4 i + 3 behind where the program begins (calls are longer). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BYTES = 1 << 20 };

static struct {
    uint8_t *bits; /* NULL: nobody asked */
    uintptr_t begin;
} trace;

__attribute__((constructor(101))) static void open_trace(void)
{
    char path[4096];
    const char *start = getenv("WAVECC_TRACE");
    if (!start || trace.bits)
        return;
    snprintf(path, sizeof path, "%s.%s", start, program_invocation_short_name);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, BYTES))
        return;
    void *bits = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    trace.begin = getauxval(AT_PHDR) & ~(uintptr_t)4095;
    trace.bits = bits == MAP_FAILED ? NULL : bits;
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    uintptr_t place = ((uintptr_t)__builtin_return_address(0) - trace.begin) / 4;
    if (!trace.bits || place / 8 >= BYTES)
        return;
    uint8_t *byte = &trace.bits[place / 8], bit = (uint8_t)(1u << place % 8);
    if (!(__atomic_load_n(byte, __ATOMIC_RELAXED) & bit))
        __atomic_fetch_or(byte, bit, __ATOMIC_RELAXED);
}
