/* Libraries with AddressSanitizer need its runtime in the process before anything else: the fuzzer
 * starts itself anew with it. Arrays on the stack of a kernel then have fences of their own, as its
 * resources have in memory.c. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"
#include "process.h"

enum { QUERY_SECONDS = 60 };

/* As the compiler has it; NULL: nothing. */
static char *runtime_of(const char *compiler)
{
    bool is_clang = strstr(compiler, "clang") != NULL;
    Process process = process_run(
        (const char *const[]){compiler, is_clang ? "-print-file-name=libclang_rt.asan-x86_64.so"
                                                 : "-print-file-name=libasan.so",
                              NULL},
        QUERY_SECONDS);
    char *path = process.status == 0 ? strndup(process.out, strcspn(process.out, "\n")) : NULL;
    process_free(&process);
    return path;
}

bool fuzz_load_sanitizer(const char *compiler, char **arguments)
{
    static const char LOADED[] = "FUZZ_SANITIZER";
    char *path = getenv(LOADED) == NULL ? runtime_of(compiler) : NULL;
    if (getenv(LOADED) != NULL) {
        unsetenv("LD_PRELOAD"); /* C compilers do without */
        return true;
    }
    if (path == NULL || *path != '/')
        return false;
    setenv(LOADED, compiler, 1);
    setenv("LD_PRELOAD", path, 1);
    /* the fuzzer leaves its own memory to exit; what kernels fault on is a signal of theirs */
    setenv("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=0:abort_on_error=1", 0);
    execv("/proc/self/exe", arguments);
    return false;
}
