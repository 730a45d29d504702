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
 * Every call that can fail gives a WccStatus; wcc_error() then says why. What must not be NULL and is, gives
 * WCC_BAD_INPUT, a runtime and a ticket too, or NULL where the call gives a pointer. Resources are named by variable
 * ("gInput", "gTextures[2]") or by register ("t0", "u1,space2"). What is not bound reads as 0 and drops
 * what is stored.
 *
 * Threads: a WccDevice, its workers and its queue, is for any number of threads at once. A WccRuntime, a
 * module and what is bound to it, and a WccTicket are used by one thread at a time. The library has no
 * state besides them. docs/embedding.md shows all of it. */
#ifndef WCC_RT_H
#define WCC_RT_H

#include <stddef.h>

#include "wcc_abi.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum WccStatus {
    WCC_OK = 0,
    WCC_CHECK_FAILED = 1,
    WCC_BAD_INPUT = 2,
    WCC_TIMED_OUT = 3,
    WCC_CANCELLED = 4,
    WCC_PENDING = 5 /* it has not ended */
} WccStatus;

typedef struct WccDevice WccDevice;
typedef struct WccRuntime WccRuntime;
typedef struct WccTicket WccTicket;

/* What one run of a kernel cost: milliseconds of wall clock, and of CPU time summed over the workers. */
typedef struct WccTimes {
    double wall_ms, cpu_ms;
} WccTimes;

/* How to run an entry point; zeros are the defaults. */
typedef struct WccRun {
    const char *entry;
    uint32_t groups[3];
    uint32_t wave_size;     /* 0: the entry point's default */
    const char *order;      /* NULL: "linear"; else as --order takes it: "tile-x:16", "auto" (which
                               wcc_run measures; wcc_submit takes what was found before, else "linear") */
    double timeout_seconds; /* 0: none; from when its first group may start */
    WccTimes *times;        /* where the cost goes, or NULL */
    const char *printf_filter; /* NULL: all threads print; else as --printf-filter takes it: "group=3,2,lane=0" */
} WccRun;

/* ---- devices: workers that several runtimes share ---- */

/* Starts `workers` threads; 0: as many as the environment's WAVECC_WORKERS says, else as there are CPUs
 * that this process may use. NULL: they could not be started, or are more than 4096. */
WccDevice *wcc_new_device(uint32_t workers);
/* Ends it once its last runtime is freed. NULL is fine. */
void wcc_free_device(WccDevice *device);
uint32_t wcc_worker_count(const WccDevice *device);

/* A module to be run on the device, its cbuffers filled with their default values. NULL: out of memory, or
 * the module was compiled for another version of this library; `why` (of `room` bytes; NULL, 0: unwanted)
 * has it in words. */
WccRuntime *wcc_new_on(WccDevice *device, const WccModule *module, char *why, size_t room);
/* The same on a device of its own. */
WccRuntime *wcc_new(const WccModule *module, uint32_t workers);
/* Waits for what was submitted. After a time-out whose kernel does not end, memory that it uses stays. */
void wcc_free(WccRuntime *runtime);

/* Diagnostics as they arise, a line each, without its end: warnings, and faults that kernels compiled with
 * --check report. Comes from any thread, from one at a time; it must not call the library. NULL: none. */
typedef void WccMessage(void *context, const char *text);
void wcc_on_message(WccRuntime *runtime, WccMessage *message, void *context);

/* What kernels print by printf, when a run has ended: all of it in the order of groups (z, y, x), of threads
 * (SV_GroupIndex), and of each thread's calls; in pieces that may end within a line. Comes from any thread, from one
 * at a time; it must not call the library. Without this it goes to standard output; NULL: it is lost. */
typedef void WccPrint(void *context, const char *text, size_t length);
void wcc_on_print(WccRuntime *runtime, WccPrint *print, void *context);

/* What the last failed call complained of, in words; valid until the next call. */
const char *wcc_error(const WccRuntime *runtime);

/* Binds zeroed memory of the resource's declared type. Buffers: width elements (raw buffers: bytes),
 * height and depth 1. Texture arrays and cubes: depth counts slices and faces. */
WccStatus wcc_create(WccRuntime *runtime, const char *name, uint32_t width, uint32_t height, uint32_t depth);

/* Binds what a file (.png .exr .hdr .pfm .dds .npy .npz .json .bin .csv) or a list of values ("f32(1,2,3)") holds, converted. */
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

/* Adds what threads came to in the module's kernels, compiled with --coverage, to an lcov file, which need not be
 * there; counts then go on from 0. They are the module's: no runtime may run it meanwhile. */
WccStatus wcc_save_coverage(WccRuntime *runtime, const char *path);

/* Copies all of a bound resource in or out, elements tightly packed row after row; `bytes` must match.
 * A cbuffer so written is the runtime's own copy; one of wcc_bind_memory() is used where it is. */
WccStatus wcc_write(WccRuntime *runtime, const char *name, const void *data, size_t bytes);
WccStatus wcc_read(WccRuntime *runtime, const char *name, void *data, size_t bytes);

