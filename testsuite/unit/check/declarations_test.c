/* Every type at every place that a declaration has: the compiler takes it or says why not, and neither crashes,
 * hangs nor ends in an internal error.
 *
 * The shaders of a type are compiled in a process of their own, up to the C; one that ends too early tells by
 * the place that it came to, and another goes on behind it. Of those that are taken a C compiler gets a few. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pipeline.h"
#include "test.h"

typedef struct DeclaredType {
    const char *name, *before, *type, *suffix, *read;
} DeclaredType;

static const DeclaredType TYPES[] = {
#define DECLARED(...) {__VA_ARGS__},
#include "declared_types.def"
#undef DECLARED
};

typedef struct DeclaringPlace {
    const char *name, *text;
} DeclaringPlace;

static const DeclaringPlace PLACES[] = {
#define PLACE(...) {__VA_ARGS__},
#include "declaring_places.def"
#undef PLACE
};

enum {
    TYPE_COUNT = sizeof TYPES / sizeof *TYPES,
    PLACE_COUNT = sizeof PLACES / sizeof *PLACES,
    SECONDS = 10, /* of a shader, which takes milliseconds */
    OBJECT_STEP = 307, /* of so many shaders one has its C compiled */
    UNKNOWN = 255
};

typedef unsigned char Statuses[PLACE_COUNT]; /* of exits; shared with the processes that compile */

static void write_shader(int file, const DeclaredType *type, const DeclaringPlace *place)
{
    if (dprintf(file, "%s\n#define T %s\n#define S %s\n#define READ(x) %s\n"
                "#define MAIN [numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)\n"
                "RWStructuredBuffer<uint> o;\n%s\n",
                type->before, type->type, type->suffix, type->read, place->text) < 0)
        abort();
}

static int to_c(const char *path)
{
    Arena *arena = arena_new("declarations");
    char *words[] = {"wavecc", (char *)path, "--emit=c", "--target=x86-64-v3", "--wave-size=8", "-E", "main", NULL};
    Options options;
    PipelineModule module;
    if (options_parse(&options, arena, 7, words) != EXIT_DONE)
        abort();
    int status = pipeline_make(&options, &module);
    pipeline_drop(&module);
    arena_drop(arena);
    return status;
}

static int to_object(const char *path)
{
    Arena *arena = arena_new("declarations");
    char object[600];
    char *words[] = {"wavecc", (char *)path, "-c", "-O0", "-o", object, "--wave-size=8", "-E", "main", NULL};
    Options options;
    snprintf(object, sizeof object, "%s/shader.o", test_folder("declarations"));
    if (options_parse(&options, arena, 9, words) != EXIT_DONE)
        abort();
    int status = pipeline_run(&options);
    arena_drop(arena);
    return status;
}

/* The process for a type's places from `first` on. */
static _Noreturn void compile_places(const DeclaredType *type, int first, volatile unsigned char *statuses)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    int nowhere = open("/dev/null", O_WRONLY), file = memfd_create("shader", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    dup2(nowhere, STDERR_FILENO);
    for (int place = first; place < PLACE_COUNT; place++) {
        if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0)
            abort();
        write_shader(file, type, &PLACES[place]);
        alarm(SECONDS);
        int status = to_c(path);
        if (status == EXIT_DONE && ((type - TYPES) * PLACE_COUNT + place) % OBJECT_STEP == 0)
            status = to_object(path);
        statuses[place] = (unsigned char)status;
    }
    _exit(0);
}

static int first_unknown(const unsigned char *statuses)
{
    int place = 0;
    while (place < PLACE_COUNT && statuses[place] != UNKNOWN)
        place++;
    return place;
}

/* How many shaders ended badly; each is told. */
static int try_type(const DeclaredType *type, unsigned char *statuses)
{
    int bad = 0;
    memset(statuses, UNKNOWN, PLACE_COUNT);
    for (int first = 0; first < PLACE_COUNT; first = first_unknown(statuses)) {
        int ended = 0;
        pid_t child = fork();
        if (child == 0)
            compile_places(type, first, statuses);
        if (child < 0 || waitpid(child, &ended, 0) != child)
            fail_msg("no process");
        if (WIFSIGNALED(ended))
            statuses[first_unknown(statuses)] = (unsigned char)(128 + WTERMSIG(ended));
    }
    for (int place = 0; place < PLACE_COUNT; place++)
        if (statuses[place] != EXIT_DONE && statuses[place] != EXIT_SHADER_ERRORS) {
            print_message("%s, %s: ended with %d\n", type->name, PLACES[place].name, statuses[place]);
            write_shader(STDOUT_FILENO, type, &PLACES[place]);
            bad++;
        }
    return bad;
}

/* How many places no type is right for: a text that is wrong in itself shows nothing. */
static int tell_wrong_places(const Statuses *statuses)
{
    int bad = 0;
    for (int place = 0; place < PLACE_COUNT; place++) {
        int type = 0;
        while (type < TYPE_COUNT && statuses[type][place] != EXIT_DONE)
            type++;
        if (type < TYPE_COUNT)
            continue;
        print_message("%s: taken for no type\n", PLACES[place].name);
        bad++;
    }
    return bad;
}

SLOW_TEST(declarations_of_any_type_at_any_place_are_taken_or_refused)
{
    Statuses *statuses = mmap(NULL, TYPE_COUNT * sizeof *statuses, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int bad = 0;
    assert_ptr_not_equal(statuses, MAP_FAILED);
    for (int type = 0; type < TYPE_COUNT; type++)
        bad += try_type(&TYPES[type], statuses[type]);
    bad += tell_wrong_places(statuses);
    munmap(statuses, TYPE_COUNT * sizeof *statuses);
    assert_int_equal(bad, 0);
}
