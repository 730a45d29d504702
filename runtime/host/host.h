/* host: what the files of runtime/host share. Data flows
 *
 *     file or values --read--> Array --fill--> Storage <--kernel--> Storage --extract--> Array --write--> file
 *
 * An Array is numbers with a shape, as files hold them. A Storage is memory as kernels see it. Functions
 * that can fail take a Report first, put the reason in it, and give false or NULL. */
#ifndef WCC_HOST_H
#define WCC_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "wcc_abi.h"
#include "wcc_rt.h"

#pragma GCC visibility push(hidden)

#define HOST_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define HOST_LENGTH(array) (sizeof(array) / sizeof *(array))

/* No resource is larger; wcc_abi.h promises it to the kernels. */
#define HOST_MAX_BYTES 0x7fffffffu

/* ---- report.c: errors and names in words ---- */

typedef struct Report {
    const char *program;
    FILE *messages;   /* where warnings go; NULL: nowhere */
    char error[2048]; /* the reason of the last failure */
} Report;

/* Keeps the reason and gives false. */
bool host_fail(Report *report, const char *format, ...) HOST_PRINTF(2, 3);
/* Puts "CONTEXT: " before the reason that is there. Gives false. */
bool host_fail_in(Report *report, const char *format, ...) HOST_PRINTF(2, 3);
void host_warn(Report *report, const char *format, ...) HOST_PRINTF(2, 3);

/* A name among others, for "did you mean". get(list, i) gives the i-th name. */
typedef struct NameList {
    const void *list;
    size_t count;
    const char *(*get)(const void *list, size_t index);
} NameList;
/* Fails with "WHAT 'name'; did you mean 'x'? There are: x, y, z". */
bool host_fail_unknown(Report *report, const char *what, const char *name, NameList names);

/* Text that grows; text is always terminated. `failed` once memory ran out. */
typedef struct Text {
    char *text;
    size_t length, capacity;
    bool failed;
} Text;
void host_text(Text *text, const char *format, ...) HOST_PRINTF(2, 3);
void host_text_bytes(Text *text, const void *bytes, size_t count);

/* ---- numbers.c: the types that numbers have in files and in memory ---- */

typedef enum Number {
    NUMBER_BOOL8, NUMBER_BOOL32, NUMBER_I8, NUMBER_U8, NUMBER_I16, NUMBER_U16, NUMBER_I32, NUMBER_U32,
    NUMBER_I64, NUMBER_U64, NUMBER_F16, NUMBER_F32, NUMBER_F64, NUMBER_COUNT
} Number;

/* Holds every value of every Number exactly. */
typedef long double Wide;

typedef enum NumberFamily { FAMILY_BOOL, FAMILY_SIGNED, FAMILY_UNSIGNED, FAMILY_FLOAT } NumberFamily;

typedef struct NumberInfo {
    const char *name; /* as in f32(1,2,3) */
    const char *npy;  /* NumPy's dtype */
    uint32_t bytes;
    NumberFamily family;
    const char *range; /* in words, for messages */
    void (*load)(const void *source, Wide *target, size_t count);
    /* Gives the index of the first value that does not fit, or count. Floats round to nearest. */
    size_t (*store)(const Wide *source, void *target, size_t count);
} NumberInfo;

const NumberInfo *host_number(Number number);
Number host_number_of(WccScalar scalar);
/* Finds by name, or by NumPy's dtype; false: unknown. */
bool host_find_number(const char *name, size_t length, Number *number);
bool host_find_npy_number(const char *dtype, Number *number);
/* Converts count numbers; both sides may be unaligned. Fails where an integer cannot hold the value. */
bool host_convert(Report *report, Number from, const void *source, Number to, void *target, size_t count);
/* Reads one number from text, all of it. */
bool host_parse_number(Report *report, const char *text, Number number, void *target);
/* Writes one number with `digits` significant digits (floats). */
void host_text_number(Text *text, Number number, const void *value, int digits);
/* A positive decimal number without sign up to `maximum`; *end is set past it. */
bool host_parse_count(const char *text, const char **end, uint64_t maximum, uint64_t *value);

