/* Reading JSON, by libyaml: its flow style with quoted keys. Comments, words in single quotes and
 * NaN, which Python's json writes, too, are let pass; blocks and anchors are not. */
#include "files.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { MAX_DEPTH = 64, MAX_MEMBERS = 4096 };

typedef struct JsonReader {
    Report *report;
    yaml_parser_t parser;
} JsonReader;

static bool fail_here(JsonReader *reader, yaml_mark_t mark, const char *reason)
{
    return host_fail(reader->report, "line %zu, column %zu: %s", mark.line + 1, mark.column + 1,
                     reason);
}

static bool next_event(JsonReader *reader, yaml_event_t *event)
{
    const yaml_parser_t *parser = &reader->parser;
    if (yaml_parser_parse(&reader->parser, event))
        return true;
    memset(event, 0, sizeof *event);
    return fail_here(reader, parser->problem_mark,
                     parser->problem ? parser->problem : "not enough memory");
}

static bool is_block(const yaml_event_t *event)
{
    return (event->type == YAML_MAPPING_START_EVENT &&
            event->data.mapping_start.style == YAML_BLOCK_MAPPING_STYLE) ||
           (event->type == YAML_SEQUENCE_START_EVENT &&
            event->data.sequence_start.style == YAML_BLOCK_SEQUENCE_STYLE);
}

static bool has_anchor(const yaml_event_t *event)
{
    return event->type == YAML_ALIAS_EVENT ||
           (event->type == YAML_MAPPING_START_EVENT && event->data.mapping_start.anchor) ||
           (event->type == YAML_SEQUENCE_START_EVENT && event->data.sequence_start.anchor) ||
           (event->type == YAML_SCALAR_EVENT && event->data.scalar.anchor);
}

static bool take_text(JsonReader *reader, const yaml_event_t *event, char **text)
{
    const char *value = (const char *)event->data.scalar.value;
    if (strlen(value) != event->data.scalar.length)
        return fail_here(reader, event->start_mark, "a character is 0");
    *text = strdup(value);
    return *text || host_fail(reader->report, "not enough memory");
}

static bool read_items(JsonReader *reader, TreeNode *node, int depth);

/* What begins with this event. */
static bool read_node(JsonReader *reader, const yaml_event_t *event, TreeNode *node, int depth)
{
    node->line = (uint32_t)event->start_mark.line + 1;
    node->column = (uint32_t)event->start_mark.column + 1;
    if (depth == MAX_DEPTH)
        return fail_here(reader, event->start_mark,
                         "more than 64 arrays and objects in each other");
    if (is_block(event) || has_anchor(event))
        return fail_here(reader, event->start_mark, "no JSON");
    if (event->type == YAML_SCALAR_EVENT) {
        node->kind = TREE_SCALAR;
        node->is_string = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
        if (!node->is_string && host_has_leading_zero((const char *)event->data.scalar.value,
                                                      event->data.scalar.length))
            return fail_here(reader, event->start_mark,
                             "a number begins with 0, which JSON forbids (some would read octal)");
        return take_text(reader, event, &node->text);
    }
    node->kind = event->type == YAML_MAPPING_START_EVENT ? TREE_MAP : TREE_LIST;
    return read_items(reader, node, depth + 1);
}

static bool is_known(const TreeNode *node, const char *key)
{
    for (uint32_t i = 0; i < node->count; i++)
        if (!strcmp(node->items[i].key, key))
            return true;
    return false;
}

/* The key of a member and, in *event, the beginning of its value. */
static bool take_key(JsonReader *reader, const TreeNode *node, yaml_event_t *event, char **key)
{
    bool good = event->type == YAML_SCALAR_EVENT
                    ? take_text(reader, event, key)
                    : fail_here(reader, event->start_mark, "a member's name is no string");
    if (good && node->count == MAX_MEMBERS)
        good = fail_here(reader, event->start_mark, "more than 4096 members");
    if (good && is_known(node, *key))
        good = fail_here(reader, event->start_mark, "a member twice");
    yaml_event_delete(event);
    return good && next_event(reader, event);
}

static bool read_item(JsonReader *reader, TreeNode *node, yaml_event_t *event, int depth)
{
    char *key = NULL;
    bool good = node->kind == TREE_LIST || take_key(reader, node, event, &key);
    TreeNode *item = good ? host_add_node(node) : NULL;
    if (!item) {
        free(key);
        return good && host_fail(reader->report, "not enough memory");
    }
    item->key = key;
    return read_node(reader, event, item, depth);
}

static bool read_items(JsonReader *reader, TreeNode *node, int depth)
{
    bool good = true, is_end = false;
    while (good && !is_end) {
        yaml_event_t event;
        good = next_event(reader, &event);
        is_end = event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
        good = good && (is_end || read_item(reader, node, &event, depth));
        yaml_event_delete(&event);
    }
    return good;
}

/* The one value of a file: stream and document begin, value, both end. */
static bool read_file(JsonReader *reader, TreeNode *root)
{
    bool good = true, is_read = false, is_end = false;
    while (good && !is_end) {
        yaml_event_t event;
        good = next_event(reader, &event);
        is_end = event.type == YAML_STREAM_END_EVENT;
        bool is_value = event.type != YAML_STREAM_START_EVENT &&
                        event.type != YAML_DOCUMENT_START_EVENT &&
                        event.type != YAML_DOCUMENT_END_EVENT && !is_end;
        if (good && is_value)
            good = is_read ? fail_here(reader, event.start_mark, "a second value")
                           : read_node(reader, &event, root, 0);
        is_read |= is_value;
        yaml_event_delete(&event);
    }
    return good && (is_read || host_fail(reader->report, "holds nothing"));
}

bool host_read_json(Report *report, Bytes bytes, const char *option, Array *array)
{
    (void)option;
    if (host_scan_json_numbers(bytes, array))
        return true;
    JsonReader reader = {.report = report};
    *array = (Array){.meaning = MEANING_TREE, .number = NUMBER_F64, .rank = 1};
    array->tree = calloc(1, sizeof *array->tree);
    if (!array->tree || !yaml_parser_initialize(&reader.parser)) {
        host_free_array(array);
        return host_fail(report, "not enough memory");
    }
    yaml_parser_set_input_string(&reader.parser, bytes.data ? bytes.data : (const uint8_t *)"",
                                 bytes.count);
    yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
    bool good = read_file(&reader, &array->tree->root);
    yaml_parser_delete(&reader.parser);
    if (!good)
        host_free_array(array);
    return good;
}
