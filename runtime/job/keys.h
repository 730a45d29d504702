/* keys: YAML mappings read into structs by tables of keys. Keys are found in upper and lower case
 * alike: Entry, entry. */
#ifndef WCC_JOB_KEYS_H
#define WCC_JOB_KEYS_H

#include <yaml.h>

#include "text.h"

/* A document being read. What anchors and aliases make of it is counted: a few lines of them can
 * mean more than any memory holds, or a list that is part of itself. */
typedef struct KeyReader {
    JobSource *source;
    yaml_document_t *document;
    size_t read;    /* bytes and nodes so far */
    unsigned depth; /* of nodes in nodes */
} KeyReader;

typedef bool ReadKey(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra);

/* The value of a key is read into the struct at `offset`. `extra` is what `read` needs. */
typedef struct KeyRow {
    const char *name;
    ReadKey *read;
    size_t offset;
    const void *extra;
} KeyRow;

typedef struct KeyTable {
    const char *what; /* in messages: "pass" */
    const KeyRow *rows;
    size_t count, size; /* of the struct */
    size_t place;       /* offset of a JobPlace in it */
    bool has_short_form; /* a text alone is the first row's */
} KeyTable;

#define KEY_TABLE(what, rows, type) \
    {what, rows, HOST_LENGTH(rows), sizeof(type), offsetof(type, place), false}
/* A list of texts is a list of structs with the first row alone. */
#define KEY_TABLE_WITH_SHORT_FORM(what, rows, type) \
    {what, rows, HOST_LENGTH(rows), sizeof(type), offsetof(type, place), true}

/* An array of structs in a struct. */
typedef struct KeyArray {
    void *items;
    size_t count;
} KeyArray;

JobPlace keys_place(const yaml_node_t *node);
bool keys_fail(const KeyReader *reader, const yaml_node_t *node, const char *format, ...)
    HOST_PRINTF(3, 4);
const yaml_node_t *keys_node(const KeyReader *reader, int index);
/* Reads a mapping; keys that are unknown and keys that stand there twice are errors. */
bool keys_read_mapping(KeyReader *reader, const yaml_node_t *node, const KeyTable *table,
                       void *object);
/* Loads the only document of the text and reads its mapping. */
bool keys_read_document(JobSource *source, const char *text, size_t length,
                        const KeyTable *table, void *object);

/* Readers for rows, and what their fields are. */
ReadKey keys_read_text;   /* JobText */
ReadKey keys_read_list;   /* JobList: one value or a list of values */
ReadKey keys_read_pairs;  /* JobPairs: a mapping to values or lists of them */
ReadKey keys_read_count;  /* JobCount: a whole number, at least *(const uint64_t *)extra */
ReadKey keys_read_struct; /* extra: its KeyTable */
ReadKey keys_read_structs; /* KeyArray: a list of mappings, or one; extra: the KeyTable */
/* KeyArray: a mapping of names to mappings, or a list of mappings with a Name. The structs begin
 * with the name, a JobText. */
ReadKey keys_read_named;
ReadKey keys_read_lists; /* KeyArray of JobLists: a list of values, or a list of such lists */
ReadKey keys_ignore;     /* nothing */
ReadKey keys_refuse;     /* nothing; extra: what cannot be done, in words */

#endif
