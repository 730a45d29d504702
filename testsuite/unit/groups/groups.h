/* Kernels of this folder, compiled once for all wave sizes and run at each. */
#ifndef WAVECC_TEST_GROUPS_H
#define WAVECC_TEST_GROUPS_H

#include "../../samples/sample.h"

/* testsuite/unit/groups/NAME.hlsl with these options, to tests/FOLDER/NAME; gives its path. */
const char *groups_compile(const char *name, const char *folder, const char *options);
/* Runs an entry point over `groups` groups and reads Out, `count` words. Further arguments are text. */
void groups_run(const char *program, Setting setting, const char *entry, int groups, const char *more, uint32_t *out, size_t count);

#endif
