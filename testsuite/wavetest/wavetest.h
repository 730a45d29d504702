/* wavetest: runs conformance tests in the format of LLVM's offload-test-suite.
 *
 *     .test --split--> TestFile --describe--> Description --build--> module --run--> buffers --rules, FileCheck--> result
 *
 * A *test* is a file. A *variant* is one run of it: a wave size and a number of workers. A *job* is a test
 * under one configuration (C compiler, target); it runs all its variants in a child process, so that a
 * crash or a hang costs one variant and never the run. docs/conformance.md describes the format.
 *
 * Functions that read a test take a Reader first: a failure is kept there as "path:line: message". */
#ifndef WAVETEST_H
#define WAVETEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

enum { WAVE_SIZE_COUNT = 6, MAX_WORKER_COUNTS = 8, MAX_VARIANTS = WAVE_SIZE_COUNT * MAX_WORKER_COUNTS };
extern const int WAVE_SIZES[WAVE_SIZE_COUNT]; /* 4 .. 128 */

/* ---- faults (testfile.c) ---- */

typedef struct Reader {
    Arena *arena;
    const char *path; /* of the test, for messages */
    const char *fault; /* the first failure; NULL: none */
} Reader;

/* Keeps "path:line: message" unless there was a failure before; gives false. Line 0 is left out. */
bool reader_fail(Reader *reader, int line, const char *format, ...) PRINTF_LIKE(3, 4);

/* ---- a test file (testfile.c, run_lines.c) ---- */

typedef struct Part { /* what stands between two "#--- name" lines */
    const char *name;
    Slice text;
    int line; /* of its first line in the test */
} Part;

typedef enum MarkerKind { MARKER_XFAIL, MARKER_UNSUPPORTED, MARKER_REQUIRES, MARKER_KINDS } MarkerKind;
extern const char *const MARKER_NAMES[MARKER_KINDS];

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
    const char *unit; /* a unit test: the function's name; no parts, markers or runs. NULL: a split file */
    int line;         /* of the function */
} TestFile;
typedef VEC(TestFile *) TestFileList;

/* Reads and splits the file; NULL after a fault. */
TestFile *testfile_read(Reader *reader);
/* The same for text at hand (not copied; CR characters in it are dropped in place). */
TestFile *testfile_split(Reader *reader, char *text, size_t length);
const Part *testfile_part(const TestFile *test, const char *name); /* NULL: none */
/* Takes the RUN lines of `test` apart into compiles and runs. */
bool run_lines_read(Reader *reader, TestFile *test);
/* The wave sizes that [WaveSize(...)] in HLSL text allows; all where there is none. */
void find_wave_sizes(Slice hlsl, bool wave_sizes[WAVE_SIZE_COUNT]);

/* HLSL text without its comments: they become spaces. */
char *without_comments(Arena *arena, Slice text);

/* lit's boolean expressions, as XFAIL and its like have them (markers.c). `is_feature` says which names hold. */
typedef struct Features {
    const char *const *names;
    int count;
} Features;
typedef enum MarkerVerdict { VERDICT_RUN, VERDICT_SKIP, VERDICT_EXPECT_FAILURE } MarkerVerdict;
/* REQUIRES always holds: it names what devices have, and a CPU has it all. */
bool markers_judge(Reader *reader, const TestFile *test, Features features, MarkerVerdict *verdict);
bool marker_holds(Reader *reader, const Marker *marker, Features features, bool *holds);

/* ---- number formats (numbers.c) ---- */

typedef enum DataFormat {
    FORMAT_HEX8, FORMAT_HEX16, FORMAT_HEX32, FORMAT_HEX64, FORMAT_UINT16, FORMAT_UINT32, FORMAT_UINT64, FORMAT_INT16, FORMAT_INT32,
    FORMAT_INT64, FORMAT_FLOAT16, FORMAT_FLOAT32, FORMAT_FLOAT64, FORMAT_DEPTH32, FORMAT_BOOL, FORMAT_COUNT
} DataFormat;

typedef enum DataClass { DATA_HEX, DATA_UNSIGNED, DATA_SIGNED, DATA_FLOAT } DataClass;

typedef struct FormatInfo {
    const char *name;
    DataClass class;
    uint32_t bytes;
} FormatInfo;
extern const FormatInfo FORMATS[FORMAT_COUNT];

