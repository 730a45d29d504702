/* The map of access patterns: each kernel that `make bench-map` generated against plain C of the same work.
 *
 *     map ROUNDS CSV FOLDER ELEMENT-SHAPE...
 *
 * FOLDER/ELEMENT-SHAPE.so has the kernels, in FOLDER/clang and FOLDER/gcc lies their plain C: ELEMENT.so goes along
 * rows, ELEMENT-SHAPE.so by groups; the best of the four counts. A cell of the map is a kernel at one wave size. Its
 * result is compared bit by bit; then all take turns over memory that stays in the second-level cache, and the
 * median CPU times are told in picoseconds a thread. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bench.h"
#include "work.h"

typedef uint32_t uint;
#include "map.h"

enum { MAX_ROUNDS = 99, RIVALS = 4, MOST_ELEMENT_BYTES = 16, WORST = 25 };

/* Calls are timed together until they take that long. */
static const double LEAST_MS = 0.04;

static const char *const RIVAL_NAMES[RIVALS] = {"clang rows", "gcc rows", "clang groups", "gcc groups"};

typedef struct Cell {
    char name[96]; /* pattern, mask, element, shape, wave size */
    double ratio, kernel_ps, plain_ps;
} Cell;

typedef struct Map {
    int rounds;
    const char *folder;
    FILE *csv;
    Cell *cells;
    int count, wrong;
} Map;

/* One module with its plain C and the memory that both work on. */
typedef struct Sheet {
    const char *name, *element, *shape;
    void *libraries[RIVALS];
    Kernels kernels;
    Work work; /* of plain C; the kernels have results of their own */
    void *kernel_out, *kernel_canvas;
    size_t out_bytes, canvas_bytes;
} Sheet;

/* ---- memory ---- */

static uint32_t element_bytes(const WccModule *module)
{
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (!strcmp(module->resources[i].name, "gIn"))
            return module->resources[i].stride;
    return MOST_ELEMENT_BYTES;
}

static bool has_resource(const WccModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (!strcmp(module->resources[i].name, name))
            return true;
    return false;
}

static void bind_if_used(Kernels *kernels, const char *name, void *data, size_t count, size_t bytes)
{
    if (has_resource(kernels->module, name))
        bind_buffer(kernels, name, data, count, bytes);
}

static void set_if_used(Kernels *kernels, const char *name, uint32_t value)
{
    if (has_resource(kernels->module, "Constants"))
        set_int(kernels, name, (int)value);
}

static uint32_t *new_places(void)
{
    uint32_t *places = new_words(COUNT), *random = new_random_words(COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t k = random[i] % (i + 1);
        places[i] = places[k];
        places[k] = i;
    }
    return places;
}

static void bind_pictures(Sheet *sheet, uint32_t bytes)
{
    Kernels *kernels = &sheet->kernels;
    sheet->canvas_bytes = wcc_row_pitch(COLUMNS, bytes) * ROWS;
    sheet->work.pitch = (uint32_t)wcc_row_pitch(COLUMNS, bytes);
    sheet->work.canvas = new_memory(sheet->canvas_bytes);
    if (has_resource(kernels->module, "gPicture"))
        sheet->work.picture = bind_texture(kernels, "gPicture", sheet->work.in, COLUMNS, ROWS, bytes).data;
    if (has_resource(kernels->module, "gCanvas"))
        sheet->kernel_canvas = bind_texture(kernels, "gCanvas", NULL, COLUMNS, ROWS, bytes).data;
}

/* Whose floats and halves are all numbers. */
static void *new_elements(size_t bytes)
{
    uint32_t *words = new_random_words(bytes / 4);
    for (size_t i = 0; i < bytes / 4; i++)
        words[i] &= 0xbfffbfff;
    return words;
}

