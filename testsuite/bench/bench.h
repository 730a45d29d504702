/* bench: what its files share. kernels.c: compiled modules and their memory; pictures.c and arrays.c: the
 * contests; bench.c: measuring. */
#ifndef WAVECC_BENCH_H
#define WAVECC_BENCH_H

#include <stddef.h>
#include <stdint.h>

#include "../samples/models.h"
#include "wcc_abi.h"

enum { MAX_ROWS = 16 };

typedef struct Kernels {
    const WccModule *module;
    WccResource rows[MAX_ROWS];
    WccDispatch dispatch;
    void *shared;
} Kernels;

typedef struct Contest {
    const char *name, *module, *entry;
    void (*prepare)(Kernels *kernels);
    void (*plain)(void);
    void (*kernel)(Kernels *kernels, int variant);
    float (*difference)(void); /* of the two results, in words of `unit` */
    const char *unit;
} Contest;

/* Ended by one without a name. */
extern const Contest PICTURE_CONTESTS[], ARRAY_CONTESTS[];

_Noreturn void die(const char *what, const char *which);

/* ---- memory as kernels want it: 64-byte aligned, 64 readable bytes after the end ---- */

void *new_memory(size_t bytes); /* zeros */
void fill_noise(void *memory, size_t count); /* floats in 0..1 */
/* As the host library lays textures out: rows wcc_row_pitch apart. */
WccResource new_texture(uint32_t width, uint32_t height, uint32_t bytes);
WccResource buffer(void *data, int count, int bytes);
/* Between a texture and the tight rows that the plain C works on. */
void copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t bytes, uint32_t rows);
/* A tight copy of the texture's texels; the caller frees it. */
void *read_texture(const WccResource *texture);
float largest_difference(const float *a, const float *b, size_t count);

/* ---- modules ---- */

void open_module(Kernels *kernels, const char *folder, const char *name);
const WccEntry *find_entry(const WccModule *module, const char *name);
void bind(Kernels *kernels, const char *name, WccResource resource);
void set(Kernels *kernels, const char *name, const void *value, size_t bytes); /* a constant */
/* Runs every group of an entry point. */
void run(Kernels *kernels, const char *entry_name, int variant, uint32_t gx, uint32_t gy);

#endif
