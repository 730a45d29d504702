/* A thread beside main() that ends the process when a signal asks for it. Handlers only wake it: no
 * kernel, file or lock has to look at a flag, and a group that runs for hours is no reason to wait.
 * Files that are not whole are removed before (files/unfinished.c); memory is the system's to free.
 *
 *     signal --> handler --event--> watcher: remove temporaries, say what was stopped, _exit
 *
 * What stands in standard output's buffer is lost; what went out of it ends with a line
 * (host_print_line). */
#define _GNU_SOURCE
#include "program.h"

#include "files/files.h"
#include "host/session.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* What may hold an end up: another thread that names a file, a full pipe. */
#define FILES_SECONDS 0.1
enum { CHILDREN_MS = 120, CHILDREN_LOOK_MS = 4 };
enum { PIPE_MS = 50, PRINT_MS = 20, DRAW_MS = 200 };

static const struct {
    int number;
    const char *name;
    int status; /* of SIGTERM the one of SIGINT: who asks for an end gets the same one */
} ending[] = {{SIGINT, "SIGINT", 130}, {SIGTERM, "SIGTERM", 130}, {SIGHUP, "SIGHUP", 129}};
enum { ENDING = HOST_LENGTH(ending) };

/* Handlers get no context. */
static struct {
    pthread_t thread;
    const char *program;
    struct sigaction before[ENDING];
    int event;             /* wakes the watcher */
    atomic_int signal;     /* the first that came; 0: none */
    atomic_bool is_closing;
    atomic_bool shows_progress;
    atomic_bool has_children; /* main waits for them, and cleans up behind them */
} watch;

static void wake_watcher(void)
{
    const uint64_t one = 1;
    ssize_t written = write(watch.event, &one, sizeof one);
    (void)written; /* full: it is awake */
}

static void take_signal(int number)
{
    int reason = errno, none = 0;
    atomic_compare_exchange_strong(&watch.signal, &none, number);
    wake_watcher();
    errno = reason;
}

/* ---- the watcher ---- */

static size_t find_ending(int number)
{
    size_t i = 0;
    while (i + 1 < ENDING && ending[i].number != number)
        i++;
    return i;
}

/* Not by stdio, whose locks another thread may hold. */
static void say(const char *text, size_t length)
{
    struct pollfd end = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&end, 1, PIPE_MS) != 1)
        return;
    ssize_t written = write(STDERR_FILENO, text, length);
    (void)written; /* there is nobody else to tell */
}

static void end_children_of(const char *thread)
{
    char path[320];
    int child;
    snprintf(path, sizeof path, "/proc/self/task/%s/children", thread);
    FILE *list = fopen(path, "re");
    while (list && fscanf(list, "%d", &child) == 1)
        kill(child, SIGTERM);
    if (list)
        fclose(list);
}

static void ask_children_to_end(void)
{
    DIR *threads = opendir("/proc/self/task");
    for (struct dirent *entry; threads && (entry = readdir(threads));)
        if (entry->d_name[0] != '.')
            end_children_of(entry->d_name);
    if (threads)
        closedir(threads);
}

/* Until main has cleaned up; it may start others meanwhile to find out why the first failed. */
static void end_children(void)
{
    double end = host_now_ms() + CHILDREN_MS;
    while (atomic_load(&watch.has_children) && host_now_ms() < end) {
        ask_children_to_end();
        poll(NULL, 0, CHILDREN_LOOK_MS);
    }
}

/* Who has the lock of standard output is in the middle of a write, perhaps to a full pipe. */
static void let_line_end(void)
{
    for (int i = 0; i < PRINT_MS && ftrylockfile(stdout); i++)
        poll(NULL, 0, 1);
}

static _Noreturn void end_by(size_t signal)
{
    char text[512];
    Work work;
    bool runs = host_look_at_work(&work);
    if (atomic_load(&watch.shows_progress))
        program_erase_progress();
    end_children();
    host_drop_unfinished(FILES_SECONDS);
    int length = snprintf(text, sizeof text,
                          "%.200s: error: %s: %s was stopped; no more outputs are written\n",
                          watch.program, ending[signal].name, runs ? work.name : "the run");
    say(text, (size_t)length);
    let_line_end();
    _exit(ending[signal].status);
}

static void *watch_main(void *unused)
{
    (void)unused;
    while (!atomic_load(&watch.is_closing)) {
        bool draws = atomic_load(&watch.shows_progress);
        struct pollfd event = {.fd = watch.event, .events = POLLIN};
        uint64_t count;
        if (poll(&event, 1, draws ? DRAW_MS : -1) == 1 &&
            read(watch.event, &count, sizeof count) < 0)
            continue;
        int number = atomic_load(&watch.signal);
        if (number)
            end_by(find_ending(number));
        if (draws)
            program_draw_progress();
    }
    return NULL;
}

/* ---- main's ---- */

/* What is ignored stays so: who starts us by nohup wants us to go on. */
static void catch_signals(void)
{
    struct sigaction ours = {.sa_handler = take_signal, .sa_flags = SA_RESTART};
    for (size_t i = 0; i < ENDING; i++) {
        sigaction(ending[i].number, NULL, &watch.before[i]);
        if (watch.before[i].sa_handler != SIG_IGN)
            sigaction(ending[i].number, &ours, NULL);
    }
}

void program_watch(const char *program)
{
    signal(SIGXFSZ, SIG_IGN); /* ulimit -f: the write fails, as on a full disk */
    watch.program = program;
    watch.event = eventfd(0, EFD_CLOEXEC);
    if (watch.event < 0)
        return;
    atomic_store(&watch.is_closing, false);
    if (pthread_create(&watch.thread, NULL, watch_main, NULL)) {
        close(watch.event);
        watch.event = -1;
        return;
    }
    catch_signals();
}

void program_begin_children(void)
{
    atomic_store(&watch.has_children, true);
}

void program_end_children(void)
{
    atomic_store(&watch.has_children, false);
    while (atomic_load(&watch.signal))
        pause();
}

void program_show_progress(Report *report)
{
    if (watch.event < 0 || !isatty(STDERR_FILENO))
        return;
    report->before_message = program_erase_progress;
    atomic_store(&watch.shows_progress, true);
    wake_watcher();
}

void program_unwatch(void)
{
    if (watch.event < 0)
        return;
    for (size_t i = 0; i < ENDING; i++)
        sigaction(ending[i].number, &watch.before[i], NULL);
    atomic_store(&watch.is_closing, true);
    wake_watcher();
    pthread_join(watch.thread, NULL);
    atomic_store(&watch.shows_progress, false);
    close(watch.event);
    watch.event = -1;
}
