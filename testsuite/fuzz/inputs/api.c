/* libFuzzer: any bytes as calls of the C API, in any order, with arguments that fit and others, on two runtimes of one
 * device. Kernels read and write the first and the last element of what is bound, which AddressSanitizer watches. */
#include <stdbool.h>

#include "fuzz_resources.h"

/* ---- a module whose kernels go to both ends of all that they are given ---- */

enum { TOUCHED = ROWS - 1 }; /* all but the sampler */
static const uint8_t ELEMENT[TOUCHED] = {16, 16, 4, 4, 48, 1, 4, 1, 4, 4, 4}; /* bytes; width counts them where 1 */
static const bool IS_WRITTEN[TOUCHED] = {[1] = true, [3] = true, [5] = true, [6] = true, [10] = true};

/* `row`: of the module's table of resources. */
static void touch(const WccResource *view, int row)
{
    if (!view->data || !view->width || !view->height || !view->depth)
        return;
    size_t stride = ELEMENT[row] == 1 ? 1 : view->stride;
    uint8_t *data = view->data, *last = data + (size_t)(view->depth - 1) * view->slice_pitch +
                                        (size_t)(view->height - 1) * view->row_pitch + (view->width - 1) * stride +
                                        ELEMENT[row] - 1;
    uint8_t sum = (uint8_t)(*data + *last);
    if (IS_WRITTEN[row])
        *data = *last = sum;
    if (IS_WRITTEN[row] && view->counter)
        ++*view->counter;
    for (uint32_t i = 1; view->levels && i < view->mips; i++)
        sum += data[view->levels[i].offset];
}

static void touch_all(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    (void)shared;
    for (int i = 0; x + y + z == 0 && i < TOUCHED; i++)
        touch(&dispatch->resources[i], i);
}

