#include "groups.h"

#include <stdio.h>
#include <string.h>

#include "process.h"

const char *groups_compile(const char *name, const char *folder, const char *options)
{
    static char program[1024]; /* test_build_path reuses its memory */
    char source[256];
    snprintf(source, sizeof source, "testsuite/unit/groups/%s.hlsl", name);
    test_folder(folder);
    snprintf(program, sizeof program, "%s", test_build_path("tests/%s/%s", folder, name));
    sample_compile_source(source, program, options);
    return program;
}

void groups_run(const char *program, Setting setting, const char *entry, int groups, const char *more, uint32_t *out, size_t count)
{
    char path[1100];
    snprintf(path, sizeof path, "%s.bin", program);
    sample_run(program, setting, "-e %s --dispatch %d,1,1 --size Out=%zu --out Out=%s %s", entry, groups, count, path, more);
    bin_read(path, out, count * sizeof *out);
}
