/* report: why something failed, in words. Functions that can fail take a Report first, put the
 * reason in it, and give false or NULL. */
#ifndef WCC_HOST_REPORT_H
#define WCC_HOST_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define HOST_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define HOST_LENGTH(array) (sizeof(array) / sizeof *(array))

typedef struct Report {
    const char *program;
    FILE *messages;   /* where warnings go; NULL: nowhere */
    void (*tell)(void *context, const char *text); /* or to whom; NULL: nobody */
    void *tell_context;
    void (*print)(void *context, const char *text, size_t length); /* what kernels print; NULL: nobody */
    void *print_context;
    void (*before_message)(void); /* a line that is being rewritten goes; NULL: there is none */
    char error[2048]; /* the reason of the last failure */
} Report;

/* A name among others, for "did you mean". get(list, i) gives the i-th name. */
typedef struct NameList {
    const void *list;
    size_t count;
    const char *(*get)(const void *list, size_t index);
} NameList;

/* Text that grows; text is always terminated. `failed` once memory ran out. */
typedef struct Text {
    char *text;
    size_t length, capacity;
    bool failed;
} Text;

/* report.c */

/* Keeps the reason and gives false. */
bool host_fail(Report *report, const char *format, ...) HOST_PRINTF(2, 3);
/* Puts "CONTEXT: " before the reason that is there. Gives false. */
bool host_fail_in(Report *report, const char *format, ...) HOST_PRINTF(2, 3);
/* Fails with "WHAT 'name'; did you mean 'x'? There are: x, y, z". */
bool host_fail_unknown(Report *report, const char *what, const char *name, NameList names);
/* Bytes of the character that begins here, by table 3-7 of the Unicode standard; 0: none does. */
size_t host_character_bytes(const unsigned char *text);
/* A line for `messages`, or for `tell`. */
void host_tell(Report *report, const char *before, const char *text);
/* Report.print, where the context is a FILE. */
void host_print_to_file(void *file, const char *text, size_t length);
/* Before something is printed in another way. */
void host_before_message(const Report *report);
void host_warn(Report *report, const char *format, ...) HOST_PRINTF(2, 3);
void host_text_printf(Text *text, const char *format, ...) HOST_PRINTF(2, 3);
void host_text_add(Text *text, const void *bytes, size_t count);
/* Whole lines leave the buffer, but for those that are longer than it: whoever ends the process
 * cuts none. */
void host_print_line(FILE *out, const char *line);
/* What was written, to be freed; NULL: memory ran out. */
char *host_take_text(Text *text);

/* json_text.c */

/* As a JSON string, in quotes. */
void host_text_json(Text *text, const char *string);

#endif
