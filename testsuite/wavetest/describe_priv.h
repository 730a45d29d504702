/* What describe.c and yaml_keys.c share: YAML mappings read by tables of keys into structs. */
#ifndef WAVETEST_DESCRIBE_PRIV_H
#define WAVETEST_DESCRIBE_PRIV_H

#include <yaml.h>

#include "wavetest.h"

/* One YAML document being read. */
typedef struct YamlReader {
    Reader *reader;
    yaml_document_t *document;
    int first_line; /* of the part in the test */
} YamlReader;

typedef enum Need { OPTIONAL, REQUIRED } Need;

/* One key of a mapping: its value is read into the struct at `offset`. `extra` is what `read` needs:
 * the list of names of an enumeration, the reader of a sequence's items. */
typedef struct KeyRow {
    const char *name;
    Need need;
    bool (*read)(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra);
    size_t offset;
    const void *extra;
} KeyRow;

typedef struct NameList {
    const char *const *names;
    int count;
} NameList;

/* Line in the test where a node begins. */
int yaml_line(const YamlReader *yaml, const yaml_node_t *node);
bool yaml_fail(YamlReader *yaml, const yaml_node_t *node, const char *format, ...) PRINTF_LIKE(3, 4);
/* A scalar's text; NULL after a fault that calls it `what`. */
const char *yaml_text(YamlReader *yaml, yaml_node_t *node, const char *what);
yaml_node_t *yaml_node(YamlReader *yaml, int index);

/* Reads a mapping; unknown, doubled and missing keys are faults. */
bool yaml_read_mapping(YamlReader *yaml, yaml_node_t *node, const char *what, const KeyRow *rows, int count, void *object);
#define YAML_MAPPING(yaml, node, what, rows, object) yaml_read_mapping(yaml, node, what, rows, COUNT_OF(rows), object)

/* Readers for KeyRow.read. */
bool yaml_read_text(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra);   /* const char * */
bool yaml_read_u32(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra);    /* uint32_t */
bool yaml_read_double(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra); /* double */
bool yaml_read_flag(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra);   /* bool; true false 1 0 */
bool yaml_read_name(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra);   /* int: index in a NameList */
bool yaml_read_node(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra);   /* yaml_node_t * */
bool yaml_ignore(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra);
bool yaml_refuse(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra);      /* `extra`: what it is */

/* Calls `read` with each item of a sequence. */
bool yaml_each(YamlReader *yaml, yaml_node_t *node, const char *what,
               bool (*read)(YamlReader *yaml, yaml_node_t *item, void *context), void *context);

#endif
