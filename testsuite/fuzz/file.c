/* Kernels as files. Comment lines at a file's head say how it is run, each `key: value`:
 *
 *     groups: 2 1 1                          of the dispatch
 *     optimisation: 2                        of the passes
 *     seed: 17                               of what resources are filled with
 *     row 3: f32 40 x 6 x 3 pitch 640 3840   the resource in that row; `unbound`: all zeros
 *     wave sizes: 4 8 16 32 64 128           at which it runs; else IR at its own, HLSL at all
 *     lanes: 4 8 16                          of the vectors that the tests compile it for
 *     strict                                 as --fp=strict
 *     entry: main                            of HLSL
 *
 * What is not said is as above, but for lanes (8) and seed (0); a resource that no row line
 * describes has 40 elements, or 16 bytes 40 times, 6 rows and 3 slices. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <ctype.h>
#include <stdlib.h>

#include "files.h"
#include "front.h"

enum { WIDTH = 40, HEIGHT = 6, DEPTH = 3 };

/* ---- the head ---- */

/* The value of the head's line with that key, or NULL. */
static const char *find_key(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = text; *line == ';' || strncmp(line, "//", 2) == 0;
         line += strcspn(line, "\n"), line += *line == '\n') {
        const char *word = line + strspn(line, ";/ ");
        if (strncmp(word, key, length) == 0 && strchr(":\n", word[length]) != NULL)
            return word + length + (word[length] == ':');
    }
    return NULL;
}

/* The numbers of a line; gives how many there are, at most `most`. */
static int read_numbers(const char *line, uint32_t *numbers, int most)
{
    int count = 0;
    while (line != NULL && count < most) {
        line += strspn(line, " x");
        if (!isdigit((unsigned char)*line))
            break;
        numbers[count++] = (uint32_t)strtoul(line, (char **)&line, 10);
    }
    return count;
}

static int read_key(const char *text, const char *key, uint32_t *numbers, int most)
{
    return read_numbers(find_key(text, key), numbers, most);
}

/* ---- rows ---- */

static uint32_t element_bytes(const IrResource *resource)
{
    bool in_bytes = resource->shape == IR_SHAPE_RAW || resource->shape == IR_SHAPE_CBUFFER;
    return in_bytes ? 1 : resource->stride;
}

/* Samplers have the state of one that is not bound. */
static FuzzRow usual_row(const IrResource *resource)
{
    if (resource->shape == IR_SHAPE_SAMPLER)
        return (FuzzRow){.scalar = IR_I32};
    FuzzRow row = {.width = WIDTH,
                   .height = 1,
                   .depth = 1,
                   .stride = resource->stride,
                   .scalar = resource->element.scalar,
                   .is_bound = true};
    if (resource->shape == IR_SHAPE_TEX2D || resource->shape == IR_SHAPE_TEX3D)
        row.height = HEIGHT;
    if (resource->shape == IR_SHAPE_TEX3D || resource->is_array)
        row.depth = DEPTH;
    if (row.scalar == IR_VOID)
        row.scalar = IR_I32;
    if (resource->shape == IR_SHAPE_RAW || resource->shape == IR_SHAPE_CBUFFER)
        row.width *= 16, row.stride = 1;
    row.row_pitch = row.width * row.stride;
    row.slice_pitch = row.row_pitch * row.height;
    row.bytes = row.slice_pitch * row.depth;
    return row;
}

static IrScalar scalar_of_word(const char *word)
{
    for (int scalar = 0; scalar < IR_SCALAR_COUNT; scalar++) {
        const char *name = op_scalar_name((IrScalar)scalar);
        if (strncmp(word, name, strlen(name)) == 0 && word[strlen(name)] == ' ')
            return (IrScalar)scalar;
    }
    return IR_VOID;
}

/* f32 40 x 6 x 3 pitch 640 3840 unbound */
static FuzzRow read_row(const char *line, const IrResource *resource)
{
    FuzzRow row = usual_row(resource);
    size_t length = strcspn(line, "\n");
    uint32_t size[3] = {row.width, row.height, row.depth}, pitches[2] = {0, 0};
    line += strspn(line, " ");
    const char *pitch = memmem(line, length, "pitch ", 6);
    row.scalar = scalar_of_word(line);
    read_numbers(line + strcspn(line, " "), size, 3);
    if (pitch != NULL)
        read_numbers(pitch + 6, pitches, 2);
    row.width = size[0], row.height = size[1], row.depth = size[2];
    row.row_pitch = pitches[0], row.slice_pitch = pitches[1];
    row.is_bound = memmem(line, length, "unbound", 7) == NULL;
    row.stride = resource->stride;
    bool is_texture = resource->shape >= IR_SHAPE_TEX1D;
    row.bytes = is_texture ? row.slice_pitch * row.depth : row.width * element_bytes(resource);
    return row;
}

/* Rows of resources that the compiled kernel does not touch are empty. */
static void read_rows(Arena *arena, FuzzKernel *fuzz, const char *text, const char **error)
{
    for (int i = 0; i < FUZZ_ROWS; i++)
        fuzz->rows[i] = (FuzzRow){.scalar = IR_I32};
    for (int i = 0; i < fuzz->kernel->resources.count; i++) {
        const IrResource *resource = fuzz->kernel->resources.items[i];
        const char *line = find_key(text, arena_printf(arena, "row %u", resource->first_row));
        fuzz->rows[resource->first_row] = line != NULL ? read_row(line, resource)
                                                       : usual_row(resource);
        if (fuzz->rows[resource->first_row].scalar == IR_VOID)
            *error = arena_printf(arena, "the line of row %u begins with no type", resource->first_row);
        if (fuzz->row_count <= (int)resource->first_row)
            fuzz->row_count = (int)resource->first_row + 1;
    }
}

