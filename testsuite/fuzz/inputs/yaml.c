/* libFuzzer: any bytes as the pipeline.yaml of a conformance test. */
#include <stdint.h>

#include "../../wavetest/description.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    Reader reader = {arena_new("fuzz"), "x.test", NULL};
    Part part = {"pipeline.yaml",
                 {arena_copy_text(reader.arena, (const char *)bytes, count), count},
                 1};
    describe_pipeline(&reader, &part);
    arena_drop(reader.arena);
    return 0;
}
