/* read_priv: the reader's cursor over the text, shared by its parts.
 *
 * The first error is kept and moves the cursor to the end of the text, so that everything above it
 * runs out by itself: after an error every accept is false, every number the least, every word
 * empty. */
#ifndef WAVECC_IR_READ_PRIV_H
#define WAVECC_IR_READ_PRIV_H

#include "ir/reflection_priv.h"

/* What a resource's line and those of its fields say; NULL, 0: nothing. */
typedef struct ReadInfo {
    IrResourceInfo info;
    bool has_register;
    VEC(IrField) fields;
} ReadInfo;

typedef struct Reader {
    Arena *arena;
    IrKernel *kernel;
    const char *text, *at; /* NUL-terminated */
    SourcePos start;       /* of the text, or SOURCE_NOWHERE */
    int line, depth;
    const char *error;
    SourcePos error_at;
    VEC(IrInstr *) by_id;      /* as printed; NULL: no such number */
    VEC(IrInstr *) unnumbered;
    VEC(ReadInfo) infos; /* of the resources, in the order of the text */
} Reader;

SourcePos read_position(const Reader *reader); /* of the cursor */
void read_fail(Reader *reader, const char *format, ...) PRINTF_LIKE(2, 3);

/* Blanks before it are skipped. `text` may be the beginning of a longer word; the _word ones take
 * whole words only. */
void read_skip_blanks(Reader *reader);
bool read_accept(Reader *reader, const char *text);
void read_expect(Reader *reader, const char *text);
bool read_is_word_byte(char byte);
bool read_accept_word(Reader *reader, const char *text);
void read_expect_word(Reader *reader, const char *text);
Slice read_word(Reader *reader); /* may be empty */

int64_t read_number(Reader *reader, int64_t least, int64_t most);
/* The index of the next word in `words`; `what` they are is for the message. */
int read_choice(Reader *reader, Words words, const char *what);
/* Past its sigil: plain, or "quoted". A plain name ends before a dot with a component. */
const char *read_name(Reader *reader);
IrType read_type(Reader *reader); /* "f32x4" */
IrRange read_range(Reader *reader, IrScalar type); /* nothing known where there is none */
/* What is left of the line must be a comment; then on to the next line that says something. */
void read_end_line(Reader *reader);

/* One line before the body, and the fields of a resource. */
void read_declaration(Reader *reader);
/* One word of a resource's line with what belongs to it; false: it is none of these. */
bool read_resource_attribute(Reader *reader, ReadInfo *read);
void read_fields(Reader *reader, ReadInfo *read);
/* Behind the declarations: the kernel's reflection. */
void read_reflection(Reader *reader);

#endif
