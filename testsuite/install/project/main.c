/* What a user of the library writes: two kernels of two files, one after the other. */
#include <stdio.h>
#include <stdlib.h>

#include "add.h"
#include "scale.h"

static void must(const WccRuntime *runtime, WccStatus status)
{
    if (status != WCC_OK) {
        fprintf(stderr, "%s\n", wcc_error(runtime));
        exit(1);
    }
}

int main(void)
{
    uint32_t numbers[64];
    WccRuntime *scale = wcc_new(&scale_module, 1), *add = wcc_new(&add_module, 1);
    for (uint32_t i = 0; i < 64; i++)
        numbers[i] = i;
    must(scale, wcc_create(scale, "gNumbers", 64, 1, 1));
    must(scale, wcc_create(scale, "gScaled", 64, 1, 1));
    must(scale, wcc_write(scale, "gNumbers", numbers, sizeof numbers));
    must(scale, scale_ScaleCS(scale, NULL, 1, 1, 1));
    add_Constants constants = {.gSummand = 7};
    add_AddCS_bindings bindings = {.Constants = &constants,
                                   .gScaled = wcc_resource(scale, "gScaled")};
    must(add, add_AddCS(add, &bindings, 1, 1, 1));
    must(scale, wcc_read(scale, "gScaled", numbers, sizeof numbers));
    printf("%u %u\n", numbers[0], numbers[63]);
    wcc_free(add);
    wcc_free(scale);
    return 0;
}
