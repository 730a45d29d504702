/* See keys.h. Aliases are followed as if what they stand for stood there. */
#include "keys.h"

#include "numbers/numbers.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_READ = 8 << 20, MAX_DEPTH = 32 };

JobPlace keys_place(const yaml_node_t *node)
{
    return (JobPlace){node->start_mark.line + 1, node->start_mark.column + 1};
}

bool keys_fail(const KeyReader *reader, const yaml_node_t *node, const char *format, ...)
{
    Report *report = reader->source->report;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->error, sizeof report->error, format, arguments);
    va_end(arguments);
    return job_fail_in(reader->source, keys_place(node));
}

const yaml_node_t *keys_node(const KeyReader *reader, int index)
{
    return yaml_document_get_node(reader->document, index);
}

static bool count_read(KeyReader *reader, const yaml_node_t *node, size_t bytes)
{
    reader->read += bytes + 1;
    return reader->read <= MAX_READ ||
           keys_fail(reader, node, "aliases make this file larger than %d MB", MAX_READ >> 20);
}

static bool enter(KeyReader *reader, const yaml_node_t *node)
{
    if (reader->depth >= MAX_DEPTH)
        return keys_fail(reader, node, "more than %d levels deep, or an alias of what it is in",
                         MAX_DEPTH);
    reader->depth++;
    return count_read(reader, node, 0);
}

/* ---- values ---- */

bool keys_read_text(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra)
{
    (void)extra;
    if (node->type != YAML_SCALAR_NODE)
        return keys_fail(reader, node, "one value is wanted here, not a %s",
                         node->type == YAML_SEQUENCE_NODE ? "list" : "mapping");
    const char *value = (const char *)node->data.scalar.value;
    size_t length = node->data.scalar.length;
    if (!count_read(reader, node, length))
        return false;
    if (memchr(value, 0, length))
        return keys_fail(reader, node, "a value has no zero bytes");
    char *copy = job_alloc(reader->source, length + 1, 1);
    if (copy)
        memcpy(copy, value, length);
    *(JobText *)field = (JobText){copy, keys_place(node)};
    return copy != NULL;
}

static size_t count_items(const yaml_node_t *node)
{
    return (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
}

bool keys_read_list(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra)
{
    bool is_list = node->type == YAML_SEQUENCE_NODE;
    JobList list = {.count = is_list ? count_items(node) : 1, .is_bracketed = is_list,
                    .place = keys_place(node)};
    if (!list.count)
        return keys_fail(reader, node, "the list is empty");
    list.items = job_alloc(reader->source, list.count, sizeof *list.items);
    bool good = list.items != NULL;
    for (size_t i = 0; i < list.count && good; i++) {
        const yaml_node_t *item = is_list
                                      ? keys_node(reader, node->data.sequence.items.start[i])
                                      : node;
        good = keys_read_text(reader, item, &list.items[i], extra);
    }
    *(JobList *)field = list;
    return good;
}

static size_t count_pairs(const yaml_node_t *node)
{
    return (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
}

bool keys_read_pairs(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra)
{
    if (node->type != YAML_MAPPING_NODE)
        return keys_fail(reader, node, "a mapping is wanted here: NAME: value");
    JobPairs pairs = {.count = count_pairs(node)};
    pairs.items = job_alloc(reader->source, pairs.count + 1, sizeof *pairs.items);
    bool good = pairs.items != NULL;
    for (size_t i = 0; i < pairs.count && good; i++) {
        const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i];
        JobPair *into = &pairs.items[i];
        good = keys_read_text(reader, keys_node(reader, pair->key), &into->name, NULL) &&
               keys_read_list(reader, keys_node(reader, pair->value), &into->values, extra);
        if (good && !into->values.items[0].text[0])
            good = job_fail(reader->source, into->name.place,
                            "'%.100s' has no value; what has a comma in it stands in quotes inside "
                            "of { }",
                            into->name.text);
        for (size_t j = 0; j < i && good; j++)
            if (!strcmp(pairs.items[j].name.text, into->name.text))
                good = job_fail(reader->source, into->name.place, "'%.100s' is given twice",
                                into->name.text);
    }
    *(JobPairs *)field = pairs;
    return good;
}

bool keys_read_count(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra)
{
    const uint64_t highest = 1000000000000000000u;
    const char *end;
    JobText text;
    JobCount *count = field;
    uint64_t lowest = *(const uint64_t *)extra;
    if (!keys_read_text(reader, node, &text, NULL))
        return false;
    count->place = text.place;
    return (host_parse_count(text.text, &end, highest, &count->value) && !*end &&
            count->value >= lowest) ||
           keys_fail(reader, node, "'%.60s' is no whole number from %llu on", text.text,
                     (unsigned long long)lowest);
}

/* ---- mappings ---- */

static const char *row_name(const void *list, size_t index)
{
    return ((const KeyRow *)list)[index].name;
}

static const KeyRow *find_row(KeyReader *reader, const KeyTable *table, const JobText *name)
{
    for (size_t i = 0; i < table->count; i++)
        if (!strcasecmp(table->rows[i].name, name->text))
            return &table->rows[i];
    char what[80];
    snprintf(what, sizeof what, "a %s has no key", table->what);
    host_fail_unknown(reader->source->report, what, name->text,
                      (NameList){table->rows, table->count, row_name});
    job_fail_in(reader->source, name->place);
    return NULL;
}

/* Two names of one field are the same key; what is read over has no field. */
static bool is_field_seen(const KeyTable *table, const bool *seen, const KeyRow *row)
{
    if (row->read == keys_ignore)
        return seen[row - table->rows];
    for (size_t i = 0; i < table->count; i++)
        if (seen[i] && table->rows[i].offset == row->offset && table->rows[i].read == row->read)
            return true;
    return false;
}

static bool read_pairs_of(KeyReader *reader, const yaml_node_t *node, const KeyTable *table,
                          bool *seen, void *object)
{
    for (size_t i = 0; i < count_pairs(node); i++) {
        const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i];
        JobText name;
        if (!keys_read_text(reader, keys_node(reader, pair->key), &name, NULL))
            return false;
        const KeyRow *row = find_row(reader, table, &name);
        if (!row)
            return false;
        if (is_field_seen(table, seen, row))
            return job_fail(reader->source, name.place, "'%.100s' is given twice", name.text);
        seen[row - table->rows] = true;
        if (!row->read(reader, keys_node(reader, pair->value), (char *)object + row->offset,
                       row->extra))
            return false;
    }
    return true;
}

