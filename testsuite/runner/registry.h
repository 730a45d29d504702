/* registry: the tests of this program, and which of them this run picked. */
#ifndef WAVECC_REGISTRY_H
#define WAVECC_REGISTRY_H

#include "test.h"

typedef enum Speed { QUICK, SLOW } Speed;

typedef struct TestCase {
    struct CMUnitTest unit;
    Speed speed;
} TestCase;

typedef struct TestList {
    TestCase *cases;
    size_t count;
} TestList;

/* Those whose name contains `substring` (NULL: all) and that are no slower, sorted by name. They
 * stay the answer of test_is_picked; the list belongs to the registry. */
TestList registry_pick(const char *substring, Speed slowest);
void registry_drop(void);

/* How much of a test's name says where it stands: the C file of a TEST, the folder of a golden
 * file. Tests that stand in one place share what they keep in memory and on disk, so they run one
 * after the other. */
size_t test_place_length(const TestCase *test);

#endif
