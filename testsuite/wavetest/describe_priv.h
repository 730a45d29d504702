/* What describe.c and yaml_keys.c share: YAML mappings read by tables of keys into structs. */
#ifndef WAVETEST_DESCRIBE_PRIV_H
#define WAVETEST_DESCRIBE_PRIV_H

#include <yaml.h>

#include "description.h"

/* One YAML document being read. */
typedef struct YamlReader {
    Reader *reader;
    yaml_document_t *document;
    int first_line; /* of the part in the test */
} YamlReader;

typedef enum Need { OPTIONAL, REQUIRED } Need;

typedef bool YamlRead(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra);

/* One key of a mapping: its value is read into the struct at `offset`. `extra` is what `read`
 * needs: the list of names of an enumeration, the reader of a sequence's items. */
typedef struct KeyRow {
    const char *name;
    Need need;
    YamlRead *read;
    size_t offset;
    const void *extra;
} KeyRow;

typedef struct NameList {
    const char *const *names;
    int count;
} NameList;

/* Line in the test where a node begins. */
int yaml_line(const YamlReader *yaml, const yaml_node_t *node);
bool yaml_fail(YamlReader *yaml, const yaml_node_t *node, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* A scalar's text; NULL after a fault that calls it `what`. */
const char *yaml_text(YamlReader *yaml, yaml_node_t *node, const char *what);
yaml_node_t *yaml_node(YamlReader *yaml, int index);

/* Reads a mapping; unknown, doubled and missing keys are faults. */
bool yaml_read_mapping(YamlReader *yaml, yaml_node_t *node, const char *what, const KeyRow *rows,
                       int count, void *object);
#define YAML_MAPPING(yaml, node, what, rows, object) \
    yaml_read_mapping(yaml, node, what, rows, COUNT_OF(rows), object)

/* Readers for KeyRow.read, and what their fields are. */
YamlRead yaml_read_text;   /* const char * */
YamlRead yaml_read_u32;    /* uint32_t */
YamlRead yaml_read_double; /* double */
YamlRead yaml_read_flag;   /* bool; true false 1 0 */
YamlRead yaml_read_name;   /* int: index in a NameList */
YamlRead yaml_read_node;   /* yaml_node_t * */
YamlRead yaml_ignore;
YamlRead yaml_refuse; /* `extra`: what it is */

/* Calls `read` with each item of a sequence. */
bool yaml_each(YamlReader *yaml, yaml_node_t *node, const char *what,
               bool (*read)(YamlReader *yaml, yaml_node_t *item, void *context), void *context);

#endif