bool keys_read_mapping(KeyReader *reader, const yaml_node_t *node, const KeyTable *table,
                       void *object)
{
    if (node->type != YAML_MAPPING_NODE)
        return keys_fail(reader, node, "a %s is a mapping: KEY: value", table->what);
    bool *seen = calloc(table->count + 1, sizeof *seen);
    *(JobPlace *)((char *)object + table->place) = keys_place(node);
    bool good = seen ? enter(reader, node) && read_pairs_of(reader, node, table, seen, object)
                     : host_fail(reader->source->report, "not enough memory");
    reader->depth--;
    free(seen);
    return good;
}

bool keys_read_struct(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra)
{
    return keys_read_mapping(reader, node, extra, field);
}

static bool new_array(KeyReader *reader, size_t count, size_t size, KeyArray *array)
{
    array->items = job_alloc(reader->source, count + 1, size);
    array->count = count;
    return array->items != NULL;
}

/* A mapping, or the text that stands for one. */
static bool read_one(KeyReader *reader, const yaml_node_t *node, const KeyTable *table,
                     void *object)
{
    const KeyRow *first = &table->rows[0];
    if (!table->has_short_form || node->type != YAML_SCALAR_NODE || !node->data.scalar.length)
        return keys_read_mapping(reader, node, table, object);
    *(JobPlace *)((char *)object + table->place) = keys_place(node);
    return first->read(reader, node, (char *)object + first->offset, first->extra);
}

bool keys_read_structs(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra)
{
    const KeyTable *table = extra;
    KeyArray *array = field;
    bool is_list = node->type == YAML_SEQUENCE_NODE;
    size_t count = is_list ? count_items(node) : 1;
    bool is_text = node->type == YAML_SCALAR_NODE && node->data.scalar.length;
    if (node->type == YAML_SCALAR_NODE && !(table->has_short_form && is_text))
        return keys_fail(reader, node, "a list is wanted here, with a '-' before each %s",
                         table->what);
    if (!enter(reader, node) || !count_read(reader, node, count * table->size) ||
        !new_array(reader, count, table->size, array))
        return false;
    for (size_t i = 0; i < array->count; i++)
        if (!read_one(reader,
                      is_list ? keys_node(reader, node->data.sequence.items.start[i]) : node,
                      table, (char *)array->items + i * table->size))
            return false;
    reader->depth--;
    return true;
}

bool keys_read_named(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra)
{
    const KeyTable *table = extra;
    KeyArray *array = field;
    if (node->type == YAML_SEQUENCE_NODE)
        return keys_read_structs(reader, node, field, extra);
    if (node->type != YAML_MAPPING_NODE)
        return keys_fail(reader, node, "a mapping is wanted here, of names to each %s",
                         table->what);
    if (!enter(reader, node) || !count_read(reader, node, count_pairs(node) * table->size) ||
        !new_array(reader, count_pairs(node), table->size, array))
        return false;
    for (size_t i = 0; i < array->count; i++) {
        const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i];
        void *item = (char *)array->items + i * table->size;
        if (!keys_read_text(reader, keys_node(reader, pair->key), item, NULL) ||
            !keys_read_mapping(reader, keys_node(reader, pair->value), table, item))
            return false;
    }
    reader->depth--;
    return true;
}

bool keys_read_lists(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra)
{
    KeyArray *array = field;
    bool is_nested = node->type == YAML_SEQUENCE_NODE && count_items(node) &&
                     keys_node(reader, node->data.sequence.items.start[0])->type ==
                         YAML_SEQUENCE_NODE;
    if (!new_array(reader, is_nested ? count_items(node) : 1, sizeof(JobList), array))
        return false;
    for (size_t i = 0; i < array->count; i++) {
        const yaml_node_t *list =
            is_nested ? keys_node(reader, node->data.sequence.items.start[i]) : node;
        if (!keys_read_list(reader, list, (JobList *)array->items + i, extra))
            return false;
    }
    return true;
}

bool keys_ignore(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra)
{
    (void)field, (void)extra;
    return count_read(reader, node, 0);
}

bool keys_refuse(KeyReader *reader, const yaml_node_t *node, void *field, const void *extra)
{
    (void)field;
    return keys_fail(reader, node, "%s cannot be done here", (const char *)extra);
}
