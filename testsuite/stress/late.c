/* For ThreadSanitizer (make test-tsan): threads that compile with libwavecc at once, each other's texts and their own, by
 * one cache, with includes and diagnostics by callbacks, and run what they got on one device. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/wavecc.h"
#include "wcc_rt.h"

enum { THREADS = 6, ROUNDS = 6, TEXTS = 3 };

static void demand(int holds, const char *what, const char *why)
{
    if (holds)
        return;
    fprintf(stderr, "stress: %s: %s\n", what, why);
    exit(1);
}

typedef struct Maker {
    pthread_t thread;
    WccDevice *device;
    const char *cache;
    uint32_t number, told;
} Maker;

static void tell(void *context, const WaveccDiagnostic *diagnostic)
{
    Maker *maker = context;
    demand(strstr(diagnostic->message, "nothing") != NULL, "another diagnostic", diagnostic->message);
    maker->told++;
}

static char *give_text(void *context, const char *name, const char *from, size_t *length)
{
    (void)context, (void)from;
    char *text = malloc(64);
    *length = (size_t)snprintf(text, 64, "#define BY %s\n", name);
    return text;
}

static void compile_and_run(Maker *maker, uint32_t by)
{
    static const char *const words[] = {"--cc=gcc", "-O0", "--wave-size=4"};
    WaveccOptions options = {.arguments = words, .argument_count = 3, .diagnose = tell, .include = give_text,
                             .context = maker, .cache = maker->cache};
    char text[300], why[200] = "";
    uint32_t values[8];
    snprintf(text, sizeof text, "#include \"%u\"\nRWStructuredBuffer<uint> o;\n[numthreads(8, 1, 1)]\n"
             "void main(uint i : SV_GroupIndex) { o[i] = i * BY; }\n", by);
    WaveccKernel *kernel = wavecc_compile(text, strlen(text), "late.hlsl", &options);
    demand(wavecc_module(kernel) != NULL, "compile", wavecc_messages(kernel));
    WccRuntime *runtime = wcc_new_on(maker->device, wavecc_module(kernel), why, sizeof why);
    demand(runtime != NULL, "a runtime", why);
    demand(wcc_bind_memory(runtime, "o", &(WccMemory){.data = values, .width = 8}) == WCC_OK, "bind", wcc_error(runtime));
    demand(wcc_dispatch(runtime, "main", 1, 1, 1) == WCC_OK, "run", wcc_error(runtime));
    demand(values[7] == 7 * by, "a value is wrong", text);
    wcc_free(runtime);
    wavecc_free(kernel);
}

static void refuse(Maker *maker)
{
    static const char text[] = "[numthreads(1, 1, 1)] void main() { nothing(); }";
    WaveccOptions options = {.diagnose = tell, .context = maker, .cache = maker->cache};
    uint32_t before = maker->told;
    WaveccKernel *kernel = wavecc_compile(text, strlen(text), "wrong.hlsl", &options);
    demand(wavecc_module(kernel) == NULL && wavecc_status(kernel) == 1 && maker->told > before, "an error", "was none");
    wavecc_free(kernel);
}

static void *make(void *argument)
{
    Maker *maker = argument;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        compile_and_run(maker, 2 + (maker->number + round) % TEXTS);
        refuse(maker);
    }
    return NULL;
}

int main(int count, char **arguments)
{
    Maker makers[THREADS];
    demand(count == 2, "usage", "late CACHE");
    WccDevice *device = wcc_new_device(2);
    for (uint32_t i = 0; i < THREADS; i++) {
        makers[i] = (Maker){.device = device, .cache = arguments[1], .number = i};
        demand(!pthread_create(&makers[i].thread, NULL, make, &makers[i]), "a thread", "could not start");
    }
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(makers[i].thread, NULL);
    wcc_free_device(device);
    printf("stress: %d threads compiled %d kernels and ran them\n", THREADS, THREADS * ROUNDS);
    return 0;
}
