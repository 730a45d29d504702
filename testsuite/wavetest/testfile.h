/* testfile: a .test file split into parts, RUN lines and markers. Functions that read a test
 * take a Reader first: a failure is kept there as "path:line: message". */
#ifndef WAVETEST_TESTFILE_H
#define WAVETEST_TESTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

enum {
    WAVE_SIZE_COUNT = 6,
    MAX_WORKER_COUNTS = 8,
    MAX_VARIANTS = WAVE_SIZE_COUNT * MAX_WORKER_COUNTS
};

typedef struct Reader {
    Arena *arena;
    const char *path; /* of the test, for messages */
    const char *fault; /* the first failure; NULL: none */
} Reader;

typedef struct Part { /* what stands between two "#--- name" lines */
    const char *name;
    Slice text;
    int line; /* of its first line in the test */
} Part;

typedef enum MarkerKind {
    MARKER_XFAIL,
    MARKER_UNSUPPORTED,
    MARKER_REQUIRES,
    MARKER_KINDS
} MarkerKind;

typedef struct Marker {
    MarkerKind kind;
    const char *expression; /* lit's: "Clang && (Vulkan || !NV)", commas between several */
    int line;
} Marker;

typedef VEC(const char *) WordList;

typedef struct CompileStep {  /* RUN: dxc ... -Fo %t.o %t/source.hlsl */
    const char *source, *object;
    WordList options; /* without the source and -Fo */
    int line;
} CompileStep;

typedef struct RunStep { /* RUN: offloader %t/pipeline.yaml %t.o [| FileCheck %s] */
    const Part *pipeline;
    const CompileStep *compile;
    bool has_filecheck;
    WordList prefixes; /* FileCheck's; "CHECK" where none is given */
    int line;
} RunStep;

typedef struct TestFile {
    const char *path;
    Slice text; /* with LF line ends */
    VEC(Part) parts;
    VEC(Marker) markers;
    VEC(CompileStep *) compiles;
    VEC(RunStep) runs;
    bool wave_sizes[WAVE_SIZE_COUNT]; /* where [WaveSize()] lets it run */
    /* A unit test: the function's name; there are no parts, markers or runs. NULL: a split
     * file. */
    const char *unit;
    int line; /* of the function */
} TestFile;
typedef VEC(TestFile *) TestFileList;

/* lit's names that hold for a run. */
typedef struct Features {
    const char *const *names;
    int count;
} Features;

typedef enum MarkerVerdict { VERDICT_RUN, VERDICT_SKIP, VERDICT_EXPECT_FAILURE } MarkerVerdict;

/* testfile.c */

extern const int WAVE_SIZES[WAVE_SIZE_COUNT]; /* 4 .. 128 */
extern const char *const MARKER_NAMES[MARKER_KINDS];
/* Keeps "path:line: message" unless a failure is there; gives false. Line 0 is left out. */
bool reader_fail(Reader *reader, int line, const char *format, ...) PRINTF_LIKE(3, 4);
/* All of the file. */
bool reader_read(Reader *reader, Slice *text);
/* Reads and splits the file; NULL after a fault. */
TestFile *testfile_read(Reader *reader);
/* The same for text at hand (not copied; CR characters in it are dropped in place). */
TestFile *testfile_split(Reader *reader, char *text, size_t length);
const Part *testfile_part(const TestFile *test, const char *name); /* NULL: none */
/* HLSL text without its comments: they become spaces. */
char *without_comments(Arena *arena, Slice text);
/* The wave sizes that [WaveSize(...)] in HLSL text allows; all where there is none. */
void find_wave_sizes(Slice hlsl, bool wave_sizes[WAVE_SIZE_COUNT]);

/* run_lines.c */

/* Takes the RUN lines of `test` apart into compiles and runs. */
bool run_lines_read(Reader *reader, TestFile *test);

/* markers.c: lit's boolean expressions, as XFAIL and its like have them */

/* REQUIRES always holds: it names what devices have, and a CPU has it all. */
bool markers_judge(Reader *reader, const TestFile *test, Features features,
                   MarkerVerdict *verdict);

bool marker_holds(Reader *reader, const Marker *marker, Features features, bool *holds);

/* filecheck.c */

/* Matches the check lines of `test` against `output`. False, with `why`, where they do not; a
 * check line that cannot be read is a fault of the reader. */
bool filecheck(Reader *reader, const TestFile *test, const RunStep *run, Slice output, Text *why);

#endif