/* The caller's memory: zeros are the defaults. */
typedef struct WccMemory {
    void *data;             /* aligned as its scalars are (float: 4) */
    uint32_t width;         /* elements or texels; raw buffers and cbuffers: bytes */
    uint32_t height, depth; /* 0: 1 */
    uint64_t row_pitch;     /* bytes from one row to the next; 0: rows follow one another */
    uint64_t slice_pitch;   /* from one slice, face or layer to the next; likewise */
    uint32_t stride;        /* bytes from one element to the next; 0: the declaration's, and no other will do */
    uint32_t mips;          /* textures with `levels`: how many */
    const WccLevel *levels; /* which must outlive the binding */
    uint32_t *counter;      /* aligned to 4 bytes, of append, consume and counted buffers; NULL: one of the runtime's, 0 */
    uint64_t bytes;         /* that may be used, `data` on: to be checked; 0: as many as it takes */
} WccMemory;

/* Binds the caller's memory, to be used in place; it must outlive the binding. Nothing beside its elements
 * is written, not even between its rows, nor is anything read in pages that have none of them. What a kernel does
 * nothing to but update by atomic operations (counts, sums, extremes) may change when the dispatch ends, not before,
 * by atomic operations then, too. */
WccStatus wcc_bind_memory(WccRuntime *runtime, const char *name, const WccMemory *memory);

/* Binds a view as kernels see it, unchecked, by wcc_abi.h's rules; zeros unbind. */
WccStatus wcc_bind(WccRuntime *runtime, const char *name, const WccResource *resource);

/* The hidden counter of an append, consume or counted buffer. */
WccStatus wcc_set_counter(WccRuntime *runtime, const char *name, uint32_t value);
WccStatus wcc_get_counter(WccRuntime *runtime, const char *name, uint32_t *value);

/* Binds a sampler's state, which is kept by its address and must outlive the binding; NULL: WCC_DEFAULT_SAMPLER. */
WccStatus wcc_bind_sampler(WccRuntime *runtime, const char *name, const WccSampler *sampler);

/* The bound resource, to be used in place (mind its pitches); NULL: no such name. */
const WccResource *wcc_resource(WccRuntime *runtime, const char *name);

/* Sets a cbuffer member ("gRadius", "cbSettings.light.colour", "weights[3]") from text: "1,2,3". A cbuffer that is the
 * caller's memory is the caller's to set. Of a sampler, its state: "linear,clamp", "point,wrap,border=0/0/0/1,min-lod=1,less-equal". wcc_bind takes a WccSampler as data too. */
WccStatus wcc_set(WccRuntime *runtime, const char *member, const char *values);

/* Sets a cbuffer member from numbers: as many as it has, row after row of a matrix, element after element of
 * an array. They are converted to its type as C does; a bool takes whether they are 0. */
WccStatus wcc_set_f32(WccRuntime *runtime, const char *member, const float *values, uint32_t count);
WccStatus wcc_set_f64(WccRuntime *runtime, const char *member, const double *values, uint32_t count);
WccStatus wcc_set_i32(WccRuntime *runtime, const char *member, const int32_t *values, uint32_t count);
WccStatus wcc_set_u32(WccRuntime *runtime, const char *member, const uint32_t *values, uint32_t count);

/* Runs an entry point over x * y * z groups; returns when all have ended. */
WccStatus wcc_dispatch(WccRuntime *runtime, const char *entry, uint32_t x, uint32_t y, uint32_t z);
WccStatus wcc_run(WccRuntime *runtime, const WccRun *run);

/* ---- submitting: a device runs what its runtimes submit in the order in which it came ---- */

/* Runs that start one after another, while the caller goes on; NULL: wcc_error() says why, and none starts.
 * WccRun.times is left alone: wcc_get_times() has them. Until they have ended, any call that could change
 * what they see, or that looks at what they write (wcc_bind, wcc_set, wcc_write, wcc_read, wcc_dispatch, ...),
 * waits for them first; memory of the caller is the caller's to leave alone. */
WccTicket *wcc_submit(WccRuntime *runtime, const WccRun *runs, uint32_t count);

/* Waits for so many seconds at most, 0: as long as it takes. WCC_PENDING: not all have ended; else what the
 * first that failed gave. Those behind it do not start, and give WCC_CANCELLED. */
WccStatus wcc_wait(WccTicket *ticket, double seconds);
/* The same without waiting. */
WccStatus wcc_poll(WccTicket *ticket);
/* No group starts any more; those that run end. */
void wcc_cancel(WccTicket *ticket);

/* Of one run, once it has ended. */
WccStatus wcc_get_status(WccTicket *ticket, uint32_t run);
WccTimes wcc_get_times(WccTicket *ticket, uint32_t run);
/* Of the first that failed, in words; valid as long as the ticket. */
const char *wcc_ticket_error(WccTicket *ticket);

/* Waits for what has not ended. NULL is fine. */
void wcc_free_ticket(WccTicket *ticket);

/* The command line of an executable made by wavecc; gives its exit status. The one function that
 * takes signals: SIGINT, SIGTERM and SIGHUP end the process while it runs, unless ignored. */
int wcc_main(const WccModule *module, int argc, char **argv);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
