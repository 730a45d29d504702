/* files: reading Arrays from files and writing them, one file of ours a format. */
#ifndef WCC_FILES_H
#define WCC_FILES_H

#include "numbers/numbers.h"

typedef struct Bytes {
    uint8_t *data;
    size_t count;
} Bytes;

typedef struct FileFormat {
    const char *extension; /* ".png" */
    bool (*read)(Report *report, Bytes bytes, Array *array);
    bool (*write)(Report *report, const Array *array, const Layout *layout, Text *out);
    const char *missing; /* instead of read and write: not supported yet, and what to use */
    bool pictures_only;
} FileFormat;

/* png.c */

bool host_read_png(Report *report, Bytes bytes, Array *array);
bool host_write_png(Report *report, const Array *array, const Layout *layout, Text *out);

/* npy.c */

bool host_read_npy(Report *report, Bytes bytes, Array *array);
bool host_write_npy(Report *report, const Array *array, const Layout *layout, Text *out);

/* records.c */

/* A dtype of structs, from its '[' on. The records are to be freed in any case. */
bool host_parse_records(Report *report, const char *text, Records *records);
/* Behind a Python literal: at the comma or the `end` behind it, outside of brackets and quotes. */
const char *host_skip_literal(const char *text, char end);

/* text_files.c */

bool host_read_csv(Report *report, Bytes bytes, Array *array);
bool host_write_csv(Report *report, const Array *array, const Layout *layout, Text *out);
bool host_write_txt(Report *report, const Array *array, const Layout *layout, Text *out);
/* One element as "(1, 2.5, 3)", or "1" where it has one scalar. */
void host_print_element(Text *out, const Layout *layout, const uint8_t *element);

/* files.c */

/* The format of a path by its extension; fails where it can be neither read nor written. */
const FileFormat *host_find_format(Report *report, const char *path);
bool host_read_file(Report *report, const char *path, Array *array);
/* Fails where there is nothing to be read, or a folder. */
bool host_check_source(Report *report, const char *path);
/* Fails where no file can be made in the target's folder, or what stands there cannot be
 * written. */
bool host_check_target(Report *report, const char *path);
/* Two paths of one file, which need not be there; false for pipes and devices. */
bool host_is_one_file(const char *first, const char *second);
/* A file that is there is replaced by a complete one or left as it is, never half written. Links
 * stay; pipes and devices are written into. */
bool host_write_file(Report *report, const char *path, const Array *array, const Layout *layout);

#endif
