#include "groups.h"

#include <stdio.h>
#include <string.h>

#include "process.h"

const char *groups_compile(const char *name, const char *folder, const char *options)
{
    char words[2304], source[256], *rest = words;
    const char *argv[24] = {test_build_path("wavecc"), source, "--verify"};
    int count = 3;
    snprintf(words, sizeof words, "%s", options);
    snprintf(source, sizeof source, "testsuite/unit/groups/%s.hlsl", name);
    for (char *word; (word = strtok_r(rest, " ", &rest)) && count < 20;)
        argv[count++] = word;
    test_folder(folder);
    const char *program = test_build_path("tests/%s/%s", folder, name);
    argv[count++] = "-o";
    argv[count++] = program;
    Process process = process_run(argv, PROCESS_SECONDS);
    process_expect(&process, 0, source);
    process_free(&process);
    return program;
}

void groups_run(const char *program, Setting setting, const char *entry, int groups, const char *more, uint32_t *out, size_t count)
{
    char path[1100];
    snprintf(path, sizeof path, "%s.bin", program);
    sample_run(program, setting, "-e %s --dispatch %d,1,1 --size Out=%zu --out Out=%s %s", entry, groups, count, path, more);
    bin_read(path, out, count * sizeof *out);
}
