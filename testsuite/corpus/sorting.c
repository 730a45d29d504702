/* Runs b0nes164's device-wide sorts and scan on 2^20 keys with payloads, at every wave size that they were compiled
 * for, and judges them by qsort and a serial sum.
 *
 *     sorting WORKERS LIBRARY...
 *
 * WORKERS is a list such as 1,2,16; a LIBRARY is what sorting.sh made of a public shader with -shared, called
 * KIND-PARTITION.so: radix, onesweep or scan, and how many keys a group takes. Groups of onesweep and scan spin on
 * flags that other groups set: where one never comes, the run ends by its time-out and the program with status 1. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wcc_rt.h"

enum { KEYS = 1 << 20, RADIX = 256, PASSES = 4, HISTOGRAM_PARTITION = 32768, SECONDS = 120 };

typedef struct Program { /* one compiled file */
    const char *name;
    const WccModule *module;
    uint32_t partition; /* keys a group takes */
} Program;

typedef struct Run {
    const Program *program;
    WccRuntime *runtime;
    uint32_t wave_size, workers;
    double wall_ms;
} Run;

static void die(const Run *run, const char *what, const char *reason)
{
    fprintf(stderr, "%s, wave size %u, %u workers: %s: %s\n", run->program->name, run->wave_size, run->workers, what, reason);
    exit(1);
}

static void must(const Run *run, WccStatus status, const char *what)
{
    if (status != WCC_OK)
        die(run, what, wcc_error(run->runtime));
}

/* ---- memory ---- */

/* With the alignment and the readable bytes behind it that wcc_abi.h asks for, and nothing useful in it. */
static WccResource new_buffer(uint32_t elements, uint32_t stride)
{
    size_t bytes = ((size_t)elements * stride + 64 + 63) / 64 * 64;
    WccResource resource = {.data = aligned_alloc(64, bytes), .width = elements, .height = 1, .depth = 1, .stride = stride};
    if (resource.data == NULL)
        exit(1);
    memset(resource.data, 0xcd, bytes);
    return resource;
}

static void bind(Run *run, const char *name, const WccResource *buffer)
{
    must(run, wcc_bind(run->runtime, name, buffer), name);
}

static void set(Run *run, const char *member, uint32_t value)
{
    char text[16];
    snprintf(text, sizeof text, "%u", value);
    must(run, wcc_set(run->runtime, member, text), member);
}

static void dispatch(Run *run, const char *entry, uint32_t groups)
{
    WccTimes times = {0};
    WccRun how = {.entry = entry, .groups = {groups, 1, 1}, .wave_size = run->wave_size, .timeout_seconds = SECONDS, .times = &times};
    must(run, wcc_run(run->runtime, &how), entry);
    run->wall_ms += times.wall_ms;
}

static uint32_t parts(uint32_t count, uint32_t part) { return (count + part - 1) / part; }

/* Groups over all keys. */
static uint32_t tiles(const Run *run) { return parts(KEYS, run->program->partition); }

static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 32);
}

/* ---- sorting ---- */

typedef struct Pair {
    uint32_t key, payload;
} Pair;

/* Least significant digit first keeps the order of equal keys, so the payload, their place, decides. */
static int compare_pairs(const void *left, const void *right)
{
    const Pair *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->payload < b->payload ? -1 : a->payload > b->payload;
}

typedef struct Sort {
    WccResource keys[2], payloads[2]; /* read, written; exchanged after each pass */
    WccResource histogram, pass_histogram, index;
} Sort;

static Sort new_sort(const Run *run)
{
    Sort sort = {.histogram = new_buffer(RADIX * PASSES, 4), .index = new_buffer(PASSES, 4),
                 .pass_histogram = new_buffer(RADIX * PASSES * tiles(run), 4)};
    for (int i = 0; i < 2; i++) {
        sort.keys[i] = new_buffer(KEYS, 4);
        sort.payloads[i] = new_buffer(KEYS, 4);
    }
    return sort;
}

