/* A reader of JSON (RFC 8259) for tests: the whole text becomes a tree, or reading fails. */
#ifndef WAVECC_JSON_READER_H
#define WAVECC_JSON_READER_H

#include "base/base.h"

typedef enum JsonKind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct Json {
    JsonKind kind;
    double number;      /* of a bool 0 or 1 */
    const char *string; /* escapes decoded, but \u only below U+0080; others become '?' */
    const char *key;    /* as a member of an object */
    struct Json *first, *next; /* elements, members */
    int count;
} Json;

Json *json_read(Arena *arena, const char *text); /* NULL: that is no JSON */
const Json *json_member(const Json *object, const char *key); /* NULL: there is none, or no object */

#endif