/* ---- arrays (array.c): what files hold ---- */

typedef enum Meaning {
    MEANING_NUMBERS, /* with a type and a shape (npy) */
    MEANING_LIST,    /* scalars in the order of their declaration (values in place) */
    MEANING_LOOSE,   /* the same without a type of their own (csv) */
    MEANING_PICTURE, /* dims height, width, channels; u8 or u16 stand for 0..1 where floats are wanted */
    MEANING_BYTES    /* as they lie in memory; number is u8 */
} Meaning;

enum { HOST_MAX_RANK = 8 };

typedef struct Array {
    uint8_t *data;
    size_t bytes;
    Number number;
    Meaning meaning;
    uint32_t rank;
    size_t dims[HOST_MAX_RANK];
} Array;

/* Makes *array of these dims, zeroed; fails over HOST_MAX_BYTES. */
bool host_new_array(Report *report, Array *array, Number number, Meaning meaning, uint32_t rank, const size_t *dims);
void host_free_array(Array *array);
size_t host_array_count(const Array *array);
/* A picture as numbers of this type with this many components: floats get 0..1, integers the integer;
 * grey goes to red, green and blue; a missing alpha is 1 (integers: the largest value). */
bool host_picture_numbers(Report *report, const Array *picture, Number number, uint32_t components, Array *numbers);

/* ---- values.c: f32(1,2,3) u32(0..1023) i32(7*4, 0..10:2) ---- */

bool host_is_values(const char *text);
bool host_parse_values(Report *report, const char *text, Array *array);
/* Splits "1, 2,3" at commas and stores the numbers in *numbers (malloc'd, tightly packed). */
bool host_parse_list(Report *report, const char *text, Number number, void **numbers, size_t *count);

/* ---- files.c, png.c, npy.c, text_files.c ---- */

typedef struct Bytes {
    uint8_t *data;
    size_t count;
} Bytes;

typedef struct Layout Layout;

typedef struct FileFormat {
    const char *extension; /* ".png" */
    bool (*read)(Report *report, Bytes bytes, Array *array);
    bool (*write)(Report *report, const Array *array, const Layout *layout, Text *out);
    const char *missing; /* instead of read and write: not supported yet, and what to use */
    bool pictures_only;
} FileFormat;

/* The format of a path by its extension; fails where it can be neither read nor written. */
const FileFormat *host_find_format(Report *report, const char *path);
bool host_read_file(Report *report, const char *path, Array *array);
/* Fails where no file can be made in the target's folder. */
bool host_check_target(Report *report, const char *path);
/* Writes beside the target and renames: the target is old or complete, never half. */
bool host_write_file(Report *report, const char *path, const Array *array, const Layout *layout);

bool host_read_png(Report *report, Bytes bytes, Array *array);
bool host_write_png(Report *report, const Array *array, const Layout *layout, Text *out);
bool host_read_npy(Report *report, Bytes bytes, Array *array);
bool host_write_npy(Report *report, const Array *array, const Layout *layout, Text *out);
bool host_read_csv(Report *report, Bytes bytes, Array *array);
bool host_write_csv(Report *report, const Array *array, const Layout *layout, Text *out);
bool host_write_txt(Report *report, const Array *array, const Layout *layout, Text *out);
/* One element as "(1, 2.5, 3)", or "1" where it has one scalar. */
void host_text_element(Text *text, const Layout *layout, const uint8_t *element);

/* ---- layout.c: the scalars of one element ---- */

typedef struct Scalar {
    uint32_t offset; /* bytes from the element's start */
    Number number;
} Scalar;

/* The scalars of one element, texel or cbuffer in the order of their declaration. */
struct Layout {
    Scalar *scalars;
    uint32_t count;
    uint32_t bytes; /* per element */
};

bool host_new_layout(Report *report, const WccResourceInfo *info, Layout *layout);
void host_free_layout(Layout *layout);
/* All scalars have one type and nothing lies between them. */
bool host_is_uniform_layout(const Layout *layout, Number *number);

/* ---- resources.c: memory as kernels see it ---- */

