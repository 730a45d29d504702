/* wcc_rt: runs compiled kernels from a C program. Link libwavecc_rt and the objects that wavecc -c made,
 * with --module=NAME where there are several: their tables are called NAME_module then.
 *
 *     WccRuntime *runtime = wcc_new(&wcc_module, 0);
 *     wcc_load(runtime, "gInput", "photo.png");
 *     wcc_create(runtime, "gOutput", 1920, 1080, 1);
 *     wcc_set(runtime, "gBlurRadius", "5");
 *     wcc_dispatch(runtime, "HorzBlurCS", 8, 1080, 1);
 *     wcc_save(runtime, "gOutput", "out.png");
 *     wcc_free(runtime);
 *
 * Every call that can fail gives a WccStatus; wcc_error() then says why. A WccRuntime is used by one
 * thread at a time. Resources are named by variable ("gInput", "gTextures[2]") or by register ("t0",
 * "u1,space2"). What is not bound reads as 0 and drops what is stored. */
#ifndef WCC_RT_H
#define WCC_RT_H

#include <stddef.h>

#include "wcc_abi.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum WccStatus { WCC_OK = 0, WCC_CHECK_FAILED = 1, WCC_BAD_INPUT = 2, WCC_TIMED_OUT = 3 } WccStatus;

typedef struct WccRuntime WccRuntime;

/* What one run of a kernel cost: milliseconds of wall clock, and of CPU time summed over the workers. */
typedef struct WccTimes {
    double wall_ms, cpu_ms;
} WccTimes;

/* How to run an entry point; zeros are the defaults. */
typedef struct WccRun {
    const char *entry;
    uint32_t groups[3];
    uint32_t wave_size;     /* 0: the entry point's default */
    const char *order;      /* NULL: "linear"; else as --order takes it: "tile-x:16", "morton" */
    double timeout_seconds; /* 0: none. After a time-out, do nothing but wcc_free() */
    WccTimes *times;        /* where the cost goes, or NULL */
} WccRun;

/* Starts `workers` threads (0: one per CPU) and fills the cbuffers with their default values.
 * NULL: out of memory, or the module was compiled for another version of this library. */
WccRuntime *wcc_new(const WccModule *module, uint32_t workers);
void wcc_free(WccRuntime *runtime);

/* What the last failed call complained of, in words; valid until the next call. */
const char *wcc_error(const WccRuntime *runtime);

/* Binds zeroed memory of the resource's declared type. Buffers: width elements (raw buffers: bytes),
 * height and depth 1. Texture arrays and cubes: depth counts slices and faces. */
WccStatus wcc_create(WccRuntime *runtime, const char *name, uint32_t width, uint32_t height, uint32_t depth);

/* Binds what a file (.png .exr .hdr .pfm .dds .npy .npz .bin .csv) or a list of values ("f32(1,2,3)") holds, converted. */
WccStatus wcc_load(WccRuntime *runtime, const char *name, const char *source);

/* Gives a bound texture this many mip levels (0: all, down to one texel), each the mean of boxes of the one before;
 * again where level 0 has changed. wcc_resource() then has them in `levels`, to be read or filled otherwise. */
WccStatus wcc_make_mips(WccRuntime *runtime, const char *name, uint32_t mips);

/* From here on a typed resource holds only numbers that a DXGI format does ("R8G8B8A8_UNORM_SRGB"; NULL: all of its
 * type): what is bound is rounded to it, what is loaded, and what a kernel stored when it has run. Its memory stays in
 * the declared type; .bin and .dds files are encoded in the format. Memory of yours that kernels only read stays as
 * it is. */
WccStatus wcc_set_format(WccRuntime *runtime, const char *name, const char *format);

/* Writes the resource to a file; its extension picks the format. */
WccStatus wcc_save(WccRuntime *runtime, const char *name, const char *path);

/* Copies all of a bound resource in or out, elements tightly packed row after row; `bytes` must match. */
WccStatus wcc_write(WccRuntime *runtime, const char *name, const void *data, size_t bytes);
WccStatus wcc_read(WccRuntime *runtime, const char *name, void *data, size_t bytes);

/* Binds the caller's memory, which must keep wcc_abi.h's rules and outlive the binding. */
WccStatus wcc_bind(WccRuntime *runtime, const char *name, const WccResource *resource);

/* Binds a sampler's state, which must outlive the binding. */
WccStatus wcc_bind_sampler(WccRuntime *runtime, const char *name, const WccSampler *sampler);

/* The bound resource, to be used in place (mind its pitches); NULL: no such name. */
const WccResource *wcc_resource(WccRuntime *runtime, const char *name);

/* Sets a cbuffer member ("gRadius", "cbSettings.light.colour", "weights[3]") from text: "1,2,3". Of a sampler, its
 * state: "linear,clamp", "point,wrap,border=0/0/0/1,min-lod=1,less-equal". wcc_bind takes a WccSampler as data too. */
WccStatus wcc_set(WccRuntime *runtime, const char *member, const char *values);

/* Runs an entry point over x * y * z groups; returns when all have ended. */
WccStatus wcc_dispatch(WccRuntime *runtime, const char *entry, uint32_t x, uint32_t y, uint32_t z);
WccStatus wcc_run(WccRuntime *runtime, const WccRun *run);

/* The command line of an executable made by wavecc; gives its exit status. */
int wcc_main(const WccModule *module, int argc, char **argv);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
