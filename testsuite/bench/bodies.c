/* bodies ROUNDS PLAIN MODULES [OTHERS] [NAME]...: kernels of a few lines against the same text as C++.
 *
 * PLAIN/clang/plain.so and PLAIN/gcc/plain.so have all bodies as loops over the threads (bodies/make.sh,
 * bodies/plain.h), MODULES/NAME.so the kernels, OTHERS/NAME.so those of another compiler ("-": none). All take turns, the lower quartile of each counts. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { SIDE = 256, COUNT = SIDE * SIDE, MOST_ROUNDS = 101, COPIES = 2 };

/* As bodies/common.h has it. */
typedef struct Memory {
    const void *inputs[12];
    void *outputs[6];
    float matrix[16], f4[4];
    uint32_t n, w, h, k1, k2;
    float f1, f2;
} Memory;

typedef struct Body {
    const char *name;
    void (*plain)(const Memory *memory);
} Body;

/* The resources in the order of Memory. */
static const struct {
    const char *name;
    uint32_t bytes;
    enum { FLOATS, WORDS, PLACES } holds;
} RESOURCES[] = {{"A", 4, FLOATS},   {"B", 4, FLOATS},   {"C", 4, FLOATS},   {"A2", 8, FLOATS},  {"B2", 8, FLOATS}, {"A3", 12, FLOATS},
                 {"B3", 12, FLOATS}, {"A4", 16, FLOATS}, {"B4", 16, FLOATS}, {"U", 4, WORDS},    {"V", 4, PLACES},  {"R", 16, WORDS},
                 {"O", 4, FLOATS},   {"O2", 8, FLOATS},  {"O3", 12, FLOATS}, {"O4", 16, FLOATS}, {"P", 4, WORDS},   {"Q", 16, WORDS}};
enum { INPUTS = 12, ALL = sizeof RESOURCES / sizeof *RESOURCES };

/* ---- memory ---- */

static Memory make_memory(void)
{
    Memory memory = {.n = COUNT, .w = SIDE, .h = SIDE, .k1 = 3, .k2 = 37, .f1 = 0.75f, .f2 = 1.25f, .f4 = {0.25f, 0.5f, 0.75f, 1}};
    for (int i = 0; i < 16; i++)
        memory.matrix[i] = (float)(i * 7 % 16) / 16;
    for (int i = 0; i < INPUTS; i++) {
        size_t words = (size_t)COUNT * RESOURCES[i].bytes / 4;
        uint32_t *places = RESOURCES[i].holds == FLOATS ? NULL : new_random_words(words);
        for (size_t k = 0; RESOURCES[i].holds == PLACES && k < words; k++)
            places[k] = (places[k] >> 7) % COUNT;
        memory.inputs[i] = places ? (void *)places : new_noise(words);
    }
    return memory;
}

static void make_outputs(Memory *memory)
{
    for (int i = INPUTS; i < ALL; i++)
        memory->outputs[i - INPUTS] = new_words((size_t)COUNT * RESOURCES[i].bytes / 4);
}

static void clear_outputs(const Memory *memory)
{
    for (int i = INPUTS; i < ALL; i++)
        memset(memory->outputs[i - INPUTS], 0, (size_t)COUNT * RESOURCES[i].bytes);
}

static void bind_all(Kernels *kernels, const Memory *memory)
{
    for (uint32_t i = 0; i < kernels->module->resource_count; i++)
        for (int k = 0; k < ALL; k++)
            if (!strcmp(kernels->module->resources[i].name, RESOURCES[k].name)) {
                int is_raw = !strcmp(RESOURCES[k].name, "R") || !strcmp(RESOURCES[k].name, "Q");
                void *data = k < INPUTS ? (void *)memory->inputs[k] : memory->outputs[k - INPUTS];
                bind_buffer(kernels, RESOURCES[k].name, data, is_raw ? COUNT * 4 : COUNT, is_raw ? 4 : RESOURCES[k].bytes);
            }
    for (uint32_t i = 0; i < kernels->module->resource_count; i++)
        if (kernels->module->resources[i].kind == WCC_CBUFFER) {
            set(kernels, "M", memory->matrix, sizeof memory->matrix);
            set(kernels, "f4", memory->f4, sizeof memory->f4);
            set_int(kernels, "N", COUNT), set_int(kernels, "W", SIDE), set_int(kernels, "H", SIDE);
            set_int(kernels, "k1", (int)memory->k1), set_int(kernels, "k2", (int)memory->k2);
            set_float(kernels, "f1", memory->f1), set_float(kernels, "f2", memory->f2);
        }
}

/* ---- results ---- */

/* How many words are apart by more than a thousandth of them, and of 1. */
static size_t words_apart(const Memory *left, const Memory *right)
{
    size_t apart = 0;
    for (int i = INPUTS; i < ALL; i++) {
        const uint32_t *a = left->outputs[i - INPUTS], *b = right->outputs[i - INPUTS];
        for (size_t k = 0; k < (size_t)COUNT * RESOURCES[i].bytes / 4; k++) {
            float x, y;
            memcpy(&x, &a[k], 4), memcpy(&y, &b[k], 4);
            apart += a[k] != b[k] && (RESOURCES[i].holds != FLOATS || !(fabsf(x - y) <= 1e-3f * (1 + fabsf(x) + fabsf(y))));
        }
    }
    return apart;
}

