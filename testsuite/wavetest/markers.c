/* lit's boolean expressions: names, "true", "false", !, &&, ||, parentheses; commas between
 * several, of which REQUIRES needs all and the others one. "*" always holds. */
#include "testfile.h"

#include <ctype.h>

typedef struct Parser {
    const char *at;
    Features features;
    const char *problem; /* NULL: none yet */
} Parser;

static bool parse_or(Parser *parser);

static bool accept(Parser *parser, const char *token)
{
    parser->at += strspn(parser->at, " \t");
    if (strncmp(parser->at, token, strlen(token)) != 0)
        return false;
    parser->at += strlen(token);
    return true;
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || (c != '\0' && strchr("-+=._", c) != NULL);
}

static bool has_feature(const Parser *parser, const char *name, size_t length)
{
    if (length == 4 && memcmp(name, "true", 4) == 0)
        return true;
    for (int i = 0; i < parser->features.count; i++)
        if (strlen(parser->features.names[i]) == length &&
            memcmp(parser->features.names[i], name, length) == 0)
            return true;
    return false;
}

static bool parse_atom(Parser *parser)
{
    if (accept(parser, "!"))
        return !parse_atom(parser);
    if (accept(parser, "*"))
        return true;
    if (accept(parser, "(")) {
        bool value = parse_or(parser);
        if (!accept(parser, ")") && parser->problem == NULL)
            parser->problem = "')' is missing";
        return value;
    }
    const char *name = parser->at;
    while (is_name_char(*parser->at))
        parser->at++;
    if (parser->at == name && parser->problem == NULL)
        parser->problem = "a name is missing";
    return has_feature(parser, name, (size_t)(parser->at - name));
}

static bool parse_and(Parser *parser)
{
    bool value = parse_atom(parser);
    while (accept(parser, "&&"))
        value = parse_atom(parser) && value;
    return value;
}

static bool parse_or(Parser *parser)
{
    bool value = parse_and(parser);
    while (accept(parser, "||"))
        value = parse_and(parser) || value;
    return value;
}

bool marker_holds(Reader *reader, const Marker *marker, Features features, bool *holds)
{
    Parser parser = {marker->expression, features, NULL};
    bool needs_all = marker->kind == MARKER_REQUIRES;
    *holds = needs_all;
    do {
        bool value = parse_or(&parser);
        *holds = needs_all ? *holds && value : *holds || value;
    } while (accept(&parser, ","));
    parser.at += strspn(parser.at, " \t");
    if (parser.problem == NULL && *parser.at != '\0')
        parser.problem = "an operator is missing";
    if (parser.problem != NULL)
        return reader_fail(reader, marker->line, "%s: %s in '%s'", MARKER_NAMES[marker->kind],
                           parser.problem, marker->expression);
    return true;
}

bool markers_judge(Reader *reader, const TestFile *test, Features features, MarkerVerdict *verdict)
{
    *verdict = VERDICT_RUN;
    for (int i = 0; i < test->markers.count; i++) {
        const Marker *marker = &test->markers.items[i];
        bool holds;
        if (!marker_holds(reader, marker, features, &holds))
            return false;
        if (holds && marker->kind == MARKER_UNSUPPORTED)
            *verdict = VERDICT_SKIP;
        if (holds && marker->kind == MARKER_XFAIL && *verdict == VERDICT_RUN)
            *verdict = VERDICT_EXPECT_FAILURE;
    }
    return true;
}
