/* The reader's cursor: blanks, words, numbers, names and types of the text form. */
#include "ir/read_priv.h"

#include <ctype.h>
#include <stdlib.h>

void read_fail(Reader *reader, const char *format, ...)
{
    Text text = {0};
    va_list arguments;
    if (reader->error)
        return;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    reader->error = arena_copy_text(reader->arena, text.bytes, text.length);
    reader->error_at = read_position(reader);
    text_free(&text);
    reader->at += strlen(reader->at);
}

SourcePos read_position(const Reader *reader)
{
    return reader->start != SOURCE_NOWHERE ? reader->start + (SourcePos)(reader->at - reader->text)
                                           : SOURCE_NOWHERE;
}

void read_skip_blanks(Reader *reader) { reader->at += strspn(reader->at, " \t\r"); }

bool read_accept(Reader *reader, const char *text)
{
    read_skip_blanks(reader);
    size_t length = strlen(text);
    if (strncmp(reader->at, text, length) != 0)
        return false;
    reader->at += length;
    return true;
}

void read_expect(Reader *reader, const char *text)
{
    if (!read_accept(reader, text))
        read_fail(reader, "expected '%s'", text);
}

bool read_is_word_byte(char byte) { return isalnum((unsigned char)byte) || byte == '_'; }

Slice read_word(Reader *reader)
{
    read_skip_blanks(reader);
    Slice word = {reader->at, 0};
    while (read_is_word_byte(reader->at[0]))
        reader->at++;
    word.length = (size_t)(reader->at - word.text);
    return word;
}

bool read_accept_word(Reader *reader, const char *text)
{
    const char *before = reader->at;
    if (slice_is(read_word(reader), text))
        return true;
    reader->at = before;
    return false;
}

void read_expect_word(Reader *reader, const char *text)
{
    if (!read_accept_word(reader, text))
        read_fail(reader, "expected '%s'", text);
}

int64_t read_number(Reader *reader, int64_t least, int64_t most)
{
    read_skip_blanks(reader);
    char *end;
    bool starts = isdigit((unsigned char)reader->at[0]) || reader->at[0] == '-' ||
                  reader->at[0] == '+';
    long long number = starts ? strtoll(reader->at, &end, 10) : 0;
    if (!starts || end == reader->at)
        read_fail(reader, "expected a number");
    else if (number < least || number > most)
        read_fail(reader, "%lld is not in %lld..%lld", number, (long long)least, (long long)most);
    else
        reader->at = end;
    return reader->error ? least : number;
}

void read_end_line(Reader *reader)
{
    read_skip_blanks(reader);
    if (*reader->at && *reader->at != ';' && *reader->at != '\n')
        read_fail(reader, "unexpected '%.*s'", (int)strcspn(reader->at, "\n"), reader->at);
    while (*reader->at == ';' || *reader->at == '\n') {
        reader->at += strcspn(reader->at, "\n");
        if (*reader->at == '\n') {
            reader->at++;
            reader->line++;
        }
        read_skip_blanks(reader);
    }
}

int read_choice(Reader *reader, Words words, const char *what)
{
    Slice word = read_word(reader);
    int choice = ir_find_word(words, word);
    if (choice < 0)
        read_fail(reader, "'%.*s' is no %s", (int)word.length, word.text, what);
    return choice < 0 ? 0 : choice;
}

const char *read_name(Reader *reader)
{
    if (read_accept(reader, "\"")) {
        size_t length = strcspn(reader->at, "\"\n");
        const char *name = arena_copy_text(reader->arena, reader->at, length);
        reader->at += length;
        read_expect(reader, "\"");
        return name;
    }
    const char *start = reader->at, *last_dot = NULL;
    for (; read_is_word_byte(*reader->at) || (*reader->at && strchr(".#$@", *reader->at));
         reader->at++)
        if (*reader->at == '.')
            last_dot = reader->at;
    if (last_dot && last_dot + 1 + strspn(last_dot + 1, "0123456789") == reader->at)
        reader->at = last_dot;
    if (reader->at == start)
        read_fail(reader, "expected a name");
    return arena_copy_text(reader->arena, start, reader->error ? 0 : (size_t)(reader->at - start));
}

IrType read_type(Reader *reader)
{
    Slice word = read_word(reader);
    for (int scalar = IR_VOID; scalar < IR_SCALAR_COUNT; scalar++) {
        const char *name = op_scalar_name(scalar);
        size_t length = strlen(name);
        if (word.length < length || memcmp(word.text, name, length) != 0)
            continue;
        if (word.length == length)
            return ir_scalar(scalar);
        int components = word.text[length] == 'x' ? atoi(word.text + length + 1) : 0;
        if (components >= 2 && components <= 16)
            return (IrType){scalar, (uint8_t)components};
    }
    read_fail(reader, "'%.*s' is no type", (int)word.length, word.text);
    return ir_scalar(IR_I32);
}
