/* Bytes as the compiler's input: all stages up to the C, in this process. */
#ifndef WAVECC_FUZZ_COMPILE_H
#define WAVECC_FUZZ_COMPILE_H

#include <stddef.h>
#include <stdint.h>

/* `option`: one more, or NULL. Aborts on an internal error: any bytes are a shader, wrong or right. */
void fuzz_compile(const uint8_t *bytes, size_t count, const char *option);

#endif
