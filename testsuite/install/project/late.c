/* A kernel of text that is known while the program runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wavecc/wavecc.h>
#include <wavecc/wcc_rt.h>

int main(void)
{
    static const char text[] = "RWStructuredBuffer<uint> o;"
                               "[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = i * i; }";
    static const char *const arguments[] = {"-O0", "--wave-size=4"};
    WaveccOptions options = {.arguments = arguments, .argument_count = 2, .cache = getenv("LATE_CACHE")};
    WaveccKernel *kernel = wavecc_compile(text, strlen(text), "squares.hlsl", &options);
    unsigned values[4] = {0};
    fputs(wavecc_messages(kernel), stderr);
    WccRuntime *runtime = wavecc_module(kernel) != NULL ? wcc_new(wavecc_module(kernel), 1) : NULL;
    if (runtime == NULL || wcc_create(runtime, "o", 4, 1, 1) != WCC_OK ||
        wcc_dispatch(runtime, "main", 1, 1, 1) != WCC_OK ||
        wcc_read(runtime, "o", values, sizeof values) != WCC_OK)
        return 1;
    printf("%u %u %u %u\n", values[0], values[1], values[2], values[3]);
    wcc_free(runtime);
    wavecc_free(kernel);
    return 0;
}
