/* Recursive descent over the text. */
#include "json_reader.h"

#include <stdlib.h>

typedef struct Reader {
    Arena *arena;
    const char *at;
    bool failed;
} Reader;

static Json *read_value(Reader *reader);

static void skip_blanks(Reader *reader) { reader->at += strspn(reader->at, " \t\r\n"); }

static bool take(Reader *reader, const char *token)
{
    skip_blanks(reader);
    size_t length = strlen(token);
    if (strncmp(reader->at, token, length) != 0)
        return false;
    reader->at += length;
    return true;
}

static void expect(Reader *reader, const char *token) { reader->failed |= !take(reader, token); }

static char read_escape(Reader *reader)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char letter = *reader->at++;
    const char *found = letter != '\0' ? strchr(letters, letter) : NULL;
    char digits[5] = {0};
    if (found != NULL)
        return meanings[found - letters];
    if (letter != 'u' || strspn(reader->at, "0123456789abcdefABCDEF") < 4) {
        reader->failed = true;
        return '?';
    }
    memcpy(digits, reader->at, 4);
    reader->at += 4;
    long code = strtol(digits, NULL, 16);
    return code < 0x80 ? (char)code : '?';
}

static const char *read_string(Reader *reader)
{
    char *string = arena_alloc(reader->arena, strlen(reader->at) + 1), *end = string;
    expect(reader, "\"");
    while (!reader->failed && *reader->at != '"') {
        if ((unsigned char)*reader->at < 0x20)
            reader->failed = true;
        else if (*reader->at == '\\') {
            reader->at++;
            *end++ = read_escape(reader);
        } else
            *end++ = *reader->at++;
    }
    expect(reader, "\"");
    return string;
}

static void read_members(Reader *reader, Json *parent, const char *close)
{
    Json **link = &parent->first;
    if (take(reader, close))
        return;
    do {
        const char *key = NULL;
        if (parent->kind == JSON_OBJECT) {
            skip_blanks(reader);
            key = read_string(reader);
            expect(reader, ":");
        }
        Json *member = read_value(reader);
        member->key = key;
        *link = member;
        link = &member->next;
        parent->count++;
    } while (!reader->failed && take(reader, ","));
    expect(reader, close);
}

static Json *read_value(Reader *reader)
{
    Json *value = ARENA_NEW(reader->arena, Json);
    skip_blanks(reader);
    if (*reader->at == '"') {
        value->kind = JSON_STRING;
        value->string = read_string(reader);
    } else if (take(reader, "[")) {
        value->kind = JSON_ARRAY;
        read_members(reader, value, "]");
    } else if (take(reader, "{")) {
        value->kind = JSON_OBJECT;
        read_members(reader, value, "}");
    } else if (take(reader, "true") || take(reader, "false")) {
        value->kind = JSON_BOOL;
        value->number = reader->at[-2] == 'u';
    } else if (!take(reader, "null")) {
        char *end;
        value->kind = JSON_NUMBER;
        value->number = strtod(reader->at, &end);
        reader->failed |= end == reader->at;
        reader->at = end;
    }
    return value;
}

Json *json_read(Arena *arena, const char *text)
{
    Reader reader = {arena, text, false};
    Json *value = read_value(&reader);
    skip_blanks(&reader);
    return reader.failed || *reader.at != '\0' ? NULL : value;
}

const Json *json_member(const Json *object, const char *key)
{
    for (const Json *member = object != NULL && object->kind == JSON_OBJECT ? object->first : NULL; member != NULL; member = member->next)
        if (strcmp(member->key, key) == 0)
            return member;
    return NULL;
}