/* Buffers are twice as long as there are threads: strides reach that far. */
static void bind_all(Sheet *sheet, uint32_t bytes, uint32_t item_bytes)
{
    Kernels *kernels = &sheet->kernels;
    size_t room = 2 * COUNT;
    void *in = new_elements(room * bytes), *items = new_elements((size_t)COUNT * item_bytes);
    uint32_t *places = new_places();
    sheet->out_bytes = room * bytes;
    sheet->kernel_out = new_memory(sheet->out_bytes);
    sheet->work = (Work){.in = in, .out = new_memory(sheet->out_bytes), .places = places, .items = items,
                         .offset = 3, .width = COLUMNS, .key = 37, .limit = COLUMNS - 3};
    bind_if_used(kernels, "gIn", in, room, bytes);
    bind_if_used(kernels, "gOut", sheet->kernel_out, room, bytes);
    bind_if_used(kernels, "gPlaces", places, COUNT, 4);
    bind_if_used(kernels, "gItems", items, COUNT, item_bytes);
    bind_if_used(kernels, "gBytes", in, room * bytes / 4, 4);
    bind_if_used(kernels, "gOutBytes", sheet->kernel_out, room * bytes / 4, 4);
    set_if_used(kernels, "gOffset", sheet->work.offset);
    set_if_used(kernels, "gWidth", sheet->work.width);
    set_if_used(kernels, "gKey", sheet->work.key);
    set_if_used(kernels, "gLimit", sheet->work.limit);
    bind_pictures(sheet, bytes);
}

/* ---- one cell ---- */

static void run_kernel(Sheet *sheet, const WccEntry *entry, uint32_t variant)
{
    choose_variant(&sheet->kernels, variant);
    run(&sheet->kernels, entry->name, COLUMNS / entry->threads[0], LINES / entry->threads[1], SLICES / entry->threads[2]);
}

static void clear(const Sheet *sheet)
{
    memset(sheet->work.out, 0, sheet->out_bytes);
    memset(sheet->kernel_out, 0, sheet->out_bytes);
    memset(sheet->work.canvas, 0, sheet->canvas_bytes);
    if (sheet->kernel_canvas)
        memset(sheet->kernel_canvas, 0, sheet->canvas_bytes);
}

static bool is_equal(Sheet *sheet, const WccEntry *entry, uint32_t variant, Plain *plain)
{
    clear(sheet);
    run_kernel(sheet, entry, variant);
    plain(&sheet->work, sheet->kernels.wave_size);
    return !memcmp(sheet->work.out, sheet->kernel_out, sheet->out_bytes) &&
           (!sheet->kernel_canvas || !memcmp(sheet->work.canvas, sheet->kernel_canvas, sheet->canvas_bytes));
}

static double time_cell(Sheet *sheet, const WccEntry *entry, uint32_t variant)
{
    int calls = 0;
    double start = cpu_ms(), now = start;
    for (; now - start < LEAST_MS; now = cpu_ms(), calls++)
        run_kernel(sheet, entry, variant);
    return (now - start) / calls;
}

static double time_plain_cell(Sheet *sheet, Plain *plain, uint32_t wave_size)
{
    int calls = 0;
    double start = cpu_ms(), now = start;
    for (; now - start < LEAST_MS; now = cpu_ms(), calls++)
        plain(&sheet->work, wave_size);
    return (now - start) / calls;
}

static void tell(Map *map, const Sheet *sheet, const WccEntry *entry, uint32_t variant, double ms, double plain_ms, int best)
{
    int pattern = (int)(strrchr(entry->name, '_') - entry->name);
    const char *mask = entry->name + pattern + 1;
    uint32_t wave_size = entry->variants[variant].wave_size;
    double ps = 1e9 / COUNT;
    map->cells = realloc(map->cells, (size_t)(map->count + 1) * sizeof *map->cells);
    Cell *cell = &map->cells[map->count++];
    *cell = (Cell){.ratio = ms / plain_ms, .kernel_ps = ms * ps, .plain_ps = plain_ms * ps};
    snprintf(cell->name, sizeof cell->name, "%-18.*s %-5s %-7s %-7s %3u", pattern, entry->name, mask, sheet->element, sheet->shape, wave_size);
    fprintf(map->csv, "%.*s,%s,%s,%s,%u,%.0f,%.0f,%.3f,%s\n", pattern, entry->name, mask, sheet->element, sheet->shape, wave_size,
            cell->plain_ps, cell->kernel_ps, cell->ratio, RIVAL_NAMES[best]);
}

