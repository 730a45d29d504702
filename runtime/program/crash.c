/* What a kernel did that crashed, or that a time limit ends: which group, which wave, which line.
 * There should be no crashes; where there is one, in wavecc or in what a host bound, this says
 * where to look.
 *
 *     a kernel crashes --> handler, on its thread: entry point, group and wave (host/running.c)
 *                             |  places of the call stack          ^  "FILE:LINE"
 *                             v                                    |
 *                          helper: temporaries go, libdw finds the line (lines.c)
 *
 * The handler has a stack of its own, since the thread's may be what is full, and calls only what
 * is safe in one; libdw, which is not, has a thread of its own, and where that crashes or hangs too
 * the message stands without a line. Then the signal does what it would have done. A thread that
 * goes on is asked where it is by SIGURG, which does nothing where nobody handles it. */
#define _GNU_SOURCE
#include "crash.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "files/files.h"
#include "host/dispatch.h"
#include "lines.h"

enum { MOST_PLACES = 48, LINE_ROOM = 512, HELP_MS = 3000, LOOK_MS = 1000 };
enum { HANDLER_STACK_BYTES = 64 << 10 };
#define FILES_SECONDS 0.1

static const struct {
    int number;
    const char *name;
} crashes[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"},
               {SIGABRT, "SIGABRT"}};
enum { CRASHES = HOST_LENGTH(crashes) };

/* A call stack, the innermost first. */
typedef struct Stack {
    size_t count;
    uint64_t places[MOST_PLACES];
} Stack;

/* Handlers get no context. */
static struct {
    const char *program;
    struct sigaction before[CRASHES];
    pthread_key_t handler_stacks; /* of threads that run kernels */
    int questions[2], answers[2]; /* pipes: a Stack; a line, "" where none is known */
    atomic_int owner;             /* the thread that crashed first; 0: none */
    pthread_mutex_t looks;
    Stack looked;
    sem_t has_looked;
} crash = {.looks = PTHREAD_MUTEX_INITIALIZER};

/* ---- from a call stack to a line ---- */

static bool find_in_stack(const Stack *stack, char *text, size_t room)
{
    Report report = {0};
    Lines lines;
    const char *path = NULL;
    int number = 0;
    bool is_open = program_open_lines(&report, &lines);
    /* what is called returns behind the call, which may be another line */
    for (size_t i = 0; i < stack->count && is_open && !path; i++)
        path = program_find_line(&lines, stack->places[i] - (i > 0), &number);
    for (size_t i = 0; i < stack->count && is_open && !path; i++)
        path = program_find_line_before(&lines, stack->places[i] - (i > 0), &number);
    if (path)
        snprintf(text, room, "%s:%d", path, number);
    program_close_lines(&lines);
    return path != NULL;
}

static void *help(void *unused)
{
    Stack stack;
    (void)unused;
    while (read(crash.questions[0], &stack, sizeof stack) == (ssize_t)sizeof stack) {
        char line[LINE_ROOM] = "";
        host_drop_unfinished(FILES_SECONDS);
        find_in_stack(&stack, line, sizeof line);
        if (write(crash.answers[1], line, sizeof line) < 0)
            break;
    }
    return NULL;
}

/* ---- in handlers ---- */

#if defined(__x86_64__)
#define PLACE_OF(machine) ((uint64_t)(machine)->uc_mcontext.gregs[REG_RIP])
#define STACK_OF(machine) ((uintptr_t)(machine)->uc_mcontext.gregs[REG_RSP])
#elif defined(__aarch64__)
#define PLACE_OF(machine) ((machine)->uc_mcontext.pc)
#define STACK_OF(machine) ((uintptr_t)(machine)->uc_mcontext.sp)
#endif

/* The access was past the stack's end, and to what the stack pointer had come to, or a little below
 * that, which is where calls and leaf functions write. */
static bool is_stack_overflow(const siginfo_t *info, const ucontext_t *machine)
{
    enum { BELOW = 256 };
    uintptr_t address = (uintptr_t)info->si_addr, stack = STACK_OF(machine);
    uintptr_t end = host_stack_end();
    return (info->si_signo == SIGSEGV || info->si_signo == SIGBUS) && info->si_code > 0 &&
           end != UINTPTR_MAX && address < end && stack <= address + BELOW;
}

/* The frames of the handler itself, which stand before what it interrupted, are left out. */
static void take_stack(const ucontext_t *machine, Stack *stack)
{
    void *frames[MOST_PLACES + 8];
    const uint64_t place = PLACE_OF(machine);
    int count = backtrace(frames, (int)HOST_LENGTH(frames)), first = 0;
    while (first < count && (uint64_t)(uintptr_t)frames[first] != place)
        first++;
    stack->places[0] = place;
    stack->count = 1;
    for (int i = first + 1; i < count && stack->count < MOST_PLACES; i++)
        stack->places[stack->count++] = (uint64_t)(uintptr_t)frames[i];
}

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* nobody can be told */
}

/* Of a thread that goes on, into crash.looked. */
static bool look_at_thread(pthread_t thread)
{
    while (!sem_trywait(&crash.has_looked)) /* who answered too late */
        continue;
    if (pthread_kill(thread, SIGURG))
        return false;
    for (int i = 0; i < LOOK_MS; i++)
        if (sem_trywait(&crash.has_looked))
            poll(NULL, 0, 1);
        else
            return true;
    return false;
}

