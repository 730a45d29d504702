/* libFuzzer: any bytes as IR text, read, run through the passes and emitted. */
#include "compile.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_compile(bytes, count, "-xir");
    return 0;
}
