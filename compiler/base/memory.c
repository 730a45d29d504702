/* What happens when there is no more memory: the compiler has no other way out of its depths. */
#include "base.h"

#include <stdlib.h>

static _Thread_local jmp_buf *escape;

void memory_escape(jmp_buf *way_out) { escape = way_out; }

_Noreturn void stop_out_of_memory(const char *lifetime, size_t size)
{
    if (escape != NULL)
        longjmp(*escape, 1);
    fprintf(stderr, "wavecc: out of memory: %zu bytes for '%s'\n", size, lifetime);
    exit(3);
}
