/* The benchmark: compiled kernels against plain C, in one process, on one core.
 *
 *     bench FOLDER WAVECC        FOLDER holds mandelbrot.so, blur.so and nbody.so, made by wavecc -shared
 *
 * The plain C is the samples' models (testsuite/samples), compiled as a C programmer would for speed; the
 * kernels are called through wcc_abi.h, group after group. Both take turns, and the CPU time of the
 * thread is measured: medians, and how often the kernel is as fast. Then: how long wavecc takes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../samples/models.h"
#include "wcc_abi.h"

enum { ROUNDS = 15, MAX_ROWS = 16 };

static void die(const char *what, const char *which)
{
    fprintf(stderr, "bench: %s: %s\n", what, which);
    exit(3);
}

/* ---- time ---- */

static double seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

static void stay_on_this_core(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
}

/* ---- memory as kernels want it: 64-byte aligned, 64 readable bytes after the end ---- */

static void *new_memory(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (!memory)
        die("out of memory", "");
    return memset(memory, 0, (bytes + 127) / 64 * 64);
}

/* As the host library lays textures out: rows wcc_row_pitch apart. */
static WccResource new_texture(uint32_t width, uint32_t height, uint32_t bytes)
{
    uint32_t pitch = (uint32_t)wcc_row_pitch(width, bytes);
    return (WccResource){.data = new_memory((size_t)pitch * height), .width = width, .height = height, .depth = 1, .mips = 1,
                         .stride = bytes, .row_pitch = pitch, .slice_pitch = pitch * height};
}

/* Between a texture and the tight rows that the plain C works on. */
static void copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t bytes, uint32_t rows)
{
    for (uint32_t y = 0; y < rows; y++)
        memcpy((char *)to + y * to_pitch, (const char *)from + y * from_pitch, bytes);
}

/* A tight copy of the texture's texels; the caller frees it. */
static void *read_texture(const WccResource *texture)
{
    size_t bytes = (size_t)texture->width * texture->stride;
    void *texels = new_memory(bytes * texture->height);
    copy_rows(texels, bytes, texture->data, texture->row_pitch, bytes, texture->height);
    return texels;
}

static WccResource buffer(void *data, int count, int bytes)
{
    return (WccResource){.data = data, .width = (uint32_t)count, .height = 1, .depth = 1, .mips = 1, .stride = (uint32_t)bytes,
                         .row_pitch = (uint32_t)(count * bytes), .slice_pitch = (uint32_t)(count * bytes)};
}

static void fill_noise(void *memory, size_t count)
{
    uint32_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        ((float *)memory)[i] = (float)(state >> 8) / 16777216.0f;
    }
}

static float largest_difference(const float *a, const float *b, size_t count)
{
    float largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmaxf(largest, fabsf(a[i] - b[i]));
    return largest;
}

/* ---- modules ---- */

typedef struct Kernels {
    const WccModule *module;
    WccResource rows[MAX_ROWS];
    WccDispatch dispatch;
    void *shared;
} Kernels;

static const WccResourceInfo *find_resource(const WccModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (!strcmp(module->resources[i].name, name))
            return &module->resources[i];
    die("no such resource", name);
    return NULL;
}

static const WccEntry *find_entry(const WccModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->entry_count; i++)
        if (!strcmp(module->entries[i].name, name))
            return &module->entries[i];
    die("no such entry point", name);
    return NULL;
}

static void bind(Kernels *kernels, const char *name, WccResource resource)
{
    kernels->rows[find_resource(kernels->module, name)->first_row] = resource;
}

/* Gives every cbuffer memory. */
static void bind_constants(Kernels *kernels)
{
    for (uint32_t i = 0; i < kernels->module->resource_count; i++) {
        const WccResourceInfo *info = &kernels->module->resources[i];
        if (info->kind == WCC_CBUFFER)
            kernels->rows[info->first_row] = buffer(new_memory(info->stride), (int)info->stride, 1);
    }
}