typedef enum KindClass { CLASS_CONSTANTS, CLASS_TYPED, CLASS_STRUCTURED, CLASS_RAW, CLASS_TEXTURE, CLASS_SAMPLER } KindClass;

typedef struct KindInfo {
    KindClass class;
    bool writable;
    uint32_t dimensions; /* of one slice */
    bool array;          /* --size takes one more number, the slices */
    uint32_t faces;      /* slices per array element */
    const char *missing; /* what cannot be done with it, in words */
} KindInfo;

const KindInfo *host_kind(const WccResourceInfo *info);
/* A texture of one 2D slice. */
bool host_is_picture(const WccResourceInfo *info);

/* Texels; buffers: elements (raw: bytes), 1, 1. Slices and faces count as depth. */
typedef struct Extent {
    uint32_t width, height, depth;
} Extent;

typedef struct Storage {
    uint32_t references;
    WccResource view;
    uint32_t counter;
    size_t bytes; /* of view.data, without the 64 past the end */
    const WccResourceInfo *info; /* the declaration it was made for */
} Storage;

/* Zeroed memory; one reference. Fails over HOST_MAX_BYTES. */
Storage *host_new_storage(Report *report, const WccResourceInfo *info, Extent extent);
Storage *host_share_storage(Storage *storage);
void host_drop_storage(Storage *storage); /* NULL is fine */
/* The same contents and counter in new memory. */
Storage *host_copy_storage(Report *report, const Storage *storage);
/* What `storage` is when bound to `info`; fails where the types do not fit. *view gets the sizes. */
bool host_view_storage(Report *report, const Storage *storage, const WccResourceInfo *info, WccResource *view);

/* Parses "1920x1080" for this kind; format after a colon must be the native one. */
bool host_parse_extent(Report *report, const WccResourceInfo *info, const char *text, Extent *extent);
Extent host_extent_of(const WccResourceInfo *info, const WccResource *view);
bool host_same_extent(Extent a, Extent b);
/* "1920x1080" into text of at least 48 bytes; gives text. */
const char *host_extent_text(const WccResourceInfo *info, Extent extent, char *text);

/* ---- transfer.c: between arrays and storage ---- */

/* New storage with the array's contents. `given` is the size asked for or NULL: then the array's shape
 * says it. A buffer may be longer than its contents; the rest is 0. Append and consume
 * counters get the number of elements filled. */
Storage *host_load_array(Report *report, const WccResourceInfo *info, const Array *array, const Extent *given);
/* The contents as numbers, or bytes where the scalars' types differ; `elements` of a buffer are taken. */
bool host_extract_array(Report *report, const WccResourceInfo *info, const WccResource *view, uint32_t elements, Array *array);
/* Reads a file or values in place. */
bool host_read_source(Report *report, const char *source, Array *array);
/* How many elements of a view mean something: appended ones, or all. */
uint32_t host_live_elements(Report *report, const WccResourceInfo *info, const WccResource *view);
bool host_save_view(Report *report, const WccResourceInfo *info, const WccResource *view, const char *path);
/* Prints the first `limit` elements, one a line as in .txt; *left gets how many there are besides. */
bool host_print_view(Report *report, const WccResourceInfo *info, const WccResource *view, uint64_t limit, FILE *out, uint64_t *left);
/* Row r of a view (rows run over y, then over slices), and the bytes in one. */
uint8_t *host_view_row(const WccResource *view, uint32_t row);
uint32_t host_view_rows(const WccResource *view);
size_t host_view_row_bytes(const WccResourceInfo *info, const WccResource *view);

/* ---- module.c: names to rows of the tables ---- */

/* One row of WccDispatch.resources. */
typedef struct Slot {
    const WccResourceInfo *info;
    uint32_t row;
} Slot;

/* What stands in each row of a module's table. */
typedef struct Bindings {
    WccResource *rows;
    Storage **storages; /* what keeps a row's memory; NULL: unbound, or memory of the caller */
    uint32_t count;
} Bindings;

