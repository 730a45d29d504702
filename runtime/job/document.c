/* A job's text as a YAML document, and where it is none. */
#include "keys.h"

/* The place of a byte; columns are of characters, as libyaml has them. */
static JobPlace place_of(const char *text, size_t offset)
{
    JobPlace place = {1, 1};
    for (size_t i = 0; i < offset; i++) {
        place.column += (text[i] & 0xc0) != 0x80; /* no further byte of one */
        if (text[i] == '\n')
            place = (JobPlace){place.line + 1, 1};
    }
    return place;
}

/* What is no text at all has an offset instead of a mark. */
static bool fail_bad_yaml(const JobSource *source, const yaml_parser_t *parser, const char *text,
                          size_t length)
{
    bool is_text = parser->error != YAML_READER_ERROR;
    size_t offset = is_text ? parser->problem_mark.index : parser->problem_offset;
    JobPlace place = {parser->problem_mark.line + 1, parser->problem_mark.column + 1};
    bool is_tab = is_text && offset < length && text[offset] == '\t';
    if (!is_text)
        place = place_of(text, offset < length ? offset : length);
    return job_fail(source, place, "%s%s", parser->problem ? parser->problem : "unreadable",
                    is_tab ? "; YAML takes spaces where this tab is" : "");
}

static bool is_end(const JobSource *source, yaml_parser_t *parser, const char *text,
                   size_t length)
{
    yaml_document_t document;
    if (!yaml_parser_load(parser, &document))
        return fail_bad_yaml(source, parser, text, length);
    yaml_node_t *root = yaml_document_get_root_node(&document);
    bool good = !root || job_fail(source, keys_place(root), "a job is one document");
    yaml_document_delete(&document);
    return good;
}

static bool read_first(JobSource *source, yaml_parser_t *parser, const char *text, size_t length,
                       const KeyTable *table, void *object)
{
    yaml_document_t document;
    if (!yaml_parser_load(parser, &document))
        return fail_bad_yaml(source, parser, text, length);
    KeyReader reader = {.source = source, .document = &document};
    yaml_node_t *root = yaml_document_get_root_node(&document);
    bool good = root ? keys_read_mapping(&reader, root, table, object) &&
                           is_end(source, parser, text, length)
                     : job_fail(source, (JobPlace){1, 1}, "the file is empty");
    yaml_document_delete(&document);
    return good;
}

bool keys_read_document(JobSource *source, const char *text, size_t length,
                        const KeyTable *table, void *object)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return host_fail(source->report, "not enough memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    bool good = read_first(source, &parser, text, length, table, object);
    yaml_parser_delete(&parser);
    return good;
}