static void free_sort(Sort *sort)
{
    WccResource all[] = {sort->keys[0], sort->keys[1], sort->payloads[0], sort->payloads[1], sort->histogram, sort->pass_histogram, sort->index};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i].data);
}

static void exchange(WccResource pair[2])
{
    WccResource first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

static void bind_pass(Run *run, Sort *sort, uint32_t shift)
{
    bind(run, "b_sort", &sort->keys[0]);
    bind(run, "b_alt", &sort->keys[1]);
    bind(run, "b_sortPayload", &sort->payloads[0]);
    bind(run, "b_altPayload", &sort->payloads[1]);
    set(run, "e_numKeys", KEYS);
    set(run, "e_radixShift", shift);
    set(run, "e_threadBlocks", tiles(run));
    set(run, "e_isPartial", 1); /* the dispatch is one row of groups, and the first one */
}

static void radix_sort(Run *run, Sort *sort)
{
    bind(run, "b_globalHist", &sort->histogram);
    bind(run, "b_passHist", &sort->pass_histogram);
    dispatch(run, "InitDeviceRadixSort", 1);
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        bind_pass(run, sort, shift);
        dispatch(run, "Upsweep", tiles(run));
        dispatch(run, "Scan", RADIX);
        dispatch(run, "Downsweep", tiles(run));
        exchange(sort->keys);
        exchange(sort->payloads);
    }
}

static void one_sweep(Run *run, Sort *sort)
{
    bind(run, "b_globalHist", &sort->histogram);
    bind(run, "b_passHist", &sort->pass_histogram);
    bind(run, "b_index", &sort->index);
    bind_pass(run, sort, 0);
    dispatch(run, "InitSweep", 256);
    set(run, "e_threadBlocks", parts(KEYS, HISTOGRAM_PARTITION));
    dispatch(run, "GlobalHistogram", parts(KEYS, HISTOGRAM_PARTITION));
    set(run, "e_threadBlocks", tiles(run));
    dispatch(run, "Scan", PASSES);
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        bind_pass(run, sort, shift);
        dispatch(run, "DigitBinningPass", tiles(run));
        exchange(sort->keys);
        exchange(sort->payloads);
    }
}

static void judge_sort(const Run *run, const Sort *sort, const Pair *expected)
{
    const uint32_t *keys = sort->keys[0].data, *payloads = sort->payloads[0].data;
    char reason[128];
    for (uint32_t i = 0; i < KEYS; i++)
        if (keys[i] != expected[i].key || payloads[i] != expected[i].payload) {
            snprintf(reason, sizeof reason, "key %u with payload %u, not key %u with payload %u", keys[i], payloads[i],
                     expected[i].key, expected[i].payload);
            die(run, "not sorted", reason);
        }
}

/* `key_mask`: few bits make many equal keys. */
static void sort_keys(Run *run, void (*algorithm)(Run *, Sort *), uint32_t key_mask)
{
    Sort sort = new_sort(run);
    Pair *expected = calloc(KEYS, sizeof *expected);
    uint32_t *keys = sort.keys[0].data, *payloads = sort.payloads[0].data;
    uint64_t state = key_mask + run->wave_size;
    for (uint32_t i = 0; i < KEYS; i++) {
        expected[i] = (Pair){next_random(&state) & key_mask, i};
        keys[i] = expected[i].key;
        payloads[i] = i;
    }
    qsort(expected, KEYS, sizeof *expected, compare_pairs);
    algorithm(run, &sort);
    judge_sort(run, &sort, expected);
    free(expected);
    free_sort(&sort);
}

static void check_radix_sort(Run *run)
{
    sort_keys(run, radix_sort, UINT32_MAX);
    sort_keys(run, radix_sort, 0x10030201);
}

static void check_one_sweep(Run *run)
{
    sort_keys(run, one_sweep, UINT32_MAX);
    sort_keys(run, one_sweep, 0x10030201);
}

/* ---- scanning ---- */

enum { LARGEST_VALUE = 511 }; /* all together stay below 2^30: two bits of a partial sum are its flag */