/* An entry point at all wave sizes, and its rivals, take turns. */
static void measure(Map *map, Sheet *sheet, const WccEntry *entry, Plain *const rivals[RIVALS])
{
    double plain[RIVALS][MAX_ROUNDS], kernel[WCC_MAX_WAVE_SIZES][MAX_ROUNDS], least = INFINITY;
    int best = 0;
    for (int round = -1; round < map->rounds; round++) { /* the first warms up and does not count */
        int slot = round < 0 ? 0 : round;
        for (int i = 0; i < RIVALS; i++)
            plain[i][slot] = rivals[i] ? time_plain_cell(sheet, rivals[i], entry->variants[0].wave_size) : INFINITY;
        for (uint32_t i = 0; i < entry->variant_count; i++)
            kernel[i][slot] = time_cell(sheet, entry, i);
    }
    for (int i = 0; i < RIVALS; i++) {
        double ms = median_of(plain[i], map->rounds);
        if (ms < least) {
            least = ms;
            best = i;
        }
    }
    for (uint32_t i = 0; i < entry->variant_count; i++)
        tell(map, sheet, entry, i, median_of(kernel[i], map->rounds), least, best);
}

static void map_entry(Map *map, Sheet *sheet, const WccEntry *entry)
{
    Plain *rivals[RIVALS], *judge = NULL;
    for (int i = 0; i < RIVALS; i++) {
        rivals[i] = (Plain *)dlsym(sheet->libraries[i], entry->name);
        judge = rivals[i] ? rivals[i] : judge;
    }
    if (!judge)
        die("no plain C of", entry->name);
    for (uint32_t i = 0; i < entry->variant_count; i++)
        if (!is_equal(sheet, entry, i, judge)) {
            printf("%s, %s, wave size %u: WRONG\n", entry->name, sheet->name, entry->variants[i].wave_size);
            map->wrong++;
        }
    measure(map, sheet, entry, rivals);
}

/* ---- sheets ---- */

static void map_sheet(Map *map, char *name)
{
    char path[4096], element[32];
    snprintf(path, sizeof path, "%s/%s.so", map->folder, name);
    snprintf(element, sizeof element, "%.*s", (int)strcspn(name, "-"), name);
    Sheet sheet = {.name = name, .element = element, .shape = strchr(name, '-') + 1,
                   .libraries = {open_plain(map->folder, "clang", element), open_plain(map->folder, "gcc", element),
                                 open_plain(map->folder, "clang", name), open_plain(map->folder, "gcc", name)}};
    open_module(&sheet.kernels, path);
    const uint32_t *item_bytes = dlsym(sheet.libraries[0], "map_item_bytes");
    bind_all(&sheet, element_bytes(sheet.kernels.module), *item_bytes);
    for (uint32_t i = 0; i < sheet.kernels.module->entry_count; i++)
        map_entry(map, &sheet, &sheet.kernels.module->entries[i]);
    free_memory();
    close_module(&sheet.kernels);
}

/* ---- all of them ---- */

static int by_ratio(const void *left, const void *right)
{
    double a = ((const Cell *)left)->ratio, b = ((const Cell *)right)->ratio;
    return (a < b) - (a > b);
}

static void sum_up(Map *map)
{
    int slow = 0;
    qsort(map->cells, (size_t)map->count, sizeof *map->cells, by_ratio);
    printf("%-18s %-5s %-7s %-7s %3s %8s %8s %6s\n", "pattern", "mask", "element", "shape", "W", "ps", "plain C", "ratio");
    for (int i = 0; i < map->count && i < WORST; i++)
        printf("%s %8.0f %8.0f %6.2f\n", map->cells[i].name, map->cells[i].kernel_ps, map->cells[i].plain_ps, map->cells[i].ratio);
    while (slow < map->count && map->cells[slow].ratio > 1.1)
        slow++;
    if (map->count > 0)
        printf("%d cells: median %.2f of plain C's time, %d take over 1.1 of it\n", map->count, map->cells[map->count / 2].ratio, slow);
    if (map->wrong)
        printf("%d results are WRONG\n", map->wrong);
}

int main(int argc, char **argv)
{
    if (argc < 5 || atoi(argv[1]) < 1 || atoi(argv[1]) > MAX_ROUNDS) {
        fprintf(stderr, "usage: map ROUNDS CSV FOLDER ELEMENT-SHAPE...\n");
        return 2;
    }
    Map map = {.rounds = atoi(argv[1]), .csv = fopen(argv[2], "w"), .folder = argv[3]};
    if (!map.csv)
        die("cannot write", argv[2]);
    stay_on_this_core();
    fprintf(map.csv, "pattern,mask,element,shape,wave_size,plain_ps,kernel_ps,ratio,best_plain\n");
    for (int i = 4; i < argc; i++)
        map_sheet(&map, argv[i]);
    sum_up(&map);
    free(map.cells);
    return fclose(map.csv) || map.wrong;
}
