/* OpenEXRCore, opened when an .exr is read or written: few executables need it, and the others
 * start without it. Its structs are those of one soname. */
#ifndef WCC_EXR_LIBRARY_H
#define WCC_EXR_LIBRARY_H

#include <OpenEXR/openexr.h>

#include "numbers/numbers.h"

#define EXR_SONAME "libOpenEXRCore-3_1.so.30"
#define EXR_PACKAGE "libopenexr-3-1-30"

/* What we call of it. */
#define EXR_FUNCTIONS(F) \
    F(start_read) F(start_write) F(finish) F(get_error_code_as_string) F(get_count) \
    F(get_compression) F(get_storage) F(get_channels) F(get_data_window) F(get_display_window) \
    F(get_scanlines_per_chunk) F(get_tile_sizes) F(get_chunk_count) \
    F(read_scanline_chunk_info) F(read_tile_chunk_info) F(read_chunk) F(get_name) \
    F(decoding_initialize) F(decoding_choose_default_routines) F(decoding_update) \
    F(decoding_run) F(decoding_destroy) \
    F(add_part) F(initialize_required_attr_simple) F(add_channel) F(write_header) \
    F(write_scanline_chunk_info) F(encoding_initialize) F(encoding_choose_default_routines) \
    F(encoding_update) F(encoding_run) F(encoding_destroy)

#define EXR_POINTER(name) __typeof__(exr_##name) *name;
typedef struct ExrLibrary {
    void *handle;
    EXR_FUNCTIONS(EXR_POINTER)
} ExrLibrary;
#undef EXR_POINTER

/* To be closed in any case. Fails where there is no such library, and names the package. */
bool host_open_exr(Report *report, const char *soname, ExrLibrary *library);
void host_close_exr(ExrLibrary *library);

#endif
