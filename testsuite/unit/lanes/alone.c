/* A runner of these tests alone, for other machine levels: see lanes_test.h. */
#ifdef LANES_ALONE
#include "test.h"

static struct CMUnitTest tests[256];
static size_t count;

void test_add(const char *name, CMUnitTestFunction run, void *state)
{
    tests[count++] = (struct CMUnitTest){name, run, NULL, NULL, state};
}
void test_add_slow(const char *name, CMUnitTestFunction run, void *state) { test_add(name, run, state); }

int main(void) { return _cmocka_run_group_tests("lanes", tests, count, NULL, NULL); }
#else
typedef int not_empty;
#endif