/* ---- kernels ---- */

static IrKernel *kernel_of_hlsl(Arena *arena, const char *text, int wave_size, Diagnostics **diagnostics, const char **error)
{
    Sources *sources = sources_new(arena);
    *diagnostics = diag_new(arena, sources);
    const char *entry = find_key(text, "entry");
    FrontOptions options = {.entry = "main", .wave_size = wave_size, .native_16bit = true};
    if (entry != NULL)
        options.entry = arena_copy_text(arena, entry + strspn(entry, " "),
                                        strcspn(entry + strspn(entry, " "), "\n"));
    LowerResult lowered = front_lower(arena, *diagnostics, sources, text, &options);
    if (lowered.kernel == NULL)
        *error = front_messages(arena, *diagnostics);
    return lowered.kernel;
}

/* `wave_size` 0: the kernel's own. */
static IrKernel *kernel_of_ir(Arena *arena, const char *text, int wave_size, const char **error)
{
    IrKernel *kernel = ir_read(arena, names_new(arena), slice_of(text), error);
    if (kernel != NULL && wave_size != 0) {
        kernel->wave_size = wave_size;
        kernel->wave_count = (int)((ir_group_size(kernel) + (uint32_t)wave_size - 1) /
                                   (uint32_t)wave_size);
    }
    return kernel;
}

static FuzzKernel *read_kernel(Arena *arena, const char *text, bool is_hlsl, int wave_size,
                               const char **error)
{
    FuzzKernel *fuzz = ARENA_NEW(arena, FuzzKernel);
    uint32_t optimisation = 2;
    *fuzz = (FuzzKernel){.groups = {2, 1, 1}};
    fuzz->kernel = is_hlsl ? kernel_of_hlsl(arena, text, wave_size, &fuzz->diagnostics, error) : kernel_of_ir(arena, text, wave_size, error);
    if (fuzz->kernel == NULL)
        return NULL;
    *error = ir_verify(arena, fuzz->kernel);
    for (int i = 0; i < fuzz->kernel->resources.count; i++)
        if (fuzz->kernel->resources.items[i]->first_row >= FUZZ_ROWS)
            *error = arena_printf(arena, "resource %s is in a row past %d",
                                  fuzz->kernel->resources.items[i]->name, FUZZ_ROWS - 1);
    if (*error != NULL)
        return NULL;
    read_key(text, "groups", fuzz->groups, 3);
    read_key(text, "optimisation", &optimisation, 1);
    read_key(text, "seed", &fuzz->seed, 1);
    fuzz->optimisation = (int)optimisation;
    read_rows(arena, fuzz, text, error);
    return *error == NULL ? fuzz : NULL;
}

bool fuzz_read(Arena *arena, const char *path, FuzzFile *file, const char **error)
{
    static const uint32_t ALL_SIZES[FUZZ_WAVE_SIZES] = {4, 8, 16, 32, 64, 128};
    const char *dot = strrchr(path, '.');
    bool is_hlsl = dot != NULL && strcmp(dot, ".hlsl") == 0;
    uint32_t sizes[FUZZ_WAVE_SIZES] = {0}, lanes[3] = {8};
    char *bytes = file_read(path, NULL);
    *file = (FuzzFile){0};
    *error = bytes == NULL ? "cannot be read" : NULL;
    if (bytes == NULL)
        return false;
    const char *text = arena_copy_text(arena, bytes, strlen(bytes));
    free(bytes);
    int size_count = read_key(text, "wave sizes", sizes, FUZZ_WAVE_SIZES);
    if (size_count == 0 && is_hlsl)
        memcpy(sizes, ALL_SIZES, sizeof sizes);
    if (size_count == 0)
        size_count = is_hlsl ? FUZZ_WAVE_SIZES : 1;
    for (int i = 0; i < size_count && *error == NULL; i++)
        file->kernels[file->kernel_count++] = read_kernel(arena, text, is_hlsl, (int)sizes[i],
                                                          error);
    file->lane_count = read_key(text, "lanes", lanes, 3);
    file->lane_count += file->lane_count == 0;
    for (int i = 0; i < file->lane_count; i++) {
        file->lanes[i] = (int)lanes[i];
        if (lanes[i] != 4 && lanes[i] != 8 && lanes[i] != 16)
            *error = "vectors have 4, 8 or 16 lanes";
    }
    file->strict = find_key(text, "strict") != NULL;
    return *error == NULL;
}

/* ---- writing ---- */

bool fuzz_write(const char *path, const FuzzKernel *fuzz, const char *facts, const char *kernel)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    fprintf(file, "%s; groups: %u %u %u\n; optimisation: %d\n; seed: %u\n", facts, fuzz->groups[0],
            fuzz->groups[1], fuzz->groups[2], fuzz->optimisation, fuzz->seed);
    for (int i = 0; i < fuzz->row_count; i++) {
        const FuzzRow *row = &fuzz->rows[i];
        fprintf(file, "; row %d: %s %u x %u x %u pitch %u %u%s\n", i, op_scalar_name(row->scalar),
                row->width, row->height, row->depth, row->row_pitch, row->slice_pitch,
                row->is_bound ? "" : " unbound");
    }
    fputs(kernel, file);
    return fclose(file) == 0;
}
