/* YAML mappings by tables of keys: what LLVM's YAMLTraits do, with line numbers in every
 * message. */
#include "describe_priv.h"

#include <stdlib.h>

int yaml_line(const YamlReader *yaml, const yaml_node_t *node)
{
    return yaml->first_line + (int)node->start_mark.line;
}

bool yaml_fail(YamlReader *yaml, const yaml_node_t *node, const char *format, ...)
{
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    reader_fail(yaml->reader, yaml_line(yaml, node), "%s", text.bytes);
    text_free(&text);
    return false;
}

yaml_node_t *yaml_node(YamlReader *yaml, int index)
{
    return yaml_document_get_node(yaml->document, index);
}

const char *yaml_text(YamlReader *yaml, yaml_node_t *node, const char *what)
{
    if (node->type == YAML_SCALAR_NODE)
        return arena_copy_text(yaml->reader->arena, (const char *)node->data.scalar.value,
                               node->data.scalar.length);
    yaml_fail(yaml, node, "%s must be one value", what);
    return NULL;
}

/* ---- mappings ---- */

static const KeyRow *find_row(const KeyRow *rows, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static bool fail_unknown_key(YamlReader *yaml, const yaml_node_t *node, const char *what,
                             const char *name, const KeyRow *rows, int count)
{
    NearestName nearest = {name, NULL, 0};
    for (int i = 0; i < count; i++)
        nearest_consider(&nearest, rows[i].name);
    const char *best = nearest.best;
    return yaml_fail(yaml, node, "a %s has no key '%s'%s%s%s", what, name,
                     best ? "; did you mean '" : "", best ? best : "", best ? "'?" : "");
}

bool yaml_read_mapping(YamlReader *yaml, yaml_node_t *node, const char *what, const KeyRow *rows,
                       int count, void *object)
{
    bool *seen = ARENA_ARRAY(yaml->reader->arena, bool, count + 1);
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(yaml, node, "a %s must be a mapping of keys to values", what);
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        yaml_node_t *key = yaml_node(yaml, pair->key), *value = yaml_node(yaml, pair->value);
        const char *name = yaml_text(yaml, key, "a key");
        const KeyRow *row = name != NULL ? find_row(rows, count, name) : NULL;
        if (row == NULL)
            return name != NULL && fail_unknown_key(yaml, key, what, name, rows, count);
        if (seen[row - rows])
            return yaml_fail(yaml, key, "'%s' is given twice", name);
        seen[row - rows] = true;
        if (!row->read(yaml, value, (char *)object + row->offset, row->extra))
            return false;
    }
    for (int i = 0; i < count; i++)
        if (rows[i].need == REQUIRED && !seen[i])
            return yaml_fail(yaml, node, "this %s lacks '%s'", what, rows[i].name);
    return true;
}

bool yaml_each(YamlReader *yaml, yaml_node_t *node, const char *what,
               bool (*read)(YamlReader *yaml, yaml_node_t *item, void *context), void *context)
{
    if (node->type == YAML_SCALAR_NODE && node->data.scalar.length == 0)
        return true; /* "Results:" with nothing after it */
    if (node->type != YAML_SEQUENCE_NODE)
        return yaml_fail(yaml, node, "%s must be a list", what);
    for (yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++)
        if (!read(yaml, yaml_node(yaml, *item), context))
            return false;
    return true;
}

/* ---- values ---- */

bool yaml_read_text(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)extra;
    const char *text = yaml_text(yaml, node, "a name");
    *(const char **)field = text;
    return text != NULL;
}

bool yaml_read_u32(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)extra;
    const char *text = yaml_text(yaml, node, "a number");
    if (text != NULL && !host_parse_data(FORMAT_UINT32, text, field))
        return yaml_fail(yaml, node, "'%s' is no number from 0 to 4294967295", text);
    return text != NULL;
}

bool yaml_read_double(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)extra;
    const char *text = yaml_text(yaml, node, "a number");
    if (text != NULL && !host_parse_data(FORMAT_FLOAT64, text, field))
        return yaml_fail(yaml, node, "'%s' is no number", text);
    return text != NULL;
}

bool yaml_read_flag(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)extra;
    const char *text = yaml_text(yaml, node, "a flag");
    if (text == NULL)
        return false;
    bool is_true = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    *(bool *)field = is_true;
    return is_true || strcmp(text, "false") == 0 || strcmp(text, "0") == 0 ||
           yaml_fail(yaml, node, "'%s' is neither true nor false", text);
}

bool yaml_read_name(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    const NameList *list = extra;
    const char *text = yaml_text(yaml, node, "a name");
    if (text == NULL)
        return false;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->names[i], text) == 0) {
            *(int *)field = i;
            return true;
        }
    Text all = {0};
    for (int i = 0; i < list->count; i++)
        text_printf(&all, "%s%s", i ? ", " : "", list->names[i]);
    yaml_fail(yaml, node, "'%s' is unknown here; there are %s", text, all.bytes);
    text_free(&all);
    return false;
}

bool yaml_read_node(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)yaml, (void)extra;
    *(yaml_node_t **)field = node;
    return true;
}

bool yaml_ignore(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)yaml, (void)node, (void)field, (void)extra;
    return true;
}

bool yaml_refuse(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)field;
    return yaml_fail(yaml, node, "%s cannot be tested here", (const char *)extra);
}