static bool find_stack(const Running *running, const ucontext_t *machine, Stack *stack)
{
    bool is_here = pthread_equal(running->thread, pthread_self());
    if (is_here)
        take_stack(machine, stack);
    else if (look_at_thread(running->thread))
        *stack = crash.looked;
    else
        return false;
    return true;
}

static bool ask_for_line(const Stack *stack, char line[LINE_ROOM])
{
    struct pollfd answer = {.fd = crash.answers[0], .events = POLLIN};
    return write(crash.questions[1], stack, sizeof *stack) == (ssize_t)sizeof *stack &&
           poll(&answer, 1, HELP_MS) == 1 &&
           read(crash.answers[0], line, LINE_ROOM) == LINE_ROOM && *line;
}

static size_t find_crash(int number)
{
    size_t i = 0;
    while (i + 1 < CRASHES && crashes[i].number != number)
        i++;
    return i;
}

/* In two parts: the second one may not come to its end. */
static void tell_crash(const siginfo_t *info, const Running *running, const ucontext_t *machine)
{
    char text[HOST_RUNNING_ROOM], line[LINE_ROOM];
    Stack stack;
    host_describe_running(running, text);
    say(crash.program);
    say(": error: ");
    say(crashes[find_crash(info->si_signo)].name);
    if (is_stack_overflow(info, machine))
        say(" (the stack is full)");
    say(" in ");
    say(running->entry ? running->entry : "a kernel");
    say(", ");
    say(text);
    if (find_stack(running, machine, &stack) && ask_for_line(&stack, line)) {
        say(", at ");
        say(line);
    }
    say("\n");
}

/* A signal from outside may come to any thread; then any kernel is meant. */
static bool find_kernel(const siginfo_t *info, Running *running)
{
    return host_running_here(running) || (info->si_code <= 0 && host_find_running(NULL, running));
}

static void take_crash(int number, siginfo_t *info, void *machine)
{
    Running running;
    int none = 0, own = gettid();
    if (!atomic_compare_exchange_strong(&crash.owner, &none, own) && none != own) {
        if (info->si_code <= 0)
            return; /* from outside, as `timeout` sends it twice: the first one may be about to look at this thread */
        for (;;)
            pause(); /* until the first one ends the process */
    }
    /* a second time: what follows crashed */
    if (none == 0 && find_kernel(info, &running))
        tell_crash(info, &running, machine);
    sigaction(number, &crash.before[find_crash(number)], NULL);
    raise(number); /* once this handler returns */
}

static void take_look(int number, siginfo_t *info, void *machine)
{
    int reason = errno;
    (void)number, (void)info;
    take_stack(machine, &crash.looked);
    sem_post(&crash.has_looked);
    errno = reason;
}

/* ---- where a thread is that goes on ---- */

static bool find_line_of(pthread_t thread, char *text, size_t room)
{
    pthread_mutex_lock(&crash.looks);
    bool found = look_at_thread(thread) && find_in_stack(&crash.looked, text, room);
    pthread_mutex_unlock(&crash.looks);
    return found;
}

static void watch_time_outs(void)
{
    struct sigaction look = {.sa_sigaction = take_look, .sa_flags = SA_SIGINFO | SA_RESTART};
    sem_init(&crash.has_looked, 0, 0);
    sigaction(SIGURG, &look, NULL);
    host_find_lines_by(find_line_of);
}

/* ---- stacks for handlers ---- */

static void take_back_handler_stack(void *memory)
{
    const stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(memory);
}

/* A thread's own stack may be what is full. */
static void give_handler_stack(void)
{
    stack_t before, given = {.ss_size = HANDLER_STACK_BYTES};
    host_stack_end(); /* which a handler asks for, and must not be the first to */
    if (sigaltstack(NULL, &before) || !(before.ss_flags & SS_DISABLE))
        return; /* somebody did so already */
    given.ss_sp = malloc(HANDLER_STACK_BYTES);
    if (given.ss_sp && (sigaltstack(&given, NULL) ||
                        pthread_setspecific(crash.handler_stacks, given.ss_sp)))
        take_back_handler_stack(given.ss_sp);
}

/* ---- main's ---- */

/* What somebody handles already stays: sanitizers say more. */
static void watch_signals(void)
{
    struct sigaction ours = {.sa_sigaction = take_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (size_t i = 0; i < CRASHES; i++) {
        sigaction(crashes[i].number, NULL, &crash.before[i]);
        if (crash.before[i].sa_handler == SIG_DFL)
            sigaction(crashes[i].number, &ours, NULL);
    }
}

/* Signals of the process go to threads that run kernels, or wait for these: one that came to the helper would have nobody
 * to ask. */
static bool start_helper(void)
{
    pthread_t helper;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&helper, NULL, help, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !failure && !pthread_detach(helper);
}

void program_watch_crashes(const char *program)
{
    void *frame;
    if (crash.program)
        return;
    crash.program = program;
    backtrace(&frame, 1); /* which loads a library, the first time */
    watch_time_outs();
    if (pipe2(crash.questions, O_CLOEXEC) || pipe2(crash.answers, O_CLOEXEC))
        return;
    if (!start_helper())
        return;
    watch_signals();
    if (!pthread_key_create(&crash.handler_stacks, take_back_handler_stack))
        host_prepare_threads_by(give_handler_stack);
}