static const uint32_t all[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, some[] = {2, 3};
static const WccVariant variants[] = {
    {.wave_size = 8, .run = touch_all, .lane_order = "linear"},
    {.wave_size = 32, .run = touch_all, .lane_order = "linear"},
};
static const WccEntry entries[] = {
    {"all", {8, 8, 1}, 0, all, 11, variants, 2, NULL, 0},
    {"some", {4, 1, 1}, 0, some, 2, variants, 1, NULL, 0},
};
static const WccModule module = {WCC_ABI_VERSION, "fuzz.hlsl", resources, RESOURCES, ROWS, entries, 2};

/* ---- arguments ---- */

typedef struct Calls {
    const uint8_t *bytes, *end;
    WccDevice *device;
    WccRuntime *runtimes[2];
    WccTicket *tickets[4];
    uint64_t memory[2048]; /* the host's, which stays */
    uint32_t counter;
} Calls;

static uint8_t next(Calls *calls)
{
    return calls->bytes < calls->end ? *calls->bytes++ : 0;
}

static uint32_t number(Calls *calls)
{
    static const uint32_t NUMBERS[] = {0, 1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 64, 65535, 65536, 1u << 20, 1u << 31, UINT32_MAX};
    return NUMBERS[next(calls) % (sizeof NUMBERS / sizeof *NUMBERS)];
}

static const char *text(Calls *calls)
{
    static const char *const TEXTS[] = {
        "T", "O", "B", "U", "S", "R", "K", "C", "M", "V", "P", "M[0]", "M[1]", "M[2]", "t0", "u1", "u2,space1", "b0", "s0", "t8", "t9", "",
        "nothing", "g", "b", "C.a", "a[1]", "a[2]", "C.b", "u32(1,2,3)", "f32(0..63)", "f32()", "u32(1*5000)", "1", "1,2,3", "1,x", "linear,wrap",
        "point,border=1/2/3/4", "min-lod=1,less", "R8G8B8A8_UNORM", "R16_FLOAT", "R32_UINT", "R8_SINT", "all", "some", "linear", "tile-x:2", "morton",
        "auto", "group=0", "lane=1,group=2", "M[4294967295]", "T[0]", "/nowhere/x.npy", "x.png",
    };
    uint8_t at = next(calls);
    return at == 255 ? NULL : TEXTS[at % (sizeof TEXTS / sizeof *TEXTS)];
}

/* Half of the names name something. */
static const char *name(Calls *calls)
{
    uint8_t at = next(calls);
    return at < 128 ? resources[at % 11].name : text(calls);
}

static WccRun a_run(Calls *calls)
{
    WccRun run = {.entry = next(calls) & 3 ? "all" : text(calls), .groups = {next(calls) % 5, 1, 1}};
    if (next(calls) & 1)
        run.groups[1] = number(calls) % 9, run.groups[2] = number(calls) % 5;
    if (next(calls) & 1)
        run.wave_size = number(calls);
    if (next(calls) & 1)
        run.order = text(calls);
    if (next(calls) & 1)
        run.printf_filter = text(calls);
    if (!(next(calls) & 7))
        run.timeout_seconds = next(calls) - 128.0;
    return run;
}

static void bind_memory(Calls *calls, WccRuntime *runtime)
{
    uint32_t from = number(calls) % sizeof calls->memory;
    WccMemory memory = {.data = (char *)calls->memory + from, .width = number(calls), .bytes = sizeof calls->memory - from};
    if (next(calls) & 1)
        memory.height = number(calls), memory.depth = number(calls);
    if (next(calls) & 1)
        memory.row_pitch = number(calls), memory.slice_pitch = number(calls);
    if (!(next(calls) & 3))
        memory.stride = number(calls);
    if (next(calls) & 1)
        memory.counter = &calls->counter;
    if (!(next(calls) & 15))
        memory.mips = number(calls);
    if (!(next(calls) & 15))
        memory.data = NULL;
    wcc_bind_memory(runtime, name(calls), &memory);
}

/* ---- calls ---- */

static void on_message(void *context, const char *said)
{
    *(uint32_t *)context += *said != 0;
}

static void bind_one(Calls *calls, WccRuntime *runtime)
{
    static const WccSampler sampler = WCC_DEFAULT_SAMPLER;
    static const WccResource nothing;
    switch (next(calls) % 9) {
    case 0: wcc_create(runtime, name(calls), number(calls) % 70, number(calls) % 20, number(calls) % 8); break;
    case 1: wcc_create(runtime, name(calls), next(calls) % 9 + 1, next(calls) % 9 + 1, 1); break;
    case 2: wcc_load(runtime, name(calls), text(calls)); break;
    case 3: wcc_make_mips(runtime, name(calls), number(calls)); break;
    case 4: wcc_set_format(runtime, name(calls), text(calls)); break;
    case 5: bind_memory(calls, runtime); break;
    case 6: wcc_bind(runtime, name(calls), next(calls) & 7 ? &nothing : NULL); break;
    case 7: wcc_bind_sampler(runtime, name(calls), next(calls) & 1 ? &sampler : NULL); break;
    case 8: wcc_set_counter(runtime, name(calls), number(calls)); break;
    }
}

static void set_or_look(Calls *calls, WccRuntime *runtime)
{
    uint64_t numbers[512] = {0};
    uint32_t value, count = number(calls) % 60;
    switch (next(calls) % 10) {
    case 0: wcc_set(runtime, text(calls), text(calls)); break;
    case 1: wcc_set_f32(runtime, text(calls), next(calls) ? (const float *)numbers : NULL, count); break;
    case 2: wcc_set_f64(runtime, text(calls), (const double *)numbers, count); break;
    case 3: wcc_set_i32(runtime, text(calls), (const int32_t *)numbers, count); break;
    case 4: wcc_set_u32(runtime, text(calls), (const uint32_t *)numbers, count); break;
    case 5: wcc_write(runtime, name(calls), next(calls) ? numbers : NULL, number(calls) % sizeof numbers); break;
    case 6: wcc_read(runtime, name(calls), next(calls) ? numbers : NULL, number(calls) % sizeof numbers); break;
    case 7: wcc_get_counter(runtime, name(calls), next(calls) ? &value : NULL); break;
    case 8: wcc_resource(runtime, name(calls)); break;
    case 9: wcc_error(runtime); break;
    }
}

static void use_ticket(Calls *calls, WccTicket **ticket)
{
    switch (next(calls) % 7) {
    case 0: wcc_wait(*ticket, next(calls) - 128.0); break;
    case 1: wcc_poll(*ticket); break;
    case 2: wcc_cancel(*ticket); break;
    case 3: wcc_get_status(*ticket, number(calls)); break;
    case 4: wcc_get_times(*ticket, number(calls)); break;
    case 5: wcc_ticket_error(*ticket); break;
    case 6:
        wcc_free_ticket(*ticket);
        *ticket = NULL;
        break;
    }
}

static void run_or_submit(Calls *calls, WccRuntime *runtime, WccTicket **ticket)
{
    WccRun runs[3] = {a_run(calls), a_run(calls), a_run(calls)};
    switch (next(calls) % 4) {
    case 0: wcc_dispatch(runtime, runs[0].entry, runs[0].groups[0], runs[0].groups[1], runs[0].groups[2]); break;
    case 1: wcc_run(runtime, next(calls) ? runs : NULL); break;
    default:
        wcc_free_ticket(*ticket);
        *ticket = wcc_submit(runtime, next(calls) ? runs : NULL, next(calls) % 4);
        break;
    }
}

static void new_runtime(Calls *calls, WccRuntime **runtime)
{
    char why[20];
    wcc_free(*runtime);
    *runtime = next(calls) & 1 ? wcc_new_on(calls->device, &module, why, next(calls) % sizeof why)
                               : wcc_new_on(next(calls) & 1 ? calls->device : NULL, &module, NULL, 0);
    wcc_on_message(*runtime, on_message, &calls->counter);
}

static void call(Calls *calls)
{
    uint8_t which = next(calls);
    WccRuntime **runtime = &calls->runtimes[which >> 6 & 1];
    WccTicket **ticket = &calls->tickets[next(calls) % 4];
    switch (which % 8) {
    case 0: new_runtime(calls, runtime); break;
    case 1: case 2: case 3: bind_one(calls, *runtime); break;
    case 4: set_or_look(calls, *runtime); break;
    case 5: case 6: run_or_submit(calls, *runtime, ticket); break;
    case 7: use_ticket(calls, ticket); break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static WccDevice *device;
    Calls calls = {.bytes = bytes, .end = bytes + count};
    if (!device)
        device = wcc_new_device(2);
    calls.device = device;
    for (int i = 0; i < 2; i++)
        calls.runtimes[i] = wcc_new_on(device, &module, NULL, 0);
    while (calls.bytes < calls.end)
        call(&calls);
    for (int i = 0; i < 2; i++)
        wcc_free(calls.runtimes[i]);
    for (int i = 0; i < 4; i++)
        wcc_free_ticket(calls.tickets[i]);
    return 0;
}
