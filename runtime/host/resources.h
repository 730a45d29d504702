/* resources: memory as kernels see it. Data flows
 *
 *     file or values --read--> Array --fill--> Storage <--kernel--> Storage --save--> file */
#ifndef WCC_RESOURCES_H
#define WCC_RESOURCES_H

#include "formats/formats.h"

typedef enum KindClass {
    CLASS_CONSTANTS, CLASS_TYPED, CLASS_STRUCTURED, CLASS_RAW, CLASS_TEXTURE, CLASS_SAMPLER
} KindClass;

typedef struct KindInfo {
    KindClass class;
    bool writable;
    uint32_t dimensions; /* of one slice */
    bool array;          /* --size takes one more number, the slices */
    uint32_t faces;      /* slices per array element */
    const char *missing; /* what cannot be done with it, in words */
} KindInfo;

/* Texels; buffers: elements (raw: bytes), 1, 1. Slices and faces count as depth. */
typedef struct Extent {
    uint32_t width, height, depth;
} Extent;

/* A side of 2^31 - 1 texels has 31 levels. */
enum { MAX_MIPS = 31 };

typedef struct Storage {
    uint32_t references;
    WccResource view;
    uint32_t counter;
    size_t bytes; /* of view.data, without the 64 past the end */
    const WccResourceInfo *info; /* the declaration it was made for */
    WccLevel levels[MAX_MIPS];   /* view.mips of them, where there are several */
} Storage;

/* From data to the last element's end; 0: nothing in it. */
static inline uint64_t host_bytes_of_level(uint64_t width, uint64_t height, uint64_t depth, uint64_t stride,
                                           uint64_t row_pitch, uint64_t slice_pitch)
{
    if (!width || !height || !depth)
        return 0;
    return (depth - 1) * slice_pitch + (height - 1) * row_pitch + width * stride;
}

/* Of the view's first level. */
static inline uint64_t host_bytes_of_view(const WccResource *view)
{
    return host_bytes_of_level(view->width, view->height, view->depth, view->stride, view->row_pitch, view->slice_pitch);
}

/* resources.c */

const KindInfo *host_kind(const WccResourceInfo *info);
bool host_is_texture(const WccResourceInfo *info);
bool host_is_raw(const WccResourceInfo *info);
/* A texture of one 2D slice. */
bool host_is_picture(const WccResourceInfo *info);
/* Append and consume buffers, whose counter says how many elements mean something. */
bool host_is_counted(const WccResourceInfo *info);
/* Its depth means something: an array, a cube or a volume. */
bool host_has_slices(const WccResourceInfo *info);
/* Parses "1920x1080" for this kind. */
bool host_parse_extent(Report *report, const WccResourceInfo *info, const char *text,
                       Extent *extent);
Extent host_extent_of(const WccResourceInfo *info, const WccResource *view);
/* Of a cbuffer, in bytes. */
Extent host_constants_extent(const WccResourceInfo *info);
bool host_same_extent(Extent left, Extent right);
/* "1920x1080" into text of at least 48 bytes; gives text. */
const char *host_spell_extent(const WccResourceInfo *info, Extent extent, char *text);
/* The sizes and pitches of one level, and the bytes that it takes. */
bool host_lay_out(Report *report, const WccResourceInfo *info, Extent extent, WccResource *view,
                  size_t *bytes);
/* From a cache line on, with the 64 bytes past the end; as much as a huge page (2 MiB), in such pages. */
void *host_new_bytes(Report *report, size_t bytes);
/* The same zeroed. */
void *host_new_data(Report *report, size_t bytes);
/* Zeroed memory; one reference. Fails over HOST_MAX_BYTES. */
Storage *host_new_storage(Report *report, const WccResourceInfo *info, Extent extent);
/* No memory yet, and a hidden counter at 0. */
Storage *host_new_empty(Report *report, const WccResourceInfo *info);
Storage *host_share_storage(Storage *storage);
void host_drop_storage(Storage *storage); /* NULL is fine */
/* The same contents and counter in new memory. */
Storage *host_copy_storage(Report *report, const Storage *storage);
/* Fails where what was made for one declaration cannot be bound to the other, whatever its size. */
bool host_check_fits(Report *report, const WccResourceInfo *held, const WccResourceInfo *info);
/* What `storage` is when bound to `info`; fails where the types do not fit. *view gets the
 * sizes, and the counter where it has one. */
bool host_view_storage(Report *report, Storage *storage, const WccResourceInfo *info,
                       WccResource *view);
/* A view's memory in one piece after another: lines run over y, then over slices. */
uint8_t *host_view_line(const WccResource *view, uint32_t line);
uint32_t host_view_lines(const WccResource *view);
size_t host_view_line_bytes(const WccResourceInfo *info, const WccResource *view);

/* mips.c */

/* Fails where the declaration has room for one level only. */
bool host_may_have_mips(Report *report, const WccResourceInfo *info);
/* A copy of a view's texels with this many levels, 0: all. */
Storage *host_new_mips(Report *report, const WccResourceInfo *info, const WccResource *view,
                       uint32_t mips);
/* The same of what a kernel writes, to be saved. */
Storage *host_mips_of(Report *report, const WccResourceInfo *info, const WccResource *view,
                      uint32_t mips);

/* Zeroed, with this many levels. */
Storage *host_new_levels(Report *report, const WccResourceInfo *info, Extent extent, uint32_t mips);
/* One level of a view, as a view of its own. */
WccResource host_level_view(const WccResourceInfo *info, const WccResource *view, uint32_t level);

