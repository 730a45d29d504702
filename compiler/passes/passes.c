/* The list of passes: pass.def as a table. */
#include "passes.h"

const Pass PASSES[] = {
#define PASS(name, least_optimisation, text) {#name, pass_##name, least_optimisation, text},
#include "pass.def"
#undef PASS
};
const int PASS_COUNT = COUNT_OF(PASSES);
