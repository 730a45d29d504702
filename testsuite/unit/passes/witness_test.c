/* A pass that says it has changed nothing has changed nothing, of all samples and what the benches race: --verify names
 * those of which the kernel's text says otherwise. */
#include <glob.h>

#include "process.h"
#include "test.h"

static void verify_all(const char *pattern)
{
    glob_t files;
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        Process process = PROCESS_RUN(test_build_path("wavecc"), files.gl_pathv[i], "--verify", "--emit=plan",
                                      "--wave-size=32", "--target=x86-64-v3");
        if (process.status != 1) /* an entry point for waves of other sizes, or none */
            process_expect(&process, 0, files.gl_pathv[i]);
        process_free(&process);
    }
    globfree(&files);
}

SLOW_TEST(passes_say_when_they_change_samples) { verify_all("samples/*/*.hlsl"); }
SLOW_TEST(passes_say_when_they_change_what_benches_race) { verify_all("testsuite/bench/families/*.hlsl"); }