bool host_new_bindings(Report *report, const WccModule *module, Bindings *bindings);
void host_free_bindings(Bindings *bindings);
/* Takes the caller's reference; a NULL storage unbinds. */
void host_bind(Bindings *bindings, uint32_t row, Storage *storage);

bool host_check_module(Report *report, const WccModule *module);
bool host_find_slot(Report *report, const WccModule *module, const char *name, Slot *slot);
uint32_t host_rows_of(const WccModule *module, const WccResourceInfo *info);
const WccEntry *host_find_entry(Report *report, const WccModule *module, const char *name);
/* What is asked of a variant. */
typedef struct Wanted {
    uint32_t wave_size;     /* 0: any */
    const char *lane_order; /* NULL: any */
    int64_t extra_waves;    /* -1: any */
} Wanted;
/* The first that is so. */
const WccVariant *host_find_variant(Report *report, const WccEntry *entry, Wanted wanted);
/* " 8 32 64", " linear tile", " 0 2": each once, in the order of the variants. */
void host_text_wave_sizes(Text *text, const WccEntry *entry);
void host_text_lane_orders(Text *text, const WccEntry *entry);
void host_text_extra_waves(Text *text, const WccEntry *entry);
/* Is there more than one lane order, more than one number of extra waves? */
bool host_has_lane_orders(const WccEntry *entry);
bool host_has_extra_waves(const WccEntry *entry);
bool host_entry_uses(const WccModule *module, const WccEntry *entry, const WccResourceInfo *info);
/* "t0" or "t0,space2" into text of at least 40 bytes; gives text. */
const char *host_register_text(const WccResourceInfo *info, char *text);

/* ---- constants.c: cbuffer members ---- */

typedef struct Constant {
    Slot slot;
    const WccField *field;
    uint32_t first, count; /* array elements; 0, 1 where the field is no array */
} Constant;

bool host_find_constant(Report *report, const WccModule *module, const char *name, Constant *constant);
/* Parses and stores the member's values; cbuffer NULL: only checks them. */
bool host_set_constant(Report *report, const Constant *constant, const char *values, uint8_t *cbuffer);
/* A cbuffer with its members' default values. */
Storage *host_new_constants(Report *report, const WccResourceInfo *info);

/* ---- samplers.c ---- */

/* Sets what the text says, "linear,clamp,min-lod=1"; the rest stays. */
bool host_set_sampler(Report *report, const char *text, WccSampler *sampler);
/* Storage of a WccSampler: the static one of the shader, or in its usual state. */
Storage *host_new_sampler(Report *report, const WccResourceInfo *info);
bool host_find_sampler(const WccModule *module, const char *name, Slot *slot);

/* ---- order.c: the order in which groups start ---- */

typedef struct Order {
    enum { ORDER_LINEAR, ORDER_TILE_X, ORDER_TILE_Y, ORDER_MORTON } kind;
    uint32_t tile; /* groups across a tile, at least 1 */
} Order;

bool host_parse_order(Report *report, const char *text, Order *order);
/* The group that starts as number `ticket` (0 .. x*y*z - 1). */
/* The order of groups on top of that, and of the waves in a group: --schedule. */
typedef struct Schedule {
    WccSchedule kind;
    uint32_t seed;
} Schedule;

bool host_parse_schedule(Report *report, const char *text, Schedule *schedule);
/* "random:5" into text; gives text. */
const char *host_schedule_text(Schedule schedule, char text[32]);
/* A permutation of 0 .. total - 1. */
uint64_t host_schedule_ticket(Schedule schedule, uint64_t total, uint64_t ticket);

void host_order_group(Order order, const uint32_t groups[3], uint64_t ticket, uint32_t group[3]);

/* ---- faults.c: what kernels compiled with --check report ---- */

typedef struct Faults Faults;
Faults *host_new_faults(Report *report);
void host_free_faults(Faults *faults);
/* Forgets all, and takes what the dispatch's kernels report. */
void host_watch(Faults *faults, WccDispatch *dispatch);
/* Prints what was reported, a line for each place in the source; false if there was anything. */
bool host_tell_faults(Report *report, Faults *faults);

