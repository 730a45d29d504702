/* A shader in a test of check: text in; the typed tree as text, or the messages, out. */
#ifndef WAVECC_CHECK_TEST_H
#define WAVECC_CHECK_TEST_H

#include "check/check.h"
#include "test.h"

typedef struct Checked {
    Arena *arena;
    Diagnostics *diagnostics;
    CheckedProgram *program; /* NULL when something was reported */
    char *tree;              /* check_print_program's text, or "" */
    char *messages;          /* diag_print's text, or "" */
} Checked;

/* HLSL 2021, Shader Model 6.10, entry point main, waves of 32, no 16-bit types; then `change` may alter that. */
typedef void ChangeOptions(CheckOptions *options);
Checked check_shader(const char *source, ChangeOptions *change);
void checked_free(Checked *checked);
void with_hlsl_2018(CheckOptions *options);
void with_16bit_types(CheckOptions *options);
void with_row_major(CheckOptions *options);

/* `body` as main's, with `before` before it: the typed tree has a line that is `line`, blanks at its ends aside. */
void expect_tree(const char *before, const char *body, const char *line);
void expect_tree_with(ChangeOptions *change, const char *before, const char *body, const char *line);
/* The messages are none; or have one that is `message` ("error: ..." without its place). */
void expect_accepted(const char *before, const char *body);
void expect_message(const char *before, const char *body, const char *message);
void expect_message_with(ChangeOptions *change, const char *before, const char *body, const char *message);
/* `declarations` as a cbuffer's members lie at these offsets and make up that size: "a 0, b 16; 32". */
void expect_cbuffer(const char *before, const char *declarations, const char *layout);
void expect_cbuffer_with(ChangeOptions *change, const char *before, const char *declarations, const char *layout);
/* Like it, of the fields of a struct in a structured buffer; the number at the end is the stride. */
void expect_structured(const char *before, const char *declarations, const char *layout);
void expect_structured_with(ChangeOptions *change, const char *before, const char *declarations, const char *layout);

#endif
