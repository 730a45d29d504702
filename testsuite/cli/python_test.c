/* The Python package, under Debian's Python with NumPy: testsuite/python/wavecc_test.py. */
#define _GNU_SOURCE
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "process.h"

#ifndef __SANITIZE_ADDRESS__ /* Python would have to be linked with it */
SLOW_TEST(the_python_package_holds_what_its_tests_say)
{
    setenv("WAVECC_HOME", test_build_folder(), 1);
    setenv("WAVECC_CACHE", test_folder("python-cache"), 1);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    process_leave_c_as_written();
    Process process = PROCESS_RUN("/usr/bin/python3", "-X", "faulthandler", "testsuite/python/wavecc_test.py");
    process_optimise_c();
    process_expect(&process, 0, "/usr/bin/python3 testsuite/python/wavecc_test.py");
    process_free(&process);
    unsetenv("WAVECC_CACHE");
    unsetenv("WAVECC_HOME");
}
#endif