static void judge_scan(const Run *run, const uint32_t *in, const uint32_t *out, int inclusive)
{
    uint32_t sum = 0;
    char reason[96];
    for (uint32_t i = 0; i < KEYS; i++) {
        uint32_t expected = inclusive ? sum + in[i] : sum;
        snprintf(reason, sizeof reason, "element %u is %u, not %u", i, out[i], expected);
        if (out[i] != expected)
            die(run, inclusive ? "wrong inclusive sum" : "wrong exclusive sum", reason);
        sum += in[i];
    }
}

static void check_scan(Run *run)
{
    static const char *const ENTRIES[] = {"ChainedScanDecoupledLookbackExclusive", "ChainedScanDecoupledLookbackInclusive"};
    WccResource in = new_buffer(KEYS / 4, 16), out = new_buffer(KEYS / 4, 16), bump = new_buffer(1, 4),
                reductions = new_buffer(tiles(run), 4);
    uint64_t state = run->wave_size;
    for (uint32_t i = 0; i < KEYS; i++)
        ((uint32_t *)in.data)[i] = next_random(&state) & LARGEST_VALUE;
    bind(run, "b_scanIn", &in);
    bind(run, "b_scanOut", &out);
    bind(run, "b_scanBump", &bump);
    bind(run, "b_threadBlockReduction", &reductions);
    set(run, "e_vectorizedSize", KEYS / 4);
    set(run, "e_threadBlocks", tiles(run));
    for (int inclusive = 0; inclusive < 2; inclusive++) {
        dispatch(run, "InitChainedScan", 256);
        dispatch(run, ENTRIES[inclusive], tiles(run));
        judge_scan(run, in.data, out.data, inclusive);
    }
    free(in.data), free(out.data), free(bump.data), free(reductions.data);
}

/* ---- all of them ---- */

typedef void Check(Run *run);

static const struct { const char *kind; Check *check; } CHECKS[] = {
    {"radix", check_radix_sort}, {"onesweep", check_one_sweep}, {"scan", check_scan},
};

/* Sets the program's name, without folders, and partition; gives what checks it. */
static Check *read_name(Program *program, const char *path)
{
    const char *slash = strrchr(path, '/');
    program->name = slash != NULL ? slash + 1 : path;
    for (size_t i = 0; i < sizeof CHECKS / sizeof *CHECKS; i++) {
        size_t length = strlen(CHECKS[i].kind);
        if (strncmp(program->name, CHECKS[i].kind, length) == 0 && sscanf(program->name + length, "-%u.so", &program->partition) == 1)
            return CHECKS[i].check;
    }
    fprintf(stderr, "%s: not called KIND-PARTITION.so\n", path);
    exit(2);
}

static void open_program(Program *program, const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    program->module = library != NULL ? dlsym(library, "wcc_module") : NULL;
    if (program->module == NULL) {
        fprintf(stderr, "%s: %s\n", path, dlerror());
        exit(1);
    }
}

static void check_with_workers(const Program *program, Check *check, uint32_t workers)
{
    const WccEntry *entry = &program->module->entries[0];
    for (uint32_t v = 0; v < entry->variant_count; v++) {
        Run run = {.program = program, .wave_size = entry->variants[v].wave_size, .workers = workers};
        if ((run.runtime = wcc_new(program->module, workers)) == NULL)
            exit(1);
        check(&run);
        wcc_free(run.runtime);
        printf("%-16s wave size %3u, %2u workers: right; the kernels took %.0f ms\n", program->name, run.wave_size, run.workers, run.wall_ms);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: sorting WORKERS LIBRARY...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        Program program = {0};
        Check *check = read_name(&program, argv[i]);
        open_program(&program, argv[i]);
        for (char *at = argv[1], *end; *at != '\0'; at = *end == ',' ? end + 1 : end) {
            uint32_t workers = (uint32_t)strtoul(at, &end, 10);
            if (end == at)
                return 2;
            check_with_workers(&program, check, workers);
        }
    }
    return 0;
}