/* ---- races ---- */

static const Body *open_bodies(void *library)
{
    const Body *bodies = dlsym(library, "bodies");
    if (!bodies)
        die("has no bodies", "plain.so");
    return bodies;
}

static const Body *find_body(const Body *bodies, const char *name)
{
    for (; bodies->name; bodies++)
        if (!strcmp(bodies->name, name))
            return bodies;
    die("no such body", name);
}

static void run_body(Kernels *kernels, const char *name)
{
    int is_2d = strlen(name) > 2 && !strcmp(name + strlen(name) - 2, "2d");
    const uint32_t *threads = kernels->module->entries[0].threads;
    run(kernels, "main", (is_2d ? SIDE : COUNT) / threads[0], is_2d ? SIDE / threads[1] : 1, 1);
}

typedef struct Race {
    int rounds, modules;
    const Body *plain[COMPILERS]; /* all of them */
    const char *folders[COPIES]; /* of the modules */
    Memory memory[COMPILERS + COPIES];
    double logs[COPIES]; /* sums of ratios' logarithms */
    int below;           /* how many are below 0.9 */
} Race;

static void race(Race *r, const char *name)
{
    Kernels kernels[COPIES];
    const Body *plain[COMPILERS];
    double times[COMPILERS + COPIES][MOST_ROUNDS];
    for (int i = 0; i < COMPILERS; i++)
        plain[i] = find_body(r->plain[i], name);
    for (int k = 0; k < r->modules; k++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.so", r->folders[k], name);
        open_module(&kernels[k], path);
        choose_variant(&kernels[k], 0);
        bind_all(&kernels[k], &r->memory[COMPILERS + k]);
    }
    const int racers = COMPILERS + r->modules;
    for (int i = 0; i < racers; i++)
        clear_outputs(&r->memory[i]);
    for (int round = -1; round < r->rounds; round++)
        for (int i = 0; i < racers; i++) {
            double start = cpu_ms();
            if (i < COMPILERS)
                plain[i]->plain(&r->memory[i]);
            else
                run_body(&kernels[i - COMPILERS], name);
            if (round >= 0)
                times[i][round] = cpu_ms() - start;
            else if (i > 0) {
                size_t apart = words_apart(&r->memory[0], &r->memory[i]);
                if (apart > COUNT / 1000) /* sums in another order end some loops a turn later */
                    printf("%s: %s: %zu words differ\n", name, i < COMPILERS ? "gcc" : "wavecc", apart);
            }
        }
    double best = fmin(lower_quartile_of(times[CLANG], r->rounds), lower_quartile_of(times[GCC], r->rounds));
    double kernel = lower_quartile_of(times[COMPILERS], r->rounds);
    printf("%-18s %8.3f %8.3f %6.2f", name, 1e6 * best / COUNT, 1e6 * kernel / COUNT, best / kernel);
    r->logs[0] += log(best / kernel);
    r->below += best / kernel < 0.9;
    if (r->modules > 1) {
        double other = lower_quartile_of(times[COMPILERS + 1], r->rounds);
        r->logs[1] += log(other / kernel);
        printf(" %6.2f", other / kernel);
    }
    printf("\n");
    for (int k = 0; k < r->modules; k++)
        close_module(&kernels[k]);
}

int main(int count, char **arguments)
{
    if (count < 5 || atoi(arguments[1]) < 1 || atoi(arguments[1]) > MOST_ROUNDS)
        die("usage", "bodies ROUNDS PLAIN MODULES OTHERS|- [NAME]...");
    static Race r;
    r.rounds = atoi(arguments[1]);
    r.modules = strcmp(arguments[4], "-") ? 2 : 1;
    r.folders[0] = arguments[3], r.folders[1] = arguments[4];
    for (int i = 0; i < COMPILERS; i++)
        r.plain[i] = open_bodies(open_plain(arguments[2], COMPILER_NAMES[i], "plain"));
    stay_on_this_core();
    const Memory inputs = make_memory();
    for (int i = 0; i < COMPILERS + r.modules; i++) {
        r.memory[i] = inputs;
        make_outputs(&r.memory[i]);
    }
    printf("%-18s %8s %8s %6s%s\n", "ns a thread", "plain", "wavecc", "ratio", r.modules > 1 ? "   gain" : "");
    int raced = 0;
    for (const Body *body = r.plain[CLANG]; body->name; body++) {
        int wanted = count == 5;
        for (int i = 5; i < count; i++)
            wanted |= !strcmp(arguments[i], body->name);
        if (wanted) {
            race(&r, body->name);
            raced++;
        }
    }
    if (raced)
        printf("geometric mean %.2f of %d, %d below 0.9%s", exp(r.logs[0] / raced), raced, r.below, r.modules > 1 ? "" : "\n");
    if (raced && r.modules > 1)
        printf(", gain %.3f\n", exp(r.logs[1] / raced));
    return raced == 0;
}
