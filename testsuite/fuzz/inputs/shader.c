/* libFuzzer: any bytes as HLSL, from the preprocessor to the emitted C. */
#include "compile.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_compile(bytes, count, NULL);
    return 0;
}
