/* libwavecc: HLSL text becomes a kernel that this program can run, by the C compiler that is
 * installed. What it takes and says is what wavecc takes and says on its command line.
 *
 *     const char *arguments[] = {"-E", "HorzBlurCS", "--wave-size=16"};
 *     WaveccOptions options = {.arguments = arguments, .argument_count = 3};
 *     WaveccKernel *kernel = wavecc_compile_file("blur.hlsl", &options);
 *     if (wavecc_module(kernel) == NULL)
 *         fputs(wavecc_messages(kernel), stderr);
 *     else
 *         runtime = wcc_new(wavecc_module(kernel), 0);
 *
 * Any number of threads may compile at the same time. Kernels are kept on disk, by what their C, its
 * options, the C compiler and the machine are: compiling one again takes milliseconds. Nothing is
 * printed, and the program's signals, folder and environment stay as they are. */
#ifndef WAVECC_LIBRARY_H
#define WAVECC_LIBRARY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct WccModule; /* of wcc_rt.h */
typedef struct WaveccKernel WaveccKernel;

typedef enum WaveccSeverity {
    WAVECC_NOTE, /* belongs to what was told before */
    WAVECC_REMARK,
    WAVECC_WARNING,
    WAVECC_ERROR,
    WAVECC_FATAL /* an error behind which nothing was looked at */
} WaveccSeverity;

typedef struct WaveccDiagnostic {
    WaveccSeverity severity;
    const char *file; /* "" where it is about no place */
    int line, column; /* from 1, in bytes; 0: about no place */
    const char *group; /* "unused-variable" of -Wunused-variable; "" */
    const char *message;
} WaveccDiagnostic;

/* Zeros are the defaults. */
typedef struct WaveccOptions {
    /* As on wavecc's command line, but for the file and what prints or writes: "-E", "main",
     * "-DTILE=16", "-Iinclude", "--wave-size=8,32", "-O3", "--cc=gcc". */
    const char *const *arguments;
    int argument_count;
    /* Is told each diagnostic, by the thread that compiles, while it does. Its texts last as long as
     * the call. */
    void (*diagnose)(void *context, const WaveccDiagnostic *diagnostic);
    /* What #include of `name` in the file `from` reads: memory of malloc, which is freed, and its
     * length; NULL: files are looked for, as wavecc does. */
    char *(*include)(void *context, const char *name, const char *from, size_t *length);
    void *context; /* of both */
    /* The folder of compiled kernels. NULL: that of --cache=, $WAVECC_CACHE, or wavecc in
     * $XDG_CACHE_HOME or ~/.cache; "": none, and nothing stays on disk. Its least recently used
     * kernels go when it has over $WAVECC_CACHE_MB (256) megabytes. */
    const char *cache;
} WaveccOptions;

/* Compiles text that is called `name` in messages; files that it includes lie where a file of that
 * name would have them. Blocks until it is done. NULL: out of memory. */
WaveccKernel *wavecc_compile(const char *text, size_t length, const char *name,
                             const WaveccOptions *options);
/* The same of a file. `options` may be NULL. */
WaveccKernel *wavecc_compile_file(const char *path, const WaveccOptions *options);

/* The table of its entry points, for wcc_new(); it lasts until wavecc_free. NULL: there were errors. */
const struct WccModule *wavecc_module(const WaveccKernel *kernel);
/* What wavecc would have printed: errors, warnings, remarks; "" where there is nothing to say. */
const char *wavecc_messages(const WaveccKernel *kernel);
/* wavecc's exit status: 0 done, 1 the shader has errors, 2 bad options or file, 3 the C compiler or
 * the machine failed, 4 an internal error. */
int wavecc_status(const WaveccKernel *kernel);
/* Whether it was found on disk. */
int wavecc_was_cached(const WaveccKernel *kernel);
/* After the last use of its module. NULL is fine. */
void wavecc_free(WaveccKernel *kernel);

/* "0.1.0" */
const char *wavecc_version(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