static void set(Kernels *kernels, const char *name, const void *value, size_t bytes)
{
    for (uint32_t i = 0; i < kernels->module->resource_count; i++) {
        const WccResourceInfo *info = &kernels->module->resources[i];
        for (uint32_t k = 0; info->kind == WCC_CBUFFER && k < info->field_count; k++)
            if (!strcmp(info->fields[k].name, name)) {
                memcpy((char *)kernels->rows[info->first_row].data + info->fields[k].offset, value, bytes);
                return;
            }
    }
    die("no such constant", name);
}

static void open_module(Kernels *kernels, const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.so", folder, name);
    if (!strchr(path, '/'))
        die("give a path with a slash", path);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        die("cannot load", dlerror());
    *kernels = (Kernels){.module = dlsym(library, "wcc_module")};
    if (!kernels->module || kernels->module->abi_version != WCC_ABI_VERSION || kernels->module->resource_rows > MAX_ROWS)
        die("has no fitting wcc_module", path);
    bind_constants(kernels);
}

/* Runs every group of an entry point. */
static void run(Kernels *kernels, const char *entry_name, int variant, uint32_t gx, uint32_t gy)
{
    const WccEntry *entry = find_entry(kernels->module, entry_name);
    const WccVariant *chosen = &entry->variants[variant];
    if (!kernels->shared)
        kernels->shared = new_memory(1 << 22);
    kernels->dispatch = (WccDispatch){.resources = kernels->rows, .groups = {gx, gy, 1}};
    for (uint32_t y = 0; y < gy; y++)
        for (uint32_t x = 0; x < gx; x++)
            chosen->run(&kernels->dispatch, kernels->shared, x, y, 0);
}

/* ---- the contests ---- */

typedef struct Contest {
    const char *name, *module, *entry;
    void (*prepare)(Kernels *kernels);
    void (*plain)(void);
    void (*kernel)(Kernels *kernels, int variant);
    float (*difference)(void); /* of the two results, in words of `unit` */
    const char *unit;
} Contest;

/* Mandelbrot, 1024 x 768, 256 iterations. */

enum { MANDEL_WIDTH = 1024, MANDEL_HEIGHT = 768 };
static const View MANDEL_VIEW = {{-0.5f, 0.0f}, 3.0f / MANDEL_WIDTH, 256};
static uint32_t *mandel_plain;
static WccResource mandel_kernel;

static void prepare_mandelbrot(Kernels *kernels)
{
    mandel_plain = new_memory(MANDEL_WIDTH * MANDEL_HEIGHT * 4);
    mandel_kernel = new_texture(MANDEL_WIDTH, MANDEL_HEIGHT, 4);
    bind(kernels, "gIterations", mandel_kernel);
    set(kernels, "gCentre", MANDEL_VIEW.centre, 8);
    set(kernels, "gScale", &MANDEL_VIEW.scale, 4);
    set(kernels, "gMaxIterations", &MANDEL_VIEW.max_iterations, 4);
}

static void plain_mandelbrot(void)
{
    mandelbrot_model(mandel_plain, MANDEL_WIDTH, MANDEL_HEIGHT, MANDEL_VIEW);
}

static void kernel_mandelbrot(Kernels *kernels, int variant)
{
    run(kernels, "IterationsCS", variant, MANDEL_WIDTH / 8, MANDEL_HEIGHT / 8);
}

static float difference_mandelbrot(void)
{
    int different = 0;
    uint32_t *result = read_texture(&mandel_kernel);
    for (int i = 0; i < MANDEL_WIDTH * MANDEL_HEIGHT; i++)
        different += mandel_plain[i] != result[i];
    free(result);
    return 100.0f * (float)different / (MANDEL_WIDTH * MANDEL_HEIGHT);
}

/* Blur, 1920 x 1080 float4, radius 5, rows then columns. */

enum { BLUR_WIDTH = 1920, BLUR_HEIGHT = 1080, BLUR_RADIUS = 5 };
static float blur_weights[2 * BLUR_RADIUS + 1];
static Pixel *blur_picture, *blur_plain[2];
static WccResource blur_kernel[3]; /* the picture, rows blurred, columns blurred too */

