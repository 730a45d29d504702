/* A shader in a test of check that looks at what golden/check cannot show: layouts, flags, that
 * nothing crashes. */
#ifndef WAVECC_CHECK_TEST_H
#define WAVECC_CHECK_TEST_H

#include "check/check.h"
#include "test.h"

typedef struct Checked {
    Arena *arena;
    Diagnostics *diagnostics;
    CheckedProgram *program; /* NULL when something was reported */
    char *messages;          /* diag_print's text, or "" */
} Checked;

/* HLSL 2021, Shader Model 6.10, entry point main, waves of 32, no 16-bit types; then `change` may
 * alter that. */
typedef void ChangeOptions(CheckOptions *options);
Checked check_shader(const char *source, ChangeOptions *change);
void checked_free(Checked *checked);
void with_16bit_types(CheckOptions *options);
void with_row_major(CheckOptions *options);

/* `declarations` as a cbuffer's members lie at these offsets and make up that size: "a 0, b 16;
 * 32". */
void expect_cbuffer(const char *before, const char *declarations, const char *layout);
void expect_cbuffer_with(ChangeOptions *change, const char *before, const char *declarations,
                         const char *layout);
/* Like it, of the fields of a struct in a structured buffer; the number at the end is the stride.
 */
void expect_structured(const char *before, const char *declarations, const char *layout);
void expect_structured_with(ChangeOptions *change, const char *before, const char *declarations,
                            const char *layout);

#endif
