/* The header of a .dds file as a Texture, and back. */
#ifndef WCC_DDS_HEADER_H
#define WCC_DDS_HEADER_H

#include "formats/formats.h"

/* Looks at `count` bytes; the texels stand behind the first *header_bytes of them. The sizes are
 * as the file has them: host_measure_texture judges them. */
bool dds_read_header(Report *report, const uint8_t *bytes, size_t count, Texture *texture,
                     size_t *header_bytes);
/* With DirectX 10's extension where DirectX 9 cannot say it: fewer programs read that. */
void dds_write_header(const Texture *texture, Text *out);

#endif
