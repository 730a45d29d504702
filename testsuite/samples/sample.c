/* Compiling and running samples, and the data that goes in and comes out. */
#define _GNU_SOURCE
#include "sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "process.h"

enum { MAX_WORDS = 64, MAX_LINE = 4096 };
#define AS_WRITTEN ".as-written" /* ends the name of the program beside */
#define SIZES ".sizes"           /* and of the file that lists the wave sizes of both */

/* Runs a command line, cut at its spaces, and fails the test unless its status is 0. */
static void run_line(const char *line)
{
    char words[MAX_LINE], *rest = words;
    const char *argv[MAX_WORDS + 1] = {0};
    int count = 0;
    snprintf(words, sizeof words, "%s", line);
    for (char *word; (word = strtok_r(rest, " ", &rest)) && count < MAX_WORDS;)
        argv[count++] = word;
    Process process = process_run(argv, PROCESS_SECONDS);
    process_expect(&process, 0, line);
    process_free(&process);
}

/* ---- compiling ---- */

static bool is_optimised(int wave_size) { return wave_size == 8 || wave_size == 32; }

typedef struct Sizes {
    int items[8], count;
} Sizes;

/* Of "4,8,16", or "all", those whose C is optimised, and the others; one of them may be empty. */
static void split_sizes(const char *list, Sizes *optimised, Sizes *as_written)
{
    if (strncmp(list, "all", 3) == 0)
        list = "4,8,16,32,64,128";
    for (char *end; *list >= '0' && *list <= '9'; list = end + (*end == ',')) {
        int size = (int)strtol(list, &end, 10);
        Sizes *to = is_optimised(size) ? optimised : as_written;
        to->items[to->count++] = size;
    }
}

/* One of them, unless all are to be run. */
static void take_turn(const char *program, Sizes *sizes)
{
    const char *name = strstr(program, "/tests/"); /* in whatever build folder */
    if (test_runs_all() || sizes->count < 2)
        return;
    sizes->items[0] = sizes->items[test_turn(name ? name : program) % (unsigned)sizes->count];
    sizes->count = 1;
}

static const char *list_of(const Sizes *sizes, char list[64])
{
    *list = '\0';
    for (int i = 0; i < sizes->count; i++)
        snprintf(list + strlen(list), 64 - strlen(list), "%s%d", i ? "," : "", sizes->items[i]);
    return list;
}

static void compile(const char *source, const char *program, const char *options)
{
    char line[MAX_LINE];
    snprintf(line, sizeof line, "%s %s --verify %s -o %s", test_build_path("wavecc"), source, options, program);
    run_line(line);
}

/* The options with this list in the place of theirs, which stands at `list`. */
static void compile_sizes(const char *source, const char *program, const char *options, const char *list,
                          const Sizes *sizes)
{
    char all[1024], own[64];
    snprintf(all, sizeof all, "%.*s%s%s", (int)(list - options), options, list_of(sizes, own),
             list + strcspn(list, " "));
    compile(source, program, all);
}

/* Which wave sizes a program has, for those who run it at all of them. */
static void keep_sizes(const char *program, const Sizes *optimised, const Sizes *as_written)
{
    char path[1100], all[256], own[2][64];
    int length = snprintf(all, sizeof all, ",%s,%s,", list_of(optimised, own[0]), list_of(as_written, own[1]));
    snprintf(path, sizeof path, "%s" SIZES, program);
    file_write(path, all, (size_t)length);
}

static bool has_wave_size(const char *program, int wave_size)
{
    char path[1100], wanted[16];
    snprintf(path, sizeof path, "%s" SIZES, program);
    snprintf(wanted, sizeof wanted, ",%d,", wave_size);
    char *all = file_read(path, NULL);
    bool has = all && strstr(all, wanted);
    free(all);
    return has;
}

void sample_compile_source(const char *source, const char *program, const char *options)
{
    static const char WORD[] = "--wave-size=";
    char path[1100];
    Sizes optimised = {.count = 0}, as_written = {.count = 0};
    const char *list = strstr(options, WORD);
    snprintf(path, sizeof path, "%s" AS_WRITTEN, program);
    unlink(path);
    if (list)
        split_sizes(list += strlen(WORD), &optimised, &as_written);
    take_turn(program, &optimised);
    take_turn(program, &as_written);
    keep_sizes(program, &optimised, &as_written);
    if (!optimised.count && !as_written.count)
        compile(source, program, options);
    else
        compile_sizes(source, program, options, list, optimised.count ? &optimised : &as_written);
    if (!optimised.count || !as_written.count)
        return;
    process_leave_c_as_written();
    compile_sizes(source, path, options, list, &as_written);
    process_optimise_c();
}

const char *sample_compile(const char *name, const char *folder, const char *options)
{
    char source[512];
    const char *program = test_build_path("tests/%s/%s", folder, name);
    char kept[1024]; /* test_build_path reuses its memory */
    snprintf(kept, sizeof kept, "%s", program);
    test_folder(folder);
    snprintf(source, sizeof source, "samples/%s/%s.hlsl", name, name);
    sample_compile_source(source, kept, options);
    return test_build_path("tests/%s/%s", folder, name);
}

/* That has the wave size: the program, or the one beside it. */
static void find_program(char path[1100], const char *program, int wave_size)
{
    snprintf(path, 1100, "%s" AS_WRITTEN, program);
    if (is_optimised(wave_size) || access(path, X_OK) != 0)
        snprintf(path, 1100, "%s", program);
}

