/* bench: what its files share. kernels.c: compiled modules and the memory that they work on; compare.c: judging
 * results; clock.c: measuring; bench.c: races; duel.c: two builds of the kernels; bodies.c: kernels of a line, those
 * of bodies/; guard.c: counting; families/: the contests, one file of C and one of HLSL each; map/: the map of access
 * patterns; peers/: the families' kernels as others run them.
 *
 * A family's C is a library of its own, made by clang and by gcc, that calls what is declared here. */
#ifndef WAVECC_BENCH_H
#define WAVECC_BENCH_H

#include <stddef.h>
#include <stdint.h>

#include "wcc_abi.h"

enum { MAX_ROWS = 24 };

/* A compiled module with what is bound to it, and which of its variants run() takes. */
typedef struct Kernels Kernels;
struct Kernels {
    const WccModule *module;
    WccResource rows[MAX_ROWS];
    WccDispatch dispatch;
    void *scratch;
    int variant;
    uint32_t wave_size;
    double bytes; /* of the resources of all dispatches so far, each once a dispatch */
    void (*dispatch_by)(Kernels *kernels, const WccEntry *entry); /* who runs kernels->dispatch; NULL: run_groups */
};

/* The same work twice. */
typedef struct Contest {
    const char *name;
    void (*prepare)(Kernels *kernels); /* makes and binds the memory of both */
    void (*plain)(void);
    void (*kernel)(Kernels *kernels);
    double (*difference)(void); /* of the two results */
    double tolerance;
    double flops; /* where the work has a number that everybody counts */
} Contest;

/* What each family has, ended by one without a name. */
extern const Contest contests[];

/* peak.c, made by clang for the target. */
double peak_flops(void);
float do_peak_flops(float factor, float term);

/* The plain C of a contest: what it is called with is not known where it is compiled. */
#define PLAIN __attribute__((noinline))

/* Of two sizes the one for racing, or the small one for counting instructions. */
#ifdef SMALL
#define SIZE(race, small) (small)
#else
#define SIZE(race, small) (race)
#endif

_Noreturn void die(const char *what, const char *which);

/* ---- memory as kernels want it: 64-byte aligned, 64 readable bytes after the end; until free_memory ---- */

void *new_memory(size_t bytes); /* zeros */
float *new_floats(size_t count); /* zeros */
float *new_noise(size_t count); /* in 0..1, the same each time */
uint32_t *new_words(size_t count); /* zeros */
uint32_t *new_random_words(size_t count); /* the same each time */
void free_memory(void);

/* ---- modules ---- */

/* Who made the plain C. */
enum { CLANG = 0, GCC = 1, COMPILERS = 2 };
extern const char *const COMPILER_NAMES[COMPILERS];
void *open_plain(const char *folder, const char *compiler, const char *name); /* FOLDER/COMPILER/NAME.so */

void open_module(Kernels *kernels, const char *path);
void close_module(Kernels *kernels);
void choose_variant(Kernels *kernels, uint32_t variant);
uint32_t variant_count(const Kernels *kernels);

void bind(Kernels *kernels, const char *name, WccResource resource);
void bind_buffer(Kernels *kernels, const char *name, void *data, size_t count, size_t bytes);
/* A texture with a copy of the tight rows at `texels`, or NULL: zeros. */
WccResource bind_texture(Kernels *kernels, const char *name, const void *texels, uint32_t width, uint32_t height, uint32_t bytes);
void bind_sampler(Kernels *kernels, const char *name, WccFilter filter, WccAddress address);
void set(Kernels *kernels, const char *name, const void *value, size_t bytes); /* a constant */
void set_int(Kernels *kernels, const char *name, int value);
void set_float(Kernels *kernels, const char *name, float value);

/* Runs every group of an entry point. */
void run_groups(Kernels *kernels, const WccEntry *entry); /* those of kernels->dispatch */
void run(Kernels *kernels, const char *entry, uint32_t gx, uint32_t gy, uint32_t gz);

/* ---- time ---- */

double cpu_ms(void); /* of this thread */
double time_plain(const Contest *contest);
double time_kernel(const Contest *contest, Kernels *kernels);
double quantile_of(double *values, int count, double part); /* the least for 0; puts them in order */
double lower_quartile_of(double *values, int count);
double median_of(double *values, int count);
void stay_on_this_core(void);

/* ---- results ---- */

double largest_difference(const float *a, const float *b, size_t count);
double words_that_differ(const void *a, const void *b, size_t count);
/* Of a texture and tight rows. */
double texture_difference(const WccResource *texture, const float *texels); /* the largest, of floats */
double texture_floats_apart(const WccResource *texture, const float *texels, float limit); /* how many */
double texture_words_that_differ(const WccResource *texture, const void *texels);

#endif