static void set_weights(Kernels *kernels)
{
    int radius = BLUR_RADIUS;
    float sum = 0;
    for (int i = -radius; i <= radius; i++)
        sum += blur_weights[i + radius] = expf(-(float)(i * i) / (2 * 2.5f * 2.5f));
    for (int i = 0; i <= 2 * radius; i++) {
        char name[8];
        snprintf(name, sizeof name, "w%d", i);
        blur_weights[i] /= sum;
        set(kernels, name, &blur_weights[i], 4);
    }
    set(kernels, "gBlurRadius", &radius, 4);
}

static void prepare_blur(Kernels *kernels)
{
    size_t bytes = (size_t)BLUR_WIDTH * BLUR_HEIGHT * sizeof(Pixel);
    blur_picture = new_memory(bytes);
    fill_noise(blur_picture, bytes / 4);
    for (int i = 0; i < 2; i++)
        blur_plain[i] = new_memory(bytes);
    for (int i = 0; i < 3; i++)
        blur_kernel[i] = new_texture(BLUR_WIDTH, BLUR_HEIGHT, sizeof(Pixel));
    copy_rows(blur_kernel[0].data, blur_kernel[0].row_pitch, blur_picture, BLUR_WIDTH * sizeof(Pixel), BLUR_WIDTH * sizeof(Pixel), BLUR_HEIGHT);
    set_weights(kernels);
}

/* Keeps the compiler from knowing the radius, as the shader's does not. */
static int unknown(int value)
{
    __asm__ volatile("" : "+r"(value));
    return value;
}

static void plain_blur(void)
{
    int radius = unknown(BLUR_RADIUS), width = unknown(BLUR_WIDTH), height = unknown(BLUR_HEIGHT);
    blur_rows_model(blur_picture, blur_plain[0], width, height, radius, blur_weights);
    blur_columns_model(blur_plain[0], blur_plain[1], width, height, radius, blur_weights);
}

static void kernel_blur(Kernels *kernels, int variant)
{
    bind(kernels, "gInput", blur_kernel[0]);
    bind(kernels, "gOutput", blur_kernel[1]);
    run(kernels, "HorzBlurCS", variant, (BLUR_WIDTH + 255) / 256, BLUR_HEIGHT);
    bind(kernels, "gInput", blur_kernel[1]);
    bind(kernels, "gOutput", blur_kernel[2]);
    run(kernels, "VertBlurCS", variant, BLUR_WIDTH, (BLUR_HEIGHT + 255) / 256);
}

static float difference_blur(void)
{
    float *result = read_texture(&blur_kernel[2]);
    float difference = largest_difference(&blur_plain[1][0].red, result, (size_t)BLUR_WIDTH * BLUR_HEIGHT * 4);
    free(result);
    return difference;
}

/* One n-body step, 4096 bodies. */

enum { BODIES = 4096 };
static const float NBODY_STEP = 0.01f, NBODY_SOFTENING = 0.01f, NBODY_DAMPING = 1;
static Body *positions, *velocities, *nbody_plain[2], *nbody_kernel[2];

static void prepare_nbody(Kernels *kernels)
{
    uint32_t count = BODIES;
    positions = new_memory(BODIES * sizeof(Body));
    velocities = new_memory(BODIES * sizeof(Body));
    fill_noise(positions, BODIES * 4);
    fill_noise(velocities, BODIES * 4);
    for (int i = 0; i < 2; i++) {
        nbody_plain[i] = new_memory(BODIES * sizeof(Body));
        nbody_kernel[i] = new_memory(BODIES * sizeof(Body));
    }
    bind(kernels, "gPositions", buffer(positions, BODIES, 16));
    bind(kernels, "gVelocities", buffer(velocities, BODIES, 16));
    bind(kernels, "gNewPositions", buffer(nbody_kernel[0], BODIES, 16));
    bind(kernels, "gNewVelocities", buffer(nbody_kernel[1], BODIES, 16));
    set(kernels, "gBodyCount", &count, 4);
    set(kernels, "gTimeStep", &NBODY_STEP, 4);
    set(kernels, "gSofteningSquared", &NBODY_SOFTENING, 4);
    set(kernels, "gDamping", &NBODY_DAMPING, 4);
}

static void plain_nbody(void)
{
    nbody_model(positions, velocities, nbody_plain[0], nbody_plain[1], BODIES, NBODY_STEP, NBODY_SOFTENING, NBODY_DAMPING);
}