void sample_at_all_settings(const char *program, SampleCheck *check, void *context)
{
    sample_from_wave_size(4, program, check, context);
}

void sample_from_wave_size(int least, const char *program, SampleCheck *check, void *context)
{
    char kept[1024]; /* test_build_path reuses its memory */
    snprintf(kept, sizeof kept, "%s", program);
    for (int wave_size = least; wave_size <= 128; wave_size *= 2)
        for (int workers = 1; workers <= 4 && has_wave_size(kept, wave_size); workers += 3)
            check(kept, (Setting){wave_size, workers}, context);
}

void sample_run(const char *program, Setting setting, const char *format, ...)
{
    char line[MAX_LINE];
    char path[1100];
    find_program(path, program, setting.wave_size);
    int length = snprintf(line, sizeof line, "%s --wave-size %d -j %d ", path, setting.wave_size, setting.workers);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + length, sizeof line - (size_t)length, format, arguments);
    va_end(arguments);
    run_line(line);
}

/* ---- data ---- */

float sample_noise(uint32_t i)
{
    i = (i ^ 61) ^ i >> 16; /* Wang's integer hash */
    i *= 9;
    i ^= i >> 4;
    i *= 0x27d4eb2d;
    i ^= i >> 15;
    return (float)(i >> 8) / 16777216.0f;
}

void sample_fill_noise(float *values, size_t count, uint32_t seed)
{
    for (size_t i = 0; i < count; i++)
        values[i] = sample_noise(seed * 0x10001 + (uint32_t)i);
}

static size_t shape_count(Shape shape)
{
    size_t count = 1;
    for (size_t i = 0; i < shape.rank; i++)
        count *= shape.sides[i];
    return count;
}

enum { NPY_PREFIX = 10, NPY_HEADER = 128 };

void npy_write(const char *path, const char *type, const void *data, Shape shape)
{
    size_t bytes = shape_count(shape) * 4;
    uint8_t *file = malloc(NPY_HEADER + bytes);
    char header[NPY_HEADER - NPY_PREFIX + 1], sides[64] = "";
    for (size_t i = 0; i < shape.rank; i++)
        snprintf(sides + strlen(sides), sizeof sides - strlen(sides), "%zu,", shape.sides[i]);
    int length = snprintf(header, sizeof header, "{'descr': '<%s', 'fortran_order': False, 'shape': (%s), }", type, sides);
    assert_non_null(file);
    memset(header + length, ' ', sizeof header - (size_t)length);
    header[NPY_HEADER - NPY_PREFIX - 1] = '\n';
    memcpy(file, "\x93NUMPY\1\0", 8);
    file[8] = NPY_HEADER - NPY_PREFIX;
    file[9] = 0;
    memcpy(file + NPY_PREFIX, header, NPY_HEADER - NPY_PREFIX);
    memcpy(file + NPY_HEADER, data, bytes);
    file_write(path, file, NPY_HEADER + bytes);
    free(file);
}

/* Takes the sides between the parentheses of 'shape': (...), sides of 1 left out. */
static Shape parse_shape(const char *text)
{
    Shape shape = {0};
    while (*text && *text != ')' && shape.rank < 4) {
        char *end;
        size_t side = strtoul(text, &end, 10);
        if (end > text && side != 1)
            shape.sides[shape.rank++] = side;
        text = end > text ? end : text + 1;
    }
    return shape;
}

static Shape without_ones(Shape shape)
{
    Shape kept = {0};
    for (size_t i = 0; i < shape.rank; i++)
        if (shape.sides[i] != 1)
            kept.sides[kept.rank++] = shape.sides[i];
    return kept;
}

void npy_read(const char *path, const char *type, void *data, Shape shape)
{
    size_t length = 0, bytes = shape_count(shape) * 4;
    char *file = file_read(path, &length);
    if (!file || length < NPY_PREFIX || memcmp(file, "\x93NUMPY\1", 7)) {
        print_error("%s is no .npy file of version 1\n", path);
        fail();
    }
    size_t start = NPY_PREFIX + (uint8_t)file[8] + 256u * (uint8_t)file[9];
    char *header = strndup(file + NPY_PREFIX, start - NPY_PREFIX), *sides = strstr(header, "'shape': (");
    Shape found = sides ? parse_shape(sides + 10) : (Shape){0}, wanted = without_ones(shape);
    if (!strstr(header, type) || memcmp(&found, &wanted, sizeof found) || length - start != bytes) {
        print_error("%s: %s", path, header);
        fail();
    }
    memcpy(data, file + start, bytes);
    free(header);
    free(file);
}

void bin_read(const char *path, void *data, size_t bytes)
{
    size_t length = 0;
    char *file = file_read(path, &length);
    if (!file || length != bytes) {
        print_error("%s has %zu bytes, expected %zu\n", path, length, bytes);
        fail();
    }
    memcpy(data, file, bytes);
    free(file);
}

void sample_expect_floats(const char *what, const float *got, const float *want, size_t count, float tolerance)
{
    for (size_t i = 0; i < count; i++) {
        if (fabsf(got[i] - want[i]) <= tolerance * fmaxf(1, fabsf(want[i])))
            continue;
        print_error("%s: value %zu is %.9g, expected %.9g\n", what, i, (double)got[i], (double)want[i]);
        fail();
    }
}

void sample_expect_words(const char *what, const uint32_t *got, const uint32_t *want, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (got[i] == want[i])
            continue;
        print_error("%s: value %zu is 0x%08x, expected 0x%08x\n", what, i, got[i], want[i]);
        fail();
    }
}