/* ---- workers.c: the pool ---- */

typedef struct Pool Pool;

typedef struct Job {
    const WccVariant *variant;
    const WccDispatch *dispatch;
    Order order;
    double timeout_seconds; /* 0: none */
    Schedule schedule;
} Job;

uint32_t host_cpu_count(void);
Pool *host_new_pool(Report *report, uint32_t workers);
/* Does nothing to a pool whose kernel still runs after a time-out. */
void host_free_pool(Pool *pool);
/* Runs all groups. WCC_CHECK_FAILED: kernels reported faults. WCC_TIMED_OUT: no group starts any more, but some may still run (host_pool_stuck). */
WccStatus host_run_job(Report *report, Pool *pool, const Job *job, WccTimes *times);
bool host_pool_stuck(Pool *pool);
double host_now_ms(void);

/* ---- command_line.c: what the user typed ---- */

typedef enum AssignKind { ASSIGN_IN, ASSIGN_OUT, ASSIGN_SET, ASSIGN_SIZE, ASSIGN_COUNTER, ASSIGN_PRINT } AssignKind;

/* NAME=VALUE of one option. */
typedef struct Assign {
    AssignKind kind;
    int step; /* which -e it follows; -1: before the first, for all */
    char *name;
    const char *value;
    Slot slot;         /* set by plan.c, as the rest */
    Constant constant; /* SET of a cbuffer's member */
    Extent extent;     /* SIZE */
    uint64_t number;   /* COUNTER; PRINT: how many */
    Storage *loaded;   /* IN for all steps: what they share */
} Assign;

typedef enum DispatchKind { DISPATCH_DEFAULT, DISPATCH_GROUPS, DISPATCH_THREADS } DispatchKind;

/* One run of an entry point. */
typedef struct Step {
    const char *entry_name; /* NULL: the only one */
    const WccEntry *entry;
    const WccVariant *variant;
    DispatchKind dispatch;
    uint32_t size[3]; /* groups or threads */
    Wanted wanted;
    Order order;
    Schedule schedule;
    uint32_t repeat;
} Step;

typedef enum TimeFormat { TIME_OFF, TIME_TEXT, TIME_JSON } TimeFormat;
typedef enum Action { ACTION_RUN, ACTION_LIST, ACTION_HELP, ACTION_VERSION } Action;

typedef enum CompareKind { COMPARE_NOTHING, COMPARE_WAVE_SIZES, COMPARE_ALL } CompareKind;

typedef struct CommandLine {
    Action action;
    CompareKind compare;
    Assign *assigns;
    size_t assign_count;
    Step *steps;
    int step_count;
    Step common; /* what stands before the first -e */
    uint32_t workers;
    double timeout_seconds;
    TimeFormat times;
} CommandLine;

bool host_parse_command_line(Report *report, int argc, char **argv, CommandLine *line);
void host_free_command_line(CommandLine *line);
void host_print_help(const char *program, FILE *out);

/* ---- plan.c, session.c, list.c, times.c ---- */

/* Resolves all names and checks all values before anything is loaded or run. */
bool host_plan(Report *report, const WccModule *module, CommandLine *line);

/* Whether an assignment applies to this step (its own one hides that for all steps). */
Assign *host_find_assign(const CommandLine *line, AssignKind kind, int step, uint32_t row);

typedef struct StepTimes {
    const Step *step;
    WccTimes *runs; /* step->repeat of them */
} StepTimes;

typedef struct Times {
    double load_ms, save_ms;
    uint32_t workers;
    StepTimes *steps;
    int step_count;
} Times;

void host_print_times(const Times *times, TimeFormat format, FILE *text, FILE *json);

/* Runs the planned steps and writes the outputs; gives the exit status. */
int host_run_session(Report *report, const WccModule *module, CommandLine *line, FILE *out);

void host_print_list(const WccModule *module, const char *program, FILE *out);

/* wcc_main with its streams as arguments. */
int host_main(const WccModule *module, int argc, char **argv, FILE *out, FILE *err);

#pragma GCC visibility pop
#endif