static void kernel_nbody(Kernels *kernels, int variant)
{
    run(kernels, "StepCS", variant, BODIES / 256, 1);
}

static float difference_nbody(void)
{
    return largest_difference(&nbody_plain[0][0].x, &nbody_kernel[0][0].x, BODIES * 4);
}

static const Contest CONTESTS[] = {
    {"Mandelbrot 1024x768, 256 iterations", "mandelbrot", "IterationsCS", prepare_mandelbrot, plain_mandelbrot, kernel_mandelbrot, difference_mandelbrot, "% differ"},
    {"blur 1920x1080 float4, radius 5",     "blur",       "HorzBlurCS",   prepare_blur,       plain_blur,       kernel_blur,       difference_blur,       "at most"},
    {"n-body step, 4096 bodies",            "nbody",      "StepCS",       prepare_nbody,      plain_nbody,      kernel_nbody,      difference_nbody,      "at most"},
};
enum { CONTEST_COUNT = sizeof CONTESTS / sizeof *CONTESTS };

/* ---- measuring ---- */

static double time_plain(const Contest *contest)
{
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    contest->plain();
    return 1000 * (seconds(CLOCK_THREAD_CPUTIME_ID) - start);
}

static double time_kernel(const Contest *contest, Kernels *kernels, int variant)
{
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    contest->kernel(kernels, variant);
    return 1000 * (seconds(CLOCK_THREAD_CPUTIME_ID) - start);
}

/* One row for each wave size that the module holds. */
static void hold(const Contest *contest, const char *folder)
{
    double plain[ROUNDS], kernel[WCC_MAX_WAVE_SIZES][ROUNDS];
    Kernels kernels;
    open_module(&kernels, folder, contest->module);
    contest->prepare(&kernels);
    const WccEntry *entry = find_entry(kernels.module, contest->entry);
    for (int round = -1; round < ROUNDS; round++) { /* the first warms up and does not count */
        int slot = round < 0 ? 0 : round;
        plain[slot] = time_plain(contest);
        for (uint32_t i = 0; i < entry->variant_count; i++)
            kernel[i][slot] = time_kernel(contest, &kernels, (int)i);
    }
    double plain_ms = median(plain, ROUNDS);
    for (uint32_t i = 0; i < entry->variant_count; i++) {
        double kernel_ms = median(kernel[i], ROUNDS);
        contest->kernel(&kernels, (int)i);
        printf("%-38s %5u %10.2f %10.2f %7.2fx   %g %s\n", contest->name, entry->variants[i].wave_size, plain_ms, kernel_ms,
               plain_ms / kernel_ms, (double)contest->difference(), contest->unit);
    }
}

/* The median of five wall times of a shell command, in milliseconds. */
static double time_command(const char *command)
{
    double times[5];
    for (int i = 0; i < 5; i++) {
        double start = seconds(CLOCK_MONOTONIC);
        if (system(command))
            die("failed", command);
        times[i] = 1000 * (seconds(CLOCK_MONOTONIC) - start);
    }
    return median(times, 5);
}

static void time_compiler(const char *wavecc, const char *folder, const char *module)
{
    char to_c[4096], to_program[4096];
    snprintf(to_c, sizeof to_c, "'%s' samples/%s/%s.hlsl --emit=c -o '%s/%s.c'", wavecc, module, module, folder, module);
    snprintf(to_program, sizeof to_program, "'%s' samples/%s/%s.hlsl -o '%s/%s'", wavecc, module, module, folder, module);
    printf("%-38s %16.1f %10.1f\n", module, time_command(to_c), time_command(to_program));
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: bench FOLDER WAVECC\n");
        return 2;
    }
    stay_on_this_core();
    printf("%-38s %5s %10s %10s %8s   %s\n", "CPU time on one core, median of 15", "wave", "plain C ms", "wavecc ms", "ratio", "results");
    for (int i = 0; i < CONTEST_COUNT; i++)
        hold(&CONTESTS[i], argv[1]);
    printf("\n%-38s %16s %10s\n", "compile time, median of 5", "shader to C ms", "program ms");
    for (int i = 0; i < CONTEST_COUNT; i++)
        time_compiler(argv[2], argv[1], CONTESTS[i].module);
    return 0;
}
