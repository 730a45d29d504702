/* files: reading Arrays from files and writing them, one file of ours a format. */
#ifndef WCC_FILES_H
#define WCC_FILES_H

#include "numbers/numbers.h"
#include "zip.h"

typedef struct Bytes {
    uint8_t *data;
    size_t count;
} Bytes;

/* What can be written into a file. */
typedef enum FileHolds {
    HOLDS_NUMBERS,  /* any */
    HOLDS_BYTES,    /* any, as they lie */
    HOLDS_PICTURES, /* 2D textures */
    HOLDS_TEXTURES  /* of every kind: MEANING_TEXTURE */
} FileHolds;

/* `option` is what follows the file's name and a colon, "" for nothing. */
typedef struct FileFormat {
    const char *extension; /* ".png" */
    bool (*read)(Report *report, Bytes bytes, const char *option, Array *array);
    bool (*write)(Report *report, const Array *array, const Layout *layout, const char *option,
                  Text *out);
    const char *missing; /* instead of read and write: not supported yet, and what to use */
    FileHolds holds;
    bool is_archive; /* of several arrays, each under the name that the option is */
    const char *in_options, *out_options; /* their words; NULL: none, "*": what the format says */
    bool (*find_library)(Report *report); /* which it wants; NULL: none */
} FileFormat;

/* "photo.png:srgb": a path and what is to be known of what it holds. */
typedef struct FileName {
    char *path; /* to be freed */
    const char *option;
    const FileFormat *format;
} FileName;

typedef enum Direction { FILE_IN, FILE_OUT } Direction;

/* file_formats.c */

/* Takes "FILE" or "FILE:OPTION" apart: the file's name ends at the first colon behind an extension
 * of ours. Fails where the format cannot be read or written, wants a library that is not here, or
 * has no such option. */
bool host_parse_file_name(Report *report, const char *typed, Direction direction, FileName *name);
/* How many letters of it are the path. */
size_t host_path_length(const char *typed);
/* "-" or "-:csv": standard input or output. */
bool host_is_standard(const char *typed);
/* The path alone, to be freed; "-" is standard input or output. */
char *host_copy_path(const char *typed, Direction direction);

/* streams.c */

enum { NO_STREAM = -1 };

/* The descriptor that a path such as /dev/stdout or /dev/fd/3 means, open or not; else NO_STREAM. */
int host_find_stream(const char *path);
/* As open() has it; descriptors are copied. */
int host_open_for_reading(const char *path);
int host_open_for_writing(const char *path);
/* Whether it is open that way; else errno says why not. */
bool host_is_stream_for(int handle, Direction direction);
/* For a program that begins: standard streams that are closed cannot be used, and no file that it
 * opens takes the place of one. */
void host_hold_streams(void);

/* words.c */

/* Whether "16:srgb" has this word. */
bool host_has_word(const char *option, const char *word);

/* numbered.c */

/* One %d, %4d or %04d in a path; tail NULL: there is none. */
typedef struct NumberedPath {
    const char *head, *tail; /* before the %, and behind the d */
    size_t head_length;
    int width; /* filled up with zeros */
} NumberedPath;

/* False: more than one, or another letter than d. */
bool host_parse_numbered(const char *text, NumberedPath *path);
void host_spell_numbered(const NumberedPath *path, uint64_t number, Text *out);
/* Whether the other path is one of those that it spells. */
bool host_is_one_of(const NumberedPath *path, const char *other);

/* png.c: options 16 (out) and srgb */

bool host_read_png(Report *report, Bytes bytes, const char *option, Array *array);
bool host_write_png(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out);

/* exr.c, exr_write.c; the option says which channels: exr_channels.c */

bool host_find_exr(Report *report);
bool host_read_exr(Report *report, Bytes bytes, const char *option, Array *array);
bool host_write_exr(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out);

/* hdr.c, pfm.c and colours.c */

bool host_read_hdr(Report *report, Bytes bytes, const char *option, Array *array);
bool host_write_hdr(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out);
bool host_read_pfm(Report *report, Bytes bytes, const char *option, Array *array);
bool host_write_pfm(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out);
/* A picture as three 32-bit floats a pixel; `what` ("a .hdr") is for messages. One component is
 * grey, of two blue is 0; an alpha is left out with a warning. */
bool host_picture_colours(Report *report, const Array *array, const char *what, Array *colours);

/* npy.c */

bool host_read_npy(Report *report, Bytes bytes, const char *option, Array *array);
bool host_write_npy(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out);

/* npy_order.c */