/* resource_formats.c: which formats of texels a declaration may have */

bool host_is_typed(const WccResourceInfo *info);
/* Fails where the declaration is not typed, or of other numbers than the format's. */
bool host_check_texel_format(Report *report, const WccResourceInfo *info,
                             const TexelFormat *format);
/* The same of a file, which may be in the declaration's own format too, as files written here are. */
bool host_check_file_format(Report *report, const WccResourceInfo *info,
                            const TexelFormat *format);
/* As host_check_texel_format; and where kernels write it, they must be able to. */
bool host_check_resource_format(Report *report, const WccResourceInfo *info,
                                const TexelFormat *format);
/* The format that the declaration itself stands for; fails where DXGI has none. */
const TexelFormat *host_native_format(Report *report, const WccResourceInfo *info);
/* Parses "1920x1080:R8_UNORM"; *format is NULL where there is no colon. */
bool host_parse_size(Report *report, const WccResourceInfo *info, const char *text, Extent *extent,
                     const TexelFormat **format);

/* typed_memory.c: encoded texels, and memory of the declared type that holds only what a format
 * can */

/* unorm and snorm floats hold 0..1 and -1..1; NaN is 0 (D3D functional specification, 3.2.3). Of other
 * declarations nothing changes. */
void host_clamp_normalised(const WccResourceInfo *info, uint8_t *memory, size_t count);
/* Memory of the declaration holds numbers that the format does not; NULL is the native one. */
bool host_rounds(const WccResourceInfo *info, const TexelFormat *format);
/* All numbers, through the format and back. */
void host_round_view(const WccResourceInfo *info, const WccResource *view,
                     const TexelFormat *format);
/* New storage of a MEANING_TEXTURE, decoded, with its levels; given and format as in
 * host_load_array. */
Storage *host_load_texture(Report *report, const WccResourceInfo *info, const Array *array,
                           const Extent *given, const TexelFormat *format);
/* The same of bytes that are encoded in the format. */
Storage *host_load_encoded(Report *report, const WccResourceInfo *info, const Array *array,
                           const Extent *given, const TexelFormat *format);
/* All levels of a texture, or all elements, as a MEANING_TEXTURE. */
bool host_encode_view(Report *report, const WccResourceInfo *info, const WccResource *view,
                      const TexelFormat *format, Array *array);

/* fields.c and layout.c */

/* Of a field: its array elements (1 where it is no array), the scalars in one, row by row, and
 * where such a scalar lies. */
uint32_t host_field_elements(const WccField *field);
uint32_t host_field_scalars(const WccField *field);
uint32_t host_field_offset(const WccField *field, uint32_t element, uint32_t scalar);
bool host_new_layout(Report *report, const WccResourceInfo *info, Layout *layout);
void host_free_layout(Layout *layout);
/* All scalars have one type and nothing lies between them. */
bool host_is_uniform_layout(const Layout *layout, Number *number);

/* struct_fields.c: the fields of structs in .npy files */

/* NumPy's dtype of a struct with these fields and no gaps; malloc'd, NULL without memory. */
char *host_new_dtype(const WccResourceInfo *info);
/* Without the indices of arrays: "lights[1].colour" lies at "lights.colour". */
char *host_new_field_path(const WccField *field);
/* The arrays that it lies in, by its own indices, and its own. */
void host_add_field_sides(Sides *sides, const WccField *field);
/* Where each scalar of the layout lies in a record; fails where a field is missing, unknown, or of
 * another shape. */
bool host_match_records(Report *report, const WccResourceInfo *info, const Records *records,
                        Scalar *sources);

/* struct_tree.c: structs and cbuffers in .json files */

/* One element from an object; fails where a member is missing, unknown or of another shape. What a
 * cbuffer's members are without may be missing. */
bool host_fill_from_tree(Report *report, const WccResourceInfo *info, const TreeNode *node,
                         uint8_t *target);

/* load.c: arrays into storage */

/* Reads a file or values in place. */
bool host_read_source(Report *report, const char *source, Array *array);
/* New storage with the array's contents. `given` is the size asked for or NULL: then the
 * array's shape says it. A buffer may be longer than its contents; the rest is 0. Append and
 * consume counters get the number of elements filled. Bytes are encoded in the format (NULL: the
 * native one), and numbers are rounded to what it holds. */
Storage *host_load_array(Report *report, const WccResourceInfo *info, const Array *array,
                         const Extent *given, const TexelFormat *format);
/* Both. */
Storage *host_load_source(Report *report, const WccResourceInfo *info, const char *source,
                          const Extent *given, const TexelFormat *format);
/* save.c: views into arrays, files and text */

/* How many elements of a view mean something: the appended ones, the one of a cbuffer, or all. */
uint32_t host_live_elements(Report *report, const WccResourceInfo *info, const WccResource *view);
/* What a view holds, as files take it; both are to be freed in any case. */
bool host_extract_view(Report *report, const WccResourceInfo *info, const WccResource *view,
                       Array *array, Layout *layout);
/* What holds bytes or textures gets them encoded in the format; NULL: the native one. */
bool host_save_view(Report *report, const WccResourceInfo *info, const WccResource *view,
                    const TexelFormat *format, const char *path);
/* Prints the first `limit` elements, one a line as in .txt; *left gets how many there are
 * besides. */
bool host_print_view(Report *report, const WccResourceInfo *info, const WccResource *view,
                     uint64_t limit, FILE *out, uint64_t *left);

#endif
