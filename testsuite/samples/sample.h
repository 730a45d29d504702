/* sample: what the tests of the samples share. A test compiles a sample once, for all wave sizes, runs it
 * by its command line at every setting, and compares with the model.
 *
 * C compilers take ten times as long where they optimise, and longest where waves are wide. So of several
 * wave sizes 8 and 32 are optimised, and the others are left as written, in a program beside; testsuite/run
 * has each of them optimised. Of both kinds a test takes one, by the name of its program, so that other
 * tests take others; `make test-all` takes all. */
#ifndef WAVECC_SAMPLE_H
#define WAVECC_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "test.h"

typedef struct Setting {
    int wave_size, workers;
} Setting;

/* Compiles samples/NAME/NAME.hlsl with `options` (separated by spaces) to an executable in the test's
 * folder; gives its path. The running test fails if that fails. */
const char *sample_compile(const char *name, const char *folder, const char *options);

/* The same of another source, to that program. */
void sample_compile_source(const char *source, const char *program, const char *options);

/* Calls the check at each wave size from 4 to 128 that the program was compiled for, with 1 and with 4
 * workers. */
typedef void SampleCheck(const char *program, Setting setting, void *context);
void sample_at_all_settings(const char *program, SampleCheck *check, void *context);
/* The same from another wave size on. */
void sample_from_wave_size(int least, const char *program, SampleCheck *check, void *context);

/* Runs the program with these arguments (separated by spaces) and the setting's; its status must be 0. */
void sample_run(const char *program, Setting setting, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- data ---- */

/* The i-th of a fixed sequence of numbers in 0..1 without pattern. */
float sample_noise(uint32_t i);
void sample_fill_noise(float *values, size_t count, uint32_t seed);

/* NumPy files; type is "f4" or "u4". Reading fails the test unless the type and the shape (up to sides of 1) are these. */
typedef struct Shape {
    size_t rank, sides[4];
} Shape;
void npy_write(const char *path, const char *type, const void *data, Shape shape);
void npy_read(const char *path, const char *type, void *data, Shape shape);
/* A file of exactly this many bytes. */
void bin_read(const char *path, void *data, size_t bytes);

/* Fails the test at the first value that is further off than tolerance * max(1, |want|). */
void sample_expect_floats(const char *what, const float *got, const float *want, size_t count, float tolerance);
void sample_expect_words(const char *what, const uint32_t *got, const uint32_t *want, size_t count);

#endif