/* '<f4', '>f4', '|u1' */
bool host_find_npy_dtype(const char *dtype, Number *number, ByteOrder *order);
/* Turns the bytes of each of so many numbers. */
void host_turn_bytes(uint8_t *numbers, size_t count, size_t bytes);
/* Those of the fields of so many records that have the most significant byte first. */
void host_turn_fields(const Records *records, uint8_t *data, size_t count);
/* From the first index fastest to the last; an element has so many bytes. */
bool host_turn_axes(Report *report, uint8_t *data, uint32_t rank, const size_t *sides,
                    size_t element);

/* npz.c: the option is a member's name */

bool host_read_npz(Report *report, Bytes bytes, const char *option, Array *array);
bool host_write_npz(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out);
/* Without a name it is the declaration's. */
const char *host_npz_member(const char *option, const Layout *layout);
bool host_add_to_npz(Report *report, ZipWriter *writer, const Array *array, const Layout *layout,
                     const char *name);

/* dds.c */

bool host_read_dds(Report *report, Bytes bytes, const char *option, Array *array);
bool host_write_dds(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out);

/* records.c */

/* A dtype of structs, from its '[' on. The records are to be freed in any case. */
bool host_parse_records(Report *report, const char *text, Records *records);
/* Behind a Python literal: at the comma or the `end` behind it, outside of brackets and quotes. */
const char *host_skip_literal(const char *text, char end);

/* json_numbers.c */

/* "01", "-007.5": no JSON (RFC 8259, section 6). */
bool host_has_leading_zero(const char *text, size_t length);
/* Numbers in arrays only: MEANING_TREE with numbers instead of a tree. False, without a reason:
 * something else, or doubtful. */
bool host_scan_json_numbers(Bytes bytes, Array *array);

/* json.c and json_write.c */

bool host_read_json(Report *report, Bytes bytes, const char *option, Array *array);
bool host_write_json(Report *report, const Array *array, const Layout *layout, const char *option,
                     Text *out);

/* text_files.c */

bool host_read_csv(Report *report, Bytes bytes, const char *option, Array *array);
bool host_write_csv(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out);
bool host_write_txt(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out);
/* One element as "(1, 2.5, 3)", or "1" where it has one scalar. */
void host_print_element(Text *out, const Layout *layout, const uint8_t *element);

/* files.c: what they take as a path may have an option behind it, but for this one's */

/* The folder that a path's last part lies in; to be freed. */
char *host_copy_folder(const char *path);
bool host_read_file(Report *report, const char *typed, Array *array);
/* Fails where there is nothing to be read, or a folder. */
bool host_check_file(Report *report, const char *typed);
/* All of a file, with a '\0' behind it; data is the caller's to free, also where it fails. */
bool host_read_text(Report *report, const char *path, Bytes *bytes);
/* Fails where no file can be made in the target's folder, or what stands there cannot be
 * written. */
bool host_check_target(Report *report, const char *typed);
/* Two names of one file, which need not be there; false for pipes and devices. */
bool host_is_one_file(const char *first, const char *second);
/* A file that is there is replaced by a complete one or left as it is, never half written. Links
 * stay; pipes, devices and descriptors are written into. */
bool host_write_file(Report *report, const char *typed, const Array *array, const Layout *layout);
bool host_write_bytes(Report *report, const char *typed, const Text *contents);

/* unfinished.c */

/* Of a file that is written under another name first. */
typedef struct Unfinished {
    const char *path; /* the caller's */
    struct Unfinished *next;
} Unfinished;

/* Makes a file that was not there; a path that ends in XXXXXX gets other letters. Gives what
 * open() gives. */
int host_open_unfinished(Unfinished *file, char *path);
/* Gives the file, closed by now, its name. Without a name, or where that fails, it is removed;
 * false, with errno set. */
bool host_finish_file(Unfinished *file, const char *target);
/* For a process that ends at once: removes them all, and none is made or gets its name any more.
 * What another thread does to a file just now is waited for so long, less than a second. */
void host_drop_unfinished(double seconds);

/* sequence.c: frame_%04d.png */

/* Whether a name has a place for a number, and so stands for several files. */
bool host_is_sequence(const char *typed);
bool host_check_source(Report *report, const char *typed);
/* One file, or the slices that several hold; their number is the first side. */
bool host_read_files(Report *report, const char *typed, Array *array);
/* Each slice of an array to a file of its own, counted from 0. */
bool host_write_slices(Report *report, const char *typed, const Array *array,
                       const Layout *layout, bool are_pictures);

#endif