bool format_is_float(DataFormat format);
/* One number from text as LLVM's YAML reads it (0x, 0b, 0o and octal; Float16 as the bits of it); false: none. */
bool number_parse(DataFormat format, const char *text, void *target);
/* As LLVM's YAML prints it: %g, decimal, or 0xABC. Float16 in hexadecimal. */
void number_print(Text *out, DataFormat format, const void *value);
/* For people: the value, then its bits: "1.5 (0x3fc00000)". */
void number_explain(Text *out, DataFormat format, const void *value);
double number_to_double(DataFormat format, const void *value);
void number_from_double(DataFormat format, double value, void *target);

/* ---- the pipeline's description (describe.c, describe_keys.c) ---- */

typedef struct Extent3 { uint32_t width, height, depth, mips; } Extent3;

typedef struct DataBuffer {
    const char *name;
    DataFormat format;
    uint32_t channels, stride, array_size;
    size_t bytes;       /* of one block */
    uint8_t **initial;  /* array_size blocks, as the test gives them */
    uint8_t **blocks;   /* the same for the present run */
    uint32_t *counters; /* array_size of them */
    bool has_counters;  /* print them */
    Extent3 extent;     /* width 0: not given */
    int line;
} DataBuffer;

typedef enum ResourceKind { /* order of KINDS in describe.c */
    KIND_BUFFER, KIND_STRUCTURED, KIND_BYTEADDRESS, KIND_TEXTURE2D, KIND_RWBUFFER, KIND_RWSTRUCTURED, KIND_RWBYTEADDRESS, KIND_RWTEXTURE2D,
    KIND_CONSTANTS, KIND_SAMPLER, KIND_SAMPLED_TEXTURE2D, KIND_ACCELERATION, KIND_COUNT
} ResourceKind;

typedef struct KindRow {
    const char *name;
    char register_class;
    bool is_written;     /* by the shader: read back after the run */
    const char *missing; /* why it cannot be tested here; NULL: it can */
} KindRow;
extern const KindRow KINDS[KIND_COUNT];

typedef struct SamplerState {
    const char *name;
    int min_filter, mag_filter, mip_filter, address, comparison, kind; /* indices into describe.c's lists of names */
    double min_lod, max_lod, bias, border[4];
    int line;
} SamplerState;

typedef struct ResourceBinding {
    const char *name;
    int kind; /* ResourceKind */
    uint32_t register_index, space, heap_index;
    bool has_register, has_heap_index, has_counter;
    DataBuffer *buffer;    /* NULL: a sampler */
    SamplerState *sampler;
    int line;
} ResourceBinding;

typedef enum RuleKind { RULE_EXACT, RULE_ULP, RULE_EPSILON, RULE_COUNT } RuleKind;
typedef enum DenormMode { DENORM_ANY, DENORM_FTZ, DENORM_PRESERVE } DenormMode;

typedef struct ResultRule {
    const char *name, *actual_name, *expected_name;
    int rule, denorm_mode; /* RuleKind, DenormMode */
    uint32_t ulps;
    double epsilon, zero_tolerance;
    const DataBuffer *actual, *expected;
    int line;
} ResultRule;

typedef struct Description {
    const char *entry;
    int entry_line;
    uint32_t groups[3];
    VEC(DataBuffer *) buffers;
    VEC(SamplerState) samplers;
    VEC(ResultRule) results;
    VEC(ResourceBinding) bindings; /* of all descriptor sets */
} Description;

/* Reads the YAML of a part; NULL after a fault. */
Description *describe_pipeline(Reader *reader, const Part *part);
/* Fills the blocks with their initial contents, and the counters with 0. */
void description_reset(Description *description);
/* The buffers as the suite's tool prints them, for FileCheck (print_buffers.c). */
void description_print(Text *out, const Description *description);

/* ---- rules (rules.c) ---- */

/* Whether one element is as expected. Follows the suite's lib/Support/Check.cpp. */
bool rule_accepts(const ResultRule *rule, DataFormat format, const void *actual, const void *expected);
/* Whether all of the buffers is; if not, `why` names the first element that differs. */
bool rule_check(const ResultRule *rule, Text *why);

/* ---- FileCheck (filecheck.c, filecheck_pattern.c) ---- */

/* Matches the check lines of `test` against `output`. False, with `why`, where they do not; a check line
 * that cannot be read is a fault of the reader. */
bool filecheck(Reader *reader, const TestFile *test, const RunStep *run, Slice output, Text *why);

#endif
