/* libFuzzer: any bytes as a data file of an executable: the first picks the format, which a file's name says, and that of
 * texels. What is read goes into a buffer of structs and typed resources. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/files.h"
#include "files/lcov.h"
#include "host/resources.h"

static const WccField fields[] = {{"a", "float", 0, WCC_F32, 1, 1, 0, 4, 0, 0, NULL},
                                  {"b", "uint3", 4, WCC_U32, 1, 3, 0, 4, 0, 0, NULL}};
static const WccResourceInfo targets[] = {
    {"s", "StructuredBuffer<S>", WCC_STRUCTURED, 't', 0, 0, 0, 0, WCC_U32, 1, 16, 0, fields, 2, NULL},
    {"p", "Texture2D<float4>", WCC_TEXTURE2D, 't', 1, 0, 0, 1, WCC_F32, 4, 16, 0, NULL, 0, NULL},
    {"h", "Buffer<half2>", WCC_BUFFER, 't', 2, 0, 0, 2, WCC_F16, 2, 4, 0, NULL, 0, NULL},
    {"c", "TextureCube<float4>", WCC_TEXTURECUBE, 't', 3, 0, 0, 3, WCC_F32, 4, 16, 0, NULL, 0, NULL},
    {"v", "Texture3D<float>", WCC_TEXTURE3D, 't', 4, 0, 0, 4, WCC_F32, 1, 4, 0, NULL, 0, NULL},
    {"a", "Texture2DArray<uint2>", WCC_TEXTURE2D_ARRAY, 't', 5, 0, 0, 5, WCC_U32, 2, 8, 0, NULL, 0, NULL},
};

static void read_lcov(const uint8_t *bytes, size_t count)
{
    Report report = {.program = "fuzz"};
    char *text = strndup((const char *)bytes, count);
    LcovRows rows = {0};
    Text again = {0};
    if (lcov_read(&report, text, &rows)) {
        lcov_sum(&rows);
        lcov_write(&rows, &again);
    }
    free(again.text);
    free(rows.items);
    free(text);
}

/* Written anew each time. */
static void write_file(const char *path, const uint8_t *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static const char *const FORMATS[] = {"png", "png:srgb", "npy", "bin", "csv", "txt", "exr", "exr:a", "hdr", "pfm", "npz", "npz:a", "json",
                                          "dds"};
    const char *format = FORMATS[count ? bytes[0] % (sizeof FORMATS / sizeof *FORMATS) : 0];
    char typed[64], path[64];
    if (count == 0)
        return 0;
    if (bytes[0] == 'l')
        read_lcov(bytes + 1, count - 1);
    snprintf(typed, sizeof typed, "/dev/shm/wavecc-fuzz-%ld.%s", (long)getpid(), format);
    snprintf(path, sizeof path, "%.*s", (int)host_path_length(typed), typed);
    write_file(path, bytes + 1, count - 1);
    Report report = {.program = "fuzz"};
    Array array = {0};
    if (host_read_source(&report, typed, &array))
        for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
            host_drop_storage(host_load_array(&report, &targets[i], &array, NULL, host_dxgi_format(bytes[0])));
    host_free_array(&array);
    unlink(path);
    return 0;
}
